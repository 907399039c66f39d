// Gathers of elements. Flat indices address the source row-major from its first element; an index outside is an error unless the
// operator says what happens then (gather_oob).
#include <bit>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/mask_positions.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

absl::Status CopyElement(OpContext& c, const Nd& from, absl::Span<const int64_t> at, Nd& to, absl::Span<const int64_t> where) {
  const int64_t first = OffsetOf(from, at), target = OffsetOf(to, where);
  CopyRow(from.buffer->bytes.data(), first, 0, to, target, 0, 1);
  PoisonId reason = PoisonAt(from, first);
  for (size_t i = 0; i < at.size(); ++i) {
    if (at[i] >= from.valid[i] && reason == 0) reason = c.Poison(PoisonKind::kOutsideValid);
  }
  MarkRow(to, target, 0, 1, &reason, c.stmt);
  return absl::OkStatus();
}

// f(position) for every valid position of `nd`, in row-major order, until an error.
absl::Status ForEachValid(const Nd& nd, absl::FunctionRef<absl::Status(absl::Span<const int64_t>)> f) {
  if (NumElements(nd.valid) == 0) return absl::OkStatus();
  Dims at(nd.rank(), 0);
  while (true) {
    RETURN_IF_ERROR(f(at));
    size_t axis = nd.rank();
    while (axis > 0) {
      --axis;
      if (++at[axis] < nd.valid[axis]) break;
      at[axis] = 0;
      if (axis == 0) return absl::OkStatus();
    }
    if (nd.rank() == 0) return absl::OkStatus();
  }
}

// out.flat[i] = source.flat[index[i]], addressing memory from the source's first element as the hardware does.
absl::Status FlatGather(OpContext& c, const Nd& source, const Nd& index, int64_t oob) {
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, source.dtype));
  RETURN_IF_ERROR(CheckInside(index, index.valid));
  RETURN_IF_ERROR(c.NeedExtents(out, index.shape));
  const int64_t n = NumElements(source.shape);
  Nd memory = source;
  memory.shape = memory.valid = {n};
  memory.stride = {1};
  const bool whole = source.FullyValid();
  Nd region = out;
  for (size_t i = 0; i < region.rank(); ++i) region.valid[i] = std::min(region.valid[i], index.valid[i]);
  if (region.valid != out.valid) PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
  const absl::Status walked = ForEachValid(region, [&](absl::Span<const int64_t> at) -> absl::Status {
    ASSIGN_OR_RETURN(int64_t i, IndexAt(c, index, at));
    if (i < 0 || i >= n) {
      if (oob == 0 || n == 0) return c.OutOfRange("index {} of {} elements", i, n);
      if (oob == 3) {
        SetElementAt(c, out, at, Scalar::Int(0, DType::kInt32));
        return absl::OkStatus();
      }
      i = oob == 1 ? std::clamp<int64_t>(i, 0, n - 1) : (i % n + n) % n;
    }
    const int64_t from[] = {i};
    if (absl::Status s = CheckPosition(c, memory, from); !s.ok()) return s;
    RETURN_IF_ERROR(CopyElement(c, memory, from, out, at));
    if (!whole) {  // outside the source's valid region there is nothing to find
      int64_t rest = i;
      for (size_t axis = source.rank(); axis-- > 0;) {
        if (rest % source.shape[axis] >= source.valid[axis]) {
          const PoisonId reason = c.Poison(PoisonKind::kOutsideValid);
          MarkRow(out, OffsetOf(out, at), 0, 1, &reason, c.stmt);
        }
        rest /= source.shape[axis];
      }
    }
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(walked);
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Along an axis: out[p] = source[p with p[dim] = index[p]].
absl::Status TensorGather(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* index, c.NdArg(1));
  if (c.Kwarg("dim") == nullptr) {
    Nd packed = IsPacked(*source) ? *source : Snapshot(c, *source);
    return FlatGather(c, packed, *index, 0);
  }
  int64_t dim = c.IntKwarg("dim", -1);
  if (dim < 0) dim += static_cast<int64_t>(source->rank());
  if (dim < 0 || static_cast<size_t>(dim) >= source->rank() || index->rank() != source->rank()) return c.Fail("no axis {}", dim);
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, source->dtype));
  RETURN_IF_ERROR(c.NeedExtents(out, index->shape));
  RETURN_IF_ERROR(CheckInside(*index, index->valid));
  Nd region = out;
  for (size_t i = 0; i < region.rank(); ++i) region.valid[i] = std::min(region.valid[i], index->valid[i]);
  if (region.valid != out.valid) PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
  const absl::Status walked = ForEachValid(region, [&](absl::Span<const int64_t> at) -> absl::Status {
    Dims from(at.begin(), at.end());
    ASSIGN_OR_RETURN(from[static_cast<size_t>(dim)], IndexAt(c, *index, at));
    RETURN_IF_ERROR(CheckPosition(c, *source, from));
    return CopyElement(c, *source, from, out, at);
  });
  RETURN_IF_ERROR(walked);
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status TileGather(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* index, c.NdArg(1));
  return FlatGather(c, *source, *index, 0);
}

