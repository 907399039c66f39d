// Gathers that build their result row by row or pick by comparison: gather_row, paged_gather, gather_compare
// (op-conversions 9.3, 9.5, 9.6; design document, "paged gather").
//
// paged_gather moves whole rows from GM into the row's slot on chip; no instruction gathers into L1, so it is a scalar
// loop: two element reads find the physical row, one DMA brings it.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(pool: pl.Tensor[[256, 128], pl.BF16], ix: pl.Tensor[[32], pl.INT32], tab: pl.Tensor[[1, 16], pl.INT32]) -> pl.Tensor[[32, 64], pl.BF16]:
//         kv = pl.tensor.paged_gather(pool, ix, tab, block_size=16, size=64, max_indices=32)
//         return kv
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(pool: pl.Tensor[[256, 128], pl.BF16], ix: pl.Tensor[[32], pl.INT32], tab: pl.Tensor[[1, 16], pl.INT32]) -> pl.Tensor[[32, 64], pl.BF16]:
//         pg_rows = pl.tensor.dim(ix, 0)
//         paged_gather_acc = pl.tile.create([32, 64], dtype=pl.BF16, target_memory=pl.Mem.Mat)
//         for pg_i, (paged_gather_iter,) in pl.range(pg_rows, init_values=(paged_gather_acc,)):
//             pg_idx_raw = pl.tensor.read(ix, [pg_i])
//             pg_idx = pl.cast(pg_idx_raw, pl.INDEX)
//             pg_blk = pg_idx // 16
//             pg_rem = pg_idx % 16
//             pg_pblk_raw = pl.tensor.read(tab, [0, pg_blk])
//             pg_pblk = pl.cast(pg_pblk_raw, pl.INDEX)
//             pg_phys = pg_pblk * 16 + pg_rem
//             pg_row = pl.tile.gather_row(paged_gather_iter, pool, [pg_i, 0], [pg_phys, 0], [1, 64], transpose=False)
//             paged_gather_result = pl.yield_(pg_row)
//         kv__tile = paged_gather_result
//         kv = pl.t2t.as_tensor(kv__tile)
//         return kv
#include "passes/convert/carry_loop.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

struct PagedGather {
  int64_t block_size, size, max_indices, column;
  bool transposed;
  MemorySpace space;
};

absl::StatusOr<PagedGather> ReadKwargs(const ConvertContext& c) {
  PagedGather k;
  k.block_size = c.IntKwarg("block_size", 0);
  k.size = c.IntKwarg("size", 0);
  k.max_indices = c.IntKwarg("max_indices", 0);
  k.column = c.IntKwarg("col_off", 0);
  k.transposed = c.BoolKwarg("is_trans", false);
  const Attr* space = c.p.FindAttr(c.call.kwargs, "space");
  k.space = space == nullptr ? MemorySpace::kMat : space->as<MemorySpace>();
  if (k.block_size <= 0 || k.size <= 0 || k.max_indices <= 0) {
    return c.Fail("block_size, size and max_indices must be positive, got {}, {} and {}", k.block_size, k.size,
                  k.max_indices);
  }
  if (k.transposed && k.space != MemorySpace::kMat) return c.Fail("is_trans needs space=Mat");
  return k;
}

// The element of a list that is either [n] or [1, n].
absl::StatusOr<ExprId> ReadElement(ConvertContext& c, std::string_view name, ExprId list, ExprId at) {
  const ExprId indices = c.Shape(list).size() == 1 ? c.p.Tuple({at}) : c.p.Tuple({c.p.Int(0), at});
  return c.Emit(name, "tensor.read", {list, indices});
}

