// Ways to make a program smaller, each of which leaves the rest of it alone: what t2t-reduce tries.
#pragma once

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

// A program of which some functions are left out. Copies keep the meaning of ids, so a cut fits every copy.
struct Reduced {
  Program program;
  std::vector<bool> dropped;  // by function

  std::string Text() const;
  int functions() const;
  int statements() const;
};

struct Cut {
  enum class Kind : uint8_t {
    kFunction,   // the function and all that call it
    kSkip,       // a loop: its results are what it started with
    kUnwrap,     // a loop, a scope or a branch: its body once, in its place
    kElse,       // a branch: the other one
    kStatement,  // an operand or a parameter of the same type stands for the result, or its users go as well
    kReturn,     // value `index` of what a function that nobody calls returns
  };
  Kind kind;
  StmtId stmt;
  FuncId function;
  uint32_t index = 0;
};
inline constexpr Cut::Kind kCutKinds[] = {Cut::Kind::kFunction, Cut::Kind::kSkip,      Cut::Kind::kUnwrap,
                                          Cut::Kind::kElse,     Cut::Kind::kStatement, Cut::Kind::kReturn};

// Every cut of one kind, in program order.
std::vector<Cut> CutsOf(const Reduced& from, Cut::Kind kind);

// Makes the cuts that still fit, all at once and in time linear in the program; false when none did. What comes out may
// be ill-formed: the caller checks.
bool Apply(absl::Span<const Cut> cuts, Reduced& to);

}  // namespace t2t
