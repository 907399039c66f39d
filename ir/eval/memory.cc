// Moving data: loads, stores, moves, assembles, single elements, padding.
#include <algorithm>
#include <limits>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"

namespace t2t::eval {
namespace {

CopyMode ModeOf(const OpContext& c) { return c.IntKwarg("atomic", 0) == 1 ? CopyMode::kAtomicAdd : CopyMode::kOverwrite; }

// The last `rank` axes of a window; the outer ones are at their first element.
absl::StatusOr<Nd> InnerAxes(const OpContext& c, const Nd& nd, size_t rank) {
  if (nd.rank() < rank) return c.Fail("{} axes of a tensor of {}", rank, nd.rank());
  Nd inner = nd;
  const auto drop = static_cast<std::ptrdiff_t>(nd.rank() - rank);
  for (Dims* d : {&inner.shape, &inner.stride, &inner.valid}) d->erase(d->begin(), d->begin() + drop);
  return inner;
}

// load(tensor, offsets, shapes, valid_shape): the valid region of the result is read, the rest is poison.
absl::Status Load(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* given, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims offsets, c.IntsArg(1));
  ASSIGN_OR_RETURN(const Nd tensor, InnerAxes(c, *given, offsets.size()));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, given->dtype));
  if (out.rank() != tensor.rank()) return c.Fail("{} offsets for a result of {} axes", offsets.size(), out.rank());
  ASSIGN_OR_RETURN(const Nd window, WindowAt(c, tensor, offsets, "the tensor"));
  for (size_t i = 0; i < out.rank(); ++i) {
    if (NumElements(out.valid) != 0 && out.valid[i] > window.shape[i]) {
      return c.OutOfRange("axis {}: elements {} to {} of an extent of {}", i, offsets[i], offsets[i] + out.valid[i],
                          tensor.shape[i]);
    }
  }
  RETURN_IF_ERROR(CopyBox(c, window, out, out.valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// store(tile, offsets, tensor[, shapes])
absl::Status Store(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* tile, c.NdArg(0));
  ASSIGN_OR_RETURN(Dims offsets, c.IntsArg(1));
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(2));
  // The beginning is the beginning in any number of axes: a tile stands for a tensor that has more or fewer of them.
  if (std::all_of(offsets.begin(), offsets.end(), [](int64_t at) { return at == 0; })) offsets.assign(target->rank(), 0);
  Dims shapes;
  const bool given = c.Has(3);
  if (given) {
    ASSIGN_OR_RETURN(shapes, c.IntsArg(3));
  }
  RETURN_IF_ERROR(StoreRegion(c, *tile, *target, offsets, given ? &shapes : nullptr, ModeOf(c)));
  Nd out = *target;
  if (c.p[c.type].IsTensorLike()) return c.SetAlias(std::move(out));
  c.result = c.args[2];
  return absl::OkStatus();
}

// assemble(target, source, offsets): in place, as its declared effect says.
absl::Status Assemble(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(1));
  ASSIGN_OR_RETURN(const Dims offsets, c.IntsArg(2));
  Nd from = *source;
  // A source that shares the target's storage is read completely before anything is written.
  if (from.buffer == target->buffer) from = Snapshot(c, from);
  RETURN_IF_ERROR(StoreRegion(c, from, *target, offsets, nullptr, ModeOf(c)));
  Nd out = *target;
  return c.SetAlias(std::move(out));
}

// expand_clone(input, target): the input, repeated along its axes of extent 1, is stored into the target.
absl::Status ExpandClone(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* input, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(1));
  if (input->rank() != target->rank()) return c.Fail("operands of other ranks");
  Nd from = *input;
  for (size_t i = 0; i < from.rank(); ++i) {
    if (from.shape[i] != 1 || target->shape[i] == 1) continue;
    from.shape[i] = target->shape[i];
    from.valid[i] = from.valid[i] > 0 ? target->shape[i] : 0;
    from.stride[i] = 0;
  }
  for (size_t i = 0; i < from.rank(); ++i) {
    if (from.valid[i] > target->shape[i]) return c.OutOfRange("axis {}: {} elements of {}", i, from.valid[i], target->shape[i]);
  }
  RETURN_IF_ERROR(CopyBox(c, from, *target, from.valid));
  Nd out = *target;
  return c.SetAlias(std::move(out));
}

