#include "tools/judge.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "fmt/format.h"
#include "pipeline/provenance.h"

extern char** environ;

namespace t2t {

Judge::Judge(std::vector<std::string> command) : command_(std::move(command)) {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "t2t-judge-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) {
    error_ = fmt::format("cannot make a folder for the programs: {}", std::strerror(errno));
  } else {
    dir_ = pattern;
  }
}

Judge::~Judge() {
  std::error_code ignored;
  if (!dir_.empty()) std::filesystem::remove_all(dir_, ignored);
}

std::optional<int> Judge::Status(std::string_view program, std::string& why) {
  const std::string path = dir_ + "/program.py";
  error_ = WriteFileAtomically(path, program);
  if (!error_.empty()) return std::nullopt;
  std::vector<std::string> words;
  bool placed = false;
  for (const std::string& word : command_) {
    placed |= word == "{}";
    words.push_back(word == "{}" ? path : word);
  }
  if (!placed) words.push_back(path);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  // stdout belongs to the report.
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0) {
    error_ = fmt::format("cannot run {}: {}", words[0], std::strerror(failed));
  } else if (::waitpid(child, &status, 0) != child) {
    error_ = fmt::format("lost {}: {}", words[0], std::strerror(errno));
  } else if (WIFEXITED(status) && WEXITSTATUS(status) > 125) {
    error_ = fmt::format("{} could not judge: status {}", words[0], WEXITSTATUS(status));
  }
  if (!error_.empty()) return std::nullopt;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  why = fmt::format("ended by signal {}", WTERMSIG(status));
  return 256 + WTERMSIG(status);
}

std::optional<bool> Judge::Good(std::string_view program, std::string& why) {
  const std::optional<int> status = Status(program, why);
  return status ? std::optional<bool>(*status == 0) : std::nullopt;
}

}  // namespace t2t
