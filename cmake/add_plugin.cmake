# t2t_add_plugin(NAME SOURCE...): libNAME.so, a library of passes for --load-pass. It finds the headers of t2t, and links no
# library of t2t: the tool that loads it has them all, and two copies would be two registries.
function(t2t_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE t2t::plugin)
endfunction()
