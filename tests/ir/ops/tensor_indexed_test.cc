// Gathers, scatters and sorts on tensors (types-and-ops 6A.8; flat gather: op-conversions 9.1).
#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(TensorGather, AlongAnAxis) {
  const std::string a = "a: T[[16, 64], FP32], ";
  ExpectCases({
      {a + "i: T[[16, 20], INT32]", "tensor.gather(a, i, dim=-1)", "T[[16, 20], FP32]"},
      {a + "i: T[[16, 200], INT32]", "tensor.gather(a, i, dim=1)", "T[[16, 200], FP32]"},
      {a + "i: T[[8, 64], INT32]", "tensor.gather(a, i, dim=0)", "T[[8, 64], FP32]"},
      {a + "i: T[[17, 20], INT32]", "tensor.gather(a, i, dim=-1)", "!does not fit into"},
      {a + "i: T[[M, 20], INT32]", "tensor.gather(a, i, dim=-1)", "T[[M, 20], FP32]"},
      {a + "i: T[[16, 20], INT16]", "tensor.gather(a, i, dim=-1)", "!INT16 with a 16-bit input"},
      {"a: T[[16, 64], FP16], i: T[[16, 20], INT16]", "tensor.gather(a, i, dim=-1)", "T[[16, 20], FP16]"},
      {a + "i: T[[16, 20], INT32]", "tensor.gather(a, i, dim=2)", "!out of range"},
      {a + "i: T[[16], INT32]", "tensor.gather(a, i, dim=0)", "!2 dimensions"},
      {"a: T[[64], FP32], i: T[[16], INT32]", "tensor.gather(a, i, dim=0)", "!at least 2"},
      {"a: T[[16, 64], BF16], i: T[[16, 20], INT32]", "tensor.gather(a, i, dim=-1)", "!BF16"},
      {"a: D[[16, 64], FP32], i: T[[16, 20], INT32]", "tensor.gather(a, i, dim=-1)", "!must be a Tensor"},
  });
}

TEST(TensorGather, FromTheFlattenedSource) {
  const std::string a = "a: T[[16, 64], FP32], ", h = "a: T[[16, 64], FP16], ";
  ExpectCases({
      {a + "i: T[[4, 8], INT32]", "tensor.gather(a, i)", "T[[4, 8], FP32]"},
      {a + "i: T[[4, 8], INT32|valid=[N, 8]]", "tensor.gather(a, i)", "T[[4, 8], FP32|valid=[N, 8]]"},
      {"a: D[[1024], FP32], i: T[[4, 8], INT32]", "tensor.gather(a, i)", "T[[4, 8], FP32]"},
      {h + "i: T[[4, 16], INT32]", "tensor.gather(a, i)", "T[[4, 16], FP16]"},
      {h + "i: T[[4, 8], INT32]", "tensor.gather(a, i)", "!multiple of 16, got 8"},
      {a + "i: T[[4, N], INT32]", "tensor.gather(a, i)", "!multiple of 8, got N"},
      {a + "i: T[[8], INT32]", "tensor.gather(a, i)", "!2 dimensions"},
      {a + "i: T[[4, 8], INT16]", "tensor.gather(a, i)", "!INT16"},
      {"a: T[[16, 64], FP32|stride=[128, 1]], i: T[[4, 8], INT32]", "tensor.gather(a, i)", "!contiguous"},
      {"a: T[[16, 64], FP32|layout=DN], i: T[[4, 8], INT32]", "tensor.gather(a, i)", "!contiguous"},
      {"a: T[[16, 64], INT8], i: T[[4, 8], INT32]", "tensor.gather(a, i)", "!INT8"},
  });
}

TEST(TensorGather, ByMaskAndComparison) {
  const std::string a = "a: T[[16, 64], FP32]", s = a + ", s: S[FP32]";
  ExpectCases({
      {a, "tensor.gather_mask(a, mask_pattern=2)", "T[[16, 32], FP32]"},
      {a, "tensor.gather_mask(a, mask_pattern=3, output_dtype=pl.INT32)", "T[[16, 16], INT32]"},
      {a, "tensor.gather_mask(a, mask_pattern=7)", "T[[16, 64], FP32]"},
      {"a: T[[16, N], FP32]", "tensor.gather_mask(a, mask_pattern=3)", "T[[16, N // 4], FP32]"},
      {"a: T[[16, 62], FP32]", "tensor.gather_mask(a, mask_pattern=3)", "!62"},
      {a, "tensor.gather_mask(a, mask_pattern=0)", "!mask_pattern"},
      {a, "tensor.gather_mask(a, mask_pattern=2, output_dtype=pl.INT16)", "!INT16"},
      {a, "tensor.gather_mask(a)", "!'mask_pattern'"},
      {s, "tensor.gather_compare(a, s, cmp_mode=4, offset=0, out_cols=16)",
       "pl.Tuple[pl.Tensor[[16, 16], pl.INT32], pl.Tensor[[1, 16], pl.INT32]]"},
      {s, "tensor.gather_compare(a, s, cmp_mode=4, out_cols=16, count_dtype=pl.UINT32)",
       "pl.Tuple[pl.Tensor[[16, 16], pl.INT32], pl.Tensor[[1, 16], pl.UINT32]]"},
      {s, "tensor.gather_compare(a, s, cmp_mode=4, out_cols=16, count_dtype=pl.FP32)", "!FP32"},
      {s, "tensor.gather_compare(a, s, cmp_mode=-1, out_cols=16)", "!0 to 5, got -1"},
      {s, "tensor.gather_compare(a, s, cmp_mode=4, out_cols=-1)", "!positive"},
      {s, "tensor.gather_compare(a, s, cmp_mode=4)", "!'out_cols'"},
      {a + ", s: S[INT32]", "tensor.gather_compare(a, s, cmp_mode=4, out_cols=16)", "!same element type"},
  });
}

