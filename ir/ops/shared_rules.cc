#include "ir/ops/shared_rules.h"

#include <algorithm>
#include <string>

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

std::string_view NameOf(const DeduceContext& c, size_t i) {
  const OperandDef* operand = c.op.Operand(i);
  return operand != nullptr ? std::string_view(operand->name) : std::string_view("operand");
}

std::string DTypeList(std::initializer_list<DType> types) {
  std::string text;
  for (DType t : types) {
    if (!text.empty()) text += ", ";
    text += DTypeName(t);
  }
  return text;
}

}  // namespace

bool OneOf(DType dtype, std::initializer_list<DType> allowed) {
  return std::find(allowed.begin(), allowed.end(), dtype) != allowed.end();
}

absl::Status NeedDType(const DeduceContext& c, size_t i, std::initializer_list<DType> allowed) {
  const DType dtype = c.TypeOf(i).dtype;
  if (OneOf(dtype, allowed)) return absl::OkStatus();
  return c.Fail("{} has element type {}; supported are {}", NameOf(c, i), DTypeName(dtype), DTypeList(allowed));
}

absl::Status NeedSameDType(const DeduceContext& c, size_t i, size_t j) {
  const DType a = c.TypeOf(i).dtype, b = c.TypeOf(j).dtype;
  if (a == b) return absl::OkStatus();
  return c.Fail("{} and {} must have the same element type, got {} and {}", NameOf(c, i), NameOf(c, j), DTypeName(a),
                DTypeName(b));
}

absl::Status NeedRank(const DeduceContext& c, size_t i, size_t rank) {
  if (c.Shape(i).size() == rank) return absl::OkStatus();
  return c.Fail("{} must have {} dimensions, but its shape is {}", NameOf(c, i), rank, ShapeText(c.p, c.Shape(i)));
}

absl::Status NeedMinRank(const DeduceContext& c, size_t i, size_t rank) {
  if (c.Shape(i).size() >= rank) return absl::OkStatus();
  return c.Fail("{} must have at least {} dimensions, but its shape is {}", NameOf(c, i), rank,
                ShapeText(c.p, c.Shape(i)));
}

absl::Status NeedIntScalar(const DeduceContext& c, size_t i) {
  RETURN_IF_ERROR(c.NeedScalar(i));
  if (IsInt(c.TypeOf(i).dtype)) return absl::OkStatus();
  return c.Fail("{} must be an integer scalar, got {}", NameOf(c, i), DTypeName(c.TypeOf(i).dtype));
}

absl::Status NeedIndexLike(const DeduceContext& c, size_t i) {
  RETURN_IF_ERROR(c.NeedScalar(i));
  if (IsIndexLike(c.TypeOf(i).dtype)) return absl::OkStatus();
  return c.Fail("{} must be INDEX, INT64 or UINT64, got {}; cast it with pl.cast", NameOf(c, i),
                DTypeName(c.TypeOf(i).dtype));
}

absl::Status NeedSameShape(const DeduceContext& c, size_t i, size_t j) {
  const absl::Span<const ExprId> a = c.Shape(i), b = c.Shape(j);
  bool same = a.size() == b.size();
  for (size_t k = 0; same && k < a.size(); ++k) same = DimEq(c.p, a[k], b[k]);
  if (same) return absl::OkStatus();
  return c.Fail("{} and {} must have the same shape, got {} and {}; reshape or expand one of them first", NameOf(c, i),
                NameOf(c, j), ShapeText(c.p, a), ShapeText(c.p, b));
}

absl::Status NeedSameValid(const DeduceContext& c, size_t i, size_t j) {
  const absl::Span<const ExprId> a = c.Valid(i), b = c.Valid(j);
  bool same = a.size() == b.size();
  for (size_t k = 0; same && k < a.size(); ++k) same = IsFullExtent(c.p, a[k], b[k]);
  if (same) return absl::OkStatus();
  return c.Fail("{} and {} must have the same valid region, got {} and {}", NameOf(c, i), NameOf(c, j),
                ShapeText(c.p, a), ShapeText(c.p, b));
}

absl::Status Named(const DeduceContext& c, const absl::Status& status) {
  if (status.ok() || !absl::IsInvalidArgument(status)) return status;
  return c.Fail("{}", MessageOf(status));
}

TypeId FreshTensor(Program& p, DType dtype, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid) {
  View view;
  if (valid.data() != shape.data()) view.valid_shape = p.MakeList(valid);
  return p.TensorType(dtype, shape, view);
}

