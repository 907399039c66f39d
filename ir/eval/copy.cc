#include "ir/eval/copy.h"

#include <algorithm>

#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

// One row, converted. Buffers hold it; poison is handled by the caller.
void ConvertRow(const Nd& from, int64_t first, int64_t step, Nd& to, int64_t at, int64_t to_step, int64_t n,
                CopyMode mode) {
  const uint8_t* in = from.buffer->bytes.data();
  const uint8_t* out = to.buffer->bytes.data();
  if (mode == CopyMode::kOverwrite && from.dtype == to.dtype) {
    CopyRow(in, first, step, to, at, to_step, n);
    return;
  }
  const auto size = static_cast<size_t>(n);
  if (IsFloat(to.dtype)) {
    std::vector<double> v(size), old(size);
    LoadRow(from.dtype, in, first, step, n, v.data());
    if (mode == CopyMode::kAtomicAdd) {
      LoadRow(to.dtype, out, at, to_step, n, old.data());
      for (size_t i = 0; i < size; ++i) v[i] = RoundFloat(v[i], to.dtype) + old[i];
    }
    StoreRow(to, at, to_step, n, v.data());
    return;
  }
  std::vector<int64_t> v(size), old(size);
  if (IsFloat(from.dtype)) {
    std::vector<double> reals(size);
    LoadRow(from.dtype, in, first, step, n, reals.data());
    for (size_t i = 0; i < size; ++i) v[i] = SaturateToInt(reals[i], to.dtype, Rounding::kTrunc);
  } else {
    LoadRow(from.dtype, in, first, step, n, v.data());
  }
  if (mode == CopyMode::kAtomicAdd) {
    LoadRow(to.dtype, out, at, to_step, n, old.data());
    for (size_t i = 0; i < size; ++i) v[i] = AddInt(v[i], old[i]);
  }
  StoreRow(to, at, to_step, n, v.data());
}

}  // namespace

absl::Status CopyBox(OpContext& c, const Nd& from, Nd to, absl::Span<const int64_t> extent, CopyMode mode) {
  if (from.rank() != extent.size() || to.rank() != extent.size()) return c.Fail("a box of {} axes meets {} and {}", extent.size(), from.rank(), to.rank());
  if (NumElements(extent) == 0) return absl::OkStatus();
  if (from.dtype != to.dtype || mode == CopyMode::kAtomicAdd) {
    RETURN_IF_ERROR(c.NeedArithmetic(from.dtype));
    RETURN_IF_ERROR(c.NeedArithmetic(to.dtype));
  }
  // What `from` has of the box; the rest is poison.
  Dims present(extent.begin(), extent.end());
  bool covers = true;
  for (size_t i = 0; i < extent.size(); ++i) {
    present[i] = std::min(extent[i], std::max<int64_t>(from.valid[i], 0));
    covers = covers && present[i] == extent[i];
  }
  if (absl::Status s = CheckInside(from, present); !s.ok()) return c.OutOfRange("reading {}", MessageOf(s));
  if (absl::Status s = CheckInside(to, extent); !s.ok()) return c.OutOfRange("writing {}", MessageOf(s));
  const bool poisoned = RowHasPoison(from) || (mode == CopyMode::kAtomicAdd && RowHasPoison(to));
  const PoisonId outside = covers ? 0 : c.Poison(PoisonKind::kOutsideValid);
  const Dims strides[] = {from.stride, to.stride};
  const int64_t bases[] = {from.offset, to.offset};
  std::vector<PoisonId> reasons;
  const int64_t step = extent.empty() ? 0 : from.stride.back(), to_step = extent.empty() ? 1 : to.stride.back();
  if (!from.buffer->bit_poison.empty() && from.dtype == to.dtype && to.buffer->bit_poison.empty()) {
    to.buffer->bit_poison.assign(to.buffer->bytes.size(), 0);
  }
  ForEachRow(extent, strides, bases, [&](const RowStep& row) {
    int64_t n = extent.empty() ? 1 : present.back();
    for (size_t i = 0; i < row.position.size(); ++i) {
      if (row.position[i] >= present[i]) n = 0;
    }
    const int64_t first = row.offset[0], at = row.offset[1];
    if (n > 0) {
      bool any = false;
      if (poisoned) {
        reasons.assign(static_cast<size_t>(n), 0);
        for (int64_t i = 0; i < n; ++i) {
          PoisonId& r = reasons[static_cast<size_t>(i)];
          r = PoisonAt(from, first + i * step);
          if (r == 0 && mode == CopyMode::kAtomicAdd) r = PoisonAt(to, at + i * to_step);
          any = any || r != 0;
        }
      }
      ConvertRow(from, first, step, to, at, to_step, n, mode);
      MarkRow(to, at, to_step, n, any ? reasons.data() : nullptr, c.stmt);
      if (!to.buffer->bit_poison.empty() && ByteSize(to.dtype) == 1) {
        for (int64_t i = 0; i < n; ++i) {
          to.buffer->bit_poison[static_cast<size_t>(at + i * to_step)] =
              from.buffer->bit_poison.empty() ? 0 : from.buffer->bit_poison[static_cast<size_t>(first + i * step)];
        }
      }
    }
    if (n < row.n) {
      const std::vector<PoisonId> rest(static_cast<size_t>(row.n - n), outside);
      MarkRow(to, at + n * to_step, to_step, row.n - n, rest.data(), c.stmt);
    }
  });
  return absl::OkStatus();
}

