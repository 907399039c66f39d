// Windows, reshapes, views, transposes, halves for the vector lanes.
#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(TensorSlice, Windows) {
  const std::string a = "a: T[[128, 64], FP32]", part = "a: T[[128, 64], FP32|valid=[100, 64]]";
  ExpectCases({
      {a, "tensor.slice(a, [32, 64], [96, 0])", "T[[32, 64], FP32]"},
      {a, "tensor.slice(a, [32, 64], [97, 0])", "!clamp=True"},
      {a, "tensor.slice(a, [32, 64], [112, 0], clamp=True)", "T[[32, 64], FP32|valid=[16, 64]]"},
      {a, "tensor.slice(a, [32, 64], [112, 0], [16, 64])", "T[[32, 64], FP32|valid=[16, 64]]"},
      {a, "tensor.slice(a, [32, 64], [0, 0], [33, 64])", "!larger than the window"},
      {a, "tensor.slice(a, [32, 64], [0, 0], [32, -1])", "!valid extent -1 is negative"},
      {part, "tensor.slice(a, [32, 64], [96, 0])", "T[[32, 64], FP32|valid=[4, 64]]"},
      {part, "tensor.slice(a, [32, 64], [64, 0])", "T[[32, 64], FP32]"},
      {a, "tensor.slice(a, [1, 64], [5, 0], [], [0])", "T[[64], FP32]"},
      {a, "tensor.slice(a, [1, 64], [5, 0], [], [1])", "!extent 64"},
      {a, "tensor.slice(a, [1, 1], [5, 0], [], [0, 1])", "!every dimension"},
      {a, "tensor.slice(a, [1, 64], [5, 0], [], [0, 0])", "!twice"},
      {"a: T[[128, 64], FP32|pad=max]", "tensor.slice(a, [32, 64], [0, 0])", "T[[32, 64], FP32|pad=max]"},
      {"a: T[[128, 64], FP32|pad=max]", "tensor.slice(a, [32, 64], [0, 0], pad_value=pl.PadValue.zero)",
       "T[[32, 64], FP32|pad=zero]"},
      {"a: D[[128, 64], FP32]", "tensor.slice(a, [32, 64], [0, 0])", "D[[32, 64], FP32]"},
      {"a: T[[4, 128, 64], FP32|valid=[4, 100, 64]]", "tensor.slice(a, [128, 64], [0, 0, 0])", "T[[128, 64], FP32]"},
      {"a: T[[64, 2], FP8E8M0|layout=MX_A_ZZ]", "tensor.slice(a, [16, 2], [0, 0])", "!MX_A_ZZ"},
  });
}

TEST(TensorReshape, ValidRegions) {
  ExpectCases({
      {"a: T[[4, 8], FP32]", "tensor.reshape(a, [8, 4])", "T[[8, 4], FP32]"},
      {"a: T[[4, 8], FP32]", "tensor.reshape(a, [8, 5])", "!elements"},
      {"a: T[[4, 8], FP32]", "tensor.reshape(a, [-4, -8])", "!extent -4 must not be negative"},
      {"a: T[[4, 8], FP32]", "tensor.reshape(a, [0, 32])", "!elements"},
      {"a: T[[4, 8], FP32]", "tensor.reshape(a, [4294967296, 4294967296])", "!elements"},
      {"a: T[[4, 8], FP32]", "tensor.slice(a, [-4, 8], [0, 0])", "!extent -4 must not be negative"},
      {"a: T[[4, 8], FP32|valid=[2, 8]]", "tensor.reshape(a, [8, 4])", "T[[8, 4], FP32|valid=[4, 4]]"},
      {"a: T[[4, 8], FP32|valid=[3, 4]]", "tensor.reshape(a, [32])", "!dimension 1"},
      {"a: T[[4, 8], FP32|valid=[2, 8]]", "tensor.reshape(a, [8, 4], [3, 4])", "T[[8, 4], FP32|valid=[3, 4]]"},
      {"a: T[[4, 8], FP32|valid=[2, 8]]", "tensor.reshape(a, [8, 4], [5, 4])", "!between 0 and 4"},
      {"a: T[[4, 8], FP32|valid=[2, 8]|stride=[16, 1]]", "tensor.reshape(a, [8, 4])", "!row"},
      {"a: T[[4, 8], FP32|valid=[2, 8]|pad=zero]", "tensor.reshape(a, [1, 4, 8])",
       "T[[1, 4, 8], FP32|valid=[1, 2, 8]|pad=zero]"},
      {"a: D[[4, 8], FP32]", "tensor.reshape(a, [32])", "!must be a Tensor"},
  });
}

