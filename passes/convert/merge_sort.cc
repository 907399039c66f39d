// mrgsort_format2: merges two to four sorted lists; the scratch tile holds the merged list (op-conversions 11).
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[1, 128], pl.FP32], b: pl.Tensor[[1, 64], pl.FP32]) -> pl.Tensor[[1, 192], pl.FP32]:
//         a__tile = pl.tile.load(a, [0, 0], [1, 128], [1, 128], target_memory=pl.Mem.Vec)
//         a__gm = pl.t2t.as_tensor(a__tile)
//         b__tile = pl.tile.load(b, [0, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
//         b__gm = pl.t2t.as_tensor(b__tile)
//         y = pl.tensor.mrgsort_format2(a__gm, b__gm, exhausted=False)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tensor[[1, 128], pl.FP32], b: pl.Tensor[[1, 64], pl.FP32]) -> pl.Tensor[[1, 192], pl.FP32]:
//         a__tile = pl.tile.load(a, [0, 0], [1, 128], [1, 128], target_memory=pl.Mem.Vec)
//         a__gm = pl.t2t.as_tensor(a__tile)
//         b__tile = pl.tile.load(b, [0, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec)
//         b__gm = pl.t2t.as_tensor(b__tile)
//         mrgsort2_tmp = pl.tile.create([1, 192], dtype=pl.FP32, target_memory=pl.Mem.Vec)
//         y__tile = pl.tile.mrgsort_format2(a__tile, b__tile, mrgsort2_tmp, exhausted=False)
//         y = pl.t2t.as_tensor(y__tile)
//         return y
#include <algorithm>

#include "passes/convert/families.h"

namespace t2t {
namespace {

// Total length: one constant when all are, otherwise the sum as it is written, unfolded.
ExprId TotalLength(ConvertContext& c) {
  Program& p = c.p;
  const auto length = [&](ExprId source) { return c.Shape(source).back(); };
  if (std::all_of(c.args.begin(), c.args.end(), [&](ExprId source) { return p.IsConstInt(length(source)); })) {
    int64_t sum = 0;
    for (ExprId source : c.args) sum += p[length(source)].int_value();
    return p.Int(sum);
  }
  ExprId sum = length(c.args[0]);
  for (size_t i = 1; i < c.args.size(); ++i) sum = p.Binary(ExprKind::kAdd, sum, length(c.args[i]), DType::kIndex);
  return sum;
}

absl::StatusOr<ExprId> ConvertMergeSort(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 4));
  for (size_t i = 0; i < c.args.size(); ++i) {
    RETURN_IF_ERROR(c.NeedTile(i));
    if (c.Shape(c.args[i]).empty()) return c.Fail("operand {} has no axis to merge along", i);
  }
  const absl::Span<const ExprId> first = c.Shape(c.args[0]);
  std::vector<ExprId> merged(first.begin(), first.end());
  merged.back() = TotalLength(c);
  ASSIGN_OR_RETURN(const ExprId scratch, c.EmitCreate("mrgsort2_tmp", merged, c.DTypeOf(c.args[0])));
  std::vector<ExprId> operands = c.args;
  operands.push_back(scratch);
  return c.Make("tile.mrgsort_format2", operands, c.call.kwargs);
}

}  // namespace

void RegisterMergeSortConversion(ConversionRegistryBuilder& r) {
  std::vector<OperandRequirement> sources;
  for (size_t i = 0; i < 4; ++i) sources.push_back({.operand = i, .space = BridgeSpaceOf({"tile.mrgsort_format2"}, i)});
  r.Custom("tensor.mrgsort_format2", ConvertMergeSort, "tile.mrgsort_format2 with a scratch tile of the merged length",
           std::move(sources));
}

}  // namespace t2t
