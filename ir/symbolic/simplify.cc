#include "ir/symbolic/simplify.h"

#include <array>

#include "absl/container/flat_hash_map.h"
#include "ir/support/check.h"
#include "ir/symbolic/fold.h"
#include "ir/symbolic/rules.h"

namespace t2t {
namespace {

using symbolic::Bindings;
using symbolic::PatternNode;
using symbolic::Rule;

constexpr int kMaxRuleDepth = 5;       // results of rules are rewritten again this often (types-and-ops 7.2)
constexpr int kMaxExprDepth = 400;     // deeper expressions come back as they are

bool IsLogic(ExprKind kind) {
  return kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor;
}

class Rewriter {
 public:
  explicit Rewriter(Program& program) : p_(program) {}

  ExprId Rewrite(ExprId id) { return Rewrite(id, 0); }

 private:
  ExprId Rewrite(ExprId id, int depth) {
    const Expr e = p_[id];
    if (!IsBinary(e.kind) && !IsUnary(e.kind)) return id;
    if (IsFloat(e.dtype) || depth > kMaxExprDepth) return id;
    if (!e.has_call) {
      const auto it = done().find(id);
      if (it != done().end()) return it->second;
    }
    const ExprId result = Node(e, id, depth);
    if (!e.has_call) done().emplace(id, result);
    return result;
  }

  ExprId Node(const Expr& e, ExprId id, int depth) {
    if (IsUnary(e.kind)) {
      const ExprId operand = Rewrite(e.operand(), depth + 1);
      if (const ExprId folded = FoldUnary(p_, e.kind, operand)) return folded;
      const ExprId node = operand == e.operand() ? id : p_.Unary(e.kind, operand, e.dtype);
      return ApplyRules(node, depth);
    }
    if (IsComparison(e.kind) && IsFloat(p_[e.lhs()].dtype)) return id;
    const ExprId lhs = Rewrite(e.lhs(), depth + 1), rhs = Rewrite(e.rhs(), depth + 1);
    if (const ExprId folded = FoldBinary(p_, e.kind, lhs, rhs)) return folded;
    const ExprId node = lhs == e.lhs() && rhs == e.rhs() ? id : MakeBinary(p_, e.kind, lhs, rhs);
    return ApplyRules(node, depth);
  }

  ExprId ApplyRules(ExprId node, int depth) {
    const Expr& e = p_[node];
    const ExprKind first = p_[IsUnary(e.kind) ? e.operand() : e.lhs()].kind;
    const ExprKind second = IsUnary(e.kind) ? first : p_[e.rhs()].kind;
    for (const Rule& rule : symbolic::RulesFor(e.kind)) {
      if (rule.first.value_or(first) != first || rule.second.value_or(second) != second) continue;
      Bindings b;
      b.program = &p_;
      if (!Match(rule, rule.lhs, node, b)) continue;
      if (rule.condition != nullptr && !rule.condition(b)) continue;
      root_dtype_ = e.dtype;
      const ExprId built = Build(rule, rule.rhs, b, DType::kNone);
      if (rule_depth_ >= kMaxRuleDepth) return built;
      ++rule_depth_;
      const ExprId result = Rewrite(built, depth + 1);
      --rule_depth_;
      return result;
    }
    return node;
  }

  bool Match(const Rule& rule, int16_t at, ExprId id, Bindings& b) const {
    const PatternNode& pattern = rule.nodes[static_cast<size_t>(at)];
    const Expr& e = p_[id];
    switch (pattern.kind) {
      case PatternNode::Kind::kAny: return Bind(b.any[static_cast<size_t>(pattern.a)], id);
      case PatternNode::Kind::kConst:
        return e.kind == ExprKind::kConstInt && Bind(b.constant[static_cast<size_t>(pattern.a)], id);
      case PatternNode::Kind::kLiteral: return e.kind == pattern.op && e.int_value() == pattern.literal;
      case PatternNode::Kind::kNode:
        if (e.kind != pattern.op) return false;
        if (pattern.b < 0) return Match(rule, pattern.a, e.operand(), b);
        return Match(rule, pattern.a, e.lhs(), b) && Match(rule, pattern.b, e.rhs(), b);
    }
    return false;
  }
  // Expressions are interned, so the same id is what the specification calls an equal node.
  static bool Bind(ExprId& slot, ExprId id) {
    if (!slot) slot = id;
    return slot == id;
  }