TEST(TensorTranspose, StridesFollowTheAxes) {
  ExpectCases({
      {"a: T[[16, 64], FP32]", "tensor.transpose(a, 0, 1)", "T[[64, 16], FP32|stride=[1, 64]|layout=DN]"},
      {"a: T[[64, 16], FP32|stride=[1, 64]|layout=DN]", "tensor.transpose(a, -1, -2)", "T[[16, 64], FP32]"},
      {"a: T[[2, 16, 64], FP32]", "tensor.transpose(a, 0, 1)", "T[[16, 2, 64], FP32|stride=[64, 1024, 1]]"},
      {"a: T[[16, 64], FP32|valid=[8, 64]]", "tensor.transpose(a, 0, 1)",
       "T[[64, 16], FP32|valid=[64, 8]|stride=[1, 64]|layout=DN]"},
      {"a: T[[16, 64], FP32]", "tensor.transpose(a, 1, -1)", "!both 1"},
      {"a: T[[16, 64], FP32]", "tensor.transpose(a, 0, 2)", "!out of range"},
      {"a: T[[16], FP32]", "tensor.transpose(a, 0, 0)", "!at least 2"},
  });
}

TEST(TensorView, LayoutsAndShapes) {
  ExpectCases({
      {"a: T[[16, 64], FP32]", "tensor.view(a, layout=pl.TensorLayout.DN)",
       "T[[64, 16], FP32|stride=[1, 64]|layout=DN]"},
      {"a: T[[16, 64], FP32|stride=[128, 1]]", "tensor.view(a, layout=pl.TensorLayout.DN)",
       "T[[64, 16], FP32|stride=[1, 128]|layout=DN]"},
      {"a: T[[16, 64], FP32|stride=[63, 1]]", "tensor.view(a, layout=pl.TensorLayout.DN)", "!strides"},
      {"a: T[[16, 64], FP32|stride=[128, 1]]", "tensor.view(a, [1024])", "!strided"},
      {"a: D[[16, 64], FP32]", "tensor.view(a, [1024])", "D[[1024], FP32|stride=[1]]"},
      {"a: T[[16, 64], FP32]", "tensor.view(a, [16, 32])", "!elements"},
      {"a: T[[16, 64], FP32]", "tensor.view(a, [1024], layout=pl.TensorLayout.DN)", "!at least 2"},
      {"a: T[[16, 64], FP32|valid=[8, 64]]", "tensor.view(a, [32, 32])", "!valid_shape"},
      {"a: T[[2, 16, 64], FP32|valid=[1, 8, 64]]", "tensor.view(a, [32, 64], [8, 64])",
       "T[[32, 64], FP32|valid=[8, 64]|stride=[64, 1]]"},
      {"a: T[[2, 16, 64], FP32|valid=[2, 8, 64]]", "tensor.view(a, [32, 64], [16, 64])", "!prefix"},
      {"a: T[[16, 64], FP32]", "tensor.view(a, [16, 64], [8, 64])", "!carries one"},
      {"a: T[[16, 64], FP32]", "tensor.view(a)", "!a shape, a layout"},
  });
}

