// Scalar expressions (text-format 3).
#include <charconv>
#include <limits>
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

struct Infix {
  int level = 0;  // 0: not an infix operator
  ExprKind kind = ExprKind::kAdd;
};

Infix InfixOf(Tok kind, std::string_view text) {
  switch (kind) {
    case Tok::kEq: return {5, ExprKind::kEq};
    case Tok::kNe: return {5, ExprKind::kNe};
    case Tok::kLt: return {5, ExprKind::kLt};
    case Tok::kLe: return {5, ExprKind::kLe};
    case Tok::kGt: return {5, ExprKind::kGt};
    case Tok::kGe: return {5, ExprKind::kGe};
    case Tok::kPipe: return {6, ExprKind::kBitOr};
    case Tok::kCaret: return {7, ExprKind::kBitXor};
    case Tok::kAmp: return {8, ExprKind::kBitAnd};
    case Tok::kShl: return {9, ExprKind::kShl};
    case Tok::kShr: return {9, ExprKind::kShr};
    case Tok::kPlus: return {10, ExprKind::kAdd};
    case Tok::kMinus: return {10, ExprKind::kSub};
    case Tok::kStar: return {11, ExprKind::kMul};
    case Tok::kSlash: return {11, ExprKind::kFloatDiv};
    case Tok::kSlashSlash: return {11, ExprKind::kFloorDiv};
    case Tok::kPercent: return {11, ExprKind::kFloorMod};
    case Tok::kName:
      if (text == "or") return {1, ExprKind::kOr};
      if (text == "xor") return {2, ExprKind::kXor};
      if (text == "and") return {3, ExprKind::kAnd};
      return {};
    default: return {};
  }
}

std::string_view Spelling(ExprKind kind) {
  switch (kind) {
    case ExprKind::kMin: return "pl.min";
    case ExprKind::kMax: return "pl.max";
    case ExprKind::kPow: return "**";
    case ExprKind::kBitAnd: return "&";
    case ExprKind::kBitOr: return "|";
    case ExprKind::kBitXor: return "^";
    case ExprKind::kShl: return "<<";
    case ExprKind::kShr: return ">>";
    case ExprKind::kAdd: return "+";
    case ExprKind::kSub: return "-";
    case ExprKind::kMul: return "*";
    case ExprKind::kFloatDiv: return "/";
    case ExprKind::kFloorDiv: return "//";
    case ExprKind::kFloorMod: return "%";
    default: return IsComparison(kind) ? "a comparison" : "the operator";
  }
}

bool NeedsInts(ExprKind k) {
  return k == ExprKind::kBitAnd || k == ExprKind::kBitOr || k == ExprKind::kBitXor || k == ExprKind::kShl ||
         k == ExprKind::kShr;
}

bool SameWithoutCast(DType a, DType b) {
  const auto wide = [](DType t) { return t == DType::kIndex || t == DType::kInt64; };
  return a == b || (wide(a) && wide(b));
}

}  // namespace

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

ExprId Parser::ParseExpr() { return Binary(1); }

bool Parser::Deeper(int a, int b, Span span) {
  depth_ = std::max(a, b) + 1;
  if (depth_ <= kMaxExprDepth) return true;
  return Error(span, fmt::format("the expression is more than {} operations deep", kMaxExprDepth),
               "name parts of it with assignments");
}

