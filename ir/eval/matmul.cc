// The matrix unit. A product accumulates in FP32 (floating operands) or INT32 (integers, wrapping), one k after the other,
// each product and each sum rounded; K is the valid K of the left operand. In a kernel the result of tensor.matmul keeps
// the accumulator's type whatever its declared type: out_dtype is realised by the store (op-conversions 7.1).
#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

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

// out (two-dimensional, accumulator type) = [init] + a * b over the part both have, [bias] added to every row first.
absl::Status Product(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out) {
  const int64_t m = std::min(out.valid[0], a.shape[0]), n = std::min(out.valid[1], b.shape[1]);
  const int64_t k = std::min(a.valid[1], b.shape[0]);
  if (m <= 0 || n <= 0) return absl::OkStatus();
  if (a.shape[1] != b.shape[0] && a.valid[1] > b.shape[0]) {
    return c.Fail("K is {} on the left and {} on the right", a.valid[1], b.shape[0]);
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
      StoreRow(out.dtype, out.buffer->bytes.data(), row.offset[0], out.stride.back(), n, reals.data());
    } else {
      if (real) {
        for (size_t j = 0; j < ints.size(); ++j) ints[j] = SaturateToInt(reals[j], out.dtype, Rounding::kTrunc);
      }
      StoreRow(out.dtype, out.buffer->bytes.data(), row.offset[0], out.stride.back(), n, ints.data());
    }
    MarkRow(out, row.offset[0], out.stride.back(), n, poison.empty() ? nullptr : poison.data() + at, c.stmt);
  });
  return absl::OkStatus();
}

DType AccumulatorOf(DType operand) { return IsFloat(operand) ? DType::kFp32 : DType::kInt32; }

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

// Multiplies page by page into `out`, whose leading axes are the batch.
absl::Status Pages(OpContext& c, const Nd& a, const Nd& b, const Nd* init, Nd& out) {
  if (out.rank() < 2 || a.rank() < 2 || b.rank() < 2) return c.Fail("operands need two axes");
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

Nd Oriented(const Nd& nd, bool transposed) {
  Nd out = nd;
  if (!transposed) return out;
  const size_t r = nd.rank();
  for (Dims* d : {&out.shape, &out.stride, &out.valid}) std::swap((*d)[r - 2], (*d)[r - 1]);
  return out;
}

Nd AsMatrix(const Nd& nd, bool row) {
  if (nd.rank() != 1) return nd;
  Nd out = nd;
  const auto at = [&](Dims& d, int64_t unit) { d.insert(row ? d.begin() : d.end(), unit); };
  at(out.shape, 1);
  at(out.valid, 1);
  at(out.stride, 0);
  return out;
}

absl::Status TensorMatmul(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* lhs, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* rhs, c.NdArg(1));
  if (lhs->rank() == 0 || rhs->rank() == 0) return c.Fail("operands need an axis");
  const Nd a = Oriented(AsMatrix(*lhs, true), lhs->rank() > 1 && c.BoolKwarg("a_trans", false));
  const Nd b = Oriented(AsMatrix(*rhs, false), rhs->rank() > 1 && c.BoolKwarg("b_trans", false));
  const DType accumulator = AccumulatorOf(a.dtype);
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.exec.kernel ? accumulator : c.p[c.type].dtype));
  // Vectors have lost an axis in the result; the product is written as a matrix all the same.
  Nd matrix = out;
  if (rhs->rank() == 1) matrix = AsMatrix(matrix, false);
  if (lhs->rank() == 1) {
    for (Dims* d : {&matrix.shape, &matrix.valid, &matrix.stride}) {
      d->insert(d->end() - 1, d == &matrix.stride ? 0 : 1);
    }
  }
  if (lhs->rank() == 1 && rhs->rank() == 1) {
    matrix.shape = matrix.valid = {1, 1};
    matrix.stride = {1, 1};
  }
  RETURN_IF_ERROR(Pages(c, a, b, nullptr, matrix));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// init_cond true: the accumulator starts at zero and its old content does not matter.
absl::StatusOr<bool> StartsAtZero(OpContext& c, size_t index) {
  if (!c.Has(index)) return false;
  ASSIGN_OR_RETURN(const int64_t cond, c.IntArg(index));
  return cond != 0;
}

absl::Status TensorMatmulAcc(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* acc, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* lhs, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* rhs, c.NdArg(2));
  if (lhs->rank() < 2 || rhs->rank() < 2) return c.Fail("operands need two axes");
  ASSIGN_OR_RETURN(const bool zero, StartsAtZero(c, 3));
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  // Where nothing is multiplied the accumulator stays.
  if (!zero) RETURN_IF_ERROR(CopyBox(c, *acc, out, out.valid));
  RETURN_IF_ERROR(Pages(c, Oriented(*lhs, c.BoolKwarg("a_trans", false)), Oriented(*rhs, c.BoolKwarg("b_trans", false)),
                        zero ? nullptr : acc, out));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status TileMatmul(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* b, c.NdArg(1));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  if (out.shape != out.valid || out.shape[0] != a->shape[0]) {
    PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
  }
  RETURN_IF_ERROR(Pages(c, *a, *b, nullptr, out));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// acc is updated in place, as declared.
