// Reductions, broadcasts and matrix products.
#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(TensorReduce, AxesAndValidRegions) {
  ExpectCases({
      {"a: T[[4, 16, 64], FP16]", "tensor.row_sum(a)", "T[[4, 16, 1], FP16]"},
      {"a: T[[4, 16, 64], FP16]", "tensor.col_max(a)", "T[[4, 1, 64], FP16]"},
      {"a: T[[16, 64], FP32|valid=[8, 32]]", "tensor.row_max(a)", "T[[16, 1], FP32|valid=[8, 1]]"},
      {"a: T[[16, 64], FP32|valid=[16, 32]]", "tensor.row_max(a)", "T[[16, 1], FP32]"},
      {"a: T[[16, 64], FP32]", "tensor.row_sum(a, axis=-1, keep_dim=False)", "T[[16], FP32]"},
      {"a: T[[16], FP32]", "tensor.row_sum(a, axis=-1, keep_dim=False)", "S[FP32]"},
      {"a: D[[16, 64], FP32]", "tensor.row_sum(a)", "T[[16, 1], FP32]"},
      {"a: T[[16, 64], FP32]", "tensor.row_argmax(a)", "T[[16, 1], INT32]"},
      {"a: T[[16, 64], FP32]", "tensor.row_sum(a, axis=1)", "T[[16, 1], FP32]"},
      {"a: T[[16, 64], FP32]", "tensor.row_sum(a, axis=2)", "!out of range"},
      {"a: T[[16, 64], FP32]", "tensor.row_sum(a, axis=-2)", "T[[1, 64], FP32]"},
      {"a: T[[16, 64], FP32]", "tensor.row_sum(a, axis=-3)", "!out of range"},
      {"a: T[[16], FP32]", "tensor.col_sum(a)", "!at least 2 dimensions"},
      {"a: T[[16, 64], FP32|valid=[0, 64]]", "tensor.row_sum(a)", "!nothing to reduce"},
      {"a: T[[16, 64], BF16]", "tensor.row_min(a)", "!BF16"},
      {"a: T[[16, 64], BF16]", "tensor.col_min(a)", "T[[1, 64], BF16]"},
  });
}

TEST(TensorBroadcast, VectorsAndTargets) {
  ExpectCases({
      {"a: T[[16, 64], FP16], v: T[[16, 1], FP32]", "tensor.row_expand_mul(a, v)", "T[[16, 64], FP32]"},
      {"a: T[[16, 64], FP32|valid=[8, 64]], v: T[[16, 1], FP32]", "tensor.row_expand(a, v)", "T[[16, 64], FP32]"},
      {"a: T[[16, 64], FP32], v: T[[16, 2], FP32]", "tensor.row_expand(a, v)", "!last extent of 1"},
      {"a: T[[16, 64], FP32], v: T[[8, 1], FP32]", "tensor.row_expand_sub(a, v)", "!row counts differ"},
      {"a: T[[M, 64], FP32], v: T[[8, 1], FP32]", "tensor.row_expand_sub(a, v)", "T[[M, 64], FP32]"},
      {"a: T[[16, 64], FP16], v: T[[16, 1], FP32]", "tensor.row_expand_add(a, v)", "!same element type"},
      {"a: T[[16, 64], BF16], v: T[[16, 1], BF16]", "tensor.row_expand_add(a, v)", "!BF16"},
      {"a: T[[16, 64], BF16], v: T[[1, 64], BF16]", "tensor.col_expand_add(a, v)", "T[[16, 64], BF16]"},
      {"a: T[[16, 64], BF16], v: T[[N, 64], BF16]", "tensor.col_expand_add(a, v)", "!one row"},
      {"a: T[[16, 64], BF16], v: T[[1, 32], BF16]", "tensor.col_expand_div(a, v)", "!column counts differ"},
      {"a: T[[16, 64], BF16], s: S[FP32]", "tensor.expands(a, s)", "T[[16, 64], BF16]"},
      {"a: T[[1, 8, 32], FP16], t: T[[4, 8, 32], FP32]", "tensor.expand_clone(a, t)", "T[[4, 8, 32], FP32]"},
      {"a: T[[1, 1, 32], FP32], t: T[[4, 8, 32], FP32]", "tensor.expand_clone(a, t)", "!one dimension"},
      {"a: T[[2, 8, 32], FP32], t: T[[4, 8, 32], FP32]", "tensor.expand_clone(a, t)", "!dimension 0"},
  });
}

