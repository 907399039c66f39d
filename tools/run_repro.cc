#include "tools/run_repro.h"

#include <algorithm>
#include <filesystem>

#include "fmt/format.h"
#include "pipeline/provenance.h"
#include "pipeline/reproducer.h"
#include "tools/files.h"

namespace t2t {
namespace {

// The words of a line in which each may be quoted as ShellWord quotes it.
std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false, quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' && !quoted) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    if (text[i] == '\'') {
      quoted = !quoted;
    } else {
      if (text[i] == '\\' && !quoted && i + 1 < text.size()) ++i;
      words.back() += text[i];
    }
  }
  return words;
}

// Takes --load-pass out of the flags of a reproducer; those whose library the user does not give himself, "" for none. The
// same library may lie elsewhere by now, so it is its file name that counts, and one given stands for one needed.
std::string NotLoaded(std::vector<std::string>& flags, const CommandLine& line) {
  constexpr std::string_view kFlag = "--load-pass=";
  const auto file_name = [](std::string_view path) { return std::filesystem::path(path).filename(); };
  std::vector<std::filesystem::path> given;
  for (const std::string& library : line.All("load-pass")) given.push_back(file_name(library));
  std::string missing;
  std::erase_if(flags, [&](const std::string& flag) {
    if (!flag.starts_with(kFlag)) return false;
    const auto found = std::find(given.begin(), given.end(), file_name(std::string_view(flag).substr(kFlag.size())));
    if (found != given.end()) {
      given.erase(found);
    } else {
      missing += (missing.empty() ? "" : " ") + ShellWord(flag);
    }
    return true;
  });
  return missing;
}

}  // namespace

std::string FollowReproducer(const std::vector<std::string>& args, CommandLine& line) {
  const std::string file = line.Get("run-repro");
  if (!line.inputs.empty()) return "--run-repro names the input; no other file beside it";
  std::string text;
  if (std::string error = ReadFile(file, text); !error.empty()) return error;
  std::vector<std::string> again = Words(FlagsInHeader(text));
  if (again.empty()) return fmt::format("{} names no flags: it is no reproducer", file);
  if (const std::string missing = NotLoaded(again, line); !missing.empty()) {
    return fmt::format("{} needs {}: give that beside --run-repro, no file runs code of its own accord", file, missing);
  }
  for (const std::string& arg : args) {
    if (!arg.starts_with("--run-repro") && arg != file) again.push_back(arg);
  }
  again.push_back(file);
  line = ParseCommandLine(Flags(), 1, again);
  if (line.error.empty() && line.Has("run-repro")) return "a reproducer does not name another one";
  return line.error;
}

}  // namespace t2t
