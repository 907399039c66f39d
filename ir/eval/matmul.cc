// Operators of the matrix unit. In a kernel the result of tensor.matmul keeps the accumulator's type whatever its declared
// type: out_dtype is realised by the store (op-conversions 7.1).
#include <algorithm>

#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/matrix_product.h"

namespace t2t::eval {
namespace {

DType AccumulatorOf(DType operand) { return IsFloat(operand) ? DType::kFp32 : DType::kInt32; }

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

// Extents of a product of batches of matrices.
Dims ProductExtents(const Nd& a, const Nd& b) {
  Dims extents(std::max(a.rank(), b.rank()), 1);
  for (const Nd* nd : {&a, &b}) {
    for (size_t i = 0; i + 2 < nd->rank(); ++i) {
      int64_t& extent = extents[extents.size() - nd->rank() + i];
      if (extent == 1) extent = nd->shape[i];
    }
  }
  extents[extents.size() - 2] = a.shape[a.rank() - 2];
  extents[extents.size() - 1] = b.shape[b.rank() - 1];
  return extents;
}

absl::Status TensorMatmul(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* lhs, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* rhs, c.NdArg(1));
  if (lhs->rank() == 0 || rhs->rank() == 0) return c.Fail("operands need an axis");
  const Nd a = Oriented(AsMatrix(*lhs, true), lhs->rank() > 1 && c.BoolKwarg("a_trans", false));
  const Nd b = Oriented(AsMatrix(*rhs, false), rhs->rank() > 1 && c.BoolKwarg("b_trans", false));
  const DType accumulator = AccumulatorOf(a.dtype);
  // A vector has one axis only, and the result lacks the other.
  Dims extents = ProductExtents(a, b);
  if (lhs->rank() == 1) extents.erase(extents.end() - 2);
  if (rhs->rank() == 1) extents.pop_back();
  if (extents.empty() && !c.p.Shape(c.type).empty()) extents = {1};
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(extents, c.exec.kernel ? accumulator : c.p[c.type].dtype));
  // Vectors have lost an axis in the result; the product is written as a matrix all the same.
  Nd matrix = out;
  if (lhs->rank() == 1 && rhs->rank() == 1) {
    matrix.shape = matrix.valid = matrix.stride = {1, 1};
  } else if (rhs->rank() == 1) {
    for (Dims* d : {&matrix.shape, &matrix.valid, &matrix.stride}) d->push_back(d == &matrix.stride ? 0 : 1);
  } else if (lhs->rank() == 1) {
    for (Dims* d : {&matrix.shape, &matrix.valid, &matrix.stride}) d->insert(d->end() - 1, d == &matrix.stride ? 0 : 1);
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
  if (out.rank() < 2 || a->rank() < 2 || b->rank() < 2) return c.Fail("operands and result need two axes");
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
  if (data.rank() != 2 || scale.rank() != 2) return c.Fail("operands and scales have two axes");
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
