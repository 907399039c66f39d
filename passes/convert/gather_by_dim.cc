// Gather along one axis (op-conversions 9.2). The instruction gathers by flat element index within one tile: on the newer
// chip over a whole tile at once, with `row * width` added to every index; on the older ones, and for the outer axes of a
// rank-3 tensor, row by row in a loop that assembles the result.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[8, 16], pl.INT32]) -> pl.Tensor[[8, 16], pl.FP32]:
//         g = pl.tensor.gather(x, i, dim=-1)
//         return g
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 64], pl.FP32], i: pl.Tensor[[8, 16], pl.INT32]) -> pl.Tensor[[8, 16], pl.FP32]:
//         gather_acc_init = pl.tile.create([8, 16], dtype=pl.FP32, target_memory=pl.Mem.Vec)
//         for gather_lv, (gather_ia,) in pl.range(8, init_values=(gather_acc_init,)):
//             gather_inp_row = pl.tile.load(x, [gather_lv, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
//             gather_idx_row = pl.tile.load(i, [gather_lv, 0], [1, 16], [1, 16], target_memory=pl.Mem.Vec)
//             gather_row_tmp = pl.tile.create([1, 16], dtype=pl.INT32, target_memory=pl.Mem.Vec)
//             gather_row = pl.tile.gather(gather_inp_row, gather_idx_row, gather_row_tmp)
//             gather_asmbl = pl.tile.assemble(gather_ia, gather_row, [gather_lv, 0])
//             gather_rv = pl.yield_(gather_asmbl)
//         g__tile = gather_rv
//         g = pl.t2t.as_tensor(g__tile)
//         return g
#include <string>

#include "absl/functional/function_ref.h"
#include "passes/convert/carry_loop.h"
#include "passes/convert/families.h"
#include "passes/convert/gather.h"

namespace t2t {
namespace {

class DimGather {
 public:
  DimGather(ConvertContext& context, std::vector<int64_t> source, std::vector<int64_t> index)
      : c_(context), input_(context.args[0]), index_(context.args[1]), in_(std::move(source)), ix_(std::move(index)),
        k_(ix_.back()) {}

  // rank 2, last axis, row by row
  absl::StatusOr<ExprId> Rows2D() {
    return AssembleLoop("gather", ix_[0], ix_[0], k_, [&](ExprId row) -> absl::StatusOr<ExprId> {
      ASSIGN_OR_RETURN(const ExprId source, Fetch("gather_inp_row", input_, {row, Int(0)}, {1, in_[1]}));
      ASSIGN_OR_RETURN(const ExprId index, Fetch("gather_idx_row", index_, {row, Int(0)}, {1, k_}));
      return GatherRow(source, index);
    });
  }

  // rank 2, last axis, one instruction
  absl::StatusOr<ExprId> Full2D() {
    RETURN_IF_ERROR(CheckIndexRange(ix_[0], in_[1]));
    ASSIGN_OR_RETURN(ExprId source, Fetch("gather_inp", input_, {Int(0), Int(0)}, {ix_[0], in_[1]}));
    ASSIGN_OR_RETURN(source, Packed(source, ix_[0], in_[1]));
    ASSIGN_OR_RETURN(const ExprId index, Fetch("gather_idx", index_, {Int(0), Int(0)}, {ix_[0], k_}));
    return GatherFull(source, index, ix_[0], in_[1]);
  }

  // rank 3, last axis, row by row in two loops
  absl::StatusOr<ExprId> Rows3D() {
    const auto inner = [&](ExprId outer_index) {
      return AssembleLoop("gather_inner", ix_[1], ix_[1], k_, [&](ExprId row) -> absl::StatusOr<ExprId> {
        ASSIGN_OR_RETURN(const ExprId source, FetchAs("gather_inp_raw", input_, {outer_index, row, Int(0)},
                                                      {1, 1, in_[2]}, "gather_inp_row", {1, in_[2]}));
        ASSIGN_OR_RETURN(const ExprId index, FetchAs("gather_idx_raw", index_, {outer_index, row, Int(0)}, {1, 1, k_},
                                                     "gather_idx_row", {1, k_}));
        return GatherRow(source, index);
      });
    };
    ASSIGN_OR_RETURN(const ExprId rows, AssembleLoop("gather_outer", ix_[0], ix_[0], ix_[1] * k_,
                                                     [&](ExprId outer_index) -> absl::StatusOr<ExprId> {
                                                       ASSIGN_OR_RETURN(const ExprId page, inner(outer_index));
                                                       return Reshape("gather_inner_flat", page, {1, ix_[1] * k_});
                                                     }));
    return Output(rows);
  }

