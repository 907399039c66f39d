// What each language of the chain allows inside a kernel, and the walker that checks it. Total: an operator that the
// language does not list is a finding, never a pass-through.
#pragma once

#include <string_view>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"
#include "pipeline/language_names.h"

namespace t2t {

// Classes of what a kernel may hold. Every operator belongs to exactly one; the registries decide which.
enum class Construct : uint8_t {
  kTensorCompute,   // tensor operator that has a conversion to tiles
  kGmAccess,        // tensor operator on GM itself: dim, view, read, write
  kStorage,         // tensor.create standing for storage that becomes a parameter
  kTile, kArray, kRemote, kSync,
  kAsTile, kAsTensor,
  kFunctionCall,
  kControl,         // loops, branches, regions of a split kernel
  kOutlinedScope,   // InCore, cluster, hierarchy, Spmd scopes: outlined before a kernel exists
  kFactAttribute,   // an attribute under t2t.
  kUnknownOperator,
};
inline constexpr int kNumConstructs = 14;
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

// Adds a finding of kind "language" for everything in the given functions that the language does not list. Functions
// that are not kernels are skipped.
void CheckLanguage(const Program& program, Language language, absl::Span<const FuncId> functions, Diagnostics& out);

}  // namespace t2t