View InheritView(const DeduceContext& c, size_t i) {
  const View from = c.EffectiveView(i);
  View view;
  view.blayout = from.blayout;
  view.slayout = from.slayout;
  view.pad = from.pad;
  view.compact = from.compact;
  return view;
}

View DefaultTileView() { return View{}; }

View ImplicitTileView(const Program& p, absl::Span<const ExprId> shape, MemorySpace space) {
  const TileLayoutInfo implicit = ImplicitLayout(p, shape, space);
  View view;
  view.blayout = implicit.blayout;
  view.slayout = implicit.slayout;
  view.fractal = implicit.fractal;
  return view;
}

TypeId Tile(Program& p, DType dtype, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid, View view,
            MemorySpace space, MemRefId memref) {
  view.valid_shape = valid.data() == shape.data() ? ExprList() : p.MakeList(valid);
  return p.TileType(dtype, shape, view, space, memref);
}

TypeId KeepTile(const DeduceContext& c, size_t i, std::optional<DType> dtype) {
  return Tile(c.p, dtype.value_or(c.TypeOf(i).dtype), c.Shape(i), c.Valid(i), InheritView(c, i));
}

CompactMode AccCompact(Program& p, absl::Span<const ExprId> shape, absl::Span<const ExprId> valid) {
  return IsFullExtent(p, valid[0], shape[0]) ? CompactMode::kNull : CompactMode::kNormal;
}

absl::Status CheckReductionInput(const DeduceContext& c, size_t i) {
  const absl::Span<const ExprId> valid = c.Valid(i);
  for (size_t k = 0; k < valid.size(); ++k) {
    if (!IsEmptyExtent(c.p, valid[k])) continue;
    return c.Fail("axis {} of {} is empty (valid shape {}): there is nothing to reduce", k, NameOf(c, i),
                  ShapeText(c.p, valid));
  }
  return absl::OkStatus();
}

absl::StatusOr<Shape> LiteralShape(const DeduceContext& c, size_t i, bool constant_positive) {
  RETURN_IF_ERROR(c.NeedLiteralTuple(i));
  const absl::Span<const ExprId> items = c.p.Elements(c.args[i]);
  for (ExprId item : items) {
    if (!IsInt(c.p[item].dtype)) {
      return c.Fail("{} must hold integers, but {} is not", NameOf(c, i), ExprText(c.p, item));
    }
    if (constant_positive && (!c.p.IsConstInt(item) || c.p[item].int_value() <= 0)) {
      return c.Fail("{} must hold positive constants, but {} is not", NameOf(c, i), ExprText(c.p, item));
    }
  }
  return Shape(items.begin(), items.end());
}

absl::StatusOr<Shape> IntTuple(DeduceContext& c, size_t i) {
  ASSIGN_OR_RETURN(std::vector<ExprId> items, c.TupleElements(i));
  for (ExprId item : items) {
    if (!IsInt(c.p[item].dtype)) return c.Fail("{} is not an integer extent", ExprText(c.p, item));
  }
  return items;
}

absl::StatusOr<Shape> ExtentTuple(DeduceContext& c, size_t i) {
  ASSIGN_OR_RETURN(Shape extents, IntTuple(c, i));
  for (ExprId e : extents) {
    if (c.p.IsConstInt(e) && c.p[e].int_value() < 0) return c.Fail("extent {} must not be negative", ExprText(c.p, e));
  }
  return extents;
}

bool ConstantsDiffer(const Program& p, ExprId a, ExprId b) {
  return p.IsConstInt(a) && p.IsConstInt(b) && p[a].int_value() != p[b].int_value();
}

absl::StatusOr<PadValue> Padding(DeduceContext& c) {
  const Attr* attr = c.Kwarg("pad_value");
  const PadValue pad = attr != nullptr ? attr->as<PadValue>() : PadValue::kZero;
  if (pad == PadValue::kNull) return c.Fail("pad_value must not be null");
  return pad;
}

absl::StatusOr<uint32_t> AxisOperand(const DeduceContext& c, size_t i, uint32_t rank) {
  if (!c.Has(i) || !c.p.IsConstInt(c.args[i])) return c.Fail("{} must be a constant integer", NameOf(c, i));
  const int64_t axis = c.p[c.args[i]].int_value();
  const int64_t wrapped = axis < 0 ? axis + rank : axis;
  if (wrapped < 0 || wrapped >= rank) {
    return c.Fail("{} {} is out of range for {} dimensions", NameOf(c, i), axis, rank);
  }
  return static_cast<uint32_t>(wrapped);
}