ExprId Parser::Binary(int min_level) {
  const Token start = tok_;
  ExprId lhs;
  if (min_level <= 4 && AtName("not")) {
    Advance();
    expected_ = TypeId();
    if (!Nest()) return {};
    const Token inner = tok_;
    const ExprId operand = Operand(Binary(4));
    Unnest();
    if (!operand || !Deeper(depth_, 0, From(start))) return {};
    if (hand_ && !IsCondition(operand, From(inner))) return {};
    lhs = p_.Unary(ExprKind::kNot, operand, DType::kBool);
  } else {
    lhs = Unary();
  }
  ExprId middle;  // `b` of `a < b < c`, behind the first comparison
  while (lhs) {
    const Infix op = InfixOf(tok_.kind, Text());
    if (op.level == 0 || op.level < min_level) {
      if (hand_ && RefusesPython()) return {};
      break;
    }
    const int depth = depth_;
    const Span left = From(start);
    lhs = Operand(lhs);
    Advance();
    expected_ = TypeId();
    if (!Nest()) return {};
    if (hand_ && block_ && (op.kind == ExprKind::kAnd || op.kind == ExprKind::kOr)) {
      if (!IsCondition(lhs, left)) return {};
      lhs = LazyOperand(op.kind, lhs, op.level + 1, From(start));
      Unnest();
      if (!lhs || !Deeper(depth, depth_, From(start))) return {};
      continue;
    }
    ExprId rhs = Binary(op.level + 1);
    Unnest();
    if (!rhs || !Deeper(depth, depth_, From(start))) return {};
    if (hand_ && IsComparison(op.kind)) {
      rhs = Operand(rhs);
      lhs = Compared(op.kind, lhs, middle, rhs, From(start));
      middle = rhs;
      continue;
    }
    middle = ExprId();
    lhs = Combine(op.kind, lhs, rhs, From(start));
  }
  return lhs;
}

ExprId Parser::Unary() {
  const Token start = tok_;
  if (hand_ && Accept(Tok::kPlus)) {
    if (!Nest()) return {};
    const ExprId operand = Operand(Unary());
    Unnest();
    if (!operand || p_.TypeOf(operand).IsScalar() || p_.TypeOf(operand).IsShaped()) return operand;
    Error(From(start), fmt::format("a {} has no sign", KindName(p_.TypeOf(operand).kind)), {}, "type");
    return {};
  }
  if (At(Tok::kMinus) || At(Tok::kTilde)) {
    const bool minus = At(Tok::kMinus);
    Advance();
    expected_ = TypeId();
    // A sign directly in front of a number belongs to it, unless a power follows.
    if (minus && (At(Tok::kInt) || At(Tok::kFloat)) && lex_.PeekChar() != '*') return NumberLiteral(true);
    if (!Nest()) return {};
    const ExprId operand = Operand(Unary());
    Unnest();
    if (!operand || !Deeper(depth_, 0, From(start))) return {};
    if (minus) return Negate(operand, From(start));
    if (hand_ && p_.TypeOf(operand).IsShaped()) return ShapedUnary("not", operand, From(start));
    if (!p_.TypeOf(operand).IsScalar() || !IsInt(p_[operand].dtype)) {
      Error(From(start), "~ needs an integer", {}, "type");
      return {};
    }
    return p_.Unary(ExprKind::kBitNot, operand, p_[operand].dtype);
  }
  const ExprId base = Primary();
  if (!base || !At(Tok::kStarStar)) return base;
  const int depth = depth_;
  const ExprId raised = Operand(base);
  Advance();
  expected_ = TypeId();
  if (!Nest()) return {};
  const ExprId power = Unary();
  Unnest();
  if (!power || !Deeper(depth, depth_, From(start))) return {};
  return Combine(ExprKind::kPow, raised, power, From(start));
}

ExprId Parser::Negate(ExprId operand, Span span) {
  const Expr e = p_[operand];
  if (e.kind == ExprKind::kConstInt && e.int_value() != std::numeric_limits<int64_t>::min()) {
    return p_.Int(-e.int_value(), e.dtype);
  }
  if (e.kind == ExprKind::kConstFloat) return p_.Float(-p_.FloatValue(operand), e.dtype);
  const TypeKind kind = p_[e.type].kind;
  if (p_[e.type].IsShaped()) return ShapedUnary("neg", operand, span);
  if (kind != TypeKind::kScalar && kind != TypeKind::kUnknown) {
    Error(span, fmt::format("a {} has no negative", KindName(kind)), {}, "type");
    return {};
  }
  return p_.Unary(ExprKind::kNeg, operand, e.dtype);
}

