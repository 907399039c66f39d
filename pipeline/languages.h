// What each language of the chain allows inside a kernel, and the walker that checks it. Total: an operator that the
// language does not list is a finding, never a pass-through.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"
#include "pipeline/language_names.h"

namespace t2t {

// Classes of what a kernel may hold. Every operator belongs to exactly one; the registries decide which.
enum class Construct : uint8_t {
  kTensorCompute,   // operator of whatever category that has a conversion to tiles
  kGmAccess,        // tensor operator on GM itself: dim, view, element read and write
  kStorage,         // tensor.create standing for storage that becomes a parameter
  kTile, kArray, kRemote,
  kCrossCore,       // between cube and vector cores, in tile form: shard, gather, push, pop, their buffers and signals
  kSync,            // barriers, fences, caches
  kTask,
  kAsTile, kAsTensor,
  kFunctionCall,
  kControl,         // loops, branches, regions of a split kernel
  kOutlinedScope,   // InCore, cluster, hierarchy, Spmd scopes: outlined before a kernel exists
  kFactAttribute,   // an attribute under t2t.
  kUnknownOperator,
};
inline constexpr int kNumConstructs = 16;
std::string_view ConstructName(Construct construct);

// A language as the difference from the one before.
struct LanguageDef {
  Language language;
  absl::Span<const Construct> appears;
  absl::Span<const Construct> disappears;
  std::string_view why;  // one sentence
};
absl::Span<const LanguageDef> LanguageDefs();
bool Allows(Language language, Construct construct);

// Construct an operator call stands for.
Construct Classify(const Program& program, ExprId call);

// Construct of a use of `op` that says nothing about its operands: what listings show.
Construct ClassifyOp(OpId op);

// The language behind a pass (name or ordinal), or one named itself; nullopt when `name` is neither.
std::optional<Language> FindLanguage(std::string_view name);
// One language in full: what a kernel may hold, with the operators of each class.
std::string ShowLanguage(Language language);
// What the second allows and the first does not, and the other way round.
std::string DiffLanguages(Language from, Language to);
// docs/languages.md: all of them as differences, and the table of constructs.
std::string LanguagesPage();

// Adds a finding of kind "language" for everything in the given functions that the language does not list. Functions
// that are not kernels are skipped.
void CheckLanguage(const Program& program, Language language, absl::Span<const FuncId> functions, Diagnostics& out);

}  // namespace t2t
