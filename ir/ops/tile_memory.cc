// tile.* memory and creation (types-and-ops 6B.6).
#include "ir/core/show.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/ops/tile_load.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

// The tensor's type with another valid region; layout, memref and window are kept.
TypeId WithValid(DeduceContext& c, size_t i, const Shape& valid) {
  View view = c.EffectiveView(i);
  view.valid_shape = c.p.MakeList(valid);
  return c.p.WithView(c.TypeIdOf(i), view);
}

absl::StatusOr<TypeId> StoreTile(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const Shape offsets, LiteralShape(c, 1, false));
  RETURN_IF_ERROR(c.NeedTensorLike(2));
  RETURN_IF_ERROR(CheckAtomicAdd(c, 0));
  if (c.Has(3)) {
    ASSIGN_OR_RETURN(const Shape shapes, LiteralShape(c, 3, false));
    if (shapes.empty() || shapes.size() != offsets.size()) return c.Fail("shapes must have the rank of offsets");
    return c.TypeIdOf(2);
  }
  const size_t rank = c.Shape(2).size();
  if (c.Shape(0).size() != rank || offsets.size() != rank) return c.TypeIdOf(2);
  ASSIGN_OR_RETURN(const Shape valid,
                   WrittenRegion(c, 2, 0, offsets, Reach::kValid,
                                 "a store converts no layout: take a matching view of the destination"));
  return ExprEq(c.p, valid, c.Valid(2)) ? c.TypeIdOf(2) : WithValid(c, 2, valid);
}

absl::StatusOr<TypeId> MemScatter(DeduceContext& c) {
  for (size_t i : {0u, 1u}) RETURN_IF_ERROR(c.NeedTile(i));
  RETURN_IF_ERROR(c.NeedTensorLike(2));
  RETURN_IF_ERROR(NeedDType(c, 0, {kFp16, kFp32, kInt16, kInt32}));
  RETURN_IF_ERROR(NeedDType(c, 1, {kInt32}));
  RETURN_IF_ERROR(NeedRank(c, 1, c.Shape(0).size()));
  for (size_t i = 0; i < c.Shape(0).size(); ++i) {
    if (ProvenNe(c.p, c.Shape(0)[i], c.Shape(1)[i])) {
      return c.Fail("idx {} must have the shape of src {}", ShapeText(c.p, c.Shape(1)), ShapeText(c.p, c.Shape(0)));
    }
  }
  RETURN_IF_ERROR(NeedMinRank(c, 2, 1));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
  return c.TypeIdOf(2);
}

Effect MemGatherEffect(const Program& p, AttrsId kwargs) {
  const Attr* target = p.FindAttr(kwargs, "target_memory");
  const Attr* coalesce = p.FindAttr(kwargs, "coalesce");
  const bool element_to_mat = target != nullptr && target->kind == AttrKind::kMemorySpace &&
                              target->as<MemorySpace>() == kMat && coalesce != nullptr && coalesce->int_value() == 1;
  return element_to_mat ? Effect::kWrite : Effect::kRead;
}

absl::StatusOr<TypeId> Create(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 0, true));
  const DType dtype = *c.DTypeKwarg("dtype");
  const MemorySpace target = c.SpaceKwarg("target_memory").value_or(kUnset);
  if (target == kLeftScale || target == kRightScale) return c.Fail("a scale cannot be created, only moved");
  const bool transpose = c.BoolKwarg("transpose", false), flat = c.BoolKwarg("flat_layout", false);
  const bool compact = c.BoolKwarg("compact", false);
  if (compact && target != kAcc) return c.Fail("compact=True is for accumulators (target_memory=Acc)");
  if (transpose && (target != kMat || shape.size() != 2)) return c.Fail("transpose=True needs a 2-D tile in Mat");
  if (flat && (target != kMat || transpose)) return c.Fail("flat_layout=True needs target_memory=Mat and no transpose");
  View view;
  if (transpose) {
    view.slayout = TileLayout::kColMajor;
    return Tile(c.p, dtype, shape, shape, view);
  }
  if (flat) return Tile(c.p, dtype, shape, shape, view, kMat);
  if (target == kAcc) {
    view = ImplicitTileView(c.p, shape, kAcc);
    view.compact = compact ? CompactMode::kNormal : CompactMode::kNull;
    return Tile(c.p, dtype, shape, shape, view, kAcc);
  }
  return Tile(c.p, dtype, shape, shape, ImplicitTileView(c.p, shape, kUnset));
}

absl::StatusOr<TypeId> Full(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 0, true));
  const DType dtype = *c.DTypeKwarg("dtype");
  const ExprKind kind = c.p[c.args[1]].kind;
  if (kind != ExprKind::kConstInt && kind != ExprKind::kConstFloat && kind != ExprKind::kConstBool) {
    return c.Fail("value must be a constant, got {}", ExprText(c.p, c.args[1]));
  }
  RETURN_IF_ERROR(CheckFullValue(c, dtype));
  return Tile(c.p, dtype, shape, shape, DefaultTileView());
}

absl::StatusOr<TypeId> Arange(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 1, true));
  RETURN_IF_ERROR(CheckArange(c, shape));
  return Tile(c.p, *c.DTypeKwarg("dtype"), shape, shape, DefaultTileView());
}

