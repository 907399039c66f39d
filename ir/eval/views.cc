// Windows and other shapes. On the host a window of a tensor names the tensor's memory. Inside a kernel, reading GM means
// loading it: a slice, reshape or transpose of GM is a snapshot, as it is once the kernel is lowered; only tensor.view keeps
// naming GM. A window of an on-chip value names that value's storage.
#include <algorithm>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"

namespace t2t::eval {
namespace {

bool TakesSnapshot(const OpContext& c, const Nd& nd) { return c.exec.kernel && nd.buffer->gm; }

// slice(input, shape, offset[, valid_shape[, drop_dims]])
absl::Status Slice(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* given, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims shape, c.IntsArg(1));
  ASSIGN_OR_RETURN(Dims offsets, c.IntsArg(2));
  if (offsets.size() < given->rank()) offsets.insert(offsets.begin(), given->rank() - offsets.size(), 0);
  ASSIGN_OR_RETURN(Nd window, WindowAt(c, *given, offsets, "the source"));
  if (shape.size() > window.rank()) return c.Fail("a window of {} axes of a source of {}", shape.size(), window.rank());
  const auto outer = static_cast<std::ptrdiff_t>(window.rank() - shape.size());
  for (Dims* d : {&window.shape, &window.stride, &window.valid}) d->erase(d->begin(), d->begin() + outer);
  Dims reach = window.shape;  // what the source has from here on
  for (size_t i = 0; i < shape.size(); ++i) window.valid[i] = std::min(window.valid[i], shape[i]);
  window.shape = shape;
  if (c.Has(4)) {
    ASSIGN_OR_RETURN(Dims dropped, c.IntsArg(4));
    std::sort(dropped.rbegin(), dropped.rend());
    for (const int64_t axis : dropped) {
      if (axis < 0 || static_cast<size_t>(axis) >= window.rank()) return c.Fail("no axis {} to drop", axis);
      if (reach[static_cast<size_t>(axis)] < 1) return c.OutOfRange("axis {} starts behind the source", axis);
      for (Dims* d : {&window.shape, &window.stride, &window.valid, &reach}) d->erase(d->begin() + axis);
    }
    if (c.p[c.type].IsTile()) {
      while (window.rank() < 2) {
        for (Dims* d : {&window.shape, &window.valid, &reach}) d->insert(d->begin(), 1);
        window.stride.insert(window.stride.begin(), 0);
      }
    }
  }
  // The valid region of the result is what will be read; the source must have it.
  Dims result_shape, needed;
  RETURN_IF_ERROR(c.DimsOf(c.type, &result_shape, &needed));
  for (size_t i = 0; i < needed.size() && i < reach.size() && NumElements(needed) != 0; ++i) {
    if (needed[i] > reach[i]) return c.OutOfRange("axis {} of the window: {} elements, the source has {} there", i, needed[i], reach[i]);
  }
  if (TakesSnapshot(c, window)) {
    window = Snapshot(c, window);
  }
  return c.SetAlias(std::move(window));
}

absl::Status Reshape(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims shape, c.IntsArg(1));
  if (NumElements(shape) != NumElements(nd->shape)) {
    return c.Fail("{} elements become {}", NumElements(nd->shape), NumElements(shape));
  }
  Nd out;
  if (TakesSnapshot(c, *nd) || !ReshapeInPlace(*nd, shape, &out)) {
    if (!ReshapeInPlace(Snapshot(c, *nd), shape, &out)) return c.Fail("the elements have no order");
  }
  return c.SetAlias(std::move(out));
}

Nd Swapped(const Nd& nd, size_t a, size_t b) {
  Nd out = nd;
  for (Dims* d : {&out.shape, &out.stride, &out.valid}) std::swap((*d)[a], (*d)[b]);
  return out;
}

absl::Status Transpose(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  const auto rank = static_cast<int64_t>(nd->rank());
  ASSIGN_OR_RETURN(int64_t a, c.IntArg(1));
  ASSIGN_OR_RETURN(int64_t b, c.IntArg(2));
  a += a < 0 ? rank : 0;
  b += b < 0 ? rank : 0;
  if (a < 0 || b < 0 || a >= rank || b >= rank) return c.Fail("no such axis");
  Nd out = Swapped(*nd, static_cast<size_t>(a), static_cast<size_t>(b));
  if (c.exec.kernel) out = Snapshot(c, out);
  return c.SetAlias(std::move(out));
}

absl::Status TransposeView(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  if (nd->rank() < 2) return c.Fail("the operand has {} axes", nd->rank());
  return c.SetAlias(Swapped(*nd, nd->rank() - 2, nd->rank() - 1));
}

absl::Status SetValid(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const int64_t rows, c.IntArg(1));
  ASSIGN_OR_RETURN(const int64_t columns, c.IntArg(2));
  if (nd->rank() != 2) return c.Fail("the operand has {} axes", nd->rank());
  if (rows < 0 || rows > nd->shape[0] || columns < 0 || columns > nd->shape[1]) {
    return c.OutOfRange("valid region [{}, {}] of [{}, {}]", rows, columns, nd->shape[0], nd->shape[1]);
  }
  Nd out = *nd;
  out.valid = {rows, columns};
  return c.SetAlias(std::move(out));
}