absl::Status TileMatmulAcc(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* acc, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* b, c.NdArg(2));
  ASSIGN_OR_RETURN(const bool zero, StartsAtZero(c, 3));
  Nd out = *acc;
  if (out.rank() < 2 || a->rank() < 2 || b->rank() < 2) return c.Fail("operands need two axes");
  // The product is as large as its operands say; the rest of the accumulator stays.
  out.valid[out.rank() - 2] = a->valid[a->rank() - 2];
  out.valid[out.rank() - 1] = b->valid[b->rank() - 1];
  for (size_t i = 0; i < out.rank(); ++i) {
    if (out.valid[i] > out.shape[i]) return c.Fail("the product is larger than the accumulator on axis {}", i);
  }
  const Nd start = Snapshot(c, *acc);
  Nd init = start;
  init.valid = init.shape;
  RETURN_IF_ERROR(Pages(c, *a, *b, zero ? nullptr : &init, out));
  out.valid = acc->valid;
  return c.SetAlias(std::move(out));
}

absl::Status TileMatmulBias(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* b, c.NdArg(1));
  ASSIGN_OR_RETURN(const Nd* bias, c.NdArg(2));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
  RETURN_IF_ERROR(Product(c, *a, *b, bias, out));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// MX: every 32 elements along K share a power-of-two scale; the data is scaled exactly, then multiplied as FP32.
absl::StatusOr<Nd> Scaled(OpContext& c, const Nd& data, const Nd& scale, bool along_columns) {
  Nd out = NewNd(DType::kFp32, data.shape);
  out.valid = data.valid;
  PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
  for (int64_t i = 0; i < data.valid[0]; ++i) {
    for (int64_t j = 0; j < data.valid[1]; ++j) {
      const int64_t at[] = {i, j};
      const int64_t group[] = {along_columns ? i : i / 32, along_columns ? j / 32 : j};
      RETURN_IF_ERROR(CheckPosition(c, scale, group));
      Scalar v = ElementAt(data, at);
      const Scalar s = ElementAt(scale, group);
      v.f *= s.f;
      v.dtype = DType::kFp32;
      if (v.poison == 0) v.poison = s.poison;
      SetElementAt(c, out, at, v);
    }
  }
  return out;
}

template <size_t kFirst>  // position of lhs: 0, or 1 behind an accumulator
absl::Status MatmulMx(OpContext& c) {
  for (size_t i = kFirst; i < kFirst + 4; ++i) RETURN_IF_ERROR(c.NdArg(i).status());
  ASSIGN_OR_RETURN(const Nd a, Scaled(c, c.args[kFirst].nd, c.args[kFirst + 1].nd, true));
  ASSIGN_OR_RETURN(const Nd b, Scaled(c, c.args[kFirst + 2].nd, c.args[kFirst + 3].nd, false));
  if constexpr (kFirst == 1) {
    ASSIGN_OR_RETURN(const Nd* acc, c.NdArg(0));
    const Nd init = Snapshot(c, *acc);
    Nd out = *acc;
    RETURN_IF_ERROR(Product(c, a, b, &init, out));
    return c.SetAlias(std::move(out));
  }
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, DType::kFp32));
  RETURN_IF_ERROR(Product(c, a, b, c.Has(4) ? &c.args[4].nd : nullptr, out));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status ScaleAddress(OpContext& c) {
  c.result = c.args[0];
  return absl::OkStatus();
}

}  // namespace

void AddMatmul(EvalTable& t) {
  t.Add("tensor.matmul", TensorMatmul);
  t.Add("tensor.matmul_acc", TensorMatmulAcc);
  for (const char* op : {"tile.matmul", "tile.gemv", "tile.batch_matmul"}) t.Add(op, TileMatmul);
  for (const char* op : {"tile.matmul_acc", "tile.gemv_acc", "tile.batch_matmul_acc"}) t.Add(op, TileMatmulAcc);
  for (const char* op : {"tile.matmul_bias", "tile.gemv_bias"}) t.Add(op, TileMatmulBias);
  t.Add("tile.matmul_mx", MatmulMx<0>);
  t.Add("tile.matmul_mx_bias", MatmulMx<0>);
  t.Add("tile.matmul_mx_acc", MatmulMx<1>);
  t.Add("tile.tget_scale_addr", ScaleAddress);
}

}  // namespace t2t::eval
