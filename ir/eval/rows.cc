#include "ir/eval/rows.h"

#include <algorithm>

namespace t2t::eval {

absl::StatusOr<Operand> AlignOperand(const OpContext& c, const Nd& nd, absl::Span<const int64_t> box,
                                     absl::Span<const int64_t> region) {
  Operand o;
  o.nd = &nd;
  const size_t rank = box.size();
  if (nd.rank() > rank) return c.Fail("an operand has {} axes, the result {}", nd.rank(), rank);
  o.stride.assign(rank, 0);
  o.valid.assign(region.begin(), region.end());
  Dims reached(nd.rank(), 0);
  for (size_t i = 0; i < nd.rank(); ++i) {
    const size_t axis = rank - nd.rank() + i;
    if (nd.shape[i] == box[axis]) {
      o.stride[axis] = nd.stride[i];
      o.valid[axis] = nd.valid[i];
      reached[i] = std::min(region[axis], nd.shape[i]);
    } else if (nd.shape[i] == 1) {
      if (nd.valid[i] < 1) o.valid[axis] = 0;
      reached[i] = std::min<int64_t>(1, region[axis]);
    } else {
      return c.Fail("axis {} of an operand has extent {}, the result {}", i, nd.shape[i], box[axis]);
    }
  }
  for (size_t i = 0; i < rank; ++i) o.covers = o.covers && o.valid[i] >= region[i];
  RETURN_IF_ERROR(CheckInside(nd, reached));
  return o;
}

bool RowPoison(const OpContext& c, absl::Span<const Operand> operands, absl::Span<const int64_t> position,
               const int64_t* first, int64_t from, int64_t n, PoisonId* out) {
  bool any = false;
  const auto start = [&] {
    if (!any) std::fill(out, out + n, 0);
    any = true;
  };
  for (size_t k = 0; k < operands.size(); ++k) {
    const Operand& o = operands[k];
    const int64_t step = o.stride.empty() ? 0 : o.stride.back();
    if (RowHasPoison(*o.nd)) {
      for (int64_t i = 0; i < n; ++i) {
        if (const PoisonId reason = PoisonAt(*o.nd, first[k] + i * step); reason != 0) {
          start();
          if (out[i] == 0) out[i] = reason;
        }
      }
    }
    if (o.covers) continue;
    int64_t valid = o.valid.empty() ? 1 : o.valid.back();
    for (size_t axis = 0; axis < position.size(); ++axis) {
      if (position[axis] >= o.valid[axis]) valid = 0;
    }
    if (valid >= from + n) continue;
    start();
    const PoisonId outside = c.Poison(PoisonKind::kOutsideValid);
    for (int64_t i = std::max<int64_t>(valid - from, 0); i < n; ++i) {
      if (out[i] == 0) out[i] = outside;
    }
  }
  return any;
}

bool CollapseAxes(const Nd& out, absl::Span<const Operand> operands, absl::Span<const int64_t> region) {
  if (region.size() < 2 || !out.FullyValid() || !IsPacked(out)) return false;
  const Dims packed = PackedStrides(out.shape);
  for (const Operand& o : operands) {
    if (!o.covers) return false;
    for (size_t i = 0; i < region.size(); ++i) {
      if (region[i] != 1 && o.stride[i] != packed[i]) return false;
    }
  }
  return true;
}

template <class T>
absl::Status MapRows(OpContext& c, Nd& out, absl::Span<const Operand> operands, RowFunction<T> f) {
  T in_data[4][kChunk];
  T out_data[kChunk];
  uint8_t undefined[kChunk];
  PoisonId reasons[kChunk];
  std::array<const T*, 4> in{};
  T2T_CHECK(operands.size() <= 4);
  const size_t count = operands.size();
  for (size_t k = 0; k < count; ++k) in[k] = in_data[k];

  Dims extent = out.valid;
  std::vector<Operand> aligned(operands.begin(), operands.end());
  Dims out_stride = out.stride;
  if (CollapseAxes(out, operands, extent)) {
    extent = {NumElements(extent)};
    for (Operand& o : aligned) {
      o.stride = {1};
      o.valid = extent;
    }
    out_stride = {1};
  }
  std::vector<Dims> strides;
  std::vector<int64_t> bases;
  for (const Operand& o : aligned) {
    strides.push_back(o.stride);
    bases.push_back(o.nd->offset);
  }
  strides.push_back(out_stride);
  bases.push_back(out.offset);
  const bool rank0 = extent.empty();
  bool poisoned = !out.buffer->poison.empty() || !out.buffer->writer.empty();
  for (const Operand& o : operands) poisoned = poisoned || RowHasPoison(*o.nd) || !o.covers;
  PoisonId undefined_reason = 0;

  ForEachRow(extent, strides, bases, [&](const RowStep& row) {
    for (int64_t from = 0; from < row.n; from += kChunk) {
      const int64_t n = std::min(kChunk, row.n - from);
      int64_t first[4];
      for (size_t k = 0; k < count; ++k) {
        const int64_t step = rank0 ? 0 : strides[k].back();
        first[k] = row.offset[k] + from * step;
        LoadRow(operands[k].nd->dtype, operands[k].nd->buffer->bytes.data(), first[k], step, n, in_data[k]);
        if (const DType as = operands[k].as; as != DType::kNone) {
          for (int64_t i = 0; i < n; ++i) in_data[k][i] = Cast(in_data[k][i], as);
        }
      }
      std::memset(undefined, 0, static_cast<size_t>(n));
      f(n, in, out_data, undefined);
      const int64_t step = rank0 ? 1 : strides[count].back();
      const int64_t at = row.offset[count] + from * step;
      StoreRow(out, at, step, n, out_data);
      const bool any_undefined = std::memchr(undefined, 1, static_cast<size_t>(n)) != nullptr;
      if (!poisoned && !any_undefined) continue;
      bool any = RowPoison(c, aligned, row.position, first, from, n, reasons);
      if (any_undefined) {
        if (undefined_reason == 0) undefined_reason = c.Poison(PoisonKind::kUndefined);
        if (!any) std::memset(reasons, 0, sizeof(PoisonId) * static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) {
          if (undefined[i] != 0 && reasons[i] == 0) reasons[i] = undefined_reason;
        }
        any = true;
      }
      MarkRow(out, at, step, n, any ? reasons : nullptr, c.stmt);
    }
  });
  return absl::OkStatus();
}

template absl::Status MapRows<double>(OpContext&, Nd&, absl::Span<const Operand>, RowFunction<double>);
template absl::Status MapRows<int64_t>(OpContext&, Nd&, absl::Span<const Operand>, RowFunction<int64_t>);

namespace {

// Every axis of the result is as long as that of some operand: a broadcast makes nothing longer than all of them.
absl::Status NeedReached(const OpContext& c, const Nd& out, absl::Span<const Operand> operands) {
  if (operands.empty()) return absl::OkStatus();
  Dims reached(out.rank(), 1);
  for (const Operand& o : operands) {
    for (size_t i = 0; i < o.nd->rank(); ++i) {
      int64_t& extent = reached[out.rank() - o.nd->rank() + i];
      if (extent == 1) extent = o.nd->shape[i];
    }
  }
  return c.NeedExtents(out, reached);
}

}  // namespace

absl::Status Elementwise(OpContext& c, absl::Span<const size_t> indices, RowFunction<double> on_float,
                         RowFunction<int64_t> on_int) {
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  std::vector<Operand> operands;
  bool float_operand = false;
  for (size_t i : indices) {
    ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(i));
    RETURN_IF_ERROR(c.NeedArithmetic(nd->dtype));
    ASSIGN_OR_RETURN(Operand o, AlignOperand(c, *nd, out.shape, out.valid));
    float_operand = float_operand || IsFloat(nd->dtype);
    o.as = CastFirst(nd->dtype, out.dtype);
    operands.push_back(std::move(o));
  }
  RETURN_IF_ERROR(NeedReached(c, out, operands));
  if (IsFloat(out.dtype)) {
    RETURN_IF_ERROR(MapRows<double>(c, out, operands, on_float));
  } else if (float_operand) {
    return c.Fail("floating operands of an integer result");
  } else {
    RETURN_IF_ERROR(MapRows<int64_t>(c, out, operands, on_int));
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::StatusOr<bool> PoisonedByScalar(OpContext& c, const Scalar& s) {
  if (s.poison == 0) return false;
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  PoisonAll(*out.buffer, s.poison);
  c.SetResult(std::move(out));
  return true;
}

}  // namespace t2t::eval
