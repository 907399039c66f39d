// Scatters. Elements are written in row-major order of the source, so of two that hit one place the later one stays.
// tensor.* work on a copy of their background; tile.* write their first operand in place.
#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/mask_positions.h"

namespace t2t::eval {
namespace {

absl::Status NeedMatrices(OpContext& c, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(i));
    if (nd->rank() != 2) return c.Fail("operand {} has {} axes", i, nd->rank());
    RETURN_IF_ERROR(CheckInside(*nd, nd->valid));
  }
  return absl::OkStatus();
}

Scalar SourceAt(OpContext& c, const Nd& nd, absl::Span<const int64_t> at) {
  Scalar s = ElementAt(nd, at);
  for (size_t i = 0; i < at.size(); ++i) {
    if (at[i] >= nd.valid[i] && s.poison == 0) s.poison = c.Poison(PoisonKind::kOutsideValid);
  }
  return s;
}

// tensor.scatter(input, index, src), last axis: out[i, index[i, j]] = src[i, j].
absl::Status TensorScatter(OpContext& c) {
  RETURN_IF_ERROR(NeedMatrices(c, 3));
  const Nd &index = c.args[1].nd, &src = c.args[2].nd;
  Nd out = Snapshot(c, c.args[0].nd);
  for (int64_t i = 0; i < index.valid[0]; ++i) {
    for (int64_t j = 0; j < index.valid[1]; ++j) {
      const int64_t at[] = {i, j};
      ASSIGN_OR_RETURN(const int64_t column, IndexAt(c, index, at));
      if (column < 0 || column >= out.shape[1]) return c.OutOfRange("column {} of {}", column, out.shape[1]);
      const int64_t to[] = {i, column};
      RETURN_IF_ERROR(CheckPosition(c, out, to));
      RETURN_IF_ERROR(CheckPosition(c, src, at));
      SetElementAt(c, out, to, SourceAt(c, src, at));
    }
  }
  return c.SetAlias(std::move(out));
}

// out.flat[index[k, j]] = src[k, j]
absl::Status FlatScatter(OpContext& c, Nd& out, const Nd& src, const Nd& index) {
  Nd memory = out;
  memory.shape = memory.valid = {NumElements(out.shape)};
  memory.stride = {1};
  if (!IsPacked(out)) return c.CannotRun("a strided target");
  for (int64_t i = 0; i < index.valid[0]; ++i) {
    for (int64_t j = 0; j < index.valid[1]; ++j) {
      const int64_t at[] = {i, j};
      ASSIGN_OR_RETURN(const int64_t place, IndexAt(c, index, at));
      const int64_t to[] = {place};
      RETURN_IF_ERROR(CheckPosition(c, memory, to));
      RETURN_IF_ERROR(CheckPosition(c, src, at));
      SetElementAt(c, memory, to, SourceAt(c, src, at));
    }
  }
  return absl::OkStatus();
}

absl::Status TileScatter(OpContext& c) {  // (dst, src, indexes)
  RETURN_IF_ERROR(NeedMatrices(c, 3));
  Nd out = c.args[0].nd;
  RETURN_IF_ERROR(FlatScatter(c, out, c.args[1].nd, c.args[2].nd));
  return c.SetAlias(std::move(out));
}

absl::Status MScatter(OpContext& c) {  // (src, idx, output)
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* index, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(2));
  if (src->rank() != 2 || index->rank() != 2) return c.CannotRun("indices of {} axes", index->rank());
  Nd out = *target;
  RETURN_IF_ERROR(FlatScatter(c, out, *src, *index));
  c.result = c.args[2];
  return absl::OkStatus();
}

// Column j of the source goes to the j-th selected column.
absl::Status MaskScatter(OpContext& c, const Nd& src, Nd& out) {
  const MaskPositions mask(c.IntKwarg("mask_pattern", 0));
  for (int64_t i = 0; i < src.valid[0]; ++i) {
    for (int64_t j = 0; j < src.valid[1]; ++j) {
      const int64_t at[] = {i, j}, to[] = {i, mask.At(j)};
      RETURN_IF_ERROR(CheckPosition(c, out, to));
      SetElementAt(c, out, to, ElementAt(src, at));
    }
  }
  return absl::OkStatus();
}

absl::Status TensorScatterMask(OpContext& c) {  // (input, dst)
  RETURN_IF_ERROR(NeedMatrices(c, 2));
  Nd out = Snapshot(c, c.args[1].nd);
  RETURN_IF_ERROR(MaskScatter(c, c.args[0].nd, out));
  return c.SetAlias(std::move(out));
}

absl::Status TileScatterMask(OpContext& c) {  // (dst, src)
  RETURN_IF_ERROR(NeedMatrices(c, 2));
  Nd out = c.args[0].nd;
  RETURN_IF_ERROR(MaskScatter(c, c.args[1].nd, out));
  return c.SetAlias(std::move(out));
}

// Whole rows: out[index.flat[k], :] = src[k, :]; with four axes the first two together count rows.
absl::Status ScatterUpdate(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* input, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* index, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(2));
  Nd out = c.p[c.type].IsTile() ? *input : Snapshot(c, *input);
  const auto as_rows = [](const Nd& nd, Nd* rows) {
    const int64_t columns = nd.shape.back();
    const int64_t shape[] = {columns == 0 ? 0 : NumElements(nd.shape) / columns, columns};
    return ReshapeInPlace(nd, shape, rows);
  };
  Nd to, from;
  if (!as_rows(out, &to)) return c.CannotRun("a strided target");
  if (!as_rows(*source, &from) && !as_rows(Snapshot(c, *source), &from)) return c.CannotRun("a strided source");
  if (!source->FullyValid()) {
    if (source->rank() != 2) return c.CannotRun("a partly valid source of {} axes", source->rank());
    from.valid = source->valid;
  }
  if (index->rank() != 2) return c.Fail("the index has {} axes", index->rank());
  for (int64_t i = 0, k = 0; i < index->shape[0]; ++i) {
    for (int64_t j = 0; j < index->shape[1]; ++j, ++k) {
      if (i >= index->valid[0] || j >= index->valid[1]) continue;
      const int64_t at[] = {i, j};
      ASSIGN_OR_RETURN(const int64_t row, IndexAt(c, *index, at));
      if (row < 0 || row >= to.shape[0]) return c.OutOfRange("row {} of {}", row, to.shape[0]);
      if (k >= from.shape[0]) return c.OutOfRange("row {} of the source", k);
      const int64_t to_at[] = {row, 0}, from_at[] = {k, 0};
      ASSIGN_OR_RETURN(const Nd target, WindowAt(c, to, to_at, "the target"));
      ASSIGN_OR_RETURN(const Nd row_of, WindowAt(c, from, from_at, "the source"));
      RETURN_IF_ERROR(CopyBox(c, row_of, target, Dims{1, from.shape[1]}));
    }
  }
  return c.SetAlias(std::move(out));
}

}  // namespace

void AddScatter(EvalTable& t) {
  t.Add("tensor.scatter", TensorScatter);
  t.Add("tile.scatter", TileScatter);
  t.Add("tile.mscatter", MScatter);
  t.Add("tensor.scatter_mask", TensorScatterMask);
  t.Add("tile.scatter_mask", TileScatterMask);
  t.Both("scatter_update", ScatterUpdate);
}

}  // namespace t2t::eval
