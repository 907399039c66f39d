// tile.* matrix products (types-and-ops 6B.11).
#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

DType AccumulatorOf(DType operand) { return IsFloat(operand) ? kFp32 : kInt32; }

struct Product {
  Shape shape, valid;
  DType dtype = kFp32;
};

// The checks every 2-D product makes on operands l and r.
absl::StatusOr<Product> Multiply(DeduceContext& c, size_t l, size_t r) {
  for (size_t i : {l, r}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedRank(c, i, 2));
  }
  if (ConstantsDiffer(c.p, c.Shape(l)[1], c.Shape(r)[0])) {
    return c.Fail("the inner extents differ: {} times {}", ShapeText(c.p, c.Shape(l)), ShapeText(c.p, c.Shape(r)));
  }
  if (ProvenGt(c.p, c.Valid(l)[1], c.Valid(r)[0])) {
    return c.Fail("{} valid columns of lhs meet only {} valid rows of rhs", ExprText(c.p, c.Valid(l)[1]),
                  ExprText(c.p, c.Valid(r)[0]));
  }
  RETURN_IF_ERROR(NeedSameDType(c, l, r));
  Product product;
  product.shape = {c.Shape(l)[0], c.Shape(r)[1]};
  product.valid = {c.Valid(l)[0], c.Valid(r)[1]};
  product.dtype = AccumulatorOf(c.TypeOf(l).dtype);
  return product;
}

absl::Status NeedAccumulatorType(DeduceContext& c, size_t i, DType wanted) {
  if (c.TypeOf(i).dtype == wanted) return absl::OkStatus();
  return c.Fail("{} must be {}, got {}", c.op.operands[i].name, DTypeName(wanted), DTypeName(c.TypeOf(i).dtype));
}

TypeId Result(DeduceContext& c, const Product& product) {
  View view = ImplicitTileView(c.p, product.shape, kAcc);
  view.compact = AccCompact(c.p, product.shape, product.valid);
  return Tile(c.p, product.dtype, product.shape, product.valid, view, kAcc);
}

absl::StatusOr<TypeId> MatMul(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Product product, Multiply(c, 0, 1));
  return Result(c, product);
}

absl::StatusOr<TypeId> MatMulAcc(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const Product product, Multiply(c, 1, 2));
  RETURN_IF_ERROR(CheckInitCond(c, 3));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  for (size_t i = 0; i < 2; ++i) {
    if (ConstantsDiffer(c.p, c.Shape(0)[i], product.shape[i])) {
      return c.Fail("the product {} does not have the physical shape of the accumulator {}",
                    ShapeText(c.p, product.shape), ShapeText(c.p, c.Shape(0)));
    }
    if (ProvenGt(c.p, product.valid[i], c.Valid(0)[i])) {
      return c.Fail("the product is valid in {}, the accumulator only in {}", ShapeText(c.p, product.valid),
                    ShapeText(c.p, c.Valid(0)));
    }
  }
  RETURN_IF_ERROR(NeedAccumulatorType(c, 0, product.dtype));
  View view = ImplicitTileView(c.p, product.shape, kAcc);
  view.compact = c.EffectiveView(0).compact;
  return Tile(c.p, product.dtype, c.Shape(0), c.Valid(0), view, kAcc);
}

absl::Status CheckBias(DeduceContext& c, size_t i, const Product& product) {
  RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(NeedRank(c, i, 2));
  if (!c.p.IsConstInt(c.Shape(i)[0], 1)) return c.Fail("bias must be one row, got {}", ShapeText(c.p, c.Shape(i)));
  if (ProvenGt(c.p, c.p.Int(1), c.Valid(i)[0])) return c.Fail("bias has no valid row");
  if (ConstantsDiffer(c.p, c.Shape(i)[1], product.shape[1]) || ProvenGt(c.p, product.valid[1], c.Valid(i)[1])) {
    return c.Fail("bias {} does not cover the columns of {}", ShapeText(c.p, c.Shape(i)), ShapeText(c.p, product.shape));
  }
  return NeedAccumulatorType(c, i, product.dtype);
}

absl::StatusOr<TypeId> MatMulBias(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Product product, Multiply(c, 0, 1));
  RETURN_IF_ERROR(CheckBias(c, 2, product));
  return Result(c, product);
}

