#include "convert_testing.h"
#include "fmt/core.h"

namespace t2t {
namespace {

// ---- slice ----

TEST(Slice, OfGmIsALoad) {
  ExpectConverts("x: pl.Tensor[[64, 64], pl.FP32], r: pl.Scalar[pl.INDEX]", "w = pl.tensor.slice(x, [16, 32], [r, 0])",
                 "w__tile = pl.tile.load(x, [r, 0], [16, 32], [16, 32], target_memory=pl.Mem.Vec)\n");
}

TEST(Slice, ValidRegionIsWhatTheSourceHasLeft) {
  constexpr std::string_view kPartial = "x: pl.Tensor[[128, 64], pl.FP32, pl.TensorView(valid_shape=[100, 64], layout=pl.TensorLayout.ND)]";
  ExpectConverts(kPartial, "w = pl.tensor.slice(x, [16, 64], [96, 0])",
                 "w__tile = pl.tile.load(x, [96, 0], [16, 64], [4, 64], target_memory=pl.Mem.Vec)\n");
  ExpectConverts(kPartial, "w = pl.tensor.slice(x, [16, 64], [0, 0])",
                 "w__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)\n");
}

TEST(Slice, RequestedValidShapeGoesIntoTheLoad) {
  ExpectConverts("x: pl.Tensor[[64, 64], pl.FP32], n: pl.Scalar[pl.INDEX]",
                 "w = pl.tensor.slice(x, [16, 64], [0, 0], [n, 64])",
                 "w__tile = pl.tile.load(x, [0, 0], [16, 64], [n, 64], target_memory=pl.Mem.Vec)\n");
}

TEST(Slice, DroppedAxesAreReshapedAway) {
  ExpectConverts("x: pl.Tensor[[4, 64, 64], pl.FP32]", "w = pl.tensor.slice(x, [1, 16, 64], [2, 0, 0], [1, 16, 64], [0])",
                 "slice_load = pl.tile.load(x, [2, 0, 0], [1, 16, 64], [1, 16, 64], target_memory=pl.Mem.Vec)\n"
                 "w__tile = pl.tile.reshape(slice_load, [16, 64])\n");
}

TEST(Slice, OfATileStaysASlice) {
  ExpectConverts("x__tile: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec]",
                 "a = pl.tensor.slice(x, [16, 32], [8, 0], pad_value=pl.PadValue.zero)\n"
                 "b = pl.tensor.slice(x, [1, 32], [8, 0], [1, 32], [0])",
                 "a__tile = pl.tile.slice(x__tile, [16, 32], [8, 0], pad_value=pl.PadValue.zero)\n"
                 "b__tile = pl.tile.slice(x__tile, [1, 32], [8, 0], [1, 32], [0])\n");
}

// ---- assemble ----

constexpr std::string_view kAssemble =
    "o: pl.Out[pl.Tensor[[64, 64], pl.FP32]], g: pl.Tensor[[16, 64], pl.FP32], "
    "a__tile: pl.Tile[[64, 64], pl.FP32, pl.Mem.Vec], t__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]";

TEST(Assemble, FourCombinations) {
  ExpectConverts(kAssemble, "y = pl.tensor.assemble(o, t, [16, 0])", "y = pl.tile.store(t__tile, [16, 0], o)\n");
  ExpectConverts(kAssemble, "y = pl.tensor.assemble(a, t, [16, 0])",
                 "y__tile = pl.tile.assemble(a__tile, t__tile, [16, 0])\n");
  ExpectConverts(kAssemble, "y = pl.tensor.assemble(a, g, [16, 0])",
                 "assemble_src = pl.tile.load(g, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.assemble(a__tile, assemble_src, [16, 0])\n");
  ExpectConverts(kAssemble, "y = pl.tensor.assemble(o, g, [16, 0])",
                 "assemble_src = pl.tile.load(g, [0, 0], [16, 64], [16, 64], target_memory=pl.Mem.Vec)\n"
                 "y = pl.tile.store(assemble_src, [16, 0], o)\n");
}

TEST(Assemble, AtomicAddNeedsATileGoingToGm) {
  ExpectConverts(kAssemble, "y = pl.tensor.assemble(o, t, [16, 0], atomic=pl.AtomicType.Add)",
                 "y = pl.tile.store(t__tile, [16, 0], o, atomic=pl.AtomicType.Add)\n");
  for (std::string_view source : {"t", "g"}) {
    ExpectRefused(kAssemble, fmt::format("y = pl.tensor.assemble(a, {}, [16, 0], atomic=pl.AtomicType.Add)", source),
                  "requires a global-memory destination");
  }
  ExpectRefused(kAssemble, "y = pl.tensor.assemble(o, g, [16, 0], atomic=pl.AtomicType.Add)",
                "requires a tile source stored into a global-memory target");
}

// ---- read, write ----

TEST(ElementAccess, FollowsTheValue) {
  constexpr std::string_view kParams = "g: pl.InOut[pl.Tensor[[8], pl.INT32]], t__tile: pl.Tile[[4, 8], pl.INT32, pl.Mem.Vec]";
  ExpectConverts(kParams, "v = pl.tensor.read(g, [3])", "v = pl.tensor.read(g, [3])\n");
  ExpectConverts(kParams, "v = pl.tensor.read(t, [0, 3])", "v = pl.tile.read(t__tile, [0, 3])\n");
  ExpectConverts(kParams, "pl.tensor.write(g, [3], pl.const(1, pl.INT32))", "pl.tensor.write(g, [3], pl.const(1, pl.INT32))\n");
  ExpectConverts(kParams, "w = pl.tensor.write(t, [0, 3], pl.const(1, pl.INT32))",
                 "w__tile = pl.tile.write(t__tile, [0, 3], pl.const(1, pl.INT32))\n");
}

// ---- create ----

TEST(Create, LeavesTheSpaceOpen) {
  ExpectConverts("", "a = pl.tensor.create([8, 16], dtype=pl.FP16, layout=pl.TensorLayout.ND)",
                 "a__tile = pl.tile.create([8, 16], dtype=pl.FP16)\n");
}

TEST(Create, MustFitTheLargestBufferOfABackend) {
  const auto body = [](int rows) { return fmt::format("a = pl.tensor.create([{}, 1024], dtype=pl.FP32)", rows); };
  for (Backend backend : {Backend::kAscend910B, Backend::kAscend950}) {
    EXPECT_EQ(ConvertBody("", body(128), backend).error, "");  // 512 KiB
    ExpectRefused("", body(129), "exceeds the largest on-chip buffer capacity", backend);
    ExpectRefused("", "a = pl.tensor.create([4611686018427387904, 4611686018427387904], dtype=pl.FP32)",
                  "exceeds the largest on-chip buffer capacity", backend);
  }
  EXPECT_EQ(ConvertBody("", body(129)).error, "");  // nothing is known without a backend
}

TEST(CreateL1, SaysMatAndAlwaysWhetherTransposed) {
  ExpectConverts("", "a = pl.tensor.create_l1([16, 32], dtype=pl.BF16)\nb = pl.tensor.create_l1([16, 32], dtype=pl.BF16, transpose=True)",
                 "a__tile = pl.tile.create([16, 32], dtype=pl.BF16, target_memory=pl.Mem.Mat, transpose=False)\n"
                 "b__tile = pl.tile.create([16, 32], dtype=pl.BF16, target_memory=pl.Mem.Mat, transpose=True)\n");
}

// ---- fillpad ----

TEST(Fillpad, LoadsAPlainTensorWithItsValidRegion) {
  constexpr std::string_view kParams =
      "t__tile: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[16, 60])], "
      "g: pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=[16, 60], layout=pl.TensorLayout.ND)], "
      "d: pld.DistributedTensor[[16, 64], pl.FP32]";
  ExpectConverts(kParams, "y = pl.tensor.fillpad(t, pad_value=pl.PadValue.min)",
                 "y__tile = pl.tile.fillpad(t__tile, pad_value=pl.PadValue.min)\n");
  ExpectConverts(kParams, "y = pl.tensor.fillpad(g, pad_value=pl.PadValue.min)",
                 "fillpad_src = pl.tile.load(g, [0, 0], [16, 64], [16, 60], target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.fillpad(fillpad_src, pad_value=pl.PadValue.min)\n");
  ExpectConverts(kParams, "y = pl.tensor.fillpad_expand(g, [16, 128], pad_value=pl.PadValue.zero)",
                 "fillpad_expand_src = pl.tile.load(g, [0, 0], [16, 64], [16, 60], target_memory=pl.Mem.Vec)\n"
                 "y__tile = pl.tile.fillpad_expand(fillpad_expand_src, [16, 128], pad_value=pl.PadValue.zero)\n");
}

}  // namespace
}  // namespace t2t