  // rank 3, last axis, one instruction over the flattened rows
  absl::StatusOr<ExprId> Full3D() {
    const int64_t rows = ix_[0] * ix_[1];
    RETURN_IF_ERROR(CheckIndexRange(rows, in_[2]));
    const std::vector<ExprId> origin(3, Int(0));
    ASSIGN_OR_RETURN(ExprId source, FetchAs("gather_inp_raw", input_, origin, {ix_[0], ix_[1], in_[2]}, "gather_inp",
                                            {rows, in_[2]}));
    ASSIGN_OR_RETURN(source, Packed(source, rows, in_[2]));
    ASSIGN_OR_RETURN(const ExprId index, FetchAs("gather_idx_raw", index_, origin, {ix_[0], ix_[1], k_}, "gather_idx",
                                                 {rows, k_}));
    ASSIGN_OR_RETURN(const ExprId gathered, GatherFull(source, index, rows, in_[2]));
    return Output(gathered);
  }

  // rank 3, an outer axis: for every row of the index, the slab that the gathered axis spans, as one flat row
  absl::StatusOr<ExprId> OuterAxis(int64_t axis) {
    if (ByteSize(c_.DTypeOf(input_)) != 4) {
      return c_.Fail("16-bit src is not yet supported for dim {} of a rank-3 tensor, only FP32 and INT32; cast it first",
                     axis);
    }
    ASSIGN_OR_RETURN(const ExprId columns, c_.Emit("gather_range", "tile.ci", {Int32(0), c_.IntTuple({1, k_})},
                                                   c_.Kwargs({c_.DTypeKw("dtype", DType::kInt32)})));
    const int64_t span = axis == 0 ? in_[0] : in_[1];  // extent of the gathered axis
    ASSIGN_OR_RETURN(
        const ExprId rows,
        AssembleLoop("gather_main", ix_[0] * ix_[1], ix_[0] * ix_[1], k_, [&](ExprId row) -> absl::StatusOr<ExprId> {
          const ExprId i0 = c_.p.Binary(ExprKind::kFloorDiv, row, Int(ix_[1]), DType::kIndex);
          const ExprId i1 = c_.p.Binary(ExprKind::kFloorMod, row, Int(ix_[1]), DType::kIndex);
          ASSIGN_OR_RETURN(const ExprId slab,
                           axis == 0 ? FetchAs("gather_inp_raw", input_, {Int(0), i1, Int(0)}, {in_[0], 1, in_[2]},
                                               "gather_inp_2d", {span, in_[2]})
                                     : FetchAs("gather_inp_raw", input_, {i0, Int(0), Int(0)}, {1, in_[1], in_[2]},
                                               "gather_inp_2d", {span, in_[2]}));
          ASSIGN_OR_RETURN(const ExprId flat, Reshape("gather_inp_flat", slab, {1, span * in_[2]}));
          ASSIGN_OR_RETURN(const ExprId index, FetchAs("gather_idx_raw", index_, {i0, i1, Int(0)}, {1, 1, k_},
                                                       "gather_idx_row", {1, k_}));
          ASSIGN_OR_RETURN(const ExprId scaled, c_.Emit("gather_idx_s", "tile.muls", {index, Int32(in_[2])}));
          ASSIGN_OR_RETURN(const ExprId flat_index, c_.Emit("gather_fidx", "tile.add", {scaled, columns}));
          return GatherRow(flat, flat_index);
        }));
    return Output(rows);
  }

 private:
  using Dims = std::initializer_list<int64_t>;

  ExprId Int(int64_t v) { return c_.p.Int(v); }
  ExprId Int32(int64_t v) { return c_.p.Int(v, DType::kInt32); }

