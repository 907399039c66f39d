// expand_clone: repeats a rank-3 tensor along one axis, straight into the target in GM (op-conversions 12). The result is
// a GM value that names the target's storage.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[1, 16, 64], pl.FP32], o: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]]) -> pl.Tensor[[4, 16, 64], pl.FP32]:
//         y = pl.tensor.expand_clone(x, o)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[1, 16, 64], pl.FP32], o: pl.Out[pl.Tensor[[4, 16, 64], pl.FP32]]) -> pl.Tensor[[4, 16, 64], pl.FP32]:
//         expand_clone_input = pl.tile.load(x, [0, 0, 0], [1, 16, 64], [1, 16, 64], target_memory=pl.Mem.Vec)
//         for i, (expand_clone_acc,) in pl.range(4, init_values=(o,)):
//             expand_clone_d0_store = pl.tile.store(expand_clone_input, [i, 0, 0], expand_clone_acc)
//             expand_clone_d0_result = pl.yield_(expand_clone_d0_store)
//         y = expand_clone_d0_result
//         return y
#include <optional>

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"
#include "passes/convert/carry_loop.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// The one axis along which the input, of extent 1 there, is repeated; nothing when the shapes agree.
absl::StatusOr<std::optional<size_t>> RepeatedAxis(const ConvertContext& c) {
  const absl::Span<const ExprId> from = c.Shape(c.args[0]);
  const absl::Span<const ExprId> to = c.Shape(c.args[1]);
  if (from.size() != 3 || to.size() != 3) {
    return c.Fail("takes tensors of rank 3, got rank {} and {}", from.size(), to.size());
  }
  std::optional<size_t> axis;
  for (size_t i = 0; i < 3; ++i) {
    if (DimEq(c.p, from[i], to[i])) continue;
    if (axis || !c.p.IsConstInt(from[i], 1)) {
      return c.Fail("can repeat one axis of extent 1 only, not go from {} to {}", ShapeText(c.p, from),
                    ShapeText(c.p, to));
    }
    axis = i;
  }
  return axis;
}

class ExpandClone {
 public:
  explicit ExpandClone(ConvertContext& context) : c_(context), input_(context.args[0]), target_(context.args[1]) {}

  absl::StatusOr<ExprId> Copy() {
    ASSIGN_OR_RETURN(const ExprId tile, LoadAll());
    return c_.Make("tile.store", {tile, c_.Zeros(3), target_});
  }

  // Pages: one load, stored once per page.
  absl::StatusOr<ExprId> Pages() {
    ASSIGN_OR_RETURN(const ExprId tile, LoadAll());
    CarryLoop loop = Loop();
    ASSIGN_OR_RETURN(const ExprId stored, c_.Emit("expand_clone_d0_store", "tile.store", {tile, At(loop), loop.carry()}));
    return loop.Finish("expand_clone_d0_result", stored);
  }

  // Rows: page by page, one row stretched over the page.
  absl::StatusOr<ExprId> Rows() {
    CarryLoop loop = Loop();
    const ExprId one = c_.p.Int(1);
    const ExprId row_shape = c_.p.Tuple({one, one, c_.Valid(input_)[2]});
    ASSIGN_OR_RETURN(const ExprId row, c_.Emit("expand_clone_d1_input", "tile.load",
                                               {input_, At(loop), row_shape, row_shape}, c_.VecKwargs()));
    ASSIGN_OR_RETURN(const ExprId page, c_.EmitCreate("expand_clone_d1_target",
                                                      {one, c_.Shape(target_)[1], c_.Shape(target_)[2]},
                                                      c_.DTypeOf(input_)));
    ASSIGN_OR_RETURN(const ExprId filled, c_.Emit("expand_clone_d1_col", "tile.col_expand", {page, row}));
    ASSIGN_OR_RETURN(const ExprId stored,
                     c_.Emit("expand_clone_d1_store", "tile.store", {filled, At(loop), loop.carry()}));
    return loop.Finish("expand_clone_d1_result", stored);
  }

  // Columns: one column stretched over the whole target.
  absl::StatusOr<ExprId> Columns() {
    ASSIGN_OR_RETURN(const ExprId tile, LoadAll());
    ASSIGN_OR_RETURN(const ExprId whole, c_.EmitCreate("expand_clone_d2_target", c_.Shape(target_), c_.DTypeOf(input_)));
    ASSIGN_OR_RETURN(const ExprId filled, c_.Emit("expand_clone_d2_row", "tile.row_expand", {whole, tile}));
    return c_.Make("tile.store", {filled, c_.Zeros(3), target_});
  }

 private:
  absl::StatusOr<ExprId> LoadAll() {
    const std::vector<ExprId> zeros(3, c_.p.Int(0));
    ASSIGN_OR_RETURN(const ExprId load, c_.MakeLoad(input_, zeros, c_.Shape(input_), c_.Valid(input_)));
    return c_.builder().LetVar("expand_clone_input", load);
  }
  CarryLoop Loop() { return CarryLoop(c_, "i", c_.Shape(target_)[0], "expand_clone_acc", target_); }
  ExprId At(const CarryLoop& loop) { return c_.p.Tuple({loop.index(), c_.p.Int(0), c_.p.Int(0)}); }

  ConvertContext& c_;
  const ExprId input_, target_;
};

absl::StatusOr<ExprId> ConvertExpandClone(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTensor(0));
  RETURN_IF_ERROR(c.NeedTensor(1));
  ASSIGN_OR_RETURN(const std::optional<size_t> axis, RepeatedAxis(c));
  ExpandClone clone(c);
  if (!axis) return clone.Copy();
  if (*axis == 0) return clone.Pages();
  return *axis == 1 ? clone.Rows() : clone.Columns();
}

}  // namespace

void RegisterExpandCloneConversion(ConversionRegistryBuilder& r) {
  r.Custom("tensor.expand_clone", ConvertExpandClone, "loads, a stretch on chip where needed, and stores into the target",
           {}, GmOperands::kOwn);
}

}  // namespace t2t