absl::StatusOr<Nd> WindowAt(const OpContext& c, const Nd& nd, absl::Span<const int64_t> at, std::string_view what) {
  if (at.size() != nd.rank()) return c.Fail("{} offsets for {} axes of {}", at.size(), nd.rank(), what);
  Nd window = nd;
  for (size_t i = 0; i < at.size(); ++i) {
    if (at[i] < 0) return c.OutOfRange("offset {} on axis {} of {}", at[i], i, what);
    window.offset += at[i] * nd.stride[i];
    window.shape[i] = std::max<int64_t>(nd.shape[i] - at[i], 0);
    window.valid[i] = std::max<int64_t>(nd.valid[i] - at[i], 0);
  }
  return window;
}

namespace {

absl::StatusOr<Nd> WithMergedAxes(const OpContext& c, const Nd& nd, size_t rank) {
  Dims merged(nd.shape.end() - static_cast<std::ptrdiff_t>(rank), nd.shape.end());
  for (size_t i = 0; i < nd.rank() - rank; ++i) merged[0] *= nd.shape[i];
  Nd out;
  if (!ReshapeInPlace(nd, merged, &out)) return c.Fail("{} offsets for {} axes whose memory has gaps", rank, nd.rank());
  return out;
}

}  // namespace

absl::Status StoreRegion(OpContext& c, const Nd& source, const Nd& full, absl::Span<const int64_t> offsets,
                         const Dims* shapes, CopyMode mode) {
  Nd target = full;
  if (!offsets.empty() && offsets.size() < full.rank()) {
    ASSIGN_OR_RETURN(target, WithMergedAxes(c, full, offsets.size()));
  }
  // A tile keeps two axes where its tensor has one: the offsets of axes that the target lacks are 0.
  while (offsets.size() > target.rank() && offsets.front() == 0) offsets.remove_prefix(1);
  ASSIGN_OR_RETURN(Nd window, WindowAt(c, target, offsets, "the target"));
  Dims region;
  Nd from = source;
  if (shapes == nullptr && source.rank() == target.rank()) {
    region = source.valid;
  } else {
    // Row-major order of the valid elements, whatever the axes are called.
    Nd packed = NewNd(source.dtype, source.valid);
    RETURN_IF_ERROR(CopyBox(c, source, packed, source.valid));
    const int64_t total = NumElements(source.valid);
    region.assign(target.rank(), 1);
    if (shapes != nullptr && NumElements(*shapes) == total && shapes->size() == target.rank()) {
      region = *shapes;
    } else {
      int64_t rest = total;
      // The last axis takes the source's last axis, the others what is left.
      int64_t take = source.rank() == 0 ? 1 : source.valid.back();
      for (size_t i = target.rank(); i-- > 0 && rest > 1;) {
        region[i] = std::min(i + 1 == target.rank() ? take : rest, window.shape[i]);
        if (region[i] <= 0 || rest % region[i] != 0) return c.OutOfRange("{} elements do not fill rows of the target", total);
        rest /= region[i];
      }
      if (rest > 1) return c.OutOfRange("{} elements do not fit into the target", total);
      if (total == 0) return absl::OkStatus();
    }
    if (!ReshapeInPlace(packed, region, &from)) return c.Fail("cannot order {} elements", total);
  }
  for (size_t i = 0; i < region.size(); ++i) {
    if (NumElements(region) != 0 && region[i] > window.shape[i]) {
      return c.OutOfRange("axis {}: elements {} to {} of an extent of {}", i, offsets[i], offsets[i] + region[i], target.shape[i]);
    }
  }
  return CopyBox(c, from, window, region, mode);
}