  // A window of an operand, wherever it lives.
  absl::StatusOr<ExprId> Fetch(std::string_view name, ExprId from, const std::vector<ExprId>& offsets, Dims window) {
    const ExprId shape = c_.IntTuple(window);
    const ExprId at = c_.p.Tuple(offsets);
    if (c_.p.TypeOf(from).IsTile()) return c_.Emit(name, "tile.slice", {from, shape, at, shape});
    return c_.Emit(name, "tile.load", {from, at, shape, shape}, c_.VecKwargs());
  }

  absl::StatusOr<ExprId> Reshape(std::string_view name, ExprId tile, Dims shape) {
    return c_.Emit(name, "tile.reshape", {tile, c_.IntTuple(shape)});
  }

  absl::StatusOr<ExprId> FetchAs(std::string_view raw_name, ExprId from, const std::vector<ExprId>& offsets, Dims window,
                                 std::string_view name, Dims shape) {
    ASSIGN_OR_RETURN(const ExprId raw, Fetch(raw_name, from, offsets, window));
    return Reshape(name, raw, shape);
  }

  absl::StatusOr<ExprId> GatherRow(ExprId source, ExprId index) {
    ASSIGN_OR_RETURN(const ExprId scratch, c_.EmitCreate("gather_row_tmp", c_.Extents({1, k_}), DType::kInt32));
    return c_.Emit("gather_row", "tile.gather", {source, index, scratch});
  }

  // create [rows, columns]; for every i below `stop`: assemble the row that `body` makes at [i, 0].
  absl::StatusOr<ExprId> AssembleLoop(const std::string& prefix, int64_t stop, int64_t rows, int64_t columns,
                                      absl::FunctionRef<absl::StatusOr<ExprId>(ExprId)> body) {
    ASSIGN_OR_RETURN(const ExprId seed,
                     c_.EmitCreate(prefix + "_acc_init", c_.Extents({rows, columns}), c_.DTypeOf(input_)));
    CarryLoop loop(c_, prefix + "_lv", Int(stop), prefix + "_ia", seed);
    ASSIGN_OR_RETURN(const ExprId row, body(loop.index()));
    ASSIGN_OR_RETURN(const ExprId assembled, c_.Emit(prefix + "_asmbl", "tile.assemble",
                                                     {loop.carry(), row, c_.p.Tuple({loop.index(), Int(0)})}));
    return loop.Finish(prefix + "_rv", assembled);
  }

  // The flattened result. Not a no-op for what follows: it keeps the loop above from being taken for a returned assemble
  // loop, whose stores would then go to a tensor of another rank (op-conversions 9.2, notes).
  absl::StatusOr<ExprId> Output(ExprId rows) { return Reshape("gather_out", rows, {ix_[0] * ix_[1], k_}); }

  // A 16-bit index cannot name an element beyond the first 32768.
  absl::Status CheckIndexRange(int64_t rows, int64_t columns) const {
    if (c_.DTypeOf(index_) != DType::kInt16 || columns == 0 || rows <= 32768 / columns) return absl::OkStatus();
    return c_.Fail("{} rows of {} elements exceeds the INT16 index range; use an INT32 index or gather fewer rows at once",
                   rows, columns);
  }

  // A flat index assumes that rows follow each other without gaps, which a window of a tile does not promise.
  absl::StatusOr<ExprId> Packed(ExprId source, int64_t rows, int64_t columns) {
    if (!c_.p.TypeOf(input_).IsTile()) return source;
    ASSIGN_OR_RETURN(const ExprId copy,
                     c_.EmitCreate("gather_src_alloc", c_.Extents({rows, columns}), c_.DTypeOf(input_)));
    return c_.Emit("gather_src_copy", "tile.assemble", {copy, source, c_.Zeros(2)});
  }

  absl::StatusOr<ExprId> GatherFull(ExprId source, ExprId index, int64_t rows, int64_t columns) {
    ASSIGN_OR_RETURN(const ExprId flat, FlatIndex(index, rows, columns));
    ASSIGN_OR_RETURN(const ExprId scratch, c_.EmitCreate("gather_tmp", c_.Extents({rows, k_}), DType::kInt32));
    return c_.Emit("gather", "tile.gather", {source, flat, scratch});
  }

