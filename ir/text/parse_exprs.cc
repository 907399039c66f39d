// Scalar expressions (text-format 3).
#include <limits>
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/text/fold_literals.h"
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

ExprId Parser::ParseExpr() { return Binary(1); }

bool Parser::Deeper(int a, int b, Span span) {
  depth_ = std::max(a, b) + 1;
  if (depth_ <= kMaxExprDepth) return true;
  return Error(span, fmt::format("the expression is more than {} operations deep", kMaxExprDepth),
               "name parts of it with assignments");
}

// At the second comparison of `a < b < c < d`: what stands behind it is looked at only where all in front of it hold.
ExprId Parser::Chained(ExprId lhs, ExprId middle, const Token& start) {
  const int depth = depth_;
  const Infix op = InfixOf(tok_.kind, Text());
  Advance();
  expected_ = TypeId();
  if (!Nest()) return {};
  const auto rest = [&]() -> ExprId {
    const ExprId rhs = Operand(Binary(op.level + 1));
    if (!rhs) return {};
    if (p_.TypeOf(lhs).IsShaped() || p_.TypeOf(rhs).IsShaped()) {
      Error(From(start), "comparisons of tensors and tiles are not chained", "multiply two of them: (a < b) * (b < c)", "type");
      return {};
    }
    const ExprId link = Combine(op.kind, middle, rhs, From(start));
    return link && IsComparison(InfixOf(tok_.kind, Text()).kind) ? Chained(link, rhs, start) : link;
  };
  const ExprId all = Lazily(ExprKind::kAnd, lhs, rest, From(start));
  Unnest();
  return all && Deeper(depth, depth_, From(start)) ? all : ExprId();
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
    const bool folds = (hand_ || !func_) && p_[operand].kind == ExprKind::kConstBool;
    lhs = folds ? p_.Bool(p_[operand].int_value() == 0) : p_.Unary(ExprKind::kNot, operand, DType::kBool);
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
    if (middle && IsComparison(op.kind)) {
      lhs = Chained(lhs, std::exchange(middle, ExprId()), start);
      continue;
    }
    Advance();
    expected_ = TypeId();
    if (!Nest()) return {};
    if (hand_ && block_ && (op.kind == ExprKind::kAnd || op.kind == ExprKind::kOr)) {
      if (!IsCondition(lhs, left)) return {};
      lhs = Lazily(op.kind, lhs, [&] { return Binary(op.level + 1); }, From(start));
      Unnest();
      if (!lhs || !Deeper(depth, depth_, From(start))) return {};
      continue;
    }
    ExprId rhs = Binary(op.level + 1);
    Unnest();
    if (!rhs || !Deeper(depth, depth_, From(start))) return {};
    middle = ExprId();
    if (hand_ && IsComparison(op.kind)) middle = rhs = Operand(rhs);
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
  if (FollowsFromError({lhs, rhs})) return AfterError();
  for (ExprId side : {lhs, rhs}) {
    const TypeKind k = p_.TypeOf(side).kind;
    if (k == TypeKind::kScalar || k == TypeKind::kUnknown) continue;
    Error(span, fmt::format("operators work on scalars, tensors and tiles; an operand here is a {}", KindName(k)), {}, "type");
    return {};
  }
  if (hand_ || !func_) {
    lhs = Operand(lhs);
    rhs = Operand(rhs);
    if (const std::optional<FoldedLiteral> folded = FoldLiterals(p_, kind, lhs, rhs)) {
      if (!folded->value) Error(span, fmt::format("this constant {}", folded->error), {}, "type");
      return folded->value;
    }
    if (kind == ExprKind::kFloatDiv && !IsDivisible(lhs, rhs, span)) return {};
    AdaptLiteral(lhs, p_[rhs].dtype);
    AdaptLiteral(rhs, p_[lhs].dtype);
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
            NeedsInts(kind) ? "both sides must be integers" : "both sides must be integers or both floats: use pl.cast, or begin with 0.0 instead of 0",
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

}  // namespace t2t
