// fillpad and fillpad_expand (op-conversions 6.3): the one way to give the invalid part of a tile a value. A plain tensor
// that reaches them is loaded with the valid region of its view, since that is what is going to be filled up.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, n])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         y = pl.tensor.fillpad(x__gm, pad_value=pl.PadValue.max)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, n])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         y__tile = pl.tile.fillpad(x__tile, pad_value=pl.PadValue.max)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#include "passes/convert/families.h"

namespace t2t {
namespace {

absl::StatusOr<ExprId> ConvertFill(ConvertContext& c, size_t operands, std::string_view load_name,
                                   std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(operands, operands));
  std::vector<ExprId> args = c.args;
  if (!c.IsTile(0)) {
    RETURN_IF_ERROR(c.NeedTensor(0));
    const std::vector<ExprId> zeros(c.Shape(args[0]).size(), c.p.Int(0));
    ASSIGN_OR_RETURN(const ExprId load, c.MakeLoad(args[0], zeros, c.Shape(args[0]), c.Valid(args[0])));
    args[0] = c.builder().LetVar(load_name, load);
  }
  return c.Make(tile_op, args, c.call.kwargs);
}

}  // namespace

void RegisterPaddingConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.fillpad", [](ConvertContext& c) { return ConvertFill(c, 1, "fillpad_src", "tile.fillpad"); },
           "tile.fillpad of the loaded tile");
  r.Custom("tensor.fillpad_expand",
           [](ConvertContext& c) { return ConvertFill(c, 2, "fillpad_expand_src", "tile.fillpad_expand"); },
           "tile.fillpad_expand of the loaded tile");
}

}  // namespace t2t
