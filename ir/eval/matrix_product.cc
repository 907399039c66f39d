#include "ir/eval/matrix_product.h"

#include <algorithm>
#include <type_traits>

#include "ir/eval/copy.h"

namespace t2t::eval {
namespace {

struct Matrix {
  int64_t rows = 0, columns = 0;    // computed part
  std::vector<float> real;          // row-major
  std::vector<int32_t> whole;
  std::vector<PoisonId> poison;     // empty = none
};

// The box [0, rows) x [0, columns) of a two-dimensional window; outside its valid region and buffer everything is poison.
absl::StatusOr<Matrix> Fetch(OpContext& c, const Nd& nd, int64_t rows, int64_t columns) {
  Matrix m;
  m.rows = rows;
  m.columns = columns;
  Nd copy = NewNd(nd.dtype, {rows, columns});
  RETURN_IF_ERROR(CopyBox(c, nd, copy, {rows, columns}));
  const auto n = static_cast<size_t>(rows * columns);
  if (IsFloat(nd.dtype)) {
    std::vector<double> row(n);
    LoadRow(nd.dtype, copy.buffer->bytes.data(), 0, 1, rows * columns, row.data());
    m.real.assign(row.begin(), row.end());
  } else {
    std::vector<int64_t> row(n);
    LoadRow(nd.dtype, copy.buffer->bytes.data(), 0, 1, rows * columns, row.data());
    m.whole.resize(n);
    for (size_t i = 0; i < n; ++i) m.whole[i] = static_cast<int32_t>(row[i]);
  }
  m.poison = copy.buffer->poison;
  return m;
}

// acc[i][j] += a[i][k] * b[k][j] for k = 0, 1, ...
template <class T>
void Accumulate(const std::vector<T>& a, const std::vector<T>& b, std::vector<T>& acc, int64_t m, int64_t k, int64_t n) {
  for (int64_t i = 0; i < m; ++i) {
    T* row = acc.data() + i * n;
    for (int64_t l = 0; l < k; ++l) {
      const T x = a[static_cast<size_t>(i * k + l)];
      const T* other = b.data() + l * n;
      if constexpr (std::is_same_v<T, float>) {
        for (int64_t j = 0; j < n; ++j) row[j] += x * other[j];
      } else {
        for (int64_t j = 0; j < n; ++j) {
          row[j] = static_cast<T>(static_cast<uint32_t>(row[j]) + static_cast<uint32_t>(x) * static_cast<uint32_t>(other[j]));
        }
      }
    }
  }
}

// A poisoned factor poisons its whole row of the product, resp. column.
void SpreadPoison(const Matrix& a, const Matrix& b, std::vector<PoisonId>& acc) {
  const int64_t m = a.rows, k = a.columns, n = b.columns;
  const auto need = [&] {
    if (acc.empty()) acc.assign(static_cast<size_t>(m * n), 0);
  };
  for (int64_t i = 0; i < m && !a.poison.empty(); ++i) {
    for (int64_t l = 0; l < k; ++l) {
      const PoisonId reason = a.poison[static_cast<size_t>(i * k + l)];
      if (reason == 0) continue;
      need();
      for (int64_t j = 0; j < n; ++j) {
        PoisonId& r = acc[static_cast<size_t>(i * n + j)];
        if (r == 0) r = reason;
      }
      break;
    }
  }
  for (int64_t j = 0; j < n && !b.poison.empty(); ++j) {
    for (int64_t l = 0; l < k; ++l) {
      const PoisonId reason = b.poison[static_cast<size_t>(l * n + j)];
      if (reason == 0) continue;
      need();
      for (int64_t i = 0; i < m; ++i) {
        PoisonId& r = acc[static_cast<size_t>(i * n + j)];
        if (r == 0) r = reason;
      }
      break;
    }
  }
}

// The last two axes at one position of the leading (batch) axes, extents of 1 repeated.
Nd Page(const Nd& nd, absl::Span<const int64_t> position) {
  Nd page = nd;
  const size_t batch = nd.rank() - 2;
  for (size_t i = 0; i < batch; ++i) {
    const size_t at = position.size() - batch + i;
    if (nd.shape[i] != 1) page.offset += position[at] * nd.stride[i];
  }
  for (Dims* d : {&page.shape, &page.stride, &page.valid}) d->erase(d->begin(), d->begin() + static_cast<std::ptrdiff_t>(batch));
  return page;
}

}  // namespace

absl::Status Product(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out) {
  if (out.rank() != 2 || a.rank() != 2 || b.rank() != 2) return c.Fail("a product of {} and {} axes as {}", a.rank(), b.rank(), out.rank());
  const int64_t m = std::min(out.valid[0], a.shape[0]), n = std::min(out.valid[1], b.shape[1]);
  const int64_t k = std::min(a.valid[1], b.shape[0]);
  if (m <= 0 || n <= 0) return absl::OkStatus();
  if (a.shape[1] != b.shape[0] && a.valid[1] != b.valid[0]) {
    return c.Fail("K is {} on the left and {} on the right", a.valid[1], b.valid[0]);
  }
  if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) > 4e9) {
    return absl::ResourceExhaustedError(fmt::format("{}: {} x {} x {} is too large to run", c.op.name, m, k, n));
  }
  RETURN_IF_ERROR(c.NeedArithmetic(a.dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(b.dtype));
  if (IsFloat(a.dtype) != IsFloat(b.dtype)) return c.Fail("operands of different kinds");
  ASSIGN_OR_RETURN(const Matrix ma, Fetch(c, a, m, k));
  ASSIGN_OR_RETURN(const Matrix mb, Fetch(c, b, k, n));
  Matrix acc;
  if (init != nullptr) {
    Nd start = *init;
    if (start.shape[0] == 1 && m > 1) {  // a bias row stands for every row
      start.shape[0] = m;
      start.valid[0] = start.valid[0] > 0 ? m : 0;
      start.stride[0] = 0;
    }
    ASSIGN_OR_RETURN(acc, Fetch(c, start, m, n));
  }
  const auto size = static_cast<size_t>(m * n);
  std::vector<PoisonId> poison = acc.poison;
  const Dims strides[] = {out.stride};
  const int64_t bases[] = {out.offset};
  const bool real = IsFloat(a.dtype);
  if (real) {
    acc.real.resize(size, 0.0f);
    Accumulate(ma.real, mb.real, acc.real, m, k, n);
  } else {
    acc.whole.resize(size, 0);
    Accumulate(ma.whole, mb.whole, acc.whole, m, k, n);
  }
  SpreadPoison(ma, mb, poison);
  std::vector<double> reals(static_cast<size_t>(n));
  std::vector<int64_t> ints(static_cast<size_t>(n));
  ForEachRow(Dims{m, n}, strides, bases, [&](const RowStep& row) {
    const auto at = static_cast<size_t>(row.position[0] * n);
    for (size_t j = 0; j < static_cast<size_t>(n); ++j) {
      if (real) reals[j] = acc.real[at + j];
      else ints[j] = acc.whole[at + j];
    }
    if (IsFloat(out.dtype)) {
      if (!real) std::copy(ints.begin(), ints.end(), reals.begin());
      StoreRow(out, row.offset[0], out.stride.back(), n, reals.data());
    } else {
      if (real) {
        for (size_t j = 0; j < ints.size(); ++j) ints[j] = SaturateToInt(reals[j], out.dtype, Rounding::kTrunc);
      }
      StoreRow(out, row.offset[0], out.stride.back(), n, ints.data());
    }
    MarkRow(out, row.offset[0], out.stride.back(), n, poison.empty() ? nullptr : poison.data() + at, c.stmt);
  });
  return absl::OkStatus();
}

absl::Status Pages(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out) {
  if (out.rank() < 2 || a.rank() < 2 || b.rank() < 2) return c.Fail("operands need two axes");
  if (a.rank() > out.rank() || b.rank() > out.rank()) return c.Fail("the result has {} axes, fewer than an operand", out.rank());
  Dims batch(out.shape.begin(), out.shape.end() - 2);
  Dims position(batch.size(), 0);
  for (int64_t page = 0, pages = NumElements(batch); page < pages; ++page) {
    Nd o = Page(out, position);
    Nd i;
    if (init != nullptr) i = Page(*init, position);
    RETURN_IF_ERROR(Product(c, Page(a, position), Page(b, position), init == nullptr ? nullptr : &i, o));
    for (size_t axis = batch.size(); axis-- > 0;) {
      if (++position[axis] < batch[axis]) break;
      position[axis] = 0;
    }
  }
  return absl::OkStatus();
}

}  // namespace t2t::eval
