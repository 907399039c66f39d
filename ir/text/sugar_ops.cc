// Short operator names, and operators between tensors and tiles: the family follows from the operands (text-format 7.3,
// 7.5).
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/dsl_ops.h"
#include "ir/text/parser.h"

namespace t2t {

namespace {

bool IsShaped(const Program& p, ExprId e) { return p.TypeOf(e).IsShaped(); }

std::string_view ElementwiseName(ExprKind kind) {
  switch (kind) {
    case ExprKind::kAdd: return "add";
    case ExprKind::kSub: return "sub";
    case ExprKind::kMul: return "mul";
    case ExprKind::kFloatDiv: return "div";
    case ExprKind::kMin: return "minimum";
    case ExprKind::kMax: return "maximum";
    case ExprKind::kBitAnd: return "and";
    case ExprKind::kBitOr: return "or";
    case ExprKind::kBitXor: return "xor";
    case ExprKind::kShl: return "shl";
    case ExprKind::kShr: return "shr";
    default: return "";
  }
}

// Codes of cmp_type, and the comparison with its sides exchanged.
int64_t Comparison(ExprKind kind) { return static_cast<int64_t>(kind) - static_cast<int64_t>(ExprKind::kEq); }
ExprKind Exchanged(ExprKind kind) {
  switch (kind) {
    case ExprKind::kLt: return ExprKind::kGt;
    case ExprKind::kLe: return ExprKind::kGe;
    case ExprKind::kGt: return ExprKind::kLt;
    case ExprKind::kGe: return ExprKind::kLe;
    default: return kind;
  }
}

}  // namespace

ExprId Parser::ScalarOperand(ExprId expr, DType element, Span span) {
  const Expr& e = p_[expr];
  if (e.kind != ExprKind::kConstInt && e.dtype == DType::kIndex && element != DType::kIndex) {
    Error(span, "an index cannot be combined with elements", fmt::format("convert it: pl.cast(..., pl.{})", DTypeName(element)),
          "type");
    return {};
  }
  return LiteralAs(expr, element);
}

// One side at least is a tensor or tile.
ExprId Parser::ShapedBinary(ExprKind kind, ExprId lhs, ExprId rhs, Span span) {
  const bool left = IsShaped(p_, lhs), right = IsShaped(p_, rhs);
  const TypeKind other = p_.TypeOf(left ? rhs : lhs).kind;
  const auto fail = [&](std::string message, std::string help) {
    Error(span, std::move(message), std::move(help), "type");
    return ExprId();
  };
  if (FollowsFromError({lhs, rhs})) return AfterError();
  if (!(left && right) && other != TypeKind::kScalar) {
    return fail(fmt::format("this operator cannot combine {} with {}", TypeText(p_, p_[lhs].type), TypeText(p_, p_[rhs].type)),
                "both sides must be tensors, tiles or scalars");
  }
  const std::string family = p_.TypeOf(left ? lhs : rhs).IsTile() ? "tile." : "tensor.";
  if (left && right && p_.TypeOf(lhs).IsTile() != p_.TypeOf(rhs).IsTile()) {
    return fail("one side is a tensor, the other a tile", "load the tensor with pl.load first");
  }
  const DType element = p_.TypeOf(left ? lhs : rhs).dtype;
  if (!left || !right) {
    ExprId& scalar = left ? rhs : lhs;
    scalar = ScalarOperand(Operand(scalar), element, span);
    if (!scalar) return {};
  }
  if (IsComparison(kind)) {
    if (!left) {
      std::swap(lhs, rhs);
      kind = Exchanged(kind);
    }
    const OpId op = Ops().Find(family + "cmp");
    const OpId with = left && right ? op : ScalarForm(op);
    return MakeOp(Ops()[with].name, {lhs, rhs}, {p_.IntAttr("cmp_type", Comparison(kind))}, span);
  }
  const std::string_view name = ElementwiseName(kind);
  if (name.empty()) {
    return fail("this operator works on scalars only",
                kind == ExprKind::kFloorMod ? "pl.fmod gives the remainder with the sign of the dividend" :
                kind == ExprKind::kPow ? "multiply, or use pl.exp and pl.log" : "call an operator of the language instead");
  }
  const std::string full = family + std::string(name);
  if (left && right) return MakeOp(full, {lhs, rhs}, {}, span);
  const std::string with_scalar = Ops()[ScalarForm(Ops().Find(full))].name;
  if (left) return MakeOp(with_scalar, {lhs, rhs}, {}, span);
  switch (kind) {  // the scalar stands on the left
    case ExprKind::kSub: {
      const ExprId negative = MakeOp(family + "neg", {rhs}, {}, span);
      return negative ? MakeOp(family + "adds", {negative, lhs}, {}, span) : ExprId();
    }
    case ExprKind::kFloatDiv: {
      const ExprId inverse = MakeOp(family + "recip", {rhs}, {}, span);
      const bool one = p_[lhs].kind == ExprKind::kConstFloat && p_.FloatValue(lhs) == 1.0;
      return !inverse || one ? inverse : MakeOp(family + "muls", {inverse, lhs}, {}, span);
    }
    case ExprKind::kShl: case ExprKind::kShr:
      return fail("a scalar cannot be shifted by a tensor or tile", "fill one with the scalar first: pl.full");
    default: return MakeOp(with_scalar, {rhs, lhs}, {}, span);
  }
}

// `t[-1]`, `t[LAST]`: behind the bracket.
bool Parser::TupleIndex(uint32_t size, uint64_t* index) {
  const Token start = tok_;
  const ExprId value = ParseExpr();
  if (!value) return false;
  if (!p_.IsConstInt(value)) return Error(From(start), "the number of a tuple element must be a constant", {}, "type");
  const int64_t written = p_[value].int_value();
  *index = static_cast<uint64_t>(written < 0 ? written + size : written);
  return true;
}

ExprId Parser::ShapedUnary(std::string_view name, ExprId operand, Span span) {
  const std::string family = p_.TypeOf(operand).IsTile() ? "tile." : "tensor.";
  return MakeOp(family + std::string(name), {operand}, {}, span);
}

// `pl.cast(x, pl.FP16, mode='rint')` of a tensor or tile, behind its first argument.
ExprId Parser::ShapedCast(ExprId operand, const Token& start) {
  DslArg first;
  first.expr = Operand(operand);
  first.at = start;
  first.span = From(start);
  std::vector<DslArg> args = {first};
  std::vector<Attr> attrs;
  if (!Expect(Tok::kComma, "',' and a data type") || !DslArguments(args, attrs)) return {};
  return ShortCall("cast", {Ops().Find("tensor.cast"), Ops().Find("tile.cast"), OpId()}, std::move(args), std::move(attrs),
                   start);
}

// At the opening bracket behind `pl.NAME`.
ExprId Parser::ShortOp(std::string_view name, const ShortName& ops, const Token& start) {
  if (!Expect(Tok::kLParen, fmt::format("'(' and the arguments of {}", lex_.Text(start)))) return {};
  std::vector<DslArg> args;
  std::vector<Attr> attrs;
  if (!DslArguments(args, attrs)) return {};
  return ShortCall(name, ops, std::move(args), std::move(attrs), start);
}

// Operators that one short name stands for, told apart by their arguments.
OpId Parser::Variant(std::string_view name, OpId op, absl::Span<const DslArg> args) const {
  const auto has = [&](std::string_view key) {
    return std::any_of(args.begin(), args.end(), [&](const DslArg& a) { return a.key == key; });
  };
  const std::string& full = Ops()[op].name;
  const std::string family = full.substr(0, full.find('.') + 1);
  if (name == "gather") {
    if (has("mask_pattern")) return Ops().Find(family + "gather_mask");
    if (has("kvalue")) return Ops().Find(family + "gather_compare");
  }
  if (name == "scatter" && has("mask_pattern")) return Ops().Find(family + "scatter_mask");
  if (name == "mrgsort") {
    const bool runs = has("block_len") || (args.size() == 2 && args[1].expr && p_.TypeOf(args[1].expr).IsScalar());
    if (runs) return Ops().Find(family + "mrgsort_format1");
  }
  return op;
}

ExprId Parser::ShortCall(std::string_view name, const ShortName& ops, std::vector<DslArg> args, std::vector<Attr> attrs,
                         const Token& start) {
  const Span span = From(start);
  const auto shaped = std::find_if(args.begin(), args.end(), [&](const DslArg& a) {
    return a.expr && (p_.TypeOf(a.expr).IsShaped() || p_.TypeOf(a.expr).kind == TypeKind::kUnknown);
  });
  OpId op = ops.tensor ? ops.tensor : ops.tile ? ops.tile : ops.other;
  if (shaped != args.end()) {
    const TypeKind kind = p_.TypeOf(shaped->expr).kind;
    if (kind == TypeKind::kUnknown && failed_) return AfterError();
    if (kind == TypeKind::kTile && ops.tile) op = ops.tile;
  }
  if (args.size() == 2 && args[0].expr && args[1].expr && p_.TypeOf(args[0].expr).IsScalar()) {
    // Between scalars these are plain arithmetic, and a scalar may stand on the left.
    constexpr std::pair<std::string_view, ExprKind> kScalar[] = {
        {"add", ExprKind::kAdd}, {"sub", ExprKind::kSub}, {"mul", ExprKind::kMul}, {"div", ExprKind::kFloatDiv}};
    for (const auto& [scalar, kind] : kScalar) {
      if (scalar == name) return Combine(kind, args[0].expr, args[1].expr, span);
    }
  }
  op = Variant(name, op, args);
  // `pl.gather(x, dim, index)` beside `pl.gather(x, index)`.
  const bool by_dim = name == "gather" || name == "scatter" || name == "scatter_update";
  if (by_dim && args.size() > 1 && args[1].key.empty() && args[1].expr) {
    const bool scalar = p_.TypeOf(args[1].expr).IsScalar();
    if (scalar) args[1].key = "dim";
    constexpr std::string_view kRest[] = {"index", "src"};
    for (size_t i = scalar ? 2 : 1, rest = 0; i < args.size() && rest < 2; ++i, ++rest) {
      if (args[i].key.empty()) args[i].key = kRest[rest];
    }
  }
  const auto at = [&](size_t i) { return i < args.size() ? args[i].expr : ExprId(); };
  if (op == ops.tensor || op == ops.tile) {
    const OpId with_scalar = ScalarForm(op);
    if (with_scalar != op && at(0) && at(1) && IsShaped(p_, at(0)) && p_.TypeOf(at(1)).IsScalar()) {
      op = with_scalar;
      args[1].expr = ScalarOperand(at(1), p_.TypeOf(at(0)).dtype, args[1].span);
      if (!args[1].expr) return {};
    }
  }
  return WrittenCall(op, args, std::move(attrs), true, span);
}

// `defaults`: Appendix A's defaults are stored, as under a short name.
ExprId Parser::WrittenCall(OpId op, absl::Span<const DslArg> args, std::vector<Attr> attrs, bool defaults, Span span) {
  OpArgs bound;
  bound.form = TextOf(op).form;
  bound.attrs = std::move(attrs);
  if (!BindArguments(op, args, defaults, bound, span)) return {};
  if (bound.form == OpForm::kSplit || bound.form == OpForm::kAllocWindow || bound.form == OpForm::kTaskDummy) {
    if (bound.form == OpForm::kSplit && split_modes_.empty() && defaults) {
      Error(span, fmt::format("{} has a meaning only inside a pl.split_aiv region", Ops()[op].name),
            "outside of one write the full name with split=");
      return {};
    }
    if (!ReshapeForm(bound, span)) return {};
  }
  if (!Deeper(depth_, 0, span)) return {};
  return FinishOpCall(op, std::move(bound.positional), std::move(bound.kwargs), std::move(bound.attrs), span, TypeId());
}

// `pl.softmax(x)`: along the last axis, in the five steps that every kernel writes by hand.
ExprId Parser::Softmax(const Token& start) {
  if (!Expect(Tok::kLParen, "'('")) return {};
  std::vector<DslArg> args;
  std::vector<Attr> attrs;
  if (!DslArguments(args, attrs)) return {};
  const Span span = From(start);
  if (args.size() != 1 || !args[0].expr || !p_.TypeOf(args[0].expr).IsTensorLike()) {
    Error(span, "pl.softmax takes one tensor", "for tiles write its steps: row_max, row_expand_sub, exp, row_sum, row_expand_div",
          "call");
    return {};
  }
  const ExprId x = args[0].expr;
  const ExprId peak = Operand(MakeOp("tensor.row_max", {x}, {}, span));
  const ExprId shifted = peak ? MakeOp("tensor.row_expand_sub", {x, peak}, {}, span) : ExprId();
  const ExprId power = shifted ? Operand(MakeOp("tensor.exp", {shifted}, {}, span)) : ExprId();
  const ExprId sum = power ? Operand(MakeOp("tensor.row_sum", {power}, {}, span)) : ExprId();
  return sum ? MakeOp("tensor.row_expand_div", {power, sum}, {}, span) : ExprId();
}

}  // namespace t2t
