// Windows onto memory: slice, assemble, read, write. They manage their GM operands themselves, because offset and shape of
// the transfer are what they are about (op-conversions 5).
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
//         w = pl.tensor.slice(x, [16, 64], [r, 0])
//         y = pl.tensor.assemble(o, w, [r, 0])
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[64, 64], pl.FP32], o: pl.Out[pl.Tensor[[64, 64], pl.FP32]], r: pl.Scalar[pl.INDEX]) -> pl.Tensor[[64, 64], pl.FP32]:
//         w__tile = pl.tile.load(x, [r, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)
//         w = pl.t2t.as_tensor(w__tile)
//         y = pl.tile.store(w__tile, [r, 0], o)
//         return y
#include <algorithm>

#include "ir/ops/make_call.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// The window before axes are dropped: what the transfer moves, its valid region worked out by the operator's own rule.
absl::StatusOr<TypeId> WindowOf(ConvertContext& c) {
  return DeduceCall(c.p, c.call.op, absl::MakeConstSpan(c.args).first(std::min<size_t>(c.args.size(), 4)), c.call.kwargs);
}

absl::StatusOr<ExprId> ConvertSlice(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 5));
  if (c.IsTile(0)) return c.Make("tile.slice", c.args, c.KeepKwargs({"pad_value"}));
  RETURN_IF_ERROR(c.NeedGm(0));
  ASSIGN_OR_RETURN(const absl::Span<const ExprId> offsets, c.TupleOperand(2));
  ASSIGN_OR_RETURN(const TypeId window, WindowOf(c));
  ASSIGN_OR_RETURN(const ExprId load, c.MakeLoad(c.args[0], offsets, c.p.Shape(window), c.p.ValidShape(window)));
  ASSIGN_OR_RETURN(const TypeId reduced, DeduceCall(c.p, c.call.op, c.args, c.call.kwargs));
  if (c.p.Shape(reduced).size() == c.p.Shape(window).size()) return load;
  return c.Make("tile.reshape", {c.builder().LetVar("slice_load", load), c.p.Tuple(c.p.Shape(reduced))});
}

constexpr int64_t kAtomicAdd = 1;

absl::StatusOr<ExprId> ConvertAssemble(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 3));
  for (size_t i : {size_t{0}, size_t{1}}) {
    if (!c.IsTile(i)) RETURN_IF_ERROR(c.NeedGm(i));
  }
  const ExprId target = c.args[0];
  ExprId source = c.args[1];
  const ExprId offset = c.args[2];
  const bool atomic = c.IntKwarg("atomic", 0) == kAtomicAdd;
  if (atomic && c.IsTile(0)) {
    return c.Fail("atomic add requires a global-memory destination, but the target is a value computed in the kernel");
  }
  if (atomic && c.IsGm(1)) {
    return c.Fail("atomic add requires a tile source stored into a global-memory target, but the source is in global "
                  "memory; compute it in the kernel or slice it first");
  }
  if (c.IsGm(1)) {
    ASSIGN_OR_RETURN(source, c.EmitWholeLoad("assemble_src", source));
  }
  if (c.IsTile(0)) return c.Make("tile.assemble", {target, source, offset});
  const AttrsId kwargs = atomic ? c.Kwargs({c.p.IntAttr("atomic", kAtomicAdd)}) : AttrsId();
  return c.Make("tile.store", {source, offset, target}, kwargs);
}

// On a GM value the access stays what it is, one element through the scalar channel; on a tile it moves to the tile.
absl::StatusOr<ExprId> ConvertElementAccess(ConvertContext& c, size_t operands, std::string_view tensor_op,
                                            std::string_view tile_op) {
  RETURN_IF_ERROR(c.NeedOperands(operands, operands));
  if (c.IsTile(0)) return c.Make(tile_op, c.args, c.call.kwargs);
  RETURN_IF_ERROR(c.NeedGm(0));
  return c.Make(tensor_op, c.args, c.call.kwargs);
}

}  // namespace

void RegisterWindowConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.slice", ConvertSlice, "tile.load of the window from GM, tile.slice of a tile", {}, GmOperands::kOwn);
  r.Custom("tensor.assemble", ConvertAssemble, "tile.store into GM, tile.assemble into a tile", {}, GmOperands::kOwn);
  r.Custom("tensor.read", [](ConvertContext& c) { return ConvertElementAccess(c, 2, "tensor.read", "tile.read"); },
           "tile.read from a tile, unchanged on GM", {}, GmOperands::kOwn);
  r.Custom("tensor.write", [](ConvertContext& c) { return ConvertElementAccess(c, 3, "tensor.write", "tile.write"); },
           "tile.write into a tile, unchanged on GM", {}, GmOperands::kOwn);
}

}  // namespace t2t