  // index + row * columns, computed in INT32 and brought back to the index type at the end.
  absl::StatusOr<ExprId> FlatIndex(ExprId index, int64_t rows, int64_t columns) {
    const DType dtype = c_.DTypeOf(index);
    ExprId wide = index;
    if (dtype != DType::kInt32) {
      ASSIGN_OR_RETURN(wide, c_.Emit("gather_idx_i32", "tile.cast", {index}, c_.CastKwargs(DType::kInt32, kCastNone)));
    }
    ExprId flat = wide;
    if (rows > 1) {
      ASSIGN_OR_RETURN(flat, AddRowBase(wide, rows, columns));
    }
    if (dtype == DType::kInt32) return flat;
    return c_.Emit("gather_flat_cast", "tile.cast", {flat}, c_.CastKwargs(dtype, kCastNone));
  }

  absl::StatusOr<ExprId> AddRowBase(ExprId index, int64_t rows, int64_t columns) {
    // Rows of 32 bytes and more can be numbered element by element; shorter ones are stretched from a column of numbers.
    if (k_ % 8 == 0) {
      ASSIGN_OR_RETURN(const ExprId numbers, Arange("gather_lin", rows * k_));
      ASSIGN_OR_RETURN(const ExprId grid, Reshape("gather_lin2d", numbers, {rows, k_}));
      ASSIGN_OR_RETURN(const ExprId row_ids, c_.Emit("gather_row_ids", "tile.divs", {grid, Int32(k_)}));
      ASSIGN_OR_RETURN(const ExprId base, c_.Emit("gather_row_base", "tile.muls", {row_ids, Int32(columns)}));
      return c_.Emit("gather_flat_idx", "tile.add", {index, base});
    }
    ASSIGN_OR_RETURN(const ExprId numbers, Arange("gather_ci_rows", rows));
    ASSIGN_OR_RETURN(const ExprId column, Reshape("gather_row_arange", numbers, {rows, 1}));
    ASSIGN_OR_RETURN(const ExprId base, c_.Emit("gather_row_base", "tile.muls", {column, Int32(columns)}));
    return c_.Emit("gather_flat_idx", "tile.row_expand_add", {index, base});
  }

  absl::StatusOr<ExprId> Arange(std::string_view name, int64_t count) {
    return c_.Emit(name, "tile.ci", {Int32(0), c_.IntTuple({1, count})},
                   c_.Kwargs({c_.DTypeKw("dtype", DType::kInt32), c_.p.BoolAttr("descending", false)}));
  }

  ConvertContext& c_;
  const ExprId input_, index_;
  const std::vector<int64_t> in_, ix_;  // extents of source and index
  const int64_t k_;                   // elements gathered per row
};

absl::StatusOr<ExprId> ConvertGather(ConvertContext& c) {
  return c.p.FindAttr(c.call.kwargs, "dim") == nullptr ? ConvertFlatGather(c) : ConvertGatherByDim(c);
}

}  // namespace

absl::StatusOr<ExprId> ConvertGatherByDim(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  for (size_t i : {size_t{0}, size_t{1}}) {
    if (!c.IsTile(i)) RETURN_IF_ERROR(c.NeedTensor(i));
  }
  ASSIGN_OR_RETURN(std::vector<int64_t> source, c.StaticShape(c.args[0]));
  ASSIGN_OR_RETURN(std::vector<int64_t> index, c.StaticShape(c.args[1]));
  const auto rank = static_cast<int64_t>(source.size());
  const int64_t dim = c.IntKwarg("dim", -1);
  if (rank < 2 || source.size() != index.size() || dim < -rank || dim >= rank) {
    return c.Fail("dim {} does not fit operands of rank {} and {}", dim, rank, index.size());
  }
  const int64_t axis = dim < 0 ? dim + rank : dim;
  DimGather gather(c, std::move(source), std::move(index));
  if (rank == 2 && axis == 1) return c.a5() ? gather.Full2D() : gather.Rows2D();
  if (rank == 3 && axis == 2) return c.a5() ? gather.Full3D() : gather.Rows3D();
  if (rank == 3) return gather.OuterAxis(axis);
  return c.Fail("unsupported (rank, dim) combination: ({}, {}); rank 2 gathers along its last axis, rank 3 along any",
                rank, dim);
}

void RegisterFlatAndDimGatherConversion(ConversionRegistryBuilder& r) {
  r.Custom("tensor.gather", ConvertGather, "flat: tile.mgather or tile.gather; by dim: tile.gather row by row or at once",
           {}, GmOperands::kOwn);
}

}  // namespace t2t
