// Runs the verifiers where they are due and remembers what was wrong before: a finding that was already in the input
// never counts against a pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"
#include "pipeline/stage_table.h"
#include "verifiers/verifier.h"

namespace t2t {

class Verification {
 public:
  // `only`: check these properties and nothing else; empty = what the contracts say.
  Verification(absl::Span<const Stage> stages, std::vector<std::string_view> only, Backend backend = Backend::kNone,
               bool strict = false)
      : stages_(stages), only_(std::move(only)), backend_(backend), strict_(strict) {}

  // Checks the program as read, standing behind `ordinal` rows. Findings go to `out`: errors where the chain cannot go
  // on with them, warnings otherwise.
  void Input(Program& program, int ordinal, Diagnostics& out);

  // Checks, behind row `ordinal`, the functions that changed since they were last checked, and those that call one
  // whose signature changed. Only findings that are new, errors before warnings.
  std::vector<Diagnostic> After(Program& program, int ordinal, const std::vector<bool>& ran);

 private:
  struct Seen {
    uint32_t version = 0;
    ValueList params;
    List<uint32_t> directions;
    TypeList return_types;
  };
  void KnowWhatMayBeMissing(Program& program, int ordinal);
  std::vector<FuncId> Changed(const Program& program);
  void Remember(const Program& program);
  void Run(Program& program, const std::vector<std::string_view>& properties, absl::Span<const FuncId> functions, Diagnostics& out,
           ValuesOfFindings* values = nullptr);
  static std::string Key(const Diagnostic& d);

  absl::Span<const Stage> stages_;
  std::vector<std::string_view> only_;
  Backend backend_ = Backend::kNone;
  bool strict_ = false;
  std::vector<std::string_view> last_properties_;
  std::vector<Seen> seen_;                      // by function
  absl::flat_hash_set<std::string> known_;      // keys of findings already in the input
};

}  // namespace t2t
