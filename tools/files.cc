#include "tools/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "fmt/format.h"

namespace t2t {

std::string ReadFile(const std::string& path, std::string& text) {
  std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fmt::format("cannot read {}: {}", path, std::strerror(errno));
  char buffer[1 << 16];
  while (const size_t n = std::fread(buffer, 1, sizeof(buffer), file)) text.append(buffer, n);
  std::string error;
  if (std::ferror(file) != 0) error = fmt::format("cannot read {}: {}", path, std::strerror(errno));
  if (file != stdin) std::fclose(file);
  return error;
}

std::string MakeDir(const std::string& path) {
  for (size_t slash = path.find('/', 1); ; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) {
      return fmt::format("cannot make the folder {}: {}", part, std::strerror(errno));
    }
    if (slash == std::string::npos) break;
  }
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return fmt::format("cannot use {}: {}", path, std::strerror(errno));
  if (!S_ISDIR(info.st_mode)) return fmt::format("{} is a file, not a folder", path);
  if (::access(path.c_str(), W_OK | X_OK) != 0) return fmt::format("cannot write into {}: {}", path, std::strerror(errno));
  return {};
}

bool SameFile(const std::string& a, const std::string& b) {
  struct stat info = {};
  if (::stat(a.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) return false;
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto real = [&](const std::string& path) { return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error); };
  return real(a) == real(b);
}

std::string WriteToStdout(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  return written ? std::string() : fmt::format("cannot write to stdout: {}", std::strerror(errno));
}

}  // namespace t2t