TEST(TensorGather, RowsIntoL1) {
  const std::string a = "a: T[[32, 64], BF16], s: T[[128, 256], BF16]";
  ExpectCases({
      {a, "tensor.gather_row(a, s, [0, 0], [5, 0], [1, 64], transpose=False)", "T[[32, 64], BF16]"},
      {a, "tensor.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, N], transpose=False)",
       "T[[32, 64], BF16]"},
      {a, "tensor.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[1, 32], transpose=True)", "!transpose"},
      {a, "tensor.gather_row(a, s, [0, 0], [5, 0], [N, 64])", "!constant"},
      {a, "tensor.gather_row(a, s, [0, 0], [5, 0], [1, 64], valid_shape=[2, 65])", "!65"},
      {"a: T[[32, 64], FP16], s: T[[128, 256], BF16]", "tensor.gather_row(a, s, [0, 0], [5, 0], [1, 64])",
       "!same element type"},
      {"", "tensor.create_l1([16, 0], dtype=pl.FP16)", "!positive"},
      {"", "tensor.create_l1([16, 16])", "!'dtype'"},
  });
  const std::string pages = "s: T[[512, 128], BF16], i: T[[1, 32], INT32], t: T[[8], INT32]";
  const auto call = [](std::string_view rest) {
    return fmt::format("tensor.paged_gather(s, i, t, block_size=16, {}, is_b_matrix=False)", rest);
  };
  ExpectCases({
      {pages, call("size=64, max_indices=32, col_off=64, is_trans=False, space=pl.Mem.Vec"), "T[[32, 64], BF16]"},
      {pages, call("size=64, max_indices=32, col_off=0, is_trans=True, space=pl.Mem.Mat"), "T[[64, 32], BF16]"},
      {pages, call("size=64, max_indices=32, is_trans=True, space=pl.Mem.Vec"), "!space=Mat"},
      {pages, call("size=64, max_indices=32, col_off=65"), "!leave the source of 128 columns"},
      {pages, call("size=64, max_indices=32, col_off=-1"), "!must not be negative"},
      {pages, call("size=0, max_indices=32"), "!size"},
      {pages, call("size=64, max_indices=0"), "!max_indices"},
      {pages, call("size=64"), "!'max_indices'"},
      {"s: T[[512, 128], BF16], i: T[[2, 32], INT32], t: T[[8], INT32]", call("size=64, max_indices=32"), "!one row"},
      {"s: T[[512, 128], BF16], i: T[[32], INT64], t: T[[8], INT32]", call("size=64, max_indices=32"), "!INT64"},
      {"s: T[[512, 128], INT32], i: T[[32], INT32], t: T[[8], INT32]", call("size=64, max_indices=32"), "!INT32"},
  });
}

TEST(TensorScatter, ByIndex) {
  const std::string a = "a: T[[32, 64], FP32], ";
  ExpectCases({
      {a + "i: T[[8, 16], INT32], s: T[[8, 16], FP32]", "tensor.scatter(a, i, s, dim=-1)", "T[[32, 64], FP32]"},
      {"a: T[[32, 64], INT8], i: T[[8, 16], INT16], s: T[[8, 16], INT8]", "tensor.scatter(a, i, s, dim=1)",
       "T[[32, 64], INT8]"},
      {a + "i: T[[8, 16], INT32], s: T[[8, 16], FP32]", "tensor.scatter(a, i, s, dim=0)", "!last axis, got 0"},
      {a + "i: T[[8, 16], INT32], s: T[[8, 16], FP32]", "tensor.scatter(a, i, s)", "!'dim'"},
      {a + "i: T[[8, 16], INT16], s: T[[8, 16], FP32]", "tensor.scatter(a, i, s, dim=-1)", "!INT16"},
      {a + "i: T[[8, 15], INT32], s: T[[8, 16], FP32]", "tensor.scatter(a, i, s, dim=-1)", "!must have the shape of src"},
      {a + "i: T[[33, 16], INT32], s: T[[33, 16], FP32]", "tensor.scatter(a, i, s, dim=-1)", "!does not fit into"},
      {a + "i: T[[8, 16], INT32], s: T[[8, 16], FP16]", "tensor.scatter(a, i, s, dim=-1)", "!FP16"},
      {"a: T[[32, 64], UINT32], i: T[[8, 16], INT32], s: T[[8, 16], UINT32]", "tensor.scatter(a, i, s, dim=-1)",
       "!UINT32"},
      {"a: T[[64], FP32], i: T[[16], INT32], s: T[[16], FP32]", "tensor.scatter(a, i, s, dim=-1)", "!2 dimensions"},
  });
}

