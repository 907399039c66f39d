// Small ways to break a program, one at a time: what a wrong pass would leave behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t::mutation {

// One way to break one place. `a` and `b` are what the kind makes of them: operand or position indices.
struct Mutant {
  uint32_t kind = 0;   // index into Kinds()
  FuncId func;
  StmtId stmt;         // invalid for kinds that break a signature
  uint32_t a = 0, b = 0;
};

struct Kind {
  std::string_view name;
  std::string_view what;   // what a wrong pass would have done
  // Adds every place of the program at which the kind applies.
  void (*find)(const Program&, uint32_t kind, std::vector<Mutant>&);
  // Breaks it; false when nothing changed after all.
  bool (*apply)(Program&, const Mutant&);
};
absl::Span<const Kind> Kinds();

// The rule by which a mutant means the same as the program it was made from; "" when none applies. The rules are few and
// conservative, each a fact about the language and not about the case.
std::string_view EqualBecause(const Program& original, const Mutant& mutant);

// For the list of survivors: kind, place, and the statement in words.
std::string Describe(const Program& original, const Mutant& mutant);

}  // namespace t2t::mutation
