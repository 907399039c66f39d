// Row and column reductions (op-conversions 7.3). `axis` and `keep_dim` are facts about the tensor's shape and have no
// counterpart on tiles, where the operator's name says the axis.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[63, 64], pl.FP32]) -> tuple[pl.Tensor[[63, 1], pl.FP32], pl.Tensor[[1, 64], pl.FP32]]:
//         x__tile = pl.tile.load(x, [0, 0], [63, 64], [63, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         r = pl.tensor.row_sum(x__gm)
//         s = pl.tensor.col_sum(x__gm, is_binary=True)
//         return r, s
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[63, 64], pl.FP32]) -> tuple[pl.Tensor[[63, 1], pl.FP32], pl.Tensor[[1, 64], pl.FP32]]:
//         x__tile = pl.tile.load(x, [0, 0], [63, 64], [63, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         tmp_tile = pl.tile.create([63, 128], dtype=pl.FP32, target_memory=pl.Mem.Vec)
//         r__tile = pl.tile.row_sum(x__tile, tmp_tile)
//         r = pl.t2t.as_tensor(r__tile)
//         tmp_tile_1 = pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
//         s__tile = pl.tile.col_sum(x__tile, tmp_tile_1)
//         s = pl.t2t.as_tensor(s__tile)
//         return r, s
#include <string>

#include "passes/convert/families.h"

namespace t2t {
namespace {

using Extents = std::vector<ExprId>;

Extents ExtentsOf(const ConvertContext& c, ExprId tile) {
  const absl::Span<const ExprId> shape = c.Shape(tile);
  return Extents(shape.begin(), shape.end());
}

absl::StatusOr<ExprId> ReduceWithScratch(ConvertContext& c, std::string_view tile_op, absl::Span<const ExprId> scratch) {
  ASSIGN_OR_RETURN(const ExprId tmp, c.EmitCreate("tmp_tile", scratch, c.DTypeOf(c.args[0])));
  return c.Make(tile_op, {c.args[0], tmp});
}

// The instruction folds a row into at least 128 scratch columns.
constexpr int64_t kMinScratchColumns = 128;

absl::Status CheckRowReduction(const ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  return c.NeedTile(0);
}

absl::StatusOr<ExprId> ConvertRowReduction(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(CheckRowReduction(c));
  Extents scratch = ExtentsOf(c, c.args[0]);
  if (scratch.size() >= 2 && !(c.p.IsConstInt(scratch.back()) && c.p[scratch.back()].int_value() >= kMinScratchColumns)) {
    scratch.back() = c.p.Int(kMinScratchColumns);
  }
  return ReduceWithScratch(c, tile_op, scratch);
}

// The tensor operators reduce the last axis but one, the tile operators the first. They mean the same in two dimensions.
absl::Status CheckColumnReduction(const ConvertContext& c) {
  RETURN_IF_ERROR(CheckRowReduction(c));
  const size_t rank = c.Shape(c.args[0]).size();
  if (rank == 2) return absl::OkStatus();
  return c.Fail("operand 0 has rank {}, and columns of tiles are reduced in two dimensions only; slice or reshape it to "
                "two dimensions first", rank);
}

absl::StatusOr<ExprId> ConvertArgReduction(ConvertContext& c, std::string_view tile_op, bool columns) {
  RETURN_IF_ERROR(columns ? CheckColumnReduction(c) : CheckRowReduction(c));
  return ReduceWithScratch(c, tile_op, ExtentsOf(c, c.args[0]));
}

// The binary tree halves the rows in its first step; code generation picks it by the operand count (design document,
// "tensor.col_sum"), so the attribute ends here.
absl::StatusOr<ExprId> ConvertColSum(ConvertContext& c) {
  RETURN_IF_ERROR(CheckColumnReduction(c));
  if (!c.BoolKwarg("is_binary", false)) return c.Make("tile.col_sum", c.args);
  Extents scratch = ExtentsOf(c, c.args[0]);
  if (c.p.IsConstInt(scratch[0]) && c.p.IsConstInt(scratch[1])) {
    const int64_t rows = c.p[scratch[0]].int_value();
    scratch[0] = c.p.Int(rows / 2 + rows % 2);
  }
  return ReduceWithScratch(c, "tile.col_sum", scratch);
}

absl::StatusOr<ExprId> ConvertColumnReduction(ConvertContext& c, std::string_view tile_op) {
  RETURN_IF_ERROR(CheckColumnReduction(c));
  return c.Make(tile_op, c.args, c.call.kwargs);
}

}  // namespace

void RegisterReductionConversions(ConversionRegistryBuilder& r) {
  for (std::string_view name : {"row_max", "row_sum", "row_min", "row_prod"}) {
    const std::string tile_op = std::string("tile.") += name;
    r.Custom(std::string("tensor.") += name, [tile_op](ConvertContext& c) { return ConvertRowReduction(c, tile_op); },
             tile_op + " with a scratch tile of at least 128 columns");
  }
  for (std::string_view name : {"row_argmax", "row_argmin", "col_argmax", "col_argmin"}) {
    const std::string tile_op = std::string("tile.") += name;
    const bool columns = name.starts_with("col");
    r.Custom(std::string("tensor.") += name,
             [=](ConvertContext& c) { return ConvertArgReduction(c, tile_op, columns); },
             tile_op + " with a scratch tile of the input's shape");
  }
  for (std::string_view name : {"col_max", "col_min", "col_prod"}) {
    const std::string tile_op = std::string("tile.") += name;
    r.Custom(std::string("tensor.") += name, [tile_op](ConvertContext& c) { return ConvertColumnReduction(c, tile_op); },
             tile_op + " in two dimensions");
  }
  r.Custom("tensor.col_sum", ConvertColSum, "tile.col_sum, with a scratch tile when is_binary");
}

}  // namespace t2t