absl::StatusOr<ExprId> ConvertPagedGather(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 3));
  for (size_t i = 0; i < 3; ++i) RETURN_IF_ERROR(c.NeedTensor(i));
  ASSIGN_OR_RETURN(const PagedGather k, ReadKwargs(c));
  const ExprId src = c.args[0];
  const ExprId indices = c.args[1];
  const size_t axis = c.Shape(indices).size() == 1 ? 0 : 1;
  const ExprId count = c.Shape(indices)[axis];
  if (c.p.IsConstInt(count) && c.p[count].int_value() > k.max_indices) {
    return c.Fail("{} indices exceeds max_indices={}", c.p[count].int_value(), k.max_indices);
  }

  Program& p = c.p;
  const auto index_op = [&p](ExprKind kind, ExprId a, ExprId b) { return p.Binary(kind, a, b, DType::kIndex); };
  const ExprId block_size = p.Int(k.block_size);
  ASSIGN_OR_RETURN(const ExprId rows, c.Emit("pg_rows", "tensor.dim", {indices, p.Int(static_cast<int64_t>(axis))}));
  ASSIGN_OR_RETURN(const ExprId acc,
                   c.EmitCreate("paged_gather_acc",
                                k.transposed ? c.Extents({k.size, k.max_indices}) : c.Extents({k.max_indices, k.size}),
                                c.DTypeOf(src), k.space));
  CarryLoop loop(c, "pg_i", rows, "paged_gather_iter", acc);
  ASSIGN_OR_RETURN(const ExprId idx_raw, ReadElement(c, "pg_idx_raw", indices, loop.index()));
  const ExprId idx = c.builder().LetVar("pg_idx", p.Unary(ExprKind::kCast, idx_raw, DType::kIndex));
  const ExprId block = c.builder().LetVar("pg_blk", index_op(ExprKind::kFloorDiv, idx, block_size));
  const ExprId rest = c.builder().LetVar("pg_rem", index_op(ExprKind::kFloorMod, idx, block_size));
  ASSIGN_OR_RETURN(const ExprId page_raw, ReadElement(c, "pg_pblk_raw", c.args[2], block));
  const ExprId page = c.builder().LetVar("pg_pblk", p.Unary(ExprKind::kCast, page_raw, DType::kIndex));
  const ExprId row = c.builder().LetVar(
      "pg_phys", index_op(ExprKind::kAdd, index_op(ExprKind::kMul, page, block_size), rest));
  const ExprId slot = k.transposed ? p.Tuple({p.Int(0), loop.index()}) : p.Tuple({loop.index(), p.Int(0)});
  ASSIGN_OR_RETURN(const ExprId filled,
                   c.Emit("pg_row", "tile.gather_row",
                          {loop.carry(), src, slot, p.Tuple({row, p.Int(k.column)}), c.IntTuple({1, k.size})},
                          c.Kwargs({p.BoolAttr("transpose", k.transposed)})));
  return loop.Finish("paged_gather_result", filled);
}

// The exact extents go through: rounding up to the fractal box is the business of code generation.
absl::StatusOr<ExprId> ConvertGatherRow(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(5, 6));
  return c.Make("tile.gather_row", c.args, c.Kwargs({c.p.BoolAttr("transpose", c.BoolKwarg("transpose", false))}));
}

absl::StatusOr<ExprId> ConvertGatherCompare(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  if (c.Shape(c.args[0]).size() != 2) return c.Fail("operand 0 must be two-dimensional");
  ASSIGN_OR_RETURN(const ExprId scratch, c.EmitCreate("gc_tmp", c.Shape(c.args[0]), DType::kUint8));
  return c.Make("tile.gather_compare", {c.args[0], c.args[1], scratch},
                c.KeepKwargs({"cmp_mode", "offset", "out_cols", "count_dtype"}));
}

}  // namespace

void RegisterRowGatherConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.paged_gather", ConvertPagedGather, "a loop of tile.gather_row over the page table", {},
           GmOperands::kOwn);
  r.Custom("tensor.gather_row", ConvertGatherRow, "tile.gather_row from GM into a tile", {}, GmOperands::kOwn);
  r.Custom("tensor.gather_compare", ConvertGatherCompare, "tile.gather_compare with a scratch tile",
           {{.operand = 0, .space = BridgeSpaceOf({"tile.gather_compare"}, 0)}});
}

}  // namespace t2t
