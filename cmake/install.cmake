# cmake --install: the tools with their manual pages and completions (component `tools`), and what it takes to write passes
# and tools of one's own (component `dev`): headers, libraries, find_package(t2t). cpack makes a Debian package of each.
include(CMakePackageConfigHelpers)

set(t2t_tools_list t2t-pipeline t2t-diff t2t-bisect t2t-reduce t2t-run t2t-fuzz)
set(t2t_package ${CMAKE_INSTALL_LIBDIR}/cmake/t2t)

# A set of their own: who has the component `dev` alone can use the package without them.
install(TARGETS ${t2t_tools_list} EXPORT t2tTools RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
foreach(tool IN LISTS t2t_tools_list)
  install(FILES docs/${tool}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endforeach()
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT tools)
install(EXPORT t2tTools NAMESPACE t2t:: DESTINATION ${t2t_package} COMPONENT tools)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT dev PATTERN "*.1" EXCLUDE)
# Debian asks for it in a folder named after the package.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}-dev RENAME copyright COMPONENT dev)
install(FILES tools/completion/t2t-pipeline.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME t2t-pipeline COMPONENT tools)
# Where zsh looks by itself: what an administrator installs, and what a Debian package does.
install(FILES tools/completion/_t2t-pipeline DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT site)
install(FILES tools/completion/_t2t-pipeline DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT tools
        EXCLUDE_FROM_ALL)

get_property(t2t_libraries GLOBAL PROPERTY T2T_LIBRARIES)
foreach(library t2t_options t2t_plugin ${t2t_libraries})
  string(REPLACE t2t_ "" short ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${short})  # t2t::pipeline
  install(TARGETS ${library} EXPORT t2tTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endforeach()
install(DIRECTORY ir passes verifiers pipeline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/t2t COMPONENT dev
        FILES_MATCHING PATTERN "*.h")
install(FILES ${plugin_stamp} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/t2t/passes COMPONENT dev)
install(EXPORT t2tTargets NAMESPACE t2t:: DESTINATION ${t2t_package} COMPONENT dev)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/t2tConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/t2tConfig.cmake cmake/add_plugin.cmake ${CMAKE_BINARY_DIR}/t2tConfigVersion.cmake
        DESTINATION ${t2t_package} COMPONENT dev)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the t2t maintainers <t2t@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)  # symbols that plug-ins need are dynamic ones and stay
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL tools dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME t2t)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "lowers PyPTO tensor kernels to tile kernels, one visible pass at a time")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME t2t-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "t2t (= ${PROJECT_VERSION}), libabsl-dev, libfmt-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION "headers and libraries of t2t, for passes and tools of one's own")
include(CPack)
