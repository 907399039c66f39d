#include "tools/named_files.h"

#include <vector>

#include "fmt/format.h"
#include "tools/files.h"

namespace t2t {

std::string FilesThatCollide(const CommandLine& line) {
  struct Named {
    std::string flag, path;
    bool written = true;
  };
  std::vector<Named> files;
  if (line.input() != "-") files.push_back({"the input", line.input(), false});
  if (line.Has("expect")) files.push_back({"--expect", line.Get("expect"), false});
  for (const char* flag : {"o", "report", "trace-out", "gen-repro"}) {
    if (line.Has(flag)) files.push_back({fmt::format("{}{}", flag[1] == '\0' ? "-" : "--", flag), line.Get(flag)});
  }
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t k = i + 1; k < files.size(); ++k) {
      if (!files[k].written || (!files[i].written && files[k].flag == "-o")) continue;
      if (SameFile(files[i].path, files[k].path)) {
        return fmt::format("{} and {} name one file, {}: give each its own", files[i].flag, files[k].flag, files[k].path);
      }
    }
  }
  return {};
}

}  // namespace t2t
