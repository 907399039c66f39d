// tensor.matmul and tensor.matmul_acc (types-and-ops 6A.5).
#include <algorithm>
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;

// Extents as the product reads them: the last two axes exchanged when the flag is set.
Shape Read(absl::Span<const ExprId> shape, bool transposed) {
  Shape s(shape.begin(), shape.end());
  if (transposed && s.size() >= 2) std::swap(s[s.size() - 1], s[s.size() - 2]);
  return s;
}

absl::StatusOr<TypeId> MatMul(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTensorLike(i));
  const bool at = c.BoolKwarg("a_trans", false), bt = c.BoolKwarg("b_trans", false);
  const size_t ra = c.Shape(0).size(), rb = c.Shape(1).size();
  if ((at && ra == 1) || (bt && rb == 1)) return c.Fail("a 1-D operand cannot be read transposed");
  if (ra == 0 || rb == 0 || (std::min(ra, rb) == 1 && std::max(ra, rb) > 2)) {
    return c.Fail("operands of {} and {} dimensions cannot be multiplied", ra, rb);
  }
  const Shape a = Read(c.Shape(0), at), b = Read(c.Shape(1), bt);
  const ExprId ka = a.back(), kb = rb == 1 ? b[0] : b[rb - 2];
  if (ConstantsDiffer(c.p, ka, kb)) {
    return c.Fail("the inner extents {} and {} differ ({} times {})", ExprText(c.p, ka), ExprText(c.p, kb),
                  ShapeText(c.p, a), ShapeText(c.p, b));
  }
  const DType dtype = c.DTypeKwarg("out_dtype").value_or(Promote(c.TypeOf(0).dtype, c.TypeOf(1).dtype));
  Shape out;
  if (ra >= 2 && rb >= 2) {
    absl::StatusOr<Shape> batch = Broadcast(c.p, absl::MakeConstSpan(a).subspan(0, ra - 2),
                                            absl::MakeConstSpan(b).subspan(0, rb - 2));
    if (!batch.ok()) return Named(c, batch.status());
    out = *std::move(batch);
  }
  if (ra >= 2) out.push_back(a[ra - 2]);
  if (rb >= 2) out.push_back(b[rb - 1]);
  const bool plain = c.TypeOf(0).kind == TypeKind::kTensor && c.TypeOf(1).kind == TypeKind::kTensor;
  if (ra != 2 || rb != 2 || !plain) return c.p.TensorType(dtype, out);
  // M and N stay physical; what of them is valid comes from the operands, read through the same axes.
  const Shape valid = {Read(c.Valid(0), at)[0], Read(c.Valid(1), bt)[1]};
  return FreshTensor(c.p, dtype, out, valid);
}

absl::StatusOr<TypeId> MatMulAcc(DeduceContext& c) {
  for (size_t i : {0u, 1u, 2u}) {
    RETURN_IF_ERROR(c.NeedTensorLike(i));
    RETURN_IF_ERROR(NeedMinRank(c, i, 2));
  }
  RETURN_IF_ERROR(CheckInitCond(c, 3));
  RETURN_IF_ERROR(NeedSameDType(c, 1, 2));
  const DType wanted = IsFloat(c.TypeOf(1).dtype) ? kFp32 : kInt32;
  if (c.TypeOf(0).dtype != wanted) {
    return c.Fail("the accumulator of {} operands must be {}, got {}", DTypeName(c.TypeOf(1).dtype), DTypeName(wanted),
                  DTypeName(c.TypeOf(0).dtype));
  }
  const absl::Span<const ExprId> acc = c.Shape(0);
  const Shape a = Read(c.Shape(1), c.BoolKwarg("a_trans", false)), b = Read(c.Shape(2), c.BoolKwarg("b_trans", false));
  if (ConstantsDiffer(c.p, a[a.size() - 1], b[b.size() - 2])) {
    return c.Fail("the inner extents differ: {} times {}", ShapeText(c.p, a), ShapeText(c.p, b));
  }
  if (ConstantsDiffer(c.p, a[a.size() - 2], acc[acc.size() - 2]) ||
      ConstantsDiffer(c.p, b[b.size() - 1], acc[acc.size() - 1])) {
    return c.Fail("the product of {} and {} does not fit the accumulator {}", ShapeText(c.p, a), ShapeText(c.p, b),
                  ShapeText(c.p, acc));
  }
  absl::StatusOr<Shape> batch = Broadcast(c.p, absl::MakeConstSpan(a).subspan(0, a.size() - 2),
                                          absl::MakeConstSpan(b).subspan(0, b.size() - 2));
  if (!batch.ok()) return Named(c, batch.status());
  bool fits = batch->size() == acc.size() - 2;
  for (size_t i = 0; fits && i < batch->size(); ++i) fits = !ConstantsDiffer(c.p, (*batch)[i], acc[i]);
  if (!fits) {
    return c.Fail("the batch of the product {} is not that of the accumulator {}", ShapeText(c.p, *batch),
                  ShapeText(c.p, acc));
  }
  return c.p.TensorType(c.TypeOf(0).dtype, acc);
}

}  // namespace

void RegisterTensorMatmul(OpRegistryBuilder& r) {
  r.Op("tensor.matmul", "matrix product").Operands("lhs rhs")
      .Kwargs("out_dtype:dtype a_trans:bool=False b_trans:bool=False c_matrix_nz:bool=False").Deduce(MatMul);
  r.Op("tensor.matmul_acc", "matrix product added to an accumulator").Operands("acc lhs rhs init_cond?")
      .Kwargs("a_trans:bool=False b_trans:bool=False").Deduce(MatMulAcc);
}

}  // namespace t2t
