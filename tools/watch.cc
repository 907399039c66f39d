#include "tools/watch.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <chrono>
#include <filesystem>
#include <optional>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

#include "fmt/format.h"
#include "pipeline/diff.h"
#include "tools/driver.h"
#include "tools/files.h"

namespace t2t {
namespace {

constexpr timespec kPoll = {0, 100'000'000};

volatile std::sig_atomic_t stop = 0;
void OnSignal(int) { stop = 1; }

// What tells one state of a file from another, a save by renaming included.
struct Stamp {
  ino_t inode = 0;
  off_t size = 0;
  time_t seconds = 0;
  long nanoseconds = 0;
  bool operator==(const Stamp&) const = default;
};
std::optional<Stamp> StampOf(const std::string& path) {
  struct stat s = {};
  if (::stat(path.c_str(), &s) != 0) return std::nullopt;
  return Stamp{s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
}

size_t ChangedLines(const std::string& diff) {
  size_t lines = 0;
  std::istringstream in(diff);
  for (std::string line; std::getline(in, line);) {
    lines += line.size() > 0 && (line[0] == '+' || line[0] == '-') && !line.starts_with("+++") && !line.starts_with("---");
  }
  return lines;
}

void Status(const std::string& path, const std::string& what) {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  localtime_r(&now, &local);
  fmt::print(stderr, "[{:02}:{:02}:{:02}] {}: {}\n", local.tm_hour, local.tm_min, local.tm_sec, path, what);
  std::fflush(stderr);
}

// A file for the result, private to this run.
class ResultFile {
 public:
  ResultFile() {
    std::error_code error;
    name_ = (std::filesystem::temp_directory_path(error) / "t2t-watch-XXXXXX").string();
    const int fd = ::mkstemp(name_.data());
    if (fd >= 0) ::close(fd);
    if (fd < 0) name_.clear();
  }
  ~ResultFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace

int Watch(const std::vector<std::string>& args, const std::string& path) {
  std::optional<Stamp> seen = StampOf(path);
  ResultFile result;
  if (!seen || result.name().empty()) {
    fmt::print(stderr, "t2t-pipeline: {}\n", seen ? "no place for temporary files" : "cannot read " + path);
    return kExitUsage;
  }
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  stop = 0;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::vector<std::string> run = args;
  run.insert(run.end(), {"-o", result.name()});
  std::optional<std::string> last;
  int code = kExitDone;
  while (stop == 0) {
    const auto begin = std::chrono::steady_clock::now();
    code = RunTool(run);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    if (code == kExitUsage) return code;
    if (code == kExitDone) {
      std::string now;
      ReadFile(result.name(), now);
      const std::string diff = last ? LineDiff(*last, now) : now;
      std::fwrite(diff.data(), 1, diff.size(), stdout);
      std::fflush(stdout);
      Status(path, fmt::format("lowered in {} ms{}", took.count(),
                               !last ? std::string() : fmt::format(", {} lines changed", ChangedLines(diff))));
      last = std::move(now);
    } else {
      Status(path, "not lowered");
    }
    // The next save: a new state that stays the same for one look.
    while (stop == 0) {
      nanosleep(&kPoll, nullptr);
      const std::optional<Stamp> now = StampOf(path);
      if (!now || *now == *seen) continue;
      nanosleep(&kPoll, nullptr);
      if (StampOf(path) != now) continue;
      seen = now;
      break;
    }
  }
  Status(path, "no longer watched");
  return code;
}

}  // namespace t2t
