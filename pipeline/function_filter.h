// --dump-funcs: which functions dumps, diffs and graphs show. Names or shell patterns, separated by commas.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

class FunctionFilter {
 public:
  void Add(std::string_view patterns);
  // No pattern: everything.
  bool all() const { return patterns_.empty(); }
  bool Wants(std::string_view function) const;
  bool Wants(const Program& program, FuncId function) const { return Wants(program[program[function].name]); }
  // A pattern that matches no function of the program, with the nearest name and all of them; "" when each matches one.
  std::string Unmatched(const Program& program) const;
  // The patterns as one would type them.
  std::string Text() const;

 private:
  std::vector<std::string> patterns_;
};

// Shell pattern with * and ?; no backtracking beyond the last star, so linear in practice and never exponential.
bool GlobMatches(std::string_view pattern, std::string_view text);

}  // namespace t2t