// A one-row product occupies a whole block of 16 rows in L0C.
absl::StatusOr<Product> MultiplyRow(DeduceContext& c, size_t l, size_t r) {
  ASSIGN_OR_RETURN(Product product, Multiply(c, l, r));
  RETURN_IF_ERROR(NeedDType(c, l, {kInt8, kFp16, kBf16, kFp32}));
  if (!c.p.IsConstInt(c.Shape(l)[0], 1) || !IsFullExtent(c.p, c.Valid(l)[0], c.p.Int(1))) {
    return c.Fail("lhs must be one valid row, got {}", ShapeText(c.p, c.Shape(l)));
  }
  const Attr* phase = c.Kwarg("acc_phase");
  if (phase != nullptr && phase->kind == AttrKind::kString) {
    const std::string_view text = c.p[phase->string()];
    if (text != "unspecified" && text != "partial" && text != "final") {
      return c.Fail("acc_phase must be unspecified, partial or final, got {}", text);
    }
  }
  product.shape[0] = c.p.Int(16);
  return product;
}
TypeId RowResult(DeduceContext& c, const Product& product) {
  return Tile(c.p, product.dtype, product.shape, product.valid, ImplicitTileView(c.p, product.shape, kAcc));
}
absl::StatusOr<TypeId> Gemv(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Product product, MultiplyRow(c, 0, 1));
  return RowResult(c, product);
}
absl::StatusOr<TypeId> GemvAcc(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  ASSIGN_OR_RETURN(const Product product, MultiplyRow(c, 1, 2));
  for (size_t i = 0; i < 2; ++i) {
    if (ConstantsDiffer(c.p, c.Shape(0)[i], product.shape[i]) || !IsFullExtent(c.p, c.Valid(0)[i], product.valid[i])) {
      return c.Fail("the product {} valid {} does not match the accumulator {} valid {}", ShapeText(c.p, product.shape),
                    ShapeText(c.p, product.valid), ShapeText(c.p, c.Shape(0)), ShapeText(c.p, c.Valid(0)));
    }
  }
  RETURN_IF_ERROR(NeedAccumulatorType(c, 0, product.dtype));
  return RowResult(c, product);
}
absl::StatusOr<TypeId> GemvBias(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Product product, MultiplyRow(c, 0, 1));
  RETURN_IF_ERROR(CheckBias(c, 2, product));
  if (!IsFullExtent(c.p, c.Valid(2)[0], c.p.Int(1))) return c.Fail("bias must have exactly one valid row");
  return RowResult(c, product);
}

// Shape of a batched product of operands l and r.
absl::StatusOr<Shape> MultiplyBatch(DeduceContext& c, size_t l, size_t r) {
  for (size_t i : {l, r}) {
    RETURN_IF_ERROR(c.NeedTile(i));
    RETURN_IF_ERROR(NeedMinRank(c, i, 2));
  }
  const absl::Span<const ExprId> a = c.Shape(l), b = c.Shape(r);
  if (ConstantsDiffer(c.p, a[a.size() - 1], b[b.size() - 2])) {
    return c.Fail("the inner extents differ: {} times {}", ShapeText(c.p, a), ShapeText(c.p, b));
  }
  RETURN_IF_ERROR(NeedSameDType(c, l, r));
  absl::StatusOr<Shape> shape = Broadcast(c.p, a.subspan(0, a.size() - 2), b.subspan(0, b.size() - 2));
  if (!shape.ok()) return Named(c, shape.status());
  shape->push_back(a[a.size() - 2]);
  shape->push_back(b[b.size() - 1]);
  return shape;
}
absl::StatusOr<TypeId> BatchMatMul(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, MultiplyBatch(c, 0, 1));
  return Tile(c.p, AccumulatorOf(c.TypeOf(0).dtype), shape, shape, ImplicitTileView(c.p, shape, kAcc), kAcc);
}
absl::StatusOr<TypeId> BatchMatMulAcc(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(NeedMinRank(c, 0, 2));
  ASSIGN_OR_RETURN(const Shape shape, MultiplyBatch(c, 1, 2));
  const absl::Span<const ExprId> acc = c.Shape(0);
  bool fits = acc.size() == shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) fits = !ConstantsDiffer(c.p, acc[i], shape[i]);
  if (!fits) {
    return c.Fail("the product {} does not fit the accumulator {}", ShapeText(c.p, shape), ShapeText(c.p, acc));
  }
  RETURN_IF_ERROR(NeedAccumulatorType(c, 0, AccumulatorOf(c.TypeOf(1).dtype)));
  return Tile(c.p, c.TypeOf(0).dtype, acc, acc, ImplicitTileView(c.p, acc, kAcc), kAcc);
}

}  // namespace

void RegisterTileMatmul(OpRegistryBuilder& r) {
  auto product = [&](std::string_view name, std::string_view summary, Deducer deduce) {
    return r.Op(name, summary).Operands("lhs rhs").In(0, {kLeft}).In(1, {kRight}).Out(kAcc).Deduce(deduce);
  };
  auto accumulate = [&](std::string_view name, std::string_view summary, std::string_view operands, Deducer deduce) {
    return r.Op(name, summary).Operands(operands).In(0, {kAcc}).In(1, {kLeft}).In(2, {kRight}).Out(kAcc).Reuses(0)
        .ReadsWrites(0).Deduce(deduce);
  };
  auto biased = [&](std::string_view name, std::string_view summary, Deducer deduce) {
    return r.Op(name, summary).Operands("lhs rhs bias").In(0, {kLeft}).In(1, {kRight}).In(2, {kBias}).Out(kAcc)
        .Deduce(deduce);
  };
  constexpr std::string_view kPhase = "acc_phase:string=unspecified";
  product("tile.matmul", "matrix product into L0C", MatMul);
  accumulate("tile.matmul_acc", "matrix product added in L0C", "acc lhs rhs init_cond?", MatMulAcc);
  biased("tile.matmul_bias", "matrix product plus a bias row", MatMulBias);
  product("tile.gemv", "row times matrix", Gemv).Kwargs(kPhase);
  accumulate("tile.gemv_acc", "row times matrix added in L0C", "acc lhs rhs", GemvAcc).Kwargs(kPhase);
  biased("tile.gemv_bias", "row times matrix plus a bias row", GemvBias).Kwargs(kPhase);
  product("tile.batch_matmul", "batched matrix product", BatchMatMul);
  accumulate("tile.batch_matmul_acc", "batched matrix product added in L0C", "acc lhs rhs", BatchMatMulAcc);
}

}  // namespace t2t
