// Scalars as people write them: the data type of a literal, which division gives a whole number, what can count.
#include <algorithm>
#include <cmath>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/int_range.h"
#include "ir/text/parser.h"

namespace t2t {

// An integer literal takes the data type of what it is combined with; a number with a fraction stays FP32.
ExprId Parser::LiteralAs(ExprId expr, DType dtype) {
  const Expr& e = p_[expr];
  if (e.kind != ExprKind::kConstInt || e.dtype != DType::kIndex || dtype == DType::kNone) return expr;
  return IsFloat(dtype) ? p_.Float(static_cast<double>(e.int_value()), dtype) : p_.Int(e.int_value(), dtype);
}

// `f * 2`, `0 < i`: beside a scalar as beside a tensor (text-format 7.4). A number that the scalar's type cannot hold
// stays what it is, and both are widened.
void Parser::AdaptLiteral(ExprId& literal, DType dtype) {
  const Expr& e = p_[literal];
  if (e.kind != ExprKind::kConstInt || e.dtype != DType::kIndex) return;
  if (IsFloat(dtype)) {
    literal = LiteralAs(literal, StaysFinite(dtype, e.int_value()) ? dtype : DType::kFp32);
  } else if (IsInt(dtype) && IntRange(dtype).Holds(e.int_value())) {
    literal = LiteralAs(literal, dtype);
  }
}

// Literals that a call gives to scalar parameters.
void Parser::AdaptArguments(FuncId callee, std::vector<ExprId>& args) {
  const absl::Span<const ValueId> params = p_[p_[callee].params];
  for (size_t i = 0; hand_ && i < std::min(args.size(), params.size()); ++i) {
    const DType dtype = p_[p_[params[i]].type].IsScalar() ? p_[p_[params[i]].type].dtype : DType::kNone;
    const Expr& e = p_[args[i]];
    AdaptLiteral(args[i], dtype);
    if (e.kind != ExprKind::kConstFloat || e.dtype != DType::kFp32 || !IsFloat(dtype)) continue;
    const double value = p_.FloatValue(args[i]);
    const bool finite = std::fabs(value) < 0x1p63 && StaysFinite(dtype, static_cast<int64_t>(value));
    if (finite || dtype == DType::kBf16 || !std::isfinite(value)) args[i] = p_.Float(value, dtype);
  }
}

// Python's '/' gives a fraction of two integers, the operator of the IR rounds it back to an integer: neither is guessed.
bool Parser::IsDivisible(ExprId lhs, ExprId rhs, Span span) {
  if (!IsInt(p_[lhs].dtype) || !IsInt(p_[rhs].dtype)) return true;
  return Error(span, "'/' of two integers gives a fraction in Python, and there is no scalar type for it here",
               "write // for a whole number, or convert one side with pl.cast(..., pl.FP32)", "type");
}

// `what` that the value is used as counts something.
bool Parser::IsInteger(ExprId value, Span span, std::string_view what) {
  const Type& type = p_.TypeOf(value);
  if (type.kind == TypeKind::kUnknown || (type.IsScalar() && IsInt(type.dtype))) return true;
  const bool fraction = p_[value].kind == ExprKind::kConstFloat, constant = fraction || p_[value].kind == ExprKind::kConstBool;
  return Error(span,
               constant ? fmt::format("{} is an integer, {} is not", what, ExprText(p_, value))
                        : fmt::format("{} is an integer, and this is {}", what,
                                      type.IsScalar() ? std::string(DTypeName(type.dtype)) : TypeText(p_, p_[value].type)),
               fraction          ? "'/' gives a fraction: divide integers with //"
               : type.IsScalar() ? "convert it: pl.cast(..., pl.INDEX)"
               : type.IsShaped() ? "read one element of it: t[i, j]; pl.gather picks many"
                                 : "",
               "type");
}

}  // namespace t2t
