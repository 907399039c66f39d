#include "ir/eval/buffer.h"

#include <algorithm>
#include <limits>

namespace t2t::eval {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Element of the buffer's own type that holds the first byte of element `i` of the window, and how many it covers.
int64_t Granule(const Nd& nd, int64_t i) {
  if (nd.dtype == nd.buffer->dtype || BitWidth(nd.dtype) == BitWidth(nd.buffer->dtype)) return i;
  return i * ByteSize(nd.dtype) / ByteSize(nd.buffer->dtype);
}
int64_t GranulesPerElement(const Nd& nd) {
  if (BitWidth(nd.dtype) == BitWidth(nd.buffer->dtype)) return 1;
  return std::max<int64_t>(1, ByteSize(nd.dtype) / ByteSize(nd.buffer->dtype));
}

}  // namespace

PoisonId PoisonLog::Add(PoisonKind kind, StmtId stmt, ValueId value) {
  const PoisonReason& last = reasons_.back();
  if (reasons_.size() > 1 && last.kind == kind && last.stmt == stmt && last.value == value) {
    return static_cast<PoisonId>(reasons_.size() - 1);
  }
  reasons_.push_back({kind, stmt, value});
  return static_cast<PoisonId>(reasons_.size() - 1);
}

BufferPtr NewBuffer(DType dtype, int64_t elements) {
  auto buffer = std::make_shared<Buffer>();
  buffer->dtype = dtype;
  buffer->elements = elements;
  buffer->bytes.resize(static_cast<size_t>(StorageBytes(dtype, elements)));
  return buffer;
}

void PoisonAll(Buffer& buffer, PoisonId reason) {
  buffer.poison.assign(static_cast<size_t>(buffer.elements), reason);
}

int64_t NumElements(absl::Span<const int64_t> shape) {
  int64_t n = 1;
  for (int64_t d : shape) {
    if (d <= 0) return 0;
    if (n > kMax / d) return kMax;
    n *= d;
  }
  return n;
}

Dims PackedStrides(absl::Span<const int64_t> shape) {
  Dims stride(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) stride[i - 1] = stride[i] * std::max<int64_t>(shape[i], 1);
  return stride;
}

Nd NewNd(DType dtype, absl::Span<const int64_t> shape) {
  Nd nd;
  nd.buffer = NewBuffer(dtype, NumElements(shape));
  nd.dtype = dtype;
  nd.shape.assign(shape.begin(), shape.end());
  nd.valid = nd.shape;
  nd.stride = PackedStrides(shape);
  return nd;
}

int64_t NumElementsIn(const Nd& nd) { return static_cast<int64_t>(nd.buffer->bytes.size()) * 8 / StorageBits(nd.dtype); }

bool IsPacked(const Nd& nd) {
  int64_t expected = 1;
  for (size_t i = nd.rank(); i-- > 0;) {
    if (nd.shape[i] != 1 && nd.stride[i] != expected) return false;
    expected *= nd.shape[i];
  }
  return true;
}

absl::Status CheckInside(const Nd& nd, absl::Span<const int64_t> extent) {
  int64_t low = nd.offset, high = nd.offset;
  for (size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] <= 0) return absl::OkStatus();
    const int64_t reach = (extent[i] - 1) * nd.stride[i];
    (reach < 0 ? low : high) += reach;
  }
  const int64_t elements = NumElementsIn(nd);
  if (low >= 0 && high < elements) return absl::OkStatus();
  return absl::OutOfRangeError(fmt::format("touches element {} of a buffer of {}", low < 0 ? low : high, elements));
}

bool ReshapeInPlace(const Nd& nd, absl::Span<const int64_t> shape, Nd* out) {
  // Only what is packed (or of one row of equal distance) has the elements in the new order.
  int64_t step = 1;
  bool first = true, even = true;
  int64_t expected = 0;
  for (size_t i = nd.rank(); i-- > 0;) {
    if (nd.shape[i] == 1) continue;
    if (first) {
      step = nd.stride[i];
      expected = step * nd.shape[i];
      first = false;
    } else {
      even = even && nd.stride[i] == expected;
      expected *= nd.shape[i];
    }
  }
  if (!even) return false;
  out->buffer = nd.buffer;
  out->dtype = nd.dtype;
  out->offset = nd.offset;
  out->shape.assign(shape.begin(), shape.end());
  out->valid = out->shape;
  out->stride = PackedStrides(shape);
  for (int64_t& s : out->stride) s *= step;
  return true;
}

Nd PackedCopy(const Nd& nd, PoisonId reason) {
  Nd copy = NewNd(nd.dtype, nd.shape);
  copy.valid = nd.valid;
  copy.buffer->bit_poison.clear();
  const bool poisoned = RowHasPoison(nd);
  const int64_t elements = NumElementsIn(nd);
  const Dims strides[] = {nd.stride, copy.stride};
  const int64_t bases[] = {nd.offset, 0};
  const int64_t step = nd.rank() == 0 ? 0 : nd.stride.back();
  ForEachRow(nd.shape, strides, bases, [&](const RowStep& row) {
    int64_t n = row.n;
    const int64_t first = row.offset[0];
    if (first < 0 || first >= elements || step < 0) n = 0;
    if (step > 0 && n > 0) n = std::min(n, (elements - 1 - first) / step + 1);
    if (n > 0) {
      CopyRow(nd.buffer->bytes.data(), first, step, copy, row.offset[1], 1, n);
      if (poisoned) {
        std::vector<PoisonId> reasons(static_cast<size_t>(n));
        for (int64_t i = 0; i < n; ++i) reasons[static_cast<size_t>(i)] = PoisonAt(nd, first + i * step);
        MarkRow(copy, row.offset[1], 1, n, reasons.data(), StmtId());
      }
    }
    if (n < row.n) PoisonRow(copy, row.offset[1] + n, 1, row.n - n, reason);
  });
  return copy;
}

