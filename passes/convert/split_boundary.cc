// The boundary between the cube core and the vector lanes, inside a split region (op-conversions 14; design document,
// "AIV split boundary"). Both operators are the transfer themselves: their operand is a tile some earlier statement
// computed, nothing is loaded for them, and each result lives where the operator's declaration says.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16]) -> pl.Tensor[[8, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
//         w__tile = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
//         y__tile = pl.tile.matmul(x__tile, w__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         h = pl.tensor.aiv_shard(y, split=1)
//         return h
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP16], w: pl.Tensor[[64, 32], pl.FP16]) -> pl.Tensor[[8, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Mat)
//         w__tile = pl.tile.load(w, [0, 0], [64, 32], [64, 32], target_memory=pl.Mem.Mat)
//         y__tile = pl.tile.matmul(x__tile, w__tile)
//         y = pl.t2t.as_tensor(y__tile)
//         h__tile = pl.tile.aiv_shard(y__tile, split=1)
//         h = pl.t2t.as_tensor(h__tile)
//         return h
#include "passes/convert/families.h"

namespace t2t {
namespace {

absl::StatusOr<ExprId> ConvertBoundary(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  if (!c.IsTile(0)) {
    return c.Fail("the operand must be computed in the kernel, on the core that hands it over; "
                  "a tensor in global memory needs no crossing, read it on the other side");
  }
  ASSIGN_OR_RETURN(const ExprId result, c.Make(tile_op, c.args, c.call.kwargs));
  const Type& type = c.p.TypeOf(result);
  if (!type.IsTile() || type.space == MemorySpace::kUnset) {
    return InternalError("{} declares no memory space for its result", tile_op);
  }
  return result;
}

}  // namespace

void RegisterSplitBoundaryConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.aiv_shard", [](ConvertContext& c) { return ConvertBoundary(c, "tile.aiv_shard"); },
           "tile.aiv_shard into Vec", {}, GmOperands::kOwn);
  r.Custom("tensor.aic_gather", [](ConvertContext& c) { return ConvertBoundary(c, "tile.aic_gather"); },
           "tile.aic_gather into L1", {}, GmOperands::kOwn);
}

}  // namespace t2t