// extract(src, row, column, shape): a copy of a window.
absl::Status Extract(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  ASSIGN_OR_RETURN(const int64_t row, c.IntArg(1));
  ASSIGN_OR_RETURN(const int64_t column, c.IntArg(2));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, in->dtype));
  if (in->rank() != 2 || out.rank() != 2) return c.Fail("operand and result have two axes");
  const int64_t at[] = {row, column};
  ASSIGN_OR_RETURN(const Nd window, WindowAt(c, *in, at, "the source"));
  for (size_t i = 0; i < 2; ++i) {
    if (NumElements(out.valid) != 0 && out.valid[i] > window.shape[i]) {
      return c.OutOfRange("axis {}: elements {} to {} of an extent of {}", i, at[i], at[i] + out.valid[i], in->shape[i]);
    }
  }
  RETURN_IF_ERROR(CopyBox(c, window, out, out.valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status Move(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(in->shape, in->dtype));
  RETURN_IF_ERROR(CopyBox(c, *in, out, out.valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status Read(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims at, c.IntsArg(1));
  RETURN_IF_ERROR(CheckPosition(c, *nd, at));
  Scalar s = ElementAt(*nd, at);
  for (size_t i = 0; i < at.size(); ++i) {
    if (at[i] >= nd->valid[i] && s.poison == 0) s.poison = c.Poison(PoisonKind::kOutsideValid);
  }
  if (IsFloat(c.p[c.type].dtype) != IsFloat(s.dtype) || c.p[c.type].dtype != s.dtype) s = s.As(c.p[c.type].dtype);
  c.result = RtValue::Of(s);
  return absl::OkStatus();
}

absl::Status Write(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims at, c.IntsArg(1));
  ASSIGN_OR_RETURN(const Scalar value, c.ScalarArg(2));
  RETURN_IF_ERROR(CheckPosition(c, *nd, at));
  Nd target = *nd;
  SetElementAt(c, target, at, value);
  c.result = c.args[0];
  return absl::OkStatus();
}

Scalar PadNumber(const OpContext& c, DType t) {
  const Attr* attr = c.Kwarg("pad_value");
  const PadValue pad = attr == nullptr ? PadValue::kZero : attr->as<PadValue>();
  Scalar s;
  s.dtype = t;
  if (IsFloat(t)) {
    const double infinity = std::numeric_limits<double>::infinity();
    s.f = pad == PadValue::kMax ? infinity : pad == PadValue::kMin ? -infinity : 0;
    s.f = RoundFloat(s.f, t);
  } else {
    s.i = pad == PadValue::kMax ? MaxInt(t) : pad == PadValue::kMin ? MinInt(t) : 0;
  }
  return s;
}

// fillpad, fillpad_expand: the valid elements, and the pad value everywhere else.
absl::Status FillPad(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  Dims shape = in->shape;
  if (c.Has(1)) {
    ASSIGN_OR_RETURN(shape, c.IntsArg(1));
  }
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(shape, in->dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  FillBox(c, out, out.shape, PadNumber(c, out.dtype));
  RETURN_IF_ERROR(CopyBox(c, *in, out, in->valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status FillPadInPlace(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  Nd kept = Snapshot(c, *in);
  Nd target = *in;
  RETURN_IF_ERROR(CheckInside(target, target.shape));
  FillBox(c, target, target.shape, PadNumber(c, target.dtype));
  RETURN_IF_ERROR(CopyBox(c, kept, target, in->valid));
  return c.SetAlias(std::move(target));
}

}  // namespace

void AddMemory(EvalTable& t) {
  t.Add("tile.load", Load);
  t.Add("tile.store", Store);
  t.Both("assemble", Assemble);
  t.Add("tile.move", Move);
  t.Add("tile.extract", Extract);
  t.Add("tensor.expand_clone", ExpandClone);
  t.Both("read", Read);
  t.Both("write", Write);
  t.Both("fillpad", FillPad);
  t.Both("fillpad_expand", FillPad);
  t.Add("tile.fillpad_inplace", FillPadInPlace);
}

}  // namespace t2t::eval
