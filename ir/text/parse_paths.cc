// Expressions that begin with a dotted name: calls, `pl.const`, `pl.min`, `pl.cast`.
#include <limits>
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {

ExprId Parser::PathExpr() {
  const Token start = tok_;
  const TypeId expected = std::exchange(expected_, TypeId());
  const std::string_view path = Text();
  const size_t errors = diags_.errors();
  depth_ = 1;
  if (path.starts_with("self.")) {
    Advance();
    if (refused_.contains(p_.Str(path.substr(5)))) return At(Tok::kLParen) ? SkipBrackets() : AfterError();
    if (!At(Tok::kLParen)) {
      Error(From(start), fmt::format("'{}' is only meaningful as a call", path));
      return {};
    }
    if (const std::string_view name = path.substr(5); hand_ && FindShortName(name) && !p_.FindFunction(p_.Str(name))) {
      Error(From(start), fmt::format("there is no function '{}' in this text", name), fmt::format("write {}{}(...)", prefix_, name),
            "unknown-operator");
      return {};
    }
    return FunctionCall(path.substr(5), start, expected);
  }
  const Word* word = CurrentWord();
  const bool prefixed = path.starts_with(prefix_) || path.starts_with("pld.");
  if (word != nullptr && word->kind == WordKind::kForm) {
    Advance();
    if (static_cast<Form>(word->value) == Form::kSubmit) return SubmitCall(false, start, expected);
    if (static_cast<Form>(word->value) == Form::kSpmdSubmit) return SubmitCall(true, start, expected);
    if (static_cast<Form>(word->value) == Form::kPaddedLoad) {
      return OpCall(Ops().Find("pld.tile.remote_load"), start, expected);
    }
    return FormExpr(static_cast<Form>(word->value), start);
  }
  if (word != nullptr && word->kind == WordKind::kOp) {
    Advance();
    return OpCall(OpId(word->value), start, expected);
  }
  if (word != nullptr) {
    ErrorHere(fmt::format("'{}' is no value here", path), hand_ ? "write it where it is used, or give it a name outside of functions" : "");
    return {};
  }
  std::string_view name = path;
  if (name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
  if (prefixed && name == "softmax") {
    Advance();
    return Softmax(start);
  }
  if (const ShortName ops = prefixed ? FindShortName(name) : ShortName()) {
    Advance();
    return ShortOp(name, ops, start);
  }
  if (path.starts_with("math.") && lex_.PeekChar() == '(' && IsConstantFunction(path) && (hand_ || !func_)) {
    Advance();
    return ConstantCall(path, start);
  }
  if (!prefixed || path.ends_with(".get_byte")) {
    if (const ExprId value = HandPath(path, start)) return value;
    if (diags_.errors() > errors) return {};
  }
  const std::string_view tail = path.substr(path.rfind('.') + 1);
  const bool function = !prefixed && p_.FindFunction(p_.Str(tail));  // `Program.kernel(x)`
  Error(Here(), fmt::format("unknown operator '{}'", path),
        function ? fmt::format("functions of this text are called as self.{}(...)", tail) : HelpForPath(path), "unknown-operator");
  return {};
}

ExprId Parser::FormExpr(Form form, const Token& start) {
  switch (form) {
    case Form::kConst: return TypedConst(start);
    case Form::kMin: return MinMax(ExprKind::kMin, start);
    case Form::kMax: return MinMax(ExprKind::kMax, start);
    case Form::kCast: return CastExpr(start);
    default:
      Error(From(start), fmt::format("'{}' cannot stand inside an expression", lex_.Text(start)));
      return {};
  }
}

ExprId Parser::TypedConst(const Token& start) {
  if (!Expect(Tok::kLParen, "'('")) return {};
  const bool negative = Accept(Tok::kMinus);
  ExprId number;
  if (At(Tok::kInt) || At(Tok::kFloat)) {
    number = NumberLiteral(negative);
  } else if (AtName("inf") || AtName("nan")) {
    const double value = AtName("inf") ? std::numeric_limits<double>::infinity()
                                       : std::numeric_limits<double>::quiet_NaN();
    Advance();
    number = p_.Float(negative ? -value : value);
  } else if (!negative && (AtName("True") || AtName("False"))) {
    number = p_.Int(AtName("True") ? 1 : 0);
    Advance();
  } else {
    ErrorHere(fmt::format("expected a number here, found {}", Shown()));
  }
  if (!number || !Expect(Tok::kComma, "',' and a data type")) return {};
  const std::optional<DType> dtype = ParseDType();
  Accept(Tok::kComma);
  if (!dtype || !Expect(Tok::kRParen, "')'")) return {};
  depth_ = 1;
  if (p_[number].kind == ExprKind::kConstFloat) {
    if (IsFloat(*dtype)) return p_.Float(p_.FloatValue(number), *dtype);
    Error(From(start), fmt::format("a fractional constant cannot have the data type {}", DTypeName(*dtype)), {}, "type");
    return {};
  }
  const int64_t value = p_[number].int_value();
  return IsFloat(*dtype) ? p_.Float(static_cast<double>(value), *dtype) : p_.Int(value, *dtype);
}

ExprId Parser::MinMax(ExprKind kind, const Token& start) {
  if (!Expect(Tok::kLParen, "'('") || !Nest()) return {};
  ExprId least = Operand(ParseExpr());
  int depth = depth_;
  if (!least || !Expect(Tok::kComma, "','")) return {};
  do {
    const ExprId next = Operand(ParseExpr());
    if (!next || !Deeper(depth, depth_, From(start))) return {};
    depth = depth_;
    least = Combine(kind, least, next, From(start));
  } while (least && (hand_ || !func_) && Accept(Tok::kComma) && !At(Tok::kRParen));
  Unnest();
  Accept(Tok::kComma);
  if (!least || !Expect(Tok::kRParen, "')'")) return {};
  depth_ = depth;
  return least;
}

ExprId Parser::CastExpr(const Token& start) {
  if (!Expect(Tok::kLParen, "'('") || !Nest()) return {};
  const ExprId operand = Operand(ParseExpr());
  Unnest();
  if (operand && p_.TypeOf(operand).IsShaped()) return ShapedCast(operand, start);
  if (!operand || !Expect(Tok::kComma, "',' and a data type")) return {};
  const std::optional<DType> dtype = ParseDType();
  Accept(Tok::kComma);
  if (!dtype || !Expect(Tok::kRParen, "')'") || !Deeper(depth_, 0, From(start))) return {};
  const TypeKind kind = p_.TypeOf(operand).kind;
  if (kind != TypeKind::kScalar && kind != TypeKind::kUnknown) {
    Error(From(start), "pl.cast converts scalars", "use pl.tensor.cast or pl.tile.cast", "type");
    return {};
  }
  return p_.Unary(ExprKind::kCast, operand, *dtype);
}

}  // namespace t2t