TEST(TensorMatmul, ShapesOfEveryForm) {
  ExpectCases({
      {"a: T[[32], FP16], b: T[[32], FP16]", "tensor.matmul(a, b)", "T[[], FP16]"},
      {"a: T[[16, 32], FP16], b: T[[32], FP16]", "tensor.matmul(a, b)", "T[[16], FP16]"},
      {"a: T[[32], FP16], b: T[[32, 64], FP16]", "tensor.matmul(a, b)", "T[[64], FP16]"},
      {"a: T[[16, 32], FP16], b: T[[32, 64], FP32]", "tensor.matmul(a, b)", "T[[16, 64], FP32]"},
      {"a: T[[32, 16], FP16], b: T[[64, 32], FP16]",
       "tensor.matmul(a, b, a_trans=True, b_trans=True, c_matrix_nz=False, out_dtype=pl.FP32)", "T[[16, 64], FP32]"},
      {"a: T[[5, 1, 16, 32], FP16], b: T[[3, 32, 64], FP16]", "tensor.matmul(a, b)", "T[[5, 3, 16, 64], FP16]"},
      {"a: T[[32], FP16], b: T[[2, 32, 64], FP16]", "tensor.matmul(a, b)", "!1 and 3 dimensions"},
      {"a: T[[32], FP16], b: T[[32, 64], FP16]", "tensor.matmul(a, b, a_trans=True)", "!1-D operand"},
      {"a: T[[16, 32], FP16], b: T[[16, 64], FP16]", "tensor.matmul(a, b)", "!inner extents 32 and 16 differ"},
      {"a: T[[2, 16, 32], FP16], b: T[[3, 32, 64], FP16]", "tensor.matmul(a, b)", "!do not broadcast"},
  });
}

TEST(TensorMatmul, ValidRegionOfPlainMatricesOnly) {
  const std::string b = "b: T[[128, 32], FP16|valid=[128, 24]]";
  ExpectCases({
      {"a: T[[32, 128], FP16|valid=[17, 128]], " + b, "tensor.matmul(a, b)", "T[[32, 32], FP16|valid=[17, 24]]"},
      {"a: T[[128, 32], FP16|valid=[128, 17]], " + b, "tensor.matmul(a, b, a_trans=True)",
       "T[[32, 32], FP16|valid=[17, 24]]"},
      {"a: D[[32, 128], FP16|valid=[17, 128]], " + b, "tensor.matmul(a, b)", "T[[32, 32], FP16]"},
      {"a: T[[1, 32, 128], FP16|valid=[1, 17, 128]], " + b, "tensor.matmul(a, b)", "T[[1, 32, 32], FP16]"},
  });
}

TEST(TensorMatmul, Accumulation) {
  const std::string ab = "a: T[[16, 32], FP16], b: T[[32, 64], FP16]";
  ExpectCases({
      {"c: T[[16, 64], FP32|valid=[8, 64]], " + ab, "tensor.matmul_acc(c, a, b)", "T[[16, 64], FP32]"},
      {"c: T[[16, 64], FP16], " + ab, "tensor.matmul_acc(c, a, b)", "!must be FP32"},
      {"c: T[[16, 64], INT32], a: T[[16, 32], INT8], b: T[[32, 64], INT8]", "tensor.matmul_acc(c, a, b)",
       "T[[16, 64], INT32]"},
      {"c: T[[8, 64], FP32], " + ab, "tensor.matmul_acc(c, a, b)", "!does not fit the accumulator"},
      {"c: T[[2, 16, 64], FP32], " + ab, "tensor.matmul_acc(c, a, b)", "!batch"},
      {"c: T[[16, 64], FP32], s: S[BOOL], " + ab, "tensor.matmul_acc(c, a, b, s)", "T[[16, 64], FP32]"},
      {"c: T[[16, 64], FP32], s: S[INT32], " + ab, "tensor.matmul_acc(c, a, b, s)", "!comparison"},
      {"c: T[[16, 64], FP32], a: T[[16, 32], FP16], b: T[[32, 64], BF16]", "tensor.matmul_acc(c, a, b)",
       "!same element type"},
  });
}

