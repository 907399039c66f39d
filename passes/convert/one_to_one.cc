// Conversions that only change the operator: same operands, same kwargs, default tile operands (op-conversions 3).
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.BF16]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a = pl.tensor.neg(x__gm)
//         b = pl.tensor.cast(a, target_type=pl.BF16, mode='round')
//         return b
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.BF16]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a__tile = pl.tile.neg(x__tile)
//         a = pl.t2t.as_tensor(a__tile)
//         b__tile = pl.tile.cast(a__tile, target_type=pl.BF16, mode='round')
//         b = pl.t2t.as_tensor(b__tile)
//         return b
#include <string>

#include "passes/convert/families.h"

namespace t2t {

void RegisterOneToOneConversions(ConversionRegistryBuilder& r) {
  // Both levels use the same name behind the prefix.
  static constexpr std::string_view kSameName[] = {
      // 3.1 element-wise
      "subs", "fmods", "fmod", "neg", "abs", "sin", "cos", "not", "log", "cast", "and", "or", "shl", "shr", "ands", "ors",
      "shls", "shrs",
      // 3.2 broadcasts
      "row_expand", "row_expand_mul", "row_expand_div", "row_expand_add", "row_expand_sub", "row_expand_max",
      "row_expand_min", "row_expand_expdif", "col_expand", "col_expand_mul", "col_expand_add", "col_expand_sub",
      "col_expand_div", "col_expand_max", "col_expand_min", "col_expand_expdif",
      // 3.3 shapes, constructors, the rest
      "concat", "set_validshape", "full", "ci", "random", "get_block_idx", "get_subblock_idx", "get_block_num",
      "sort32", "mrgsort_format1", "gather_mask",
  };
  for (std::string_view name : kSameName) {
    r.Simple(std::string("tensor.") += name, std::string("tile.") += name);
  }
}

}  // namespace t2t
