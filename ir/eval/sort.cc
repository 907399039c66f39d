// Sorting. A sorted list is a run of pairs (value, index), both as wide as an element: the index keeps its lowest bits.
// Order: descending, NaN last, equal values in the order in which they came.
#include <algorithm>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

struct Pair {
  double value = 0;
  uint32_t value_bits = 0;
  uint32_t index_bits = 0;
  PoisonId poison = 0;
};

bool Before(const Pair& a, const Pair& b) {
  if (std::isnan(b.value)) return !std::isnan(a.value);
  return a.value > b.value;
}

uint32_t BitsAt(const Nd& nd, int64_t at) {
  uint32_t bits = 0;
  std::memcpy(&bits, nd.buffer->bytes.data() + at * ByteSize(nd.dtype), static_cast<size_t>(ByteSize(nd.dtype)));
  return bits;
}

// The pairs of one row of a window, `first` and `step` in elements.
std::vector<Pair> PairsOf(const Nd& nd, int64_t first, int64_t step, int64_t pairs) {
  std::vector<Pair> out(static_cast<size_t>(pairs));
  for (int64_t i = 0; i < pairs; ++i) {
    Pair& p = out[static_cast<size_t>(i)];
    const int64_t v = first + 2 * i * step, k = v + step;
    p.value_bits = BitsAt(nd, v);
    p.value = DecodeFloat(p.value_bits, nd.dtype);
    p.index_bits = BitsAt(nd, k);
    p.poison = PoisonAt(nd, v) != 0 ? PoisonAt(nd, v) : PoisonAt(nd, k);
  }
  return out;
}

void StorePairs(OpContext& c, Nd& nd, int64_t first, int64_t step, absl::Span<const Pair> pairs) {
  const auto put = [&](int64_t at, uint32_t bits) {
    uint8_t bytes[sizeof(bits)];
    std::memcpy(bytes, &bits, sizeof(bits));
    CopyRow(bytes, 0, 0, nd, at, 0, 1);
  };
  for (size_t i = 0; i < pairs.size(); ++i) {
    const int64_t at = first + 2 * static_cast<int64_t>(i) * step;
    put(at, pairs[i].value_bits);
    put(at + step, pairs[i].index_bits);
    const PoisonId reasons[] = {pairs[i].poison, pairs[i].poison};
    MarkRow(nd, at, step, 2, reasons, c.stmt);
  }
}

absl::Status NeedFloats(OpContext& c, const Nd& nd) {
  if (nd.dtype != DType::kFp32 && nd.dtype != DType::kFp16) return c.Fail("elements of {}", DTypeName(nd.dtype));
  if (nd.rank() == 0) return c.Fail("the operand has no axis");
  return CheckInside(nd, nd.shape);
}

