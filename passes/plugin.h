// What a shared library says so that `--load-pass=libmy.so` adds its passes to the chain:
//
//   constexpr t2t::PluginPass kPasses[] = {{.name = "my-pass", .after = "share-loads", .make = &t2t::MakePass<MyPass>}};
//   T2T_PLUGIN(kPasses);
//
// The library uses the program, the registries and the helpers of the tool that loads it and brings no copy of its own,
// so it must be compiled against the very headers of that tool, and as that tool was (passes/plugin_build.h). T2T_PLUGIN
// leaves a stamp of both in the library, and the tool reads the stamp before it runs a line of the library.
#pragma once

#include <string_view>

#include "absl/types/span.h"
#include "passes/make_pass.h"
#include "passes/plugin_build.h"
#include "passes/plugin_stamp.h"

namespace t2t {

// A row of the chain. The pass must stay in the language of its place, which makes it optional like every such pass.
struct PluginPass {
  std::string_view name = {};     // lower-case words joined by dashes, not the name of another pass
  std::string_view after = {};    // its place: behind this pass, and behind those loaded for that place before
  std::string_view summary = {};  // one line, for --list-passes
  std::string_view unit = {};     // what one change is, to --fuel; "" = the pass does all of its work or none
  std::string_view help = {};     // for --help-pass: what the pass does, with an example
  bool keeps_effects = false;     // every result, buffer and signal stays the same number: --verify=strict compares them
  PassFactory make = nullptr;
};

}  // namespace t2t

#define T2T_PLUGIN_STAMP T2T_PLUGIN_HEADERS ":" T2T_PLUGIN_BUILD

// Entry point of the library; once per library. `PASSES` is an array that lives as long as the library.
#define T2T_PLUGIN(PASSES)                                                                                 \
  extern "C" __attribute__((used, visibility("default"))) const char t2t_plugin_stamp[] = T2T_PLUGIN_STAMP; \
  extern "C" __attribute__((visibility("default"))) void t2t_plugin_passes(                                \
      absl::Span<const t2t::PluginPass>& passes) {                                                         \
    passes = PASSES;                                                                                       \
  }                                                                                                        \
  static_assert(true, "")
