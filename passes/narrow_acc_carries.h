// narrow-acc-carries: loop-carried accumulators are declared at the extent their yields prove.
//
// A carry has the type of its seed. Where the body yields a matrix product with fewer valid rows, the carry, and with it
// everything after the loop, would claim too much: the matrix unit packs the rows it computes, and a reader that believes
// the full box walks another pitch. So the seed is declared anew in front of the loop, compact and at the narrower
// extent, and what depends on the carry is deduced again.
//
// Left alone: values outside Acc; extents computed inside the loop; seeds that are no fresh allocation; accumulators
// whose two readings coincide (full height, or one 16-row box). An already narrowed seed that is left alone still gets
// the compact mode of what is yielded.
//
//   Relies on   loop carries typed by their seeds; decisions read the types as they are on entry
//   Promises    a repaired carry, its yield and its result have one type
//   Source      design document, repair of loop-carried valid shapes; lowering l
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tile[[64, 64], pl.FP16, pl.Mem.Left, pl.TileView(valid_shape=[40, 64])], b: pl.Tile[[64, 32], pl.FP16, pl.Mem.Right]):
//         s = pl.tile.create([64, 32], dtype=pl.FP32)
//         for i, (acc,) in pl.range(4, init_values=(s,)):
//             n = pl.tile.matmul(a, b)
//             r: pl.Tile[[64, 32], pl.FP32] = pl.yield_(n)
//         return
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(a: pl.Tile[[64, 64], pl.FP16, pl.Mem.Left, pl.TileView(valid_shape=[40, 64])], b: pl.Tile[[64, 32], pl.FP16, pl.Mem.Right]):
//         s = pl.tile.create([64, 32], dtype=pl.FP32)
//         s_narrowed_storage = pl.tile.create([64, 32], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)
//         s_narrowed = pl.tile.set_validshape(s_narrowed_storage, 40, 32)
//         for i, (acc,) in pl.range(4, init_values=(s_narrowed,)):
//             n = pl.tile.matmul(a, b)
//             r: pl.Tile[[64, 32], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[40, 32], compact=pl.CompactMode.normal)] = pl.yield_(n)
//         return
#pragma once

#include "passes/pass.h"

namespace t2t {

class NarrowAccCarries final : public Pass {
 public:
  static constexpr std::string_view kName = "narrow-acc-carries";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
