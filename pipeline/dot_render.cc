// Graphviz as a program beside us, without a shell.
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "fmt/format.h"
#include "pipeline/dot.h"

extern char** environ;

namespace t2t {
namespace {

constexpr size_t kFilesPerRun = 100;

// `dot -Tsvg -O FILE...` writes FILE.svg for every file. 127: there is no dot.
int RunDot(std::vector<std::string> files) {
  std::vector<std::string> words = {"dot", "-Tsvg", "-O"};
  words.insert(words.end(), files.begin(), files.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, "dot", nullptr, nullptr, argv.data(), environ) != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) != child) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

std::string RenderSvg(const std::string& dir, const std::vector<std::string>& names) {
  // A leading dash would be an option to dot.
  const std::string folder = dir.starts_with('-') ? "./" + dir : dir;
  for (size_t begin = 0; begin < names.size(); begin += kFilesPerRun) {
    std::vector<std::string> files;
    for (size_t i = begin; i < std::min(names.size(), begin + kFilesPerRun); ++i) {
      files.push_back(fmt::format("{}/{}.dot", folder, names[i]));
    }
    const int code = RunDot(files);
    if (code == 127) return "--svg needs graphviz (the program dot), which is not installed; the .dot files are written";
    for (size_t i = 0; i < files.size(); ++i) {
      const std::string svg = fmt::format("{}/{}.svg", folder, names[begin + i]);
      if (std::rename((files[i] + ".svg").c_str(), svg.c_str()) != 0) {
        return fmt::format("dot wrote no picture of {}: {}", files[i], std::strerror(errno));
      }
    }
    if (code != 0) return fmt::format("dot failed on one of {} graphs in {}", files.size(), dir);
  }
  return {};
}

}  // namespace t2t