// Optional constant valid_shape operand of tri and random.
absl::StatusOr<Shape> ConstantValid(DeduceContext& c, size_t i, const Shape& shape) {
  if (!c.Has(i)) return shape;
  ASSIGN_OR_RETURN(const Shape valid, LiteralShape(c, i, true));
  bool fits = valid.size() == shape.size();
  for (size_t k = 0; fits && k < valid.size(); ++k) fits = c.p[valid[k]].int_value() <= c.p[shape[k]].int_value();
  if (!fits) return c.Fail("valid_shape {} does not fit {}", ShapeText(c.p, valid), ShapeText(c.p, shape));
  return valid;
}

absl::StatusOr<TypeId> Triangle(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedScalar(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt32}));
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 1, true));
  if (shape.size() != 2) return c.Fail("shape must have 2 dimensions, got {}", ShapeText(c.p, shape));
  const DType dtype = *c.DTypeKwarg("dtype");
  if (!OneOf(dtype, {kInt8, kUint8, kInt16, kInt32, kUint16, kUint32, kFp16, kBf16, kFp32})) {
    return c.Fail("dtype {} is not supported", DTypeName(dtype));
  }
  ASSIGN_OR_RETURN(const Shape valid, ConstantValid(c, 2, shape));
  return Tile(c.p, dtype, shape, valid, DefaultTileView());
}

absl::StatusOr<TypeId> Random(DeduceContext& c) {
  ASSIGN_OR_RETURN(const Shape shape, LiteralShape(c, 6, true));
  ASSIGN_OR_RETURN(const DType dtype, CheckRandom(c, shape));
  ASSIGN_OR_RETURN(const Shape valid, ConstantValid(c, 7, shape));
  return Tile(c.p, dtype, shape, valid, DefaultTileView());
}

absl::StatusOr<TypeId> Read(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(CheckIndices(c, 1));
  return c.p.ScalarType(c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> Write(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTile(0));
  RETURN_IF_ERROR(CheckIndices(c, 1));
  RETURN_IF_ERROR(c.NeedScalar(2));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 2));
  return c.TypeIdOf(0);
}
absl::StatusOr<TypeId> Pointer(DeduceContext& c) { return c.p.SimpleType(TypeKind::kPtr); }
absl::StatusOr<TypeId> IndexScalar(DeduceContext& c) { return c.p.ScalarType(kIndex); }

}  // namespace

void RegisterTileMemory(OpRegistryBuilder& r) {
  r.Op("tile.load", "moves a window of GM on chip").Operands("tensor offsets shapes valid_shape")
      .Kwargs("target_memory:memory clamp:bool=False cache:int").OutFromKwarg().Retargetable().Deduce(DeduceLoad);
  r.Op("tile.store", "moves a tile's valid region to GM").Operands("tile offsets output_tensor shapes?")
      .Kwargs("atomic:int=0").In(0, {kVec, kAcc}).Reuses(2).EffectBy(2, AtomicEffect).Dma().Deduce(StoreTile);
  r.Op("tile.mscatter", "scatters elements into GM by index").Operands("src idx output_tensor").In(0, {kVec})
      .In(1, {kVec}).Reuses(2).Writes(2).Dma().Deduce(MemScatter);
  r.Op("tile.mgather", "gathers elements or rows of GM by index").Operands("mem idx scratch? valid_shape?")
      .Kwargs("coalesce:int=0 gather_oob:int=0 target_memory:memory=Vec").OutFromKwarg(kVec).NotInplace()
      .EffectBy(2, MemGatherEffect).Dma().Deduce(DeduceMemGather);
  r.Op("tile.move", "moves a tile between on-chip memories").Operands("tile")
      .Kwargs("target_memory:memory! blayout:tile_layout slayout:tile_layout").OutFromKwarg().NotInplace()
      .Deduce(DeduceMove);
  r.Op("tile.create", "a new tile, uninitialised").Operands("shape")
      .Kwargs("dtype:dtype! target_memory:memory transpose:bool=False flat_layout:bool=False compact:bool=False")
      .OutFromKwarg().Retargetable().Affinity(CoreAffinity::kShared).View().Deduce(Create);
  r.Op("tile.full", "a new tile with one value in every element").Operands("shape value").Kwargs("dtype:dtype!").Out(kVec)
      .Deduce(Full);
  r.Op("tile.ci", "consecutive integers").Operands("start shape").Kwargs("dtype:dtype! descending:bool=False").Out(kVec)
      .Deduce(Arange);
  r.Op("tile.tri", "a triangle of ones").Operands("diagonal shape valid_shape?")
      .Kwargs("dtype:dtype! upper:bool=False").Out(kVec).Deduce(Triangle);
  r.Op("tile.random", "counter-based random bits")
      .Operands("key0 key1 counter0 counter1 counter2 counter3 shape valid_shape?")
      .Kwargs("dtype:dtype=UINT32 rounds:int=10").Out(kVec).Deduce(Random);
  r.Op("tile.read", "one element").Operands("tile indices").In(0, {kVec}).Deduce(Read);
  r.Op("tile.write", "writes one element").Operands("tile indices value").In(0, {kVec}).Out(kVec).ReadsWrites(0)
      .Deduce(Write);
  r.Op("tile.alloc", "a base pointer of this size").Operands("memory_space size").Kwargs("pinned:bool=False")
      .Affinity(CoreAffinity::kVector).View().Deduce(Pointer);
  r.Op("tile.get_block_idx", "index of this block").Affinity(CoreAffinity::kShared).View().Deduce(IndexScalar);
  r.Op("tile.get_block_num", "number of blocks").Affinity(CoreAffinity::kShared).View().Deduce(IndexScalar);
  r.Op("tile.get_subblock_idx", "index of this vector lane").Affinity(CoreAffinity::kVector).View().Deduce(IndexScalar);
}

}  // namespace t2t
