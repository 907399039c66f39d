// The rewrite rules of index simplification (types-and-ops 7.4) as text, compiled once: a rule reads like the line of the
// specification it implements.
//
//   x y z    match anything; a repeated letter must match the same node
//   c1 c2 c3 match integer constants; conditions may compute c3 for the right-hand side
//   numbers  on a left-hand side match that constant; on a right-hand side they take the type of their neighbour
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/core/program.h"

namespace t2t::symbolic {

struct PatternNode {
  enum class Kind : uint8_t { kAny, kConst, kLiteral, kNode };
  Kind kind = Kind::kAny;
  ExprKind op = ExprKind::kAdd;  // kNode, kLiteral
  int16_t a = -1, b = -1;        // kNode: children (b = -1: unary); kAny, kConst: a = slot
  int64_t literal = 0;
};

// What a left-hand side has matched.
struct Bindings {
  std::array<ExprId, 3> any;
  std::array<ExprId, 3> constant;
  Program* program = nullptr;

  int64_t c(int i) const { return (*program)[constant[static_cast<size_t>(i - 1)]].int_value(); }
  ExprId x() const { return any[0]; }
  ExprId y() const { return any[1]; }
  ExprId z() const { return any[2]; }
};

struct Rule {
  std::vector<PatternNode> nodes;  // of both sides
  int16_t lhs = -1, rhs = -1;
  bool (*condition)(Bindings&) = nullptr;
  // Kinds that the operands of the root must have, none where any will do: most rules are ruled out by these alone.
  std::optional<ExprKind> first, second;
};

// Rules whose left-hand side has `kind` at the root, in the order of the specification.
const std::vector<Rule>& RulesFor(ExprKind kind);

}  // namespace t2t::symbolic