void ForEachRow(absl::Span<const int64_t> extent, absl::Span<const Dims> strides, absl::Span<const int64_t> bases,
                absl::FunctionRef<void(const RowStep&)> f) {
  absl::InlinedVector<int64_t, 4> offset(bases.begin(), bases.end());
  for (int64_t d : extent) {
    if (d <= 0) return;
  }
  RowStep step;
  step.n = extent.empty() ? 1 : extent.back();
  const size_t outer = extent.empty() ? 0 : extent.size() - 1;
  Dims position(outer, 0);
  step.position = position;
  step.offset = offset;
  while (true) {
    f(step);
    size_t axis = outer;
    while (axis > 0) {
      --axis;
      if (++position[axis] < extent[axis]) {
        for (size_t k = 0; k < offset.size(); ++k) offset[k] += strides[k][axis];
        break;
      }
      for (size_t k = 0; k < offset.size(); ++k) offset[k] -= strides[k][axis] * (extent[axis] - 1);
      position[axis] = 0;
      if (axis == 0) return;
    }
    if (outer == 0) return;
  }
}

namespace {

bool HasRoom(Nd& to, int64_t first, int64_t stride, int64_t n) {
  if (n <= 0) return false;
  const int64_t last = first + (n - 1) * stride, elements = NumElementsIn(to);
  if (std::min(first, last) >= 0 && std::max(first, last) < elements) return true;
  to.buffer->overrun = true;
  return false;
}

}  // namespace

void StoreRow(Nd& to, int64_t first, int64_t stride, int64_t n, const double* in) {
  if (HasRoom(to, first, stride, n)) StoreRow(to.dtype, to.buffer->bytes.data(), first, stride, n, in);
}
void StoreRow(Nd& to, int64_t first, int64_t stride, int64_t n, const int64_t* in) {
  if (HasRoom(to, first, stride, n)) StoreRow(to.dtype, to.buffer->bytes.data(), first, stride, n, in);
}
void CopyRow(const uint8_t* from, int64_t from_first, int64_t from_stride, Nd& to, int64_t first, int64_t stride, int64_t n) {
  if (HasRoom(to, first, stride, n)) {
    CopyRow(to.dtype, from, from_first, from_stride, to.buffer->bytes.data(), first, stride, n);
  }
}

bool RowHasPoison(const Nd& nd) { return !nd.buffer->poison.empty(); }

PoisonId PoisonAt(const Nd& nd, int64_t element) {
  const Buffer& b = *nd.buffer;
  if (b.poison.empty()) return 0;
  const int64_t first = Granule(nd, element), count = GranulesPerElement(nd);
  for (int64_t g = first; g < first + count; ++g) {
    if (g >= 0 && g < b.elements && b.poison[static_cast<size_t>(g)] != 0) return b.poison[static_cast<size_t>(g)];
  }
  return 0;
}

void MarkRow(Nd& nd, int64_t first, int64_t stride, int64_t n, const PoisonId* reasons, StmtId writer) {
  Buffer& b = *nd.buffer;
  if (reasons != nullptr && b.poison.empty()) {
    if (std::all_of(reasons, reasons + n, [](PoisonId r) { return r == 0; })) reasons = nullptr;
    else b.poison.assign(static_cast<size_t>(b.elements), 0);
  }
  const bool writers = !b.writer.empty() && writer.valid();
  if (b.poison.empty() && !writers) return;
  const int64_t count = GranulesPerElement(nd);
  for (int64_t i = 0; i < n; ++i) {
    const int64_t g = Granule(nd, first + i * stride);
    for (int64_t k = std::max<int64_t>(g, 0); k < g + count && k < b.elements; ++k) {
      if (!b.poison.empty()) b.poison[static_cast<size_t>(k)] = reasons == nullptr ? 0 : reasons[i];
      if (writers) b.writer[static_cast<size_t>(k)] = writer.index() + 1;
    }
  }
}

void PoisonRow(Nd& nd, int64_t first, int64_t stride, int64_t n, PoisonId reason) {
  const std::vector<PoisonId> reasons(static_cast<size_t>(n), reason);
  MarkRow(nd, first, stride, n, reasons.data(), StmtId());
}

void PoisonOutside(Nd& nd, absl::Span<const int64_t> valid, PoisonId reason) {
  if (absl::MakeConstSpan(nd.shape) == valid || nd.rank() == 0) return;
  const Dims strides[] = {nd.stride};
  const int64_t bases[] = {nd.offset};
  ForEachRow(nd.shape, strides, bases, [&](const RowStep& row) {
    int64_t from = std::max<int64_t>(valid.back(), 0);
    for (size_t i = 0; i < row.position.size(); ++i) {
      if (row.position[i] >= valid[i]) from = 0;
    }
    if (from < row.n) PoisonRow(nd, row.offset[0] + from * nd.stride.back(), nd.stride.back(), row.n - from, reason);
  });
}

}  // namespace t2t::eval
