# Writes OUT, the header with one half of the stamp of the plug-in interface: VERSION and a digest of all headers under DIR
# that a pass may include. A library compiled against any other headers may lay out a program differently. The other half is
# how they were compiled (passes/plugin_build.h).
file(GLOB_RECURSE headers RELATIVE ${DIR} ${DIR}/ir/*.h ${DIR}/passes/*.h)
list(SORT headers)
set(all "")
foreach(header IN LISTS headers)
  file(SHA256 ${DIR}/${header} digest)
  string(APPEND all "${header} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 12 digest)
file(WRITE ${OUT} "// Made from the headers under ir/ and passes/.\n#pragma once\n\n#define T2T_PLUGIN_HEADERS \"t2t-plugin:${VERSION}:${digest}\"\n")
