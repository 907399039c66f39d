// Flat gather: out[i, j] = src.flat[index[i, j]] (op-conversions 9.1; design document, "flat gather").
//
// What the source has become by now decides. In GM it stays there and the elements are fetched one by one; on chip the
// instruction addresses the tile as one packed array, so a source not known to be packed is copied first.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64, 64], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32]) -> pl.Tensor[[4, 16], pl.FP32]:
//         s__tile = pl.tile.load(x, [0, 0], [64, 64], [64, 64])
//         w__tile = pl.tile.slice(s__tile, [8, 32], [0, 32])
//         w = pl.t2t.as_tensor(w__tile)
//         a = pl.tensor.gather(w, i)
//         b = pl.tensor.gather(x, i)
//         return a
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64, 64], pl.FP32], i: pl.Tensor[[4, 16], pl.INT32]) -> pl.Tensor[[4, 16], pl.FP32]:
//         s__tile = pl.tile.load(x, [0, 0], [64, 64], [64, 64])
//         w__tile = pl.tile.slice(s__tile, [8, 32], [0, 32])
//         w = pl.t2t.as_tensor(w__tile)
//         gather_src = pl.tile.extract(w__tile, 0, 0, [8, 32], target_memory=pl.Mem.Vec)
//         gather_idx = pl.tile.load(i, [0, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
//         gather_tmp = pl.tile.create([4, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)
//         a__tile = pl.tile.gather(gather_src, gather_idx, gather_tmp)
//         a = pl.t2t.as_tensor(a__tile)
//         gather_idx_1 = pl.tile.load(i, [0, 0], [4, 16], [4, 16], target_memory=pl.Mem.Vec)
//         b__tile = pl.tile.mgather(x, gather_idx_1, coalesce=1)
//         b = pl.t2t.as_tensor(b__tile)
//         return a
#include "ir/core/show.h"
#include "passes/convert/gather.h"

namespace t2t {
namespace {

constexpr int64_t kByElement = 1;    // coalesce kwarg of tile.mgather
constexpr int64_t kRowAlignment = 32;  // bytes; rows of a tile start at multiples of it

bool RowMajorUnboxed(const ConvertContext& c, ExprId tile) {
  const View view = c.p.EffectiveView(c.p[tile].type);
  return view.blayout == TileLayout::kRowMajor && view.slayout == TileLayout::kNoneBox;
}

// An unset space is still open and may become Vec; only another one is wrong.
bool MayBeVec(const ConvertContext& c, ExprId tile) {
  const MemorySpace space = c.p.TypeOf(tile).space;
  return space == MemorySpace::kVec || space == MemorySpace::kUnset;
}

absl::Status CheckIndex(const ConvertContext& c, ExprId index) {
  if (MayBeVec(c, index) && RowMajorUnboxed(c, index)) return absl::OkStatus();
  return c.Fail("operand 1 (index) must be a row-major tile in Vec without fractal layout, but is {}; "
                "move it to Vec first", TypeText(c.p, c.p[index].type));
}

absl::Status CheckSource(const ConvertContext& c, ExprId src) {
  ASSIGN_OR_RETURN(const std::vector<int64_t> shape, c.StaticShape(src));
  if (shape.size() != 2 || !MayBeVec(c, src) || !RowMajorUnboxed(c, src)) {
    return c.Fail("operand 0 (source) must be a two-dimensional row-major tile in Vec, but is {}; "
                  "reshape it, or gather from global memory", TypeText(c.p, c.p[src].type));
  }
  // Within one element row the pitch of the storage does not matter.
  if (shape[0] > 1 && shape[1] * ByteSize(c.DTypeOf(src)) % kRowAlignment != 0) {
    return c.Fail("operand 0 (source) has rows of {} bytes, and a tile of several rows needs a multiple of {} to be "
                  "addressed as one array; widen it", shape[1] * ByteSize(c.DTypeOf(src)), kRowAlignment);
  }
  return absl::OkStatus();
}

// A packed copy. Extraction cannot copy integers on the older chips, adding zero can.
absl::StatusOr<ExprId> Pack(ConvertContext& c, ExprId src) {
  if (c.ProvenCompact(src)) return src;
  if (IsFloat(c.DTypeOf(src))) {
    return c.Emit("gather_src", "tile.extract", {src, c.p.Int(0), c.p.Int(0), c.ShapeTuple(src)}, c.VecKwargs());
  }
  return c.Emit("gather_src", "tile.adds", {src, c.Constant(0, c.DTypeOf(src))});
}

absl::StatusOr<ExprId> IndexTile(ConvertContext& c) {
  if (c.IsGm(1)) return c.EmitWholeLoad("gather_idx", c.args[1]);
  RETURN_IF_ERROR(CheckIndex(c, c.args[1]));
  return c.args[1];
}

absl::StatusOr<ExprId> GatherFromTile(ConvertContext& c) {
  RETURN_IF_ERROR(CheckSource(c, c.args[0]));
  ASSIGN_OR_RETURN(const ExprId src, Pack(c, c.args[0]));
  ASSIGN_OR_RETURN(const ExprId index, IndexTile(c));
  ASSIGN_OR_RETURN(ExprId scratch, c.EmitCreate("gather_tmp", c.Shape(index), DType::kInt32));
  // tile.gather reports a fully valid result, so a narrower index has to be restored by hand.
  if (c.FullyValid(index)) return c.Make("tile.gather", {src, index, scratch});
  const absl::Span<const ExprId> valid = c.Valid(index);
  ASSIGN_OR_RETURN(scratch, c.Emit("gather_tmp_valid", "tile.set_validshape", {scratch, valid[0], valid[1]}));
  ASSIGN_OR_RETURN(const ExprId gathered, c.Emit("gather", "tile.gather", {src, index, scratch}));
  return c.Make("tile.set_validshape", {gathered, valid[0], valid[1]});
}

}  // namespace

absl::StatusOr<ExprId> ConvertFlatGather(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  if (!c.IsGm(1)) RETURN_IF_ERROR(c.NeedTile(1));
  if (c.IsTile(0)) return GatherFromTile(c);
  RETURN_IF_ERROR(c.NeedGm(0));
  ASSIGN_OR_RETURN(const ExprId index, IndexTile(c));
  return c.Make("tile.mgather", {c.args[0], index}, c.Kwargs({c.p.IntAttr("coalesce", kByElement)}));
}

}  // namespace t2t