  // Builds the right-hand side from the inside out and folds every new node. A literal takes the type of its sibling.
  ExprId Build(const Rule& rule, int16_t at, const Bindings& b, DType literal_dtype) {
    const PatternNode& pattern = rule.nodes[static_cast<size_t>(at)];
    switch (pattern.kind) {
      case PatternNode::Kind::kAny: return b.any[static_cast<size_t>(pattern.a)];
      case PatternNode::Kind::kConst: return b.constant[static_cast<size_t>(pattern.a)];
      case PatternNode::Kind::kLiteral:
        if (pattern.op == ExprKind::kConstBool) return p_.Bool(pattern.literal != 0);
        return p_.Int(pattern.literal, literal_dtype == DType::kNone ? root_dtype_ : literal_dtype);
      case PatternNode::Kind::kNode: break;
    }
    if (pattern.b < 0) {
      const ExprId operand = Build(rule, pattern.a, b, DType::kNone);
      const ExprId folded = FoldUnary(p_, pattern.op, operand);
      return folded ? folded : p_.Unary(pattern.op, operand, p_[operand].dtype);
    }
    const bool literal_left = rule.nodes[static_cast<size_t>(pattern.a)].kind == PatternNode::Kind::kLiteral;
    ExprId lhs, rhs;
    if (literal_left) {
      rhs = Build(rule, pattern.b, b, DType::kNone);
      lhs = Build(rule, pattern.a, b, p_[rhs].dtype);
    } else {
      lhs = Build(rule, pattern.a, b, DType::kNone);
      rhs = Build(rule, pattern.b, b, p_[lhs].dtype);
    }
    const ExprId folded = FoldBinary(p_, pattern.op, lhs, rhs);
    return folded ? folded : MakeBinary(p_, pattern.op, lhs, rhs);
  }

  Program& p_;
  // What a node becomes depends on how many rules may still be applied to the result, hence one table per depth.
  absl::flat_hash_map<ExprId, ExprId>& done() { return done_[static_cast<size_t>(rule_depth_)]; }

  std::array<absl::flat_hash_map<ExprId, ExprId>, kMaxRuleDepth + 1> done_;
  int rule_depth_ = 0;
  DType root_dtype_ = DType::kIndex;
};

}  // namespace

ExprId Simplify(Program& program, ExprId expr) {
  const Expr& e = program[expr];
  if (!IsBinary(e.kind) && !IsUnary(e.kind)) return expr;
  const ExprId once = Rewriter(program).Rewrite(expr);
  return Rewriter(program).Rewrite(once);
}

ExprId MakeBinary(Program& p, ExprKind kind, ExprId lhs, ExprId rhs) {
  if (IsLogic(kind)) return p.Binary(kind, lhs, rhs, DType::kBool);
  const DType a = p[lhs].dtype, b = p[rhs].dtype;
  const bool index_pair = IsInt(a) && IsInt(b) && (a == DType::kIndex || a == DType::kInt64) &&
                          (b == DType::kIndex || b == DType::kInt64);
  const DType wide = BitWidth(b) > BitWidth(a) ? b : a;
  if (!index_pair) {
    if (a != wide) lhs = p.Unary(ExprKind::kCast, lhs, wide);
    if (b != wide) rhs = p.Unary(ExprKind::kCast, rhs, wide);
  }
  return p.Binary(kind, lhs, rhs, IsComparison(kind) ? DType::kBool : wide);
}

}  // namespace t2t