TEST(TensorScatter, ByMaskAndWholeRows) {
  ExpectCases({
      {"a: T[[16, 32], FP32], d: T[[16, 64], FP32]", "tensor.scatter_mask(a, d, mask_pattern=1)", "T[[16, 64], FP32]"},
      {"a: T[[16, 32], FP32], d: T[[16, 128], FP32]", "tensor.scatter_mask(a, d, mask_pattern=1)", "!128"},
      {"a: T[[16, 32], FP32], d: T[[16, 64], FP16]", "tensor.scatter_mask(a, d, mask_pattern=1)", "!same element type"},
      {"a: T[[16, 32], FP32], d: T[[16, 64], FP32]", "tensor.scatter_mask(a, d)", "!'mask_pattern'"},
      {"a: T[[32, 64], FP32], i: T[[2, 4], INT64], s: T[[8, 64], FP32]", "tensor.scatter_update(a, i, s, dim=-2)",
       "T[[32, 64], FP32]"},
      {"a: T[[4, 8, 1, 64], FP32], i: T[[2, 4], INT32], s: T[[2, 4, 1, 64], FP32]",
       "tensor.scatter_update(a, i, s)", "T[[4, 8, 1, 64], FP32]"},
      {"a: T[[32, 64], FP32], i: T[[2, 4], INT32], s: T[[8, 64], FP32]", "tensor.scatter_update(a, i, s, dim=0)",
       "!-2"},
      {"a: T[[32, 64], FP32], i: T[[8], INT32], s: T[[8, 64], FP32]", "tensor.scatter_update(a, i, s)",
       "!2 dimensions"},
      {"a: T[[32, 64], FP32], i: T[[2, 4], FP32], s: T[[8, 64], FP32]", "tensor.scatter_update(a, i, s)", "!FP32"},
      {"a: T[[32, 64], FP32], i: T[[2, 4], INT32], s: T[[8, 64], FP16]", "tensor.scatter_update(a, i, s)",
       "!same element type"},
      {"a: T[[4, 32, 64], FP32], i: T[[2, 4], INT32], s: T[[4, 8, 64], FP32]", "tensor.scatter_update(a, i, s)", "!2"},
  });
}

TEST(TensorSort, Runs) {
  ExpectCases({
      {"a: T[[4, 64], FP32], i: T[[4, 64], UINT32]", "tensor.sort32(a, i)", "T[[4, 128], FP32]"},
      {"a: T[[4, N], FP32], i: T[[4, N], UINT32]", "tensor.sort32(a, i)", "T[[4, N * 2], FP32]"},
      {"a: T[[4, 48], FP32], i: T[[4, 48], UINT32]", "tensor.sort32(a, i)", "!multiple of 32, got 48"},
      {"a: T[[4, 64], FP32], i: T[[4, 32], UINT32]", "tensor.sort32(a, i)", "!same shape"},
      {"a: T[[4, 64], FP32], i: T[[4, 64], INT32]", "tensor.sort32(a, i)", "!INT32"},
      {"a: T[[4, 64], BF16], i: T[[4, 64], UINT32]", "tensor.sort32(a, i)", "!BF16"},
      {"a: T[[1, 256], FP32]", "tensor.mrgsort_format1(a, 64)", "T[[1, 256], FP32]"},
      {"a: T[[1, 256], FP32]", "tensor.mrgsort_format1(a, 32)", "!multiple of 64"},
      {"a: T[[1, 256], FP32], n: S[FP32]", "tensor.mrgsort_format1(a, n)", "!int"},
      {"a: T[[1, 256], INT32]", "tensor.mrgsort_format1(a, 64)", "!INT32"},
      {"a: T[[1, 64], FP16], b: T[[1, 128], FP16]", "tensor.mrgsort_format2(a, b, exhausted=False)", "T[[1, 192], FP16]"},
      {"a: T[[1, 64], FP16], b: T[[1, N], FP16], c: T[[1, 8], FP16]",
       "tensor.mrgsort_format2(a, b, c, exhausted=True)", "T[[1, 64 + N + 8], FP16]"},
      {"a: T[[1, 64], FP16], b: T[[2, 64], FP16]", "tensor.mrgsort_format2(a, b, exhausted=False)", "!does not match"},
      {"a: T[[1, 64], FP16], b: T[[1, 64], FP32]", "tensor.mrgsort_format2(a, b, exhausted=False)",
       "!same element type"},
      {"a: T[[1, 64], FP16], b: T[[64], FP16]", "tensor.mrgsort_format2(a, b, exhausted=False)", "!2 dimensions"},
  });
}

}  // namespace
}  // namespace t2t
