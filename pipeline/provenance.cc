#include "pipeline/provenance.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "fmt/format.h"

namespace t2t {

std::string ShellWord(std::string_view text) {
  bool plain = !text.empty();
  std::string quoted = "'";
  for (char c : text) {
    const auto u = static_cast<unsigned char>(c);
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
    if (!word) plain = false;
    if (u < 0x20 || u == 0x7f) {
      quoted += '?';
    } else if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return plain ? std::string(text) : quoted + "'";
}

namespace {

constexpr std::string_view kStages[] = {"", "before ", "failed "};  // by DumpKind

// The slice that ends in the program of the dump.
std::string Slice(int start, int ordinal, DumpKind kind) {
  const int behind = kind == DumpKind::kBefore ? ordinal - 1 : ordinal;
  if (behind <= start) return " --passes=none";
  std::string out = start > 0 ? fmt::format(" --start-after={}", StageAt(start).name) : std::string();
  out += fmt::format(" --stop-after={}", StageAt(behind).name);
  if (kind == DumpKind::kFailed) out += " --dump-after=failed";
  return out;
}

// Loaded passes move the others: the libraries that the toggles of a dump name, as a hint.
std::string LoadedThen(std::string_view text) {
  constexpr std::string_view kToggles = "\n# toggles: ";
  const size_t at = text.find(kToggles);
  if (at == std::string_view::npos) return {};
  const std::string_view line = text.substr(at + kToggles.size(), text.find('\n', at + 1) - at - kToggles.size());
  return line.find("--load-pass=") == std::string_view::npos ? std::string() : fmt::format("; its toggles were {}", line);
}

}  // namespace

std::string StageHeader(const Provenance& provenance, int ordinal, DumpKind kind) {
  const std::string_view pass = ordinal == 0 ? "frontend" : StageAt(ordinal).name;
  std::string out =
      fmt::format("# t2t {} stage {:02} {}{}\n", kVersion, ordinal, kStages[static_cast<size_t>(kind)], pass);
  out += fmt::format("# toggles: {}\n", provenance.toggles.empty() ? "none" : provenance.toggles);
  const std::string toggles = provenance.toggles.empty() ? std::string() : " " + provenance.toggles;
  out += fmt::format("# reproduce: t2t-pipeline {}{}{}\n", ShellWord(provenance.input), toggles,
                     Slice(provenance.start, ordinal, kind));
  return out;
}

std::optional<StatedStage> StageInHeader(std::string_view text) {
  for (; text.starts_with("# "); text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1)) {
    std::string_view line = text.substr(2, text.find('\n') - 2);
    const size_t stage = line.find(" stage ");
    if (!line.starts_with("t2t ") || stage == std::string_view::npos) continue;
    const std::string_view version = line.substr(4, stage - 4);
    line.remove_prefix(stage + 7);
    StatedStage stated;
    int ordinal = -1;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), ordinal);
    line.remove_prefix(static_cast<size_t>(rest - line.data()));
    if (line.starts_with(" ")) line.remove_prefix(1);
    const bool before = line.starts_with(kStages[1]);
    stated.failed = line.starts_with(kStages[2]);
    if (before || stated.failed) line.remove_prefix(kStages[1].size());
    const bool known = error == std::errc() &&
                       (ordinal == 0 ? line == "frontend" : ordinal == FindStage(line) && ordinal >= 1);
    stated.behind = before ? ordinal - 1 : ordinal;
    if (!known) {
      stated.error = fmt::format("it was written by t2t {} behind a pass that this version ({}) does not have there: {}{}",
                                 version, kVersion, line.substr(0, 60), LoadedThen(text));
    }
    return stated;
  }
  return std::nullopt;
}

std::string WriteFileAtomically(const std::string& path, std::string_view text) {
  const auto failed = [&] { return fmt::format("cannot write {}: {}", path, std::strerror(errno)); };
  // A link goes on naming its file, and a device or pipe is written to: a file renamed over it would take its place.
  std::error_code unresolved;
  const std::filesystem::path resolved = std::filesystem::canonical(path, unresolved);
  const std::string target = unresolved ? path : resolved.string();
  struct stat info = {};
  const bool in_place = ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
  const std::string written_to = in_place ? path : fmt::format("{}.{}.tmp", target, ::getpid());
  std::FILE* file = std::fopen(written_to.c_str(), "wb");
  if (file == nullptr) return failed();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  std::string error = written ? std::string() : failed();
  if (std::fclose(file) != 0 && error.empty()) error = failed();
  if (in_place) return error;
  if (error.empty() && std::rename(written_to.c_str(), target.c_str()) != 0) error = failed();
  if (!error.empty()) std::remove(written_to.c_str());
  return error;
}

}  // namespace t2t
