#include "tools/load_pass.h"

#include <dlfcn.h>

#include <algorithm>

#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "passes/plugin.h"
#include "pipeline/provenance.h"
#include "pipeline/selector.h"
#include "tools/files.h"

namespace t2t {
namespace {

constexpr std::string_view kStamp = T2T_PLUGIN_STAMP;
constexpr std::string_view kStampHead = "t2t-plugin:";
static_assert(kStamp.substr(kStampHead.size(), kVersion.size()) == kVersion, "the project and kVersion disagree");

// Ordinals have two digits in the names of dumps.
constexpr int kMostPasses = 99;

// Words that options understand beside the names of passes.
constexpr std::string_view kTaken[] = {"all", "none", "changed", "failed", "frontend", "docs"};

// A stamp in words; it may be any text behind its head.
std::string ShowStamp(std::string_view stamp) {
  stamp.remove_prefix(kStampHead.size());
  const auto next = [&stamp](size_t most) {
    const size_t colon = std::min(stamp.find(':'), stamp.size());
    const std::string_view part = stamp.substr(0, std::min(colon, most));
    stamp.remove_prefix(std::min(colon + 1, stamp.size()));
    return part.empty() ? std::string_view("unknown") : part;
  };
  const std::string_view version = next(20), headers = next(20), build = next(80);
  return fmt::format("t2t {} (headers {}, compiled as {})", version, headers, build);
}

// Reads the stamp from the file: constructors of a library that takes our structures for something else must not run.
std::string CheckStamp(const std::string& path) {
  std::string bytes;
  if (std::string error = ReadFile(path, bytes); !error.empty()) return error;
  const size_t at = bytes.find(kStampHead);
  if (at == std::string::npos) return "it is no library of passes: no T2T_PLUGIN (passes/plugin.h) is in it";
  const std::string_view found(bytes.c_str() + at);
  if (found == kStamp) return {};
  return fmt::format("it was built for {}, this is {}: build it again with the headers of this one, compiled as this one is",
                     ShowStamp(found), ShowStamp(kStamp));
}

bool IsPassName(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' && std::all_of(name.begin(), name.end(), plain);
}

// Why the row cannot be one of the chain as it is, "" when it can.
std::string CheckRow(const PluginPass& pass) {
  if (!IsPassName(pass.name)) return fmt::format("'{}' is no name for a pass: lower-case words joined by dashes", pass.name);
  bool taken = std::find(std::begin(kTaken), std::end(kTaken), pass.name) != std::end(kTaken);
  for (int i = 0; i < kNumLanguages; ++i) taken |= LanguageName(static_cast<Language>(i)) == pass.name;
  if (taken) return fmt::format("a pass cannot be called '{}', a word that options understand differently", pass.name);
  if (const int there = FindStage(pass.name); there != 0) {
    const std::string& library = StageAt(there).library;
    return fmt::format("it brings a pass '{}', but {:02} is called so already{}", pass.name, there,
                       library.empty() ? std::string() : fmt::format(" (from {})", library));
  }
  if (pass.make == nullptr) return fmt::format("pass '{}' has no factory: .make = &t2t::MakePass<...>", pass.name);
  if (!IsPassName(pass.after) || FindStage(pass.after) == 0) {
    return fmt::format("the place of pass '{}' is unknown: {}", pass.name, UnknownStage(pass.after));
  }
  if (NumStages() >= kMostPasses) return fmt::format("the chain has room for {} passes", kMostPasses);
  return {};
}

std::string Load(const std::string& path) {
  if (std::string error = CheckStamp(path); !error.empty()) return error;
  // A name without a slash is a file here, as everywhere on the command line, not one the loader searches for.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays open: the chain points into it
  if (library == nullptr) return ::dlerror();
  using EntryPoint = void (*)(absl::Span<const PluginPass>&);
  const auto passes_of = reinterpret_cast<EntryPoint>(::dlsym(library, "t2t_plugin_passes"));
  if (passes_of == nullptr) return "it has no entry point t2t_plugin_passes; T2T_PLUGIN (passes/plugin.h) makes one";
  absl::Span<const PluginPass> passes;
  passes_of(passes);
  if (passes.empty()) return "it brings no pass";
  for (const PluginPass& pass : passes) {
    if (std::string error = CheckRow(pass); !error.empty()) return error;
    const int place = FindStage(pass.after);
    Stage row;
    row.name = pass.name;
    row.make = pass.make;
    row.after = StageAt(place).after;
    row.optional = true;
    row.summary = pass.summary;
    row.unit = pass.unit;
    row.keeps_effects = pass.keeps_effects;
    row.source = "loaded";
    row.help = pass.help;
    row.library = path;
    InsertStage(place, std::move(row));
  }
  return {};
}

}  // namespace

std::string LoadPasses(const std::vector<std::string>& libraries) {
  static std::vector<std::string> loaded;
  if (libraries == loaded) return {};
  for (const std::string& path : libraries) {
    if (std::string error = Load(path); !error.empty()) return fmt::format("--load-pass={}: {}", path, error);
  }
  loaded = libraries;
  return {};
}

}  // namespace t2t