TEST(TensorReinterpret, BytesStayTheSame) {
  ExpectCases({
      {"a: T[[16, 64], FP32]", "tensor.reinterpret_view(a, dtype=pl.INT8)", "T[[16, 256], INT8]"},
      {"a: T[[16, 64], FP16|layout=DN]", "tensor.reinterpret_view(a, dtype=pl.FP32)", "T[[8, 64], FP32|layout=DN]"},
      {"a: T[[16, 3], FP16]", "tensor.reinterpret_view(a, dtype=pl.FP32)", "!does not divide"},
      {"a: T[[16, 64], FP32|stride=[64, 1]]", "tensor.reinterpret_view(a, dtype=pl.FP16)",
       "T[[16, 128], FP16|stride=[128, 1]]"},
      {"a: T[[16, 64], FP32|stride=[65, 1]]", "tensor.reinterpret_view(a, dtype=pl.FP16)", "!strided"},
      {"a: T[[16, 64], FP32|valid=[8, 64]]", "tensor.reinterpret_view(a, dtype=pl.FP16)",
       "T[[16, 128], FP16|valid=[8, 128]]"},
      {"a: T[[16, 64], FP32|valid=[8, 64]]", "tensor.reinterpret_view(a, dtype=pl.FP16, shape=[32, 64])",
       "!automatic shape"},
      {"a: T[[16, 64], FP32]", "tensor.reinterpret_view(a, dtype=pl.FP16, shape=[32, 64])", "T[[32, 64], FP16]"},
      {"a: T[[16, 64], FP32]", "tensor.reinterpret_view(a, dtype=pl.FP32)", "!already is FP32"},
  });
}

TEST(TensorShape, ConcatAndSetValidShape) {
  ExpectCases({
      {"a: T[[16, 32], FP32], b: T[[16, 8], FP32]", "tensor.concat(a, b)", "T[[16, 40], FP32]"},
      {"a: T[[16, 32], FP32], b: T[[8, 8], FP32]", "tensor.concat(a, b)", "!row counts differ"},
      {"a: T[[16, 64], FP32|pad=zero]", "tensor.set_validshape(a, 16, 0)", "T[[16, 64], FP32|valid=[16, 0]|pad=zero]"},
      {"a: T[[16, 64], FP32]", "tensor.set_validshape(a, 17, 64)", "!between 0 and 16"},
      {"a: T[[16, 64], FP32], n: S[INT32]", "tensor.set_validshape(a, n, 64)", "!INT32"},
  });
}

TEST(TensorSplit, HalvesAndWholes) {
  const std::string odd = "a: T[[15, 63], FP32]";
  ExpectCases({
      {odd, "tensor.aiv_shard(a, split=0)", "T[[15, 63], FP32]"},
      {odd, "tensor.aiv_shard(a, split=1)", "T[[8, 63], FP32]"},
      {odd, "tensor.aiv_shard(a, split=2)", "T[[15, 32], FP32]"},
      {odd, "tensor.aiv_shard(a, split=3)", "!0, 1 or 2"},
      {"a: T[[16, 64], FP32|valid=[9, 64]]", "tensor.aiv_shard(a, split=1)", "T[[8, 64], FP32|valid=[5, 64]]"},
      {"a: T[[16, 64], FP32|valid=[16, 32]]", "tensor.aiv_shard(a, split=1)", "T[[8, 64], FP32|valid=[8, 32]]"},
      {"a: T[[16, 64], FP32|valid=[16, 32]]", "tensor.aiv_shard(a, split=2)", "!set_validshape"},
      {"a: T[[16, 64], FP32|valid=[8, 32]]", "tensor.aiv_shard(a, split=1)", "!partly valid"},
      {"a: T[[2, 16, 64], FP32]", "tensor.aiv_shard(a, split=1)", "!pl.reshape"},
      {"a: D[[16, 64], FP32]", "tensor.aiv_shard(a, split=1)", "!DistributedTensor"},
      {"a: T[[8, 64], FP32|valid=[5, 32]]", "tensor.aic_gather(a, split=1)", "T[[16, 64], FP32|valid=[10, 32]]"},
      {"a: T[[8, 64], FP32]", "tensor.aic_gather(a, split=2)", "T[[8, 128], FP32]"},
      {"a: T[[N, 64], FP32]", "tensor.aiv_shard(a, split=1)", "T[[N // 2, 64], FP32|valid=[(N + 1) // 2, 64]]"},
      {"a: T[[N, 64], FP32]", "tensor.aic_gather(a, split=1)", "T[[N * 2, 64], FP32]"},
      {"a: T[[8, 64], FP32]", "tensor.aic_gather(a)", "!pl.split_aiv"},
      {"a: T[[2, 8, 64], FP32]", "tensor.aic_gather(a, split=1)", "!2 dimensions"},
  });
}

}  // namespace
}  // namespace t2t
