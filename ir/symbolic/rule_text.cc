#include "ir/symbolic/rule_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ir/support/check.h"

namespace t2t::symbolic {
namespace {

class Compiler {
 public:
  explicit Compiler(Rule& rule) : rule_(rule) {}
  int16_t Compile(std::string_view text) {
    text_ = text;
    at_ = 0;
    const int16_t root = Binary(0);
    T2T_CHECK(at_ == text_.size());
    return root;
  }

 private:
  struct Op {
    std::string_view text;
    ExprKind kind;
    int level;
  };
  static constexpr Op kOps[] = {
      {"||", ExprKind::kOr, 1},  {"&&", ExprKind::kAnd, 2}, {"==", ExprKind::kEq, 3}, {"!=", ExprKind::kNe, 3},
      {"<=", ExprKind::kLe, 3},  {">=", ExprKind::kGe, 3},  {"<", ExprKind::kLt, 3},  {">", ExprKind::kGt, 3},
      {"+", ExprKind::kAdd, 4},  {"-", ExprKind::kSub, 4},  {"*", ExprKind::kMul, 5}, {"//", ExprKind::kFloorDiv, 5},
      {"%", ExprKind::kFloorMod, 5},
  };

  std::string_view rest() const { return text_.substr(at_); }
  bool Take(std::string_view token) {
    if (!rest().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  int16_t Add(PatternNode node) {
    rule_.nodes.push_back(node);
    return static_cast<int16_t>(rule_.nodes.size() - 1);
  }
  int16_t Node(ExprKind op, int16_t a, int16_t b) {
    PatternNode node;
    node.kind = PatternNode::Kind::kNode;
    node.op = op;
    node.a = a;
    node.b = b;
    return Add(node);
  }
  int16_t Binary(int level) {
    int16_t lhs = Primary();
    while (true) {
      const Op* op = std::find_if(std::begin(kOps), std::end(kOps), [&](const Op& o) { return rest().starts_with(o.text); });
      if (op == std::end(kOps) || op->level <= level) return lhs;
      at_ += op->text.size();
      lhs = Node(op->kind, lhs, Binary(op->level));
    }
  }
  int16_t Primary() {
    if (Take("(")) return Close(Binary(0));
    if (Take("!")) return Node(ExprKind::kNot, Primary(), -1);
    if (Take("neg(")) return Node(ExprKind::kNeg, Close(Binary(0)), -1);
    if (Take("min(")) return Pair(ExprKind::kMin);
    if (Take("max(")) return Pair(ExprKind::kMax);
    PatternNode node;
    if (Take("true") || Take("false")) {
      node.kind = PatternNode::Kind::kLiteral;
      node.op = ExprKind::kConstBool;
      node.literal = text_[at_ - 2] == 'u' ? 1 : 0;  // tr-u-e, fal-s-e
      return Add(node);
    }
    const char c = text_[at_++];
    if (c == 'c') {
      node.kind = PatternNode::Kind::kConst;
      node.a = static_cast<int16_t>(text_[at_++] - '1');
    } else if (c >= 'x' && c <= 'z') {
      node.a = static_cast<int16_t>(c - 'x');
    } else {
      T2T_CHECK(c >= '0' && c <= '9');
      node.kind = PatternNode::Kind::kLiteral;
      node.op = ExprKind::kConstInt;
      node.literal = c - '0';
    }
    return Add(node);
  }
  int16_t Pair(ExprKind op) {
    const int16_t a = Binary(0);
    T2T_CHECK(Take(","));
    return Node(op, a, Close(Binary(0)));
  }
  int16_t Close(int16_t node) {
    T2T_CHECK(Take(")"));
    return node;
  }

  Rule& rule_;
  std::string_view text_;
  size_t at_ = 0;
};

std::optional<ExprKind> KindAt(const Rule& rule, int16_t at) {
  if (at < 0) return std::nullopt;
  const PatternNode& node = rule.nodes[static_cast<size_t>(at)];
  switch (node.kind) {
    case PatternNode::Kind::kAny: return std::nullopt;
    case PatternNode::Kind::kConst: return ExprKind::kConstInt;
    case PatternNode::Kind::kLiteral: case PatternNode::Kind::kNode: return node.op;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Rule> CompileRules(absl::Span<const RuleText> texts) {
  std::vector<Rule> rules;
  for (const RuleText& text : texts) {
    Rule rule;
    Compiler compiler(rule);
    rule.lhs = compiler.Compile(text.lhs);
    rule.rhs = compiler.Compile(text.rhs);
    rule.condition = text.condition;
    const PatternNode& root = rule.nodes[static_cast<size_t>(rule.lhs)];
    rule.first = KindAt(rule, root.a);
    rule.second = KindAt(rule, root.b);
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace t2t::symbolic