// sort32(src, idx): every 32 elements of a row on their own.
absl::Status Sort32(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* idx, c.NdArg(1));
  RETURN_IF_ERROR(NeedFloats(c, *src));
  RETURN_IF_ERROR(CheckInside(*idx, idx->shape));
  if (idx->shape != src->shape) return c.Fail("index and values have other extents");
  Dims pairs_of = src->shape;
  pairs_of.back() *= 2;
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(pairs_of, src->dtype));
  const Dims strides[] = {src->stride, idx->stride, out.stride};
  const int64_t bases[] = {src->offset, idx->offset, out.offset};
  const PoisonId outside = src->FullyValid() ? 0 : c.Poison(PoisonKind::kOutsideValid);
  ForEachRow(src->shape, strides, bases, [&](const RowStep& row) {
    std::vector<Pair> pairs(static_cast<size_t>(row.n));
    for (int64_t i = 0; i < row.n; ++i) {
      Pair& p = pairs[static_cast<size_t>(i)];
      const int64_t v = row.offset[0] + i * src->stride.back(), k = row.offset[1] + i * idx->stride.back();
      p.value_bits = BitsAt(*src, v);
      p.value = DecodeFloat(p.value_bits, src->dtype);
      p.index_bits = BitsAt(*idx, k);
      p.poison = PoisonAt(*src, v) != 0 ? PoisonAt(*src, v) : PoisonAt(*idx, k);
      bool valid = i < src->valid.back();
      for (size_t a = 0; a < row.position.size(); ++a) valid = valid && row.position[a] < src->valid[a];
      if (!valid && p.poison == 0) p.poison = outside;
    }
    for (size_t from = 0; from < pairs.size(); from += 32) {
      const auto begin = pairs.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end = pairs.begin() + static_cast<std::ptrdiff_t>(std::min(from + 32, pairs.size()));
      // A place in the order that depends on poison poisons the whole block.
      PoisonId reason = 0;
      for (auto p = begin; p != end; ++p) reason = reason != 0 ? reason : p->poison;
      for (auto p = begin; p != end; ++p) p->poison = reason;
      std::stable_sort(begin, end, Before);
    }
    StorePairs(c, out, row.offset[2], out.stride.back(), pairs);
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Merges lists that are sorted already; ties go to the earlier list. With `exhausted` it ends when one list is used up.
std::vector<Pair> Merge(absl::Span<const std::vector<Pair>> lists, bool exhausted) {
  std::vector<size_t> at(lists.size(), 0);
  std::vector<Pair> out;
  PoisonId reason = 0;
  for (const std::vector<Pair>& list : lists) {
    for (const Pair& p : list) reason = reason != 0 ? reason : p.poison;
  }
  while (true) {
    size_t best = lists.size();
    bool used_up = false;
    for (size_t k = 0; k < lists.size(); ++k) {
      if (at[k] == lists[k].size()) {
        used_up = true;
        continue;
      }
      if (best == lists.size() || Before(lists[k][at[k]], lists[best][at[best]])) best = k;
    }
    if (best == lists.size() || (exhausted && used_up)) break;
    out.push_back(lists[best][at[best]++]);
    out.back().poison = reason;
  }
  return out;
}

// mrgsort_format1(src, block_len): groups of four neighbouring blocks of block_len elements become one.
absl::Status MergeBlocks(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(0));
  ASSIGN_OR_RETURN(const int64_t block, c.IntArg(1));
  RETURN_IF_ERROR(NeedFloats(c, *src));
  if (block <= 0 || block % 2 != 0) return c.Fail("blocks of {} elements", block);
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(src->shape, src->dtype));
  const Dims strides[] = {src->stride, out.stride};
  const int64_t bases[] = {src->offset, out.offset};
  ForEachRow(src->shape, strides, bases, [&](const RowStep& row) {
    const int64_t pairs_per_block = block / 2, pairs = row.n / 2;
    const std::vector<Pair> all = PairsOf(*src, row.offset[0], src->stride.back(), pairs);
    std::vector<Pair> result;
    for (int64_t from = 0; from < pairs; from += 4 * pairs_per_block) {
      std::vector<std::vector<Pair>> lists;
      for (int64_t k = from; k < std::min(from + 4 * pairs_per_block, pairs); k += pairs_per_block) {
        lists.emplace_back(all.begin() + k, all.begin() + std::min(k + pairs_per_block, pairs));
      }
      const std::vector<Pair> merged = Merge(lists, false);
      result.insert(result.end(), merged.begin(), merged.end());
    }
    StorePairs(c, out, row.offset[1], out.stride.back(), result);
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// mrgsort_format2(src0, src1[, src2[, src3]][, tmp]): whole rows are the lists.
absl::Status MergeLists(OpContext& c) {
  const size_t sources = c.op.category == OpCategory::kTile ? c.args.size() - 1 : c.args.size();
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.args[0].nd.dtype));
  const bool exhausted = c.BoolKwarg("exhausted", false);
  std::vector<Dims> strides;
  std::vector<int64_t> bases;
  int64_t total = 0;
  for (size_t i = 0; i < sources; ++i) {
    ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(i));
    RETURN_IF_ERROR(NeedFloats(c, *nd));
    if (nd->dtype != out.dtype) return c.Fail("lists of {} and {}", DTypeName(out.dtype), DTypeName(nd->dtype));
    Dims extents = nd->shape;
    if (out.rank() > 0) extents.back() = out.shape.back();
    RETURN_IF_ERROR(c.NeedExtents(out, extents));
    strides.push_back(nd->stride);
    bases.push_back(nd->offset);
    total += nd->shape.back();
  }
  if (total > out.shape.back()) return c.OutOfRange("{} elements into rows of {}", total, out.shape.back());
  strides.push_back(out.stride);
  bases.push_back(out.offset);
  PoisonAll(*out.buffer, c.Poison(PoisonKind::kUndefined));
  Dims rows = c.args[0].nd.shape;
  rows.back() = 1;
  ForEachRow(rows, strides, bases, [&](const RowStep& row) {
    std::vector<std::vector<Pair>> lists;
    for (size_t i = 0; i < sources; ++i) {
      const Nd& nd = c.args[i].nd;
      lists.push_back(PairsOf(nd, row.offset[i], nd.stride.back(), nd.shape.back() / 2));
    }
    StorePairs(c, out, row.offset.back(), out.stride.back(), Merge(lists, exhausted));
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

}  // namespace

void AddSort(EvalTable& t) {
  t.Both("sort32", Sort32);
  t.Both("mrgsort_format1", MergeBlocks);
  t.Both("mrgsort_format2", MergeLists);
}

}  // namespace t2t::eval
