// The chain as data: one row per pass. Ordinals, --list-passes, dump names, toggles, property checks and the docs table
// are all read from here; nothing else knows the order. --load-pass puts in rows of its own before anything is read.
#pragma once

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "passes/make_pass.h"
#include "pipeline/language_names.h"

namespace t2t {

using PropertyList = absl::Span<const std::string_view>;

struct Stage {
  std::string_view name = {};
  PassFactory make = nullptr;
  Language after = Language::kSource;
  bool optional = false;           // may be disabled; only a pass that stays in its language is
  std::string_view summary = {};        // one line, lower case
  std::string_view unit = {};           // what one change is, to --fuel; "" = the pass does all of its work or none
  std::string_view source = {};         // where the rule comes from
  PropertyList requires_before = {};    // must hold in front of the pass
  PropertyList establishes = {};        // checked after it
  PropertyList breaks = {};             // no longer promised after it
  // Every result, buffer and signal stays the same number to the letter (verifiers/effects). Not set where a rewrite means the
  // same by a rule that the numbers do not know: values decide there (pipeline/kept_effects.h).
  bool keeps_effects = false;
  std::string_view help = {};           // of a loaded pass: what --help-pass prints
  std::string library = {};             // the file a loaded pass comes from; "" = one of ours
};

// Rows in chain order. The ordinal of a row is its position plus one.
absl::Span<const Stage> Stages();
inline int NumStages() { return static_cast<int>(Stages().size()); }
inline const Stage& StageAt(int ordinal) { return Stages()[static_cast<size_t>(ordinal - 1)]; }
// Language in front of pass `ordinal`: the one its predecessor leaves.
inline Language LanguageBefore(int ordinal) {
  return ordinal <= 1 ? Language::kSource : StageAt(ordinal - 1).after;
}
// Puts a loaded pass behind row `ordinal` and the loaded ones that follow it there. For the time before a run alone: what
// Stages() gave before is no longer valid.
void InsertStage(int ordinal, Stage row);
// Ordinal of a pass given by name or number ("13", "convert-ops"); 0 when there is none.
int FindStage(std::string_view name_or_number);

}  // namespace t2t
