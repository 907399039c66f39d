// Leaves of expressions, and what stands behind them (text-format 3.1, 3.6).
#include <charconv>
#include <limits>
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::IntLiteral(bool negative, int64_t* out) {
  const std::string_view digits = Text();
  uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const uint64_t limit = negative ? uint64_t{1} << 63 : (uint64_t{1} << 63) - 1;
  if (error != std::errc() || end != digits.data() + digits.size() || magnitude > limit) {
    return ErrorHere(fmt::format("the integer {} does not fit 64 bits", digits.size() > 24 ? "literal" : digits));
  }
  *out = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  Advance();
  return true;
}

ExprId Parser::NumberLiteral(bool negative) {
  depth_ = 1;
  if (At(Tok::kInt)) {
    int64_t value = 0;
    return IntLiteral(negative, &value) ? p_.Int(value) : ExprId();
  }
  double value = 0;
  const std::string_view text = Text();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() && error != std::errc::result_out_of_range) {
    ErrorHere("this is not a number");
    return {};
  }
  if (error == std::errc::result_out_of_range && text.find('-') == std::string_view::npos) {
    ErrorHere("the number does not fit a double");
    return {};
  }
  Advance();
  return p_.Float(negative ? -value : value);
}

// At the opening bracket of `[a, b]` or `(a, b)`; one expression in parentheses is itself.
ExprId Parser::ListOrTuple(Tok close) {
  const Token start = tok_;
  Advance();
  if (!Nest()) return {};
  std::vector<ExprId> items;
  bool comma = false;
  int depth = 0;
  while (!At(close)) {
    const ExprId item = Operand(ParseExpr());
    if (!item) return {};
    items.push_back(item);
    depth = std::max(depth, depth_);
    if (!Accept(Tok::kComma)) break;
    comma = true;
  }
  Unnest();
  if (!Expect(close, close == Tok::kRBracket ? "',' or ']'" : "',' or ')'")) return {};
  depth_ = depth;
  if (close == Tok::kRParen && items.size() == 1 && !comma) return items[0];
  if (!Deeper(depth, 0, From(start))) return {};
  return hand_ ? ListOf(items, From(start)) : p_.Tuple(items);
}

ExprId Parser::Primary() {
  const Token start = tok_;
  switch (tok_.kind) {
    case Tok::kInt: case Tok::kFloat: expected_ = TypeId(); return NumberLiteral(false);
    case Tok::kLBracket: expected_ = TypeId(); return Postfix(ListOrTuple(Tok::kRBracket), start);
    case Tok::kLParen: expected_ = TypeId(); return Postfix(ListOrTuple(Tok::kRParen), start);
    case Tok::kPath: return Postfix(PathExpr(), start);
    case Tok::kName: break;
    case Tok::kString:
      ErrorHere("a string is no value here", "strings appear only as keyword values and in attrs");
      return {};
    default:
      ErrorHere(fmt::format("expected an expression here, found {}", Shown()),
                At(Tok::kBad) && Text()[0] >= '0' && Text()[0] <= '9' ? "numbers are written in decimal, without '_'"
                : At(Tok::kLBrace)                                     ? "there are no dictionaries and sets: give each value a name"
                : At(Tok::kStar) || At(Tok::kStarStar)                 ? "arguments are written one by one"
                                                                       : "");
      return {};
  }
  expected_ = TypeId();
  depth_ = 1;
  const std::string_view name = Text();
  if (name == "True" || name == "False") {
    Advance();
    return p_.Bool(name == "True");
  }
  if (name == "None") {
    Advance();
    return SimpleOp("system.task_invalid", From(start));
  }
  const bool special = name == "inf" || name == "nan" || name == "abs";
  if (special && !Bound(p_.Str(name))) {
    Advance();
    if (name != "abs") {
      return p_.Float(name == "inf" ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN());
    }
    if (!Expect(Tok::kLParen, "'('")) return {};
    if (!Nest()) return {};
    const ExprId operand = ParseExpr();
    Unnest();
    if (!operand || !Expect(Tok::kRParen, "')'") || !Deeper(depth_, 0, From(start))) return {};
    if (p_.TypeOf(operand).IsShaped()) return ShapedUnary("abs", operand, From(start));
    const bool negative = (hand_ || !func_) && ((p_[operand].kind == ExprKind::kConstInt && p_[operand].int_value() < 0) ||
                                                (p_[operand].kind == ExprKind::kConstFloat && p_.FloatValue(operand) < 0));
    if (negative) return Negate(operand, From(start));
    if ((hand_ || !func_) && IsNumber(operand)) return operand;
    return p_.Unary(ExprKind::kAbs, operand, p_[operand].dtype);
  }
  const bool quoted = start.end < lex_.text().size() && (lex_.text()[start.end] == '"' || lex_.text()[start.end] == '\'');
  if (quoted) {
    ErrorHere("a string is no value here", "strings appear only as keyword values and in attrs");
    return {};
  }
  if (IsPythonKeyword(name)) {
    ErrorHere(fmt::format("expected an expression here, found the keyword '{}'", name), HelpForKeyword(name));
    return {};
  }
  Advance();
  if (At(Tok::kLParen)) {
    const StrId id = p_.Str(name);
    if (IsRefused(id)) return SkipBrackets();
    if (p_.FindFunction(id) || inlined_.contains(id)) return FunctionCall(name, start, TypeId());
    if (name == "min" || name == "max") return MinMax(name == "min" ? ExprKind::kMin : ExprKind::kMax, start);
    if (IsConstantFunction(name) && (hand_ || !func_)) return ConstantCall(name, start);
    const bool undecorated = undecorated_.contains(id);
    Error(From(start),
          fmt::format("'{}' {}", name, undecorated ? "has no decorator, so it is a function for Python alone"
                                                   : "is neither an operator nor a function of this text"),
          undecorated ? "write @pl.inline in front of it, and it is expanded here" : HelpForCall(name), "unknown-operator");
    return {};
  }
  const ExprId value = name_mode_ == NameMode::kValue ? Use(start)
                                                      : UseInDim(start, name_mode_ == NameMode::kViewDim);
  return At(Tok::kLBracket) ? Postfix(value, start) : value;
}

ExprId Parser::Postfix(ExprId base, const Token& start) {
  while (base && At(Tok::kLBracket)) {
    const Type& type = p_.TypeOf(base);
    if (FollowsFromError({base})) {
      base = SkipBrackets();
      continue;
    }
    if (type.IsShaped() || type.kind == TypeKind::kArray) {
      base = Subscript(base, start);
      continue;
    }
    if (type.kind != TypeKind::kTuple && type.kind != TypeKind::kUnknown) {
      Error(From(start), fmt::format("a {} takes no subscript", KindName(type.kind)), {}, "type");
      return {};
    }
    const bool known = type.kind == TypeKind::kTuple;
    const uint32_t size = type.elements.size;
    Advance();
    uint64_t index = 0;
    if (hand_ ? !TupleIndex(known ? size : 0, &index) : !Unsigned(&index, "the number of a tuple element")) return {};
    if (index >= (known ? size : 1u << 20)) {
      Error(From(start), fmt::format("there is no element {}: the tuple has {}", index, known ? size : 0), {}, "type");
      return {};
    }
    if (!Expect(Tok::kRBracket, "']'") || !Deeper(depth_, 0, From(start))) return {};
    if (hand_ && p_[base].kind == ExprKind::kTuple) {
      base = p_.Elements(base)[index];
      continue;
    }
    if (p_[base].has_call) base = Operand(base);
    base = p_.TupleGet(base, static_cast<uint32_t>(index));
  }
  return base;
}

}  // namespace t2t