// mgather: element mode is a flat gather from GM, row mode copies whole rows of the last axis.
absl::Status MGather(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* mem, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* index, c.NdArg(1));
  const int64_t oob = c.IntKwarg("gather_oob", 0);
  if (c.IntKwarg("coalesce", 0) == 1) return FlatGather(c, *mem, *index, oob);
  if (mem->rank() < 2) return c.Fail("rows need two axes");
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, mem->dtype));
  if (index->rank() != 2) return c.Fail("the index has {} axes", index->rank());
  const int64_t columns = mem->shape.back();
  RETURN_IF_ERROR(c.NeedExtents(out, Dims{NumElements(index->shape), columns}));
  const int64_t rows = columns == 0 ? 0 : NumElements(mem->shape) / columns;
  Nd flat;
  const int64_t shape[] = {rows, columns};
  if (!ReshapeInPlace(*mem, shape, &flat)) return c.CannotRun("rows of a strided tensor");
  const int64_t count = std::min<int64_t>(NumElements(index->valid), out.valid[0]);
  for (int64_t r = 0; r < count; ++r) {
    const bool column = index->shape[0] != 1;
    const int64_t at[] = {column ? r : 0, column ? 0 : r};
    ASSIGN_OR_RETURN(int64_t row, IndexAt(c, *index, at));
    const int64_t to[] = {r, 0};
    ASSIGN_OR_RETURN(Nd target, WindowAt(c, out, to, "the result"));
    if (row < 0 || row >= rows) {
      if (oob == 0 || rows == 0) return c.OutOfRange("row {} of {}", row, rows);
      if (oob == 3) {
        FillBox(c, target, Dims{1, out.valid[1]}, Scalar::Int(0, DType::kInt32));
        continue;
      }
      row = oob == 1 ? std::clamp<int64_t>(row, 0, rows - 1) : (row % rows + rows) % rows;
    }
    const int64_t from[] = {row, 0};
    ASSIGN_OR_RETURN(const Nd source, WindowAt(c, flat, from, "the rows"));
    RETURN_IF_ERROR(CopyBox(c, source, target, Dims{1, out.valid[1]}));
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// gatherb: 32-byte blocks at byte offsets.
absl::Status GatherBlocks(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* offset, c.NdArg(1));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, source->dtype));
  const int64_t size = ByteSize(source->dtype), block = 32 / size;
  if (offset->rank() != 2) return c.Fail("the offsets have {} axes", offset->rank());
  RETURN_IF_ERROR(c.NeedExtents(out, Dims{offset->shape[0], offset->shape[1] * block}));
  if (c.p[c.type].dtype != source->dtype) return c.CannotRun("blocks read as another element type");
  Nd memory = source->dtype == DType::kFp32 || IsPacked(*source) ? *source : Snapshot(c, *source);
  memory.shape = memory.valid = {NumElements(source->shape)};
  memory.stride = {1};
  const absl::Status walked = ForEachValid(*offset, [&](absl::Span<const int64_t> at) -> absl::Status {
    ASSIGN_OR_RETURN(const int64_t bytes, IndexAt(c, *offset, at));
    if (bytes % size != 0) return c.Fail("offset {} is not aligned", bytes);
    for (int64_t i = 0; i < block; ++i) {
      const int64_t from[] = {bytes / size + i};
      RETURN_IF_ERROR(CheckPosition(c, memory, from));
      const int64_t to[] = {at[0], at[1] * block + i};
      RETURN_IF_ERROR(CopyElement(c, memory, from, out, to));
    }
    return absl::OkStatus();
  });
  RETURN_IF_ERROR(walked);
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status GatherMask(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(0));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  const MaskPositions mask(c.IntKwarg("mask_pattern", 0));
  Nd as_source = out;
  as_source.dtype = source->dtype;  // the same width: bits move unchanged
  if (source->rank() != 2 || out.rank() != 2) return c.Fail("the result has {} axes, the source {}", out.rank(), source->rank());
  if (BitWidth(out.dtype) != BitWidth(source->dtype)) return c.Fail("{} read as {}", DTypeName(source->dtype), DTypeName(out.dtype));
  RETURN_IF_ERROR(c.NeedExtents(out, Dims{source->shape[0], out.shape[1]}));
  RETURN_IF_ERROR(CheckInside(*source, source->shape));
  for (int64_t i = 0; i < out.shape[0]; ++i) {
    for (int64_t j = 0; j < out.shape[1]; ++j) {
      const int64_t from[] = {i, mask.At(j)}, to[] = {i, j};
      if (from[1] >= source->shape[1]) return c.OutOfRange("column {} of {}", from[1], source->shape[1]);
      RETURN_IF_ERROR(CopyElement(c, *source, from, as_source, to));
    }
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Per row, the columns (plus `offset`) whose element compares true with kvalue, at most out_cols of them; how many there
// were. Slots behind them are undefined.
absl::Status GatherCompare(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* source, c.NdArg(0));
  ASSIGN_OR_RETURN(Scalar k, c.ScalarArg(1));
  RETURN_IF_ERROR(c.CheckNumber(k, "kvalue"));
  k = k.As(source->dtype);
  const absl::Span<const TypeId> types = c.p[c.p[c.type].elements];
  if (types.size() != 2) return c.Fail("the result is a pair");
  ASSIGN_OR_RETURN(Nd indices, c.NewResult(types[0], c.p[types[0]].dtype));
  ASSIGN_OR_RETURN(Nd counts, c.NewResult(types[1], c.p[types[1]].dtype));
  if (source->rank() != 2 || indices.rank() != 2) return c.Fail("operand and result have two axes");
  RETURN_IF_ERROR(c.NeedExtents(indices, Dims{source->shape[0], indices.shape[1]}));
  RETURN_IF_ERROR(c.NeedExtents(counts, Dims{1, source->shape[0]}));
  PoisonAll(*indices.buffer, c.Poison(PoisonKind::kUndefined));
  PoisonAll(*counts.buffer, c.Poison(PoisonKind::kUndefined));
  const int64_t code = c.IntKwarg("cmp_mode", 0), offset = c.IntKwarg("offset", 0);
  RETURN_IF_ERROR(CheckInside(*source, source->valid));
  for (int64_t i = 0; i < source->valid[0]; ++i) {
    int64_t count = 0;
    PoisonId reason = 0;
    for (int64_t j = 0; j < source->valid[1]; ++j) {
      const int64_t at[] = {i, j};
      const Scalar s = ElementAt(*source, at);
      if (s.poison != 0) reason = s.poison;
      const bool holds = IsFloat(s.dtype) ? CompareFloat(s.f, k.f, code) : CompareInt(s.i, k.i, code, s.dtype);
      if (!holds || reason != 0) continue;
      if (count < indices.shape[1]) {
        const int64_t to[] = {i, count};
        SetElementAt(c, indices, to, Scalar::Int(j + offset, DType::kInt32));
      }
      ++count;
    }
    Scalar n = Scalar::Int(count, counts.dtype);
    n.poison = reason;
    const int64_t to[] = {0, i};
    SetElementAt(c, counts, to, n);
  }
  c.result = RtValue::Tuple({c.Wrap(std::move(indices), types[0]), c.Wrap(std::move(counts), types[1])});
  return absl::OkStatus();
}

}  // namespace

void AddGather(EvalTable& t) {
  t.Add("tensor.gather", TensorGather);
  t.Add("tile.gather", TileGather);
  t.Add("tile.mgather", MGather);
  t.Add("tile.gatherb", GatherBlocks);
  t.Both("gather_mask", GatherMask);
  t.Both("gather_compare", GatherCompare);
}

}  // namespace t2t::eval
