// Reinterpretation of a tensor's or tile's bits as another element type (types-and-ops 5.7).
#include "ir/core/show.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

bool ByteAddressable(DType t) {
  return OneOf(t, {DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64, DType::kUint8, DType::kUint16,
                   DType::kUint32, DType::kUint64, DType::kFp16, DType::kBf16, DType::kFp32});
}

// Extent seen through elements of another width; invalid when it does not divide.
ExprId Scale(Program& p, ExprId extent, int from, int to) {
  if (from == to) return extent;
  if (from > to) return Times(p, extent, from / to);
  const int64_t d = to / from;
  if (p.IsConstInt(extent)) {
    const int64_t v = p[extent].int_value();
    return v % d == 0 ? p.Int(v / d) : ExprId();
  }
  // Recognisably a multiple: x * d, or x * d / d' with the same factor.
  const Expr e = p[extent];
  if (e.kind != ExprKind::kMul) return {};
  const bool left = p.IsConstInt(e.lhs());
  if (!left && !p.IsConstInt(e.rhs())) return {};
  const ExprId x = left ? e.rhs() : e.lhs();
  const int64_t factor = p[left ? e.lhs() : e.rhs()].int_value();
  if (factor % d != 0) return {};
  return factor == d ? x : p.Binary(ExprKind::kMul, x, p.Int(factor / d), DType::kIndex);
}

// Bytes of a static shape; -1 when dynamic or too large.
int64_t StaticBytes(const Program& p, absl::Span<const ExprId> shape, DType dtype) {
  int64_t bytes = ByteSize(dtype);
  for (ExprId extent : shape) {
    if (!p.IsConstInt(extent) || __builtin_mul_overflow(bytes, p[extent].int_value(), &bytes)) return -1;
  }
  return bytes;
}

}  // namespace

absl::StatusOr<Reinterpreted> ReinterpretPlan(const DeduceContext& c, DType to, size_t axis, const Shape* requested,
                                              PadValue pad) {
  Program& p = c.p;
  const DType from = c.TypeOf(0).dtype;
  if (!ByteAddressable(from) || !ByteAddressable(to)) {
    return c.Fail("cannot reinterpret {} as {}: both must be 8 to 64 bit integers, FP16, BF16 or FP32", DTypeName(from),
                  DTypeName(to));
  }
  if (from == to) return c.Fail("the data already is {}", DTypeName(to));
  const absl::Span<const ExprId> shape = c.Shape(0), valid = c.Valid(0);
  Reinterpreted result;
  result.shape.assign(shape.begin(), shape.end());
  result.valid.assign(valid.begin(), valid.end());
  result.pad = pad == PadValue::kZero ? PadValue::kZero : PadValue::kNull;
  const ExprId scaled = Scale(p, shape[axis], ByteSize(from), ByteSize(to));
  const bool full = ExprEq(p, shape, valid);
  if (requested != nullptr) {
    bool is_auto = scaled.valid() && requested->size() == shape.size();
    for (size_t i = 0; is_auto && i < shape.size(); ++i) {
      is_auto = DimEq(p, (*requested)[i], i == axis ? scaled : shape[i]);
    }
    if (!is_auto) {
      const int64_t have = StaticBytes(p, shape, from), want = StaticBytes(p, *requested, to);
      if (have < 0 || have != want) {
        return c.Fail("shape {} of {} does not hold the bytes of {} of {}", ShapeText(p, *requested), DTypeName(to),
                      ShapeText(p, shape), DTypeName(from));
      }
      if (!full) return c.Fail("a partly valid operand can only be reinterpreted with its automatic shape");
      result.shape = *requested;
      result.valid = *requested;
      return result;
    }
  }
  if (!scaled) {
    return c.Fail("the contiguous extent {} of {} elements does not divide into {} elements", ExprText(p, shape[axis]),
                  DTypeName(from), DTypeName(to));
  }
  result.shape[axis] = requested != nullptr ? (*requested)[axis] : scaled;
  if (full) {
    if (requested != nullptr) result.shape = *requested;
    result.valid = result.shape;
    return result;
  }
  const ExprId scaled_valid = Scale(p, valid[axis], ByteSize(from), ByteSize(to));
  if (!scaled_valid) {
    return c.Fail("the valid extent {} of {} elements does not divide into {} elements", ExprText(p, valid[axis]),
                  DTypeName(from), DTypeName(to));
  }
  result.valid[axis] = scaled_valid;
  return result;
}

}  // namespace t2t