TEST(TensorReduce, EveryOperator) {
  const std::string a = "a: T[[16, 64], FP32|valid=[8, 64]]";
  ExpectEach("row_sum row_max row_min row_prod", {
      {a, "tensor.{}(a)", "T[[16, 1], FP32|valid=[8, 1]]"},
      {"a: T[[16, 64], FP32|valid=[16, 0]]", "tensor.{}(a)", "!nothing to reduce"},
      {"a: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]", "tensor.{}(a)", "!must be a Tensor"},
  });
  ExpectEach("row_argmax row_argmin", {
      {a, "tensor.{}(a)", "T[[16, 1], INT32|valid=[8, 1]]"},
      {a, "tensor.{}(a, axis=5)", "!out of range"},
  });
  ExpectEach("col_sum col_max col_min col_prod", {
      {a, "tensor.{}(a)", "T[[1, 64], FP32]"},
      {a, "tensor.{}(a, axis=0, keep_dim=False)", "T[[64], FP32]"},
      {"a: T[[16], FP32]", "tensor.{}(a)", "!at least 2 dimensions"},
      {"a: T[[16, 64], FP32|valid=[0, 64]]", "tensor.{}(a)", "!nothing to reduce"},
  });
  ExpectEach("col_argmax col_argmin", {
      {a, "tensor.{}(a)", "T[[1, 64], INT32]"},
      {"a: T[[16], FP32]", "tensor.{}(a)", "!at least 2 dimensions"},
  });
  ExpectCases({
      {a, "tensor.col_sum(a, is_binary=True)", "T[[1, 64], FP32]"},
      {a, "tensor.col_sum(a, is_binary=1)", "!must be True or False"},
  });
}

TEST(TensorBroadcast, EveryOperator) {
  const std::string a = "a: T[[16, 64], FP16|valid=[8, 64]], ";
  ExpectEach("row_expand row_expand_mul row_expand_div row_expand_sub row_expand_max row_expand_min row_expand_expdif", {
      {a + "v: T[[16, 1], FP32]", "tensor.{}(a, v)", "T[[16, 64], FP32]"},
      {"a: D[[16, 64], FP16], v: T[[16, 1], FP16]", "tensor.{}(a, v)", "T[[16, 64], FP16]"},
      {a + "v: T[[16, N], FP32]", "tensor.{}(a, v)", "!last extent of 1"},
      {a + "v: T[[15, 1], FP32]", "tensor.{}(a, v)", "!row counts differ"},
      {a + "v: T[[16], FP32]", "tensor.{}(a, v)", "!at least 2 dimensions"},
  });
  ExpectCases({
      {"a: T[[16, 64], INT8], v: T[[16, 1], INT8]", "tensor.row_expand_add(a, v)", "T[[16, 64], INT8]"},
      {a + "v: S[FP16]", "tensor.expands(a, v)", "T[[16, 64], FP16]"},
      {a + "v: T[[16, 64], FP16]", "tensor.expands(a, v)", "!must be a Scalar"},
  });
  ExpectEach("col_expand col_expand_mul col_expand_add col_expand_sub col_expand_div col_expand_max col_expand_min "
             "col_expand_expdif", {
      {a + "v: T[[1, 64], FP32]", "tensor.{}(a, v)", "T[[16, 64], FP32]"},
      {a + "v: T[[2, 64], FP32]", "tensor.{}(a, v)", "!one row"},
      {a + "v: T[[1, 63], FP32]", "tensor.{}(a, v)", "!column counts differ"},
      {a + "v: T[[64], FP32]", "tensor.{}(a, v)", "!at least 2 dimensions"},
  });
}

}  // namespace
}  // namespace t2t
