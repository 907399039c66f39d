#include "ir/ops/paired_rules.h"

#include <limits>

#include "ir/core/show.h"
#include "ir/ops/int_range.h"

namespace t2t {
namespace {

using enum DType;

// Element count, -1 when an extent is dynamic, the largest number when the count exceeds it.
int64_t StaticCount(const Program& p, absl::Span<const ExprId> shape) {
  int64_t count = 1;
  for (ExprId extent : shape) {
    if (!p.IsConstInt(extent) || p[extent].int_value() < 0) return -1;
    if (__builtin_mul_overflow(count, p[extent].int_value(), &count)) count = std::numeric_limits<int64_t>::max();
  }
  return count;
}

absl::StatusOr<Shape> NamedShape(const DeduceContext& c, absl::StatusOr<Shape> shape) {
  if (!shape.ok()) return Named(c, shape.status());
  return shape;
}

WindowRead WindowOf(const DeduceContext& c, absl::Span<const ExprId> offsets, absl::Span<const ExprId> window,
                    absl::Span<const ExprId> requested) {
  WindowRead read;
  read.physical = c.Shape(0);
  read.valid = c.Valid(0);
  read.offsets = offsets;
  read.window = window;
  read.requested = requested;
  return read;
}

absl::Status CheckRowCounts(const DeduceContext& c, ExprId a, ExprId b) {
  if (!ConstantsDiffer(c.p, a, b)) return absl::OkStatus();
  return c.Fail("row counts differ: {} and {}", ShapeText(c.p, c.Shape(0)), ShapeText(c.p, c.Shape(1)));
}

}  // namespace

absl::Status CheckSameCount(const DeduceContext& c, absl::Span<const ExprId> from, absl::Span<const ExprId> to) {
  const int64_t a = StaticCount(c.p, from), b = StaticCount(c.p, to);
  if (a < 0 || b < 0 || a == b) return absl::OkStatus();
  return c.Fail("{} has {} elements, {} has {}", ShapeText(c.p, from), a, ShapeText(c.p, to), b);
}

absl::StatusOr<Shape> ConcatShape(const DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(NeedRank(c, i, 2));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  const absl::Span<const ExprId> a = c.Shape(0), b = c.Shape(1);
  RETURN_IF_ERROR(CheckRowCounts(c, a[0], b[0]));
  int64_t sum = 0;
  const bool constant = c.p.IsConstInt(a[1]) && c.p.IsConstInt(b[1]) &&
                        !__builtin_add_overflow(c.p[a[1]].int_value(), c.p[b[1]].int_value(), &sum);
  const ExprId columns = constant ? c.p.Int(sum, c.p[a[1]].dtype) : c.p.Binary(ExprKind::kAdd, a[1], b[1], kIndex);
  return Shape{a[0], columns};
}

absl::Status CheckValidExtents(const DeduceContext& c) {
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  for (size_t i : {1u, 2u}) {
    RETURN_IF_ERROR(NeedIndexLike(c, i));
    const ExprId v = c.args[i], extent = c.Shape(0)[i - 1];
    if (!c.p.IsConstInt(v)) continue;
    const int64_t value = c.p[v].int_value();
    if (value < 0 || (c.p.IsConstInt(extent) && value > c.p[extent].int_value())) {
      return c.Fail("valid extent {} is not between 0 and {}", value, ExprText(c.p, extent));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Shape> ExpandedShape(const DeduceContext& c) {
  ASSIGN_OR_RETURN(Shape shape, LiteralShape(c, 1, true));
  const absl::Span<const ExprId> from = c.Shape(0);
  if (shape.size() != from.size()) {
    return c.Fail("shape {} must have the rank of {}", ShapeText(c.p, shape), ShapeText(c.p, from));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (c.p.IsConstInt(from[i]) && c.p[from[i]].int_value() > c.p[shape[i]].int_value()) {
      return c.Fail("dimension {} would shrink from {} to {}", i, ExprText(c.p, from[i]), ExprText(c.p, shape[i]));
    }
  }
  return shape;
}

absl::StatusOr<AxisPair> TransposedAxes(const DeduceContext& c) {
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  ASSIGN_OR_RETURN(const uint32_t a, AxisOperand(c, 1, c.TypeOf(0).rank()));
  ASSIGN_OR_RETURN(const uint32_t b, AxisOperand(c, 2, c.TypeOf(0).rank()));
  if (a == b) return c.Fail("axis1 and axis2 are both {}", a);
  return AxisPair{a, b};
}

absl::StatusOr<Shape> OuterWindow(const DeduceContext& c, absl::Span<const ExprId> offsets,
                                  absl::Span<const ExprId> window, absl::Span<const ExprId> requested) {
  WindowRead read = WindowOf(c, offsets, window, requested);
  read.clamped = true;
  read.clamp = c.BoolKwarg("clamp", false);
  read.remedy = "pass clamp=True if the window may reach over the end";
  return NamedShape(c, WindowReadValid(c.p, read));
}

absl::StatusOr<Shape> InnerWindow(const DeduceContext& c, absl::Span<const ExprId> offsets,
                                  absl::Span<const ExprId> window, absl::Span<const ExprId> requested) {
  WindowRead read = WindowOf(c, offsets, window, requested);
  read.remedy = "the window must fit inside the tile";
  return NamedShape(c, WindowReadValid(c.p, read));
}

absl::StatusOr<Shape> WrittenRegion(const DeduceContext& c, size_t target, size_t source,
                                    absl::Span<const ExprId> offsets, Reach reach, std::string_view remedy) {
  WriteUnion w;
  w.target = c.Shape(target);
  w.target_valid = c.Valid(target);
  w.source = c.Shape(source);
  w.source_valid = c.Valid(source);
  w.offsets = offsets;
  w.reach_valid = reach == Reach::kValid;
  w.remedy = remedy;
  return NamedShape(c, WriteUnionValid(c.p, w));
}

absl::Status CheckRowVector(const DeduceContext& c) {
  const absl::Span<const ExprId> a = c.Shape(0), v = c.Shape(1);
  if (!c.p.IsConstInt(v.back(), 1)) {
    return c.Fail("the row vector must have a last extent of 1, but its shape is {}", ShapeText(c.p, v));
  }
  return CheckRowCounts(c, a[a.size() - 2], v[v.size() - 2]);
}

absl::Status CheckFullValue(const DeduceContext& c, DType dtype) {
  if (!IsInt(dtype)) return absl::OkStatus();  // BOOL takes any number: zero is false
  const Expr& e = c.p[c.args[1]];
  const IntRange range(dtype);
  if (e.kind == ExprKind::kConstFloat) {
    const double value = c.p.FloatValue(c.args[1]);
    return range.Holds(value) ? absl::OkStatus() : c.Fail("value {} is no {}", value, DTypeName(dtype));
  }
  const int64_t value = e.kind == ExprKind::kConstBool ? int64_t{e.a != 0} : e.int_value();
  return range.Holds(value) ? absl::OkStatus() : c.Fail("value {} is no {}", value, DTypeName(dtype));
}

absl::Status CheckArange(const DeduceContext& c, absl::Span<const ExprId> shape) {
  const DType dtype = *c.DTypeKwarg("dtype");
  if (!OneOf(dtype, {kInt16, kInt32, kUint16, kUint32})) {
    return c.Fail("dtype must be INT16, INT32, UINT16 or UINT32, got {}", DTypeName(dtype));
  }
  RETURN_IF_ERROR(c.NeedScalar(0));
  if (c.TypeOf(0).dtype != dtype) {
    return c.Fail("start is {}, but dtype is {}", DTypeName(c.TypeOf(0).dtype), DTypeName(dtype));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!c.p.IsConstInt(shape[i])) continue;
    const bool last = i + 1 == shape.size(), unit = c.p.IsConstInt(shape[i], 1);
    if (last == unit) return c.Fail("shape {} must be one row of more than one element", ShapeText(c.p, shape));
  }
  return absl::OkStatus();
}

absl::StatusOr<DType> CheckRandom(const DeduceContext& c, absl::Span<const ExprId> shape) {
  for (size_t i = 0; i < 6; ++i) {
    RETURN_IF_ERROR(c.NeedScalar(i));
    RETURN_IF_ERROR(NeedDType(c, i, {kInt32}));
  }
  if (shape.size() != 2) return c.Fail("shape must have 2 dimensions, got {}", ShapeText(c.p, shape));
  const DType dtype = c.DTypeKwarg("dtype").value_or(kUint32);
  if (!OneOf(dtype, {kInt32, kUint32})) return c.Fail("dtype must be INT32 or UINT32, got {}", DTypeName(dtype));
  const int64_t rounds = c.IntKwarg("rounds", 10);
  if (rounds != 7 && rounds != 10) return c.Fail("rounds must be 7 or 10, got {}", rounds);
  return dtype;
}

absl::Status CheckIndices(const DeduceContext& c, size_t i) {
  ASSIGN_OR_RETURN(const std::vector<ExprId> indices, c.TupleElements(i));
  if (indices.size() != c.Shape(0).size()) {
    return c.Fail("{} indices given, but shape {} needs {}", indices.size(), ShapeText(c.p, c.Shape(0)),
                  c.Shape(0).size());
  }
  for (ExprId index : indices) {
    if (!IsInt(c.p[index].dtype)) return c.Fail("index {} is not an integer", ExprText(c.p, index));
  }
  return absl::OkStatus();
}

absl::StatusOr<DType> CastTarget(const DeduceContext& c) {
  const DType target = *c.DTypeKwarg("target_type");
  if (c.Kwarg("mode") == nullptr) return c.Fail("kwarg mode is required: none, rint, round, floor, ceil, trunc or odd");
  if (target == c.TypeOf(0).dtype) return c.Fail("the operand already is {}", DTypeName(target));
  return target;
}

absl::Status CheckAtomicAdd(const DeduceContext& c, size_t i) {
  const int64_t atomic = c.IntKwarg("atomic", 0);
  if (atomic == 0) return absl::OkStatus();
  if (atomic != 1) return c.Fail("atomic must be None_ (0) or Add (1), got {}", atomic);
  return NeedDType(c, i, {kFp32, kBf16, kFp16, kInt32, kInt16, kInt8});
}

Effect AtomicEffect(const Program& p, AttrsId kwargs) {
  const Attr* atomic = p.FindAttr(kwargs, "atomic");
  return atomic != nullptr && atomic->int_value() != 0 ? Effect::kReadWrite : Effect::kWrite;
}

}  // namespace t2t