absl::StatusOr<std::vector<uint32_t>> DropDims(const DeduceContext& c, size_t i, absl::Span<const ExprId> window,
                                               absl::Span<const ExprId> valid) {
  std::vector<uint32_t> axes;
  if (!c.Has(i)) return axes;
  RETURN_IF_ERROR(c.NeedLiteralTuple(i));
  for (ExprId item : c.p.Elements(c.args[i])) {
    if (!c.p.IsConstInt(item)) return c.Fail("drop_dims must hold constant integers");
    const int64_t axis = c.p[item].int_value();
    if (axis < 0 || axis >= static_cast<int64_t>(window.size())) {
      return c.Fail("drop_dims names axis {}, but the window has {} dimensions", axis, window.size());
    }
    if (!c.p.IsConstInt(window[static_cast<size_t>(axis)], 1)) {
      return c.Fail("drop_dims names axis {} of extent {}; only axes of extent 1 can be dropped", axis,
                    ExprText(c.p, window[static_cast<size_t>(axis)]));
    }
    axes.push_back(static_cast<uint32_t>(axis));
  }
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) return c.Fail("drop_dims names an axis twice");
  for (uint32_t axis : axes) {
    if (ProvenEq(c.p, valid[axis], c.p.Int(1)) || c.p.IsConstInt(valid[axis], 1)) continue;
    return c.Fail("drop_dims drops axis {}, whose valid extent {} is not provably 1", axis, ExprText(c.p, valid[axis]));
  }
  return axes;
}

Shape Without(absl::Span<const ExprId> shape, absl::Span<const uint32_t> axes) {
  Shape result;
  for (uint32_t i = 0; i < shape.size(); ++i) {
    if (!std::binary_search(axes.begin(), axes.end(), i)) result.push_back(shape[i]);
  }
  return result;
}

absl::Status CheckInitCond(const DeduceContext& c, size_t i) {
  if (!c.Has(i)) return absl::OkStatus();
  RETURN_IF_ERROR(c.NeedScalar(i));
  if (c.TypeOf(i).dtype == DType::kBool) return absl::OkStatus();
  return c.Fail("init_cond must be a BOOL scalar, got {}; write a comparison such as `k == 0`",
                DTypeName(c.TypeOf(i).dtype));
}

absl::Status CheckGatherRow(const DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensor(1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  RETURN_IF_ERROR(c.NeedTuple(2));
  RETURN_IF_ERROR(c.NeedTuple(3));
  ASSIGN_OR_RETURN(const Shape shapes, LiteralShape(c, 4, true));
  if (!c.Has(5)) return absl::OkStatus();
  if (c.BoolKwarg("transpose", false)) return c.Fail("valid_shape and transpose=True exclude each other");
  RETURN_IF_ERROR(c.NeedLiteralTuple(5));
  const absl::Span<const ExprId> valid = c.p.Elements(c.args[5]);
  if (valid.size() != shapes.size()) {
    return c.Fail("valid_shape {} must have the rank of shapes {}", ShapeText(c.p, valid), ShapeText(c.p, shapes));
  }
  std::string wrong;
  for (size_t i = 0; i < valid.size(); ++i) {
    const DType dtype = c.p[valid[i]].dtype;
    if (!IsInt(dtype)) {
      wrong += fmt::format(" valid_shape[{}] = {} is not an integer;", i, ExprText(c.p, valid[i]));
    } else if (ProvenGt(c.p, c.p.Int(0, dtype), valid[i])) {
      wrong += fmt::format(" valid_shape[{}] = {} is negative;", i, ExprText(c.p, valid[i]));
    } else if (ProvenGt(c.p, valid[i], shapes[i])) {
      wrong += fmt::format(" valid_shape[{}] = {} is larger than shapes[{}] = {};", i, ExprText(c.p, valid[i]), i,
                           ExprText(c.p, shapes[i]));
    }
  }
  if (wrong.empty()) return absl::OkStatus();
  wrong.pop_back();
  return c.Fail("{}", std::string_view(wrong).substr(1));
}

ExprId CeilDiv(Program& p, ExprId x, int64_t d) {
  if (p.IsConstInt(x)) return p.Int((p[x].int_value() + d - 1) / d);
  return p.Binary(ExprKind::kFloorDiv, p.Binary(ExprKind::kAdd, x, p.Int(d - 1), DType::kIndex), p.Int(d),
                  DType::kIndex);
}

ExprId Times(Program& p, ExprId x, int64_t factor) {
  int64_t product = 0;
  if (p.IsConstInt(x) && !__builtin_mul_overflow(p[x].int_value(), factor, &product)) return p.Int(product);
  return p.Binary(ExprKind::kMul, x, p.Int(factor), DType::kIndex);
}

}  // namespace t2t