void FillBox(OpContext& c, Nd& to, absl::Span<const int64_t> extent, const Scalar& value) {
  const Scalar v = value.As(to.dtype);
  const Dims strides[] = {to.stride};
  const int64_t bases[] = {to.offset};
  const int64_t step = extent.empty() ? 1 : to.stride.back();
  const auto row_length = static_cast<size_t>(extent.empty() ? 1 : std::max<int64_t>(extent.back(), 0));
  const std::vector<double> reals(IsFloat(to.dtype) ? row_length : 0, v.f);
  const std::vector<int64_t> ints(IsFloat(to.dtype) ? 0 : row_length, v.i);
  const std::vector<PoisonId> reasons(v.poison == 0 ? 0 : row_length, v.poison);
  ForEachRow(extent, strides, bases, [&](const RowStep& row) {
    if (IsFloat(to.dtype)) {
      StoreRow(to, row.offset[0], step, row.n, reals.data());
    } else {
      StoreRow(to, row.offset[0], step, row.n, ints.data());
    }
    MarkRow(to, row.offset[0], step, row.n, reasons.empty() ? nullptr : reasons.data(), c.stmt);
  });
}

int64_t OffsetOf(const Nd& nd, absl::Span<const int64_t> position) {
  int64_t at = nd.offset;
  for (size_t i = 0; i < position.size(); ++i) at += position[i] * nd.stride[i];
  return at;
}

absl::Status CheckPosition(const OpContext& c, const Nd& nd, absl::Span<const int64_t> position) {
  if (position.size() != nd.rank()) return c.Fail("{} indices for {} axes", position.size(), nd.rank());
  for (size_t i = 0; i < position.size(); ++i) {
    if (position[i] < 0 || position[i] >= nd.shape[i]) {
      return c.OutOfRange("index {} on axis {} of extent {}", position[i], i, nd.shape[i]);
    }
  }
  if (absl::Status s = CheckInside(nd, Dims(nd.rank(), 1)); !s.ok()) return c.OutOfRange("{}", MessageOf(s));
  Nd at = nd;
  at.offset = OffsetOf(nd, position);
  if (absl::Status s = CheckInside(at, Dims(nd.rank(), 1)); !s.ok()) return c.OutOfRange("{}", MessageOf(s));
  return absl::OkStatus();
}

Scalar ElementAt(const Nd& nd, absl::Span<const int64_t> position) {
  const int64_t at = OffsetOf(nd, position);
  Scalar s;
  s.dtype = nd.dtype;
  if (IsFloat(nd.dtype)) LoadRow(nd.dtype, nd.buffer->bytes.data(), at, 0, 1, &s.f);
  else LoadRow(nd.dtype, nd.buffer->bytes.data(), at, 0, 1, &s.i);
  s.poison = PoisonAt(nd, at);
  return s;
}

void SetElementAt(OpContext& c, Nd& nd, absl::Span<const int64_t> position, const Scalar& value) {
  const Scalar v = value.As(nd.dtype);
  const int64_t at = OffsetOf(nd, position);
  if (IsFloat(nd.dtype)) StoreRow(nd, at, 0, 1, &v.f);
  else StoreRow(nd, at, 0, 1, &v.i);
  MarkRow(nd, at, 0, 1, &v.poison, c.stmt);
}

absl::StatusOr<int64_t> IndexAt(OpContext& c, const Nd& index, absl::Span<const int64_t> at) {
  const Scalar s = ElementAt(index, at);
  RETURN_IF_ERROR(c.CheckNumber(s, "an index"));
  if (IsFloat(s.dtype)) return c.Fail("indices must be integers");
  return s.i;
}

Nd Snapshot(const OpContext& c, const Nd& nd) { return PackedCopy(nd, c.Poison(PoisonKind::kOutsideValid)); }

}  // namespace t2t::eval
