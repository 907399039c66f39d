// Gathers of regions of GM into an accumulator: at a given place, or row by row through a page table.
#include <utility>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"

namespace t2t::eval {
namespace {

// One GM region into the accumulator: dst[dst_offset..] = src[src_offset..], or its transpose.
absl::Status PutRow(OpContext& c, const Nd& src, Nd& acc, const Dims& to, const Dims& from, const Dims& extent, bool transpose) {
  ASSIGN_OR_RETURN(Nd source, WindowAt(c, src, from, "the source"));
  ASSIGN_OR_RETURN(const Nd target, WindowAt(c, acc, to, "the accumulator"));
  Dims box = extent;
  if (transpose) {
    for (Dims* d : {&source.shape, &source.stride, &source.valid, &box}) std::swap((*d)[0], (*d)[1]);
  }
  for (size_t i = 0; i < box.size(); ++i) {
    if (box[i] > target.shape[i]) return c.OutOfRange("axis {}: {} elements into {}", i, box[i], target.shape[i]);
    if (box[i] > source.shape[i]) return c.OutOfRange("axis {}: {} elements of {}", i, box[i], source.shape[i]);
  }
  return CopyBox(c, source, target, box);
}

// gather_row(acc, src, dst_offset, src_offset, shapes[, valid_shape]): in place for a tile, on a copy for a tensor.
absl::Status GatherRow(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* acc, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(1));
  ASSIGN_OR_RETURN(const Dims to, c.IntsArg(2));
  ASSIGN_OR_RETURN(const Dims from, c.IntsArg(3));
  ASSIGN_OR_RETURN(Dims extent, c.IntsArg(4));
  if (c.Has(5)) {
    ASSIGN_OR_RETURN(extent, c.IntsArg(5));
  }
  Nd out = c.p[c.type].IsTile() ? *acc : Snapshot(c, *acc);
  if (to.size() != acc->rank() || from.size() != src->rank() || extent.size() != src->rank() || src->rank() != acc->rank()) {
    return c.Fail("offsets and extents of other ranks");
  }
  RETURN_IF_ERROR(PutRow(c, *src, out, to, from, extent, c.BoolKwarg("transpose", false)));
  return c.SetAlias(std::move(out));
}

// Rows of a paged pool: row i comes from page block_table[index / block_size], row index % block_size.
absl::Status PagedGather(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* indices, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* table, c.NdArg(2));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, src->dtype));
  PoisonAll(*out.buffer, c.Poison(PoisonKind::kNeverWritten));
  const int64_t block = c.IntKwarg("block_size", 1), size = c.IntKwarg("size", 1), column = c.IntKwarg("col_off", 0);
  const bool transpose = c.BoolKwarg("is_trans", false);
  const auto flat = [&](const Nd& nd, int64_t i) -> absl::StatusOr<int64_t> {
    Dims at(nd.rank(), 0);
    at.back() = i;
    RETURN_IF_ERROR(CheckPosition(c, nd, at));
    return IndexAt(c, nd, at);
  };
  const int64_t rows = indices->shape.back();
  for (int64_t i = 0; i < rows; ++i) {
    ASSIGN_OR_RETURN(const int64_t index, flat(*indices, i));
    if (index < 0) return c.OutOfRange("index {}", index);
    ASSIGN_OR_RETURN(const int64_t page, flat(*table, index / block));
    const Dims to = transpose ? Dims{0, i} : Dims{i, 0};
    RETURN_IF_ERROR(PutRow(c, *src, out, to, {page * block + index % block, column}, {1, size}, transpose));
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

}  // namespace

void AddGatherRows(EvalTable& t) {
  t.Both("gather_row", GatherRow);
  t.Add("tensor.paged_gather", PagedGather);
}

}  // namespace t2t::eval