// Result dtypes are not printed but recomputed: the wider operand's, the narrower one wrapped in a cast (3.5).
ExprId Parser::Combine(ExprKind kind, ExprId lhs, ExprId rhs, Span span) {
  if (p_.TypeOf(lhs).IsShaped() || p_.TypeOf(rhs).IsShaped()) return ShapedBinary(kind, lhs, rhs, span);
  for (ExprId side : {lhs, rhs}) {
    const TypeKind k = p_.TypeOf(side).kind;
    if (k == TypeKind::kScalar || k == TypeKind::kUnknown) continue;
    Error(span, fmt::format("operators work on scalars, tensors and tiles; an operand here is a {}", KindName(k)), {}, "type");
    return {};
  }
  if (hand_ || !func_) {
    lhs = Operand(lhs);
    rhs = Operand(rhs);
    if (const ExprId folded = FoldConstants(kind, lhs, rhs)) return folded;
  }
  const DType a = p_[lhs].dtype, b = p_[rhs].dtype;
  if (kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor) {
    return p_.Binary(kind, lhs, rhs, DType::kBool);
  }
  DType wide = a == DType::kNone ? b : a;
  if (a != DType::kNone && b != DType::kNone) {
    const bool ints = IsInt(a) && IsInt(b), floats = IsFloat(a) && IsFloat(b);
    const bool same_flag = a == b && (kind == ExprKind::kEq || kind == ExprKind::kNe);
    if (!ints && !(floats && !NeedsInts(kind)) && !same_flag) {
      Error(span, fmt::format("{} cannot combine {} with {}", Spelling(kind), DTypeName(a), DTypeName(b)),
            NeedsInts(kind) ? "both sides must be integers" : "both sides must be integers or both floats: use pl.cast",
            "type");
      return {};
    }
    wide = BitWidth(a) >= BitWidth(b) ? a : b;
    if (!SameWithoutCast(a, wide)) lhs = p_.Unary(ExprKind::kCast, lhs, wide);
    if (!SameWithoutCast(b, wide)) rhs = p_.Unary(ExprKind::kCast, rhs, wide);
  }
  return p_.Binary(kind, lhs, rhs, IsComparison(kind) ? DType::kBool : wide);
}

bool Parser::ParseArgs(Tok close, std::vector<ExprId>& out) {
  int depth = 0;
  while (!At(close)) {
    const ExprId item = ParseExpr();
    if (!item) return false;
    out.push_back(item);
    depth = std::max(depth, depth_);
    if (!Accept(Tok::kComma)) break;
  }
  depth_ = depth + 1;
  return Expect(close, close == Tok::kRBracket ? "',' or ']'" : "',' or ')'");
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
  return p_.Tuple(items);
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
                At(Tok::kBad) && Text()[0] >= '0' && Text()[0] <= '9' ? "numbers are written in decimal, without '_'" : "");
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
    ErrorHere(fmt::format("expected an expression here, found the keyword '{}'", name));
    return {};
  }
  Advance();
  if (At(Tok::kLParen)) {
    if (p_.FindFunction(p_.FindStr(name)) || inlined_.contains(p_.Str(name))) return FunctionCall(name, start, TypeId());
    if (name == "min" || name == "max") return MinMax(name == "min" ? ExprKind::kMin : ExprKind::kMax, start);
    if (IsConstantFunction(name) && (hand_ || !func_)) return ConstantCall(name, start);
    Error(From(start), fmt::format("'{}' is neither an operator nor a function of this text", name),
          HelpForCall(name), "unknown-operator");
    return {};
  }
  const ExprId value = name_mode_ == NameMode::kValue ? Use(start)
                                                      : UseInDim(start, name_mode_ == NameMode::kViewDim);
  return At(Tok::kLBracket) ? Postfix(value, start) : value;
}

ExprId Parser::Postfix(ExprId base, const Token& start) {
  while (base && At(Tok::kLBracket)) {
    const Type& type = p_.TypeOf(base);
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

ExprId Parser::PathExpr() {
  const Token start = tok_;
  const TypeId expected = std::exchange(expected_, TypeId());
  const std::string_view path = Text();
  const size_t errors = diags_.errors();
  depth_ = 1;
  if (path.starts_with("self.")) {
    Advance();
    if (!At(Tok::kLParen)) {
      Error(From(start), fmt::format("'{}' is only meaningful as a call", path));
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
  Error(Here(), fmt::format("unknown operator '{}'", path), HelpForPath(path), "unknown-operator");
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