// Memory order of a tensor type: explicit strides, else packed for its layout (types-and-ops 2.7).
absl::StatusOr<Dims> StridesOf(const OpContext& c, TypeId type, const Dims& shape) {
  const View view = c.p.EffectiveView(type);
  Dims stride;
  for (ExprId e : c.p[view.stride]) {
    ASSIGN_OR_RETURN(const int64_t s, c.extent(e));
    stride.push_back(s);
  }
  if (stride.size() == shape.size()) return stride;
  if (view.layout == TensorLayout::kDN && shape.size() >= 2) {
    Dims stored = shape;
    std::swap(stored[shape.size() - 1], stored[shape.size() - 2]);
    stride = PackedStrides(stored);
    std::swap(stride[shape.size() - 1], stride[shape.size() - 2]);
    return stride;
  }
  return PackedStrides(shape);
}

// view(input[, shape[, valid]]){layout}: the same memory read in another order.
absl::Status ViewOf(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  Nd out = *nd;
  if (c.Has(1)) {
    ASSIGN_OR_RETURN(const Dims shape, c.IntsArg(1));
    out.shape = shape;
    out.valid = shape;
    ASSIGN_OR_RETURN(out.stride, StridesOf(c, c.type, shape));
  } else {
    const View from = c.p.EffectiveView(c.p[c.arg_exprs[0]].type), to = c.p.EffectiveView(c.type);
    if ((from.layout == TensorLayout::kDN) != (to.layout == TensorLayout::kDN) && nd->rank() >= 2) {
      out = Swapped(*nd, nd->rank() - 2, nd->rank() - 1);
    }
  }
  return c.SetAlias(std::move(out));
}

// Bits read as another element type; the contiguous axis shrinks or grows.
absl::Status Reinterpret(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  const DType to = c.p[c.type].dtype;
  const int64_t from_size = ByteSize(nd->dtype), to_size = ByteSize(to);
  Nd source = *nd;
  if (TakesSnapshot(c, source) || (!IsPacked(source) && source.stride.back() != 1)) source = Snapshot(c, source);
  Dims shape, valid;
  RETURN_IF_ERROR(c.DimsOf(c.type, &shape, &valid));
  Nd out = source;
  out.dtype = to;
  if (source.offset * from_size % to_size != 0) return c.Fail("element {} is not aligned for {}", source.offset, DTypeName(to));
  out.offset = source.offset * from_size / to_size;
  if (IsPacked(source)) {
    out.shape = shape;
    out.stride = PackedStrides(shape);
  } else if (shape.size() == source.rank()) {
    out.shape = shape;
    for (size_t i = 0; i + 1 < out.rank(); ++i) out.stride[i] = source.stride[i] * from_size / to_size;
  } else {
    return c.Fail("the rows are not contiguous");
  }
  out.valid = valid;
  RETURN_IF_ERROR(CheckInside(out, valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status Concat(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* b, c.NdArg(1));
  if (b->rank() != a->rank() || a->rank() == 0) return c.Fail("operands of other ranks");
  Dims joined = a->shape;
  joined.back() += b->shape.back();
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(joined, c.ResultDType()));
  RETURN_IF_ERROR(CopyBox(c, *a, out, a->shape));
  Dims at(out.rank(), 0);
  at.back() = a->shape.back();
  ASSIGN_OR_RETURN(const Nd right, WindowAt(c, out, at, "the result"));
  RETURN_IF_ERROR(CopyBox(c, *b, right, b->shape));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// t2t.as_tile, t2t.as_tensor: the same elements under the other kind of type. A boxed tile stands for the tensor whose
// extents are its valid ones.
absl::Status PrivateCast(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  Dims shape, valid;
  RETURN_IF_ERROR(c.DimsOf(c.type, &shape, &valid));
  if (nd->rank() == shape.size()) {
    Nd same = *nd;
    same.shape = shape;
    return c.SetAlias(std::move(same));
  }
  // The rows of a tile may stand for all outer axes of a tensor.
  Nd out;
  if (NumElements(shape) != NumElements(nd->shape) || !ReshapeInPlace(*nd, shape, &out)) {
    return c.Fail("{} axes cannot stand for {}", nd->rank(), shape.size());
  }
  return c.SetAlias(std::move(out));
}

}  // namespace

void AddViews(EvalTable& t) {
  t.Both("slice", Slice);
  t.Both("reshape", Reshape);
  t.Both("transpose", Transpose);
  t.Add("tile.transpose_view", TransposeView);
  t.Both("set_validshape", SetValid);
  t.Add("tensor.view", ViewOf);
  t.Both("reinterpret_view", Reinterpret);
  t.Both("concat", Concat);
  t.Add("t2t.as_tile", PrivateCast);
  t.Add("t2t.as_tensor", PrivateCast);
}

}  // namespace t2t::eval
