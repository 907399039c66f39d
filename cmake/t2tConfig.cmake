# find_package(t2t): t2t::plugin and t2t_add_plugin() for passes of one's own; t2t::pipeline and the libraries below it for
# tools of one's own; t2t::t2t-pipeline and the other tools to run, where they are installed as well.
include(CMakeFindDependencyMacro)
find_dependency(absl)
find_dependency(fmt)
include(${CMAKE_CURRENT_LIST_DIR}/t2tTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/t2tTools.cmake OPTIONAL)
include(${CMAKE_CURRENT_LIST_DIR}/add_plugin.cmake)
