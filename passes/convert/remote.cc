// Transfers between devices (op-conversions 13). put and get move GM to GM through a staging tile on chip: one, or two
// when the transfer is pipelined. remote_store sends a computed tile.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[100, 64], pl.FP16], w: pld.DistributedTensor[[100, 64], pl.FP16], peer: pl.Scalar[pl.INT32]) -> pl.Tensor[[100, 64], pl.FP16]:
//         pld.tensor.put(w, peer, x, atomic=0, chunk_rows=32, pipeline=False)
//         return x
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[100, 64], pl.FP16], w: pld.DistributedTensor[[100, 64], pl.FP16], peer: pl.Scalar[pl.INT32]) -> pl.Tensor[[100, 64], pl.FP16]:
//         tput_stage = pl.tile.create([32, 64], dtype=pl.FP16, target_memory=pl.Mem.Vec)
//         pld.tile.put(w, peer, x, tput_stage, atomic=0)
//         return x
#include <algorithm>
#include <string>

#include "passes/convert/families.h"

namespace t2t {
namespace {

// Rows and columns of the staging tile: the transfer as a matrix, each side capped by its chunk where one is given.
absl::StatusOr<std::vector<ExprId>> StageShape(ConvertContext& c) {
  absl::Span<const ExprId> transfer = c.Shape(c.args[0]);
  if (c.args.size() == 6) {
    ASSIGN_OR_RETURN(transfer, c.TupleOperand(5));
  }
  if (transfer.empty()) return c.Fail("cannot transfer a tensor of rank 0");
  const int64_t chunk_rows = c.IntKwarg("chunk_rows", 0);
  const int64_t chunk_cols = c.IntKwarg("chunk_cols", 0);
  const auto capped = [](int64_t extent, int64_t chunk) { return chunk > 0 ? std::min(extent, chunk) : extent; };

  // An extent that is not a constant has a chunk: the deducer has seen to that.
  const ExprId last = transfer.back();
  const int64_t columns = c.p.IsConstInt(last) ? capped(c.p[last].int_value(), chunk_cols) : chunk_cols;
  int64_t rows = 1;
  for (ExprId extent : transfer.first(transfer.size() - 1)) {
    if (!c.p.IsConstInt(extent)) {
      rows = chunk_rows;
      break;
    }
    if (__builtin_mul_overflow(rows, c.p[extent].int_value(), &rows)) return c.Fail("the transfer is too large to stage");
  }
  return c.Extents({capped(rows, chunk_rows), columns});
}

absl::StatusOr<ExprId> ConvertTransfer(ConvertContext& c, const std::string& stage_name, std::string_view tile_op,
                                       AttrsId kwargs) {
  ASSIGN_OR_RETURN(const std::vector<ExprId> shape, StageShape(c));
  std::vector<ExprId> operands(c.args.begin(), c.args.begin() + 3);
  if (c.BoolKwarg("pipeline", false)) {
    for (std::string_view half : {"_ping", "_pong"}) {
      ASSIGN_OR_RETURN(const ExprId stage, c.EmitCreate(stage_name + std::string(half), shape, c.DTypeOf(c.args[0])));
      operands.push_back(stage);
    }
  } else {
    ASSIGN_OR_RETURN(const ExprId stage, c.EmitCreate(stage_name, shape, c.DTypeOf(c.args[0])));
    operands.push_back(stage);
  }
  operands.insert(operands.end(), c.args.begin() + 3, c.args.end());
  return c.Make(tile_op, operands, kwargs);
}

absl::Status NeedTransferOperands(const ConvertContext& c) {
  if (c.args.size() == 3 || c.args.size() == 6) return absl::OkStatus();
  return c.Fail("takes dst, peer and src, and either both offsets and the shape or none of them; got {} operands",
                c.args.size());
}

absl::StatusOr<ExprId> ConvertPut(ConvertContext& c) {
  RETURN_IF_ERROR(NeedTransferOperands(c));
  if (c.p.TypeOf(c.args[0]).kind != TypeKind::kDistributedTensor) return c.Fail("dst must be a DistributedTensor");
  if (c.IsTile(2)) {
    return c.Fail("pld.tensor.put src must be a GM tensor, but it was computed in the kernel; "
                  "send a computed tile with pld.tensor.remote_store");
  }
  return ConvertTransfer(c, "tput_stage", "pld.tile.put", c.DropKwargs({"chunk_rows", "chunk_cols", "pipeline"}));
}

absl::StatusOr<ExprId> ConvertGet(ConvertContext& c) {
  RETURN_IF_ERROR(NeedTransferOperands(c));
  RETURN_IF_ERROR(c.NeedGm(0));
  return ConvertTransfer(c, "tget_stage", "pld.tile.get", {});
}

}  // namespace

void RegisterRemoteConversions(ConversionRegistryBuilder& r) {
  r.Simple("pld.tensor.remote_store", "pld.tile.remote_store",
           {{.operand = 0, .space = BridgeSpaceOf({"pld.tile.remote_store"}, 0)}});
  r.Custom("pld.tensor.put", ConvertPut, "pld.tile.put through one or two staging tiles");
  r.Custom("pld.tensor.get", ConvertGet, "pld.tile.get through one or two staging tiles");
}

}  // namespace t2t
