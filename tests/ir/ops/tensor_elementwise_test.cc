#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(TensorElementwise, BroadcastAndPromotion) {
  ExpectCases({
      {"a: T[[16, 64], FP16], b: T[[1, 64], FP32]", "tensor.add(a, b)", "T[[16, 64], FP32]"},
      {"a: T[[64], BF16], b: T[[16, 64], FP16]", "tensor.sub(a, b)", "T[[16, 64], BF16]"},
      {"a: T[[16, 64], INT32], b: T[[16, 64], FP16]", "tensor.mul(a, b)", "T[[16, 64], FP16]"},
      {"a: T[[M, 64], FP32], b: T[[M, 1], FP32]", "tensor.add(a, b)", "T[[M, 64], FP32]"},
      {"a: T[[M, 64], FP32], b: T[[16, 64], FP32]", "tensor.add(a, b)", "![M, 64] and [16, 64]"},
      {"a: T[[16, 64], FP32], b: S[FP32]", "tensor.add(a, b)", "!operand 1 (rhs)"},
      {"a: T[[16, 64], FP32]", "tensor.add(a)", "!2 operands"},
  });
}

TEST(TensorElementwise, ValidRegionNeedsPlainMatchingOperands) {
  const std::string a = "a: T[[16, 64], FP32|valid=[8, 64]], ";
  ExpectCases({
      {a + "b: T[[16, 64], FP32|valid=[8, 64]]", "tensor.add(a, b)", "T[[16, 64], FP32|valid=[8, 64]]"},
      {a + "b: T[[16, 64], FP32|valid=[9, 64]]", "tensor.add(a, b)", "T[[16, 64], FP32]"},
      {a + "b: T[[1, 64], FP32]", "tensor.add(a, b)", "T[[16, 64], FP32]"},
      {a + "b: D[[16, 64], FP32|valid=[8, 64]]", "tensor.add(a, b)", "T[[16, 64], FP32]"},
      {a + "b: T[[16, 64], FP32|valid=[8, 64]]", "tensor.part_add(a, b)", "T[[16, 64], FP32]"},
      {a + "b: T[[16, 64], FP32|valid=[8, 64]]", "tensor.cmp(a, b, cmp_type=1)", "T[[16, 64], FP32]"},
      {a + "s: S[FP32]", "tensor.maximum(a, s)", "T[[16, 64], FP32|valid=[8, 64]]"},
      {a + "s: S[FP32]", "tensor.cmp(a, s, cmp_type=1)", "T[[16, 64], FP32]"},
      {"a: D[[16, 64], FP32|valid=[8, 64]], s: S[FP32]", "tensor.adds(a, s)", "T[[16, 64], FP32]"},
      {"a: D[[16, 64], FP32|valid=[8, 64]]", "tensor.neg(a)", "T[[16, 64], FP32|valid=[8, 64]]"},
  });
}

TEST(TensorElementwise, Division) {
  ExpectCases({
      {"a: T[[16], INT16], b: T[[16], INT16]", "tensor.div(a, b)", "T[[16], INT16]"},
      {"a: T[[16], FP32], b: T[[16], FP32]", "tensor.div(a, b, high_precision=True)", "T[[16], FP32]"},
      {"a: T[[16], INT32], b: T[[16], INT32]", "tensor.div(a, b, high_precision=True)", "!floating-point"},
      {"a: T[[16], BF16], b: T[[16], BF16]", "tensor.div(a, b)", "!BF16"},
      {"a: T[[16], UINT16], b: T[[16], UINT16]", "tensor.fmod(a, b)", "T[[16], UINT16]"},
      {"a: T[[16], FP16], b: T[[16], FP32]", "tensor.fmod(a, b)", "!same element type"},
      {"a: T[[16, 64], FP32], b: T[[1, 64], FP32]", "tensor.fmod(a, b)", "!same shape"},
      {"a: T[[16], FP16], s: S[FP16]", "tensor.fmods(a, s)", "T[[16], FP16]"},
      {"a: T[[16], FP16], s: S[FP32]", "tensor.fmods(a, s)", "!same element type"},
  });
}

TEST(TensorElementwise, Bits) {
  ExpectCases({
      {"a: T[[16], INT16], b: T[[16], INT32]", "tensor.and_(a, b)", "T[[16], INT32]"},
      {"a: T[[16], INT16], b: T[[16], INT32]", "tensor.shl(a, b)", "T[[16], INT16]"},
      {"a: T[[16], INT16], b: T[[1], INT16]", "tensor.or_(a, b)", "!reshape or expand"},
      {"a: T[[16], FP16], b: T[[16], INT16]", "tensor.xor(a, b)", "!integers"},
      {"a: T[[16], INT16|valid=[8]], b: T[[16], INT16|valid=[8]]", "tensor.and_(a, b)", "T[[16], INT16|valid=[8]]"},
      {"a: T[[16], INT16|valid=[8]], b: T[[16], INT16|valid=[8]]", "tensor.xor(a, b)", "T[[16], INT16]"},
      {"a: T[[16], INT16|valid=[8]], s: S[INT32]", "tensor.ands(a, s)", "T[[16], INT16|valid=[8]]"},
      {"a: T[[16], INT16|valid=[8]], s: S[INT32]", "tensor.xors(a, s)", "T[[16], INT16]"},
      {"a: T[[16], INT16]", "tensor.shls(a, 0)", "T[[16], INT16]"},
      {"a: T[[16], INT16]", "tensor.shls(a, -1)", "!cannot shift by -1"},
      {"a: T[[16], INT16]", "tensor.not_(a)", "T[[16], INT16]"},
      {"a: T[[16], INT32]", "tensor.not_(a)", "!INT32"},
  });
}

TEST(TensorElementwise, ScalarsPromoteExceptInDifferences) {
  ExpectCases({
      {"a: T[[16], FP16], s: S[FP32]", "tensor.muls(a, s)", "T[[16], FP32]"},
      {"a: T[[16], FP16], s: S[FP32]", "tensor.subs(a, s)", "T[[16], FP16]"},
      {"a: T[[16], INT32], s: S[INT32]", "tensor.divs(a, s)", "T[[16], INT32]"},
      {"a: T[[16], INT64], s: S[INT32]", "tensor.subs(a, s)", "!INT64"},
      {"a: T[[16], FP32], b: T[[16], FP32]", "tensor.adds(a, b)", "!must be a Scalar"},
  });
}

TEST(TensorElementwise, OneOperand) {
  ExpectCases({
      {"a: T[[16], INT32]", "tensor.abs(a)", "T[[16], INT32]"},
      {"a: T[[16], INT32]", "tensor.exp(a)", "T[[16], FP32]"},
      {"a: T[[16], BF16]", "tensor.sqrt(a)", "T[[16], BF16]"},
      {"a: T[[16], FP16]", "tensor.recip(a, high_precision=True)", "T[[16], FP16]"},
      {"a: T[[16], BF16]", "tensor.recip(a, high_precision=True)", "!BF16"},
      {"a: T[[16], FP16]", "tensor.log(a)", "T[[16], FP16]"},
      {"a: T[[16], INT32]", "tensor.log(a)", "!INT32"},
      {"a: T[[16], FP32]", "tensor.sin(a)", "T[[16], FP32]"},
      {"a: T[[16], FP16]", "tensor.cos(a)", "!cast it first"},
      {"a: T[[16], FP32]", "tensor.cast(a, target_type=pl.FP16, mode='rint')", "T[[16], FP16]"},
      {"a: T[[16], FP32]", "tensor.cast(a, target_type=pl.FP32, mode='rint')", "!already is FP32"},
  });
}

// What all operators of a family have in common, of each of them.
TEST(TensorElementwise, EveryBinaryOperator) {
  const std::string a = "a: T[[16, 64], FP16|valid=[8, 64]], ";
  ExpectEach("add sub mul maximum minimum", {
      {a + "b: T[[16, 64], FP32|valid=[8, 64]]", "tensor.{}(a, b)", "T[[16, 64], FP32|valid=[8, 64]]"},
      {a + "b: T[[16, 1], FP16]", "tensor.{}(a, b)", "T[[16, 64], FP16]"},
      {a + "b: T[[16, 32], FP16]", "tensor.{}(a, b)", "![16, 64] and [16, 32]"},
      {a + "b: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec]", "tensor.{}(a, b)", "!must be a Tensor"},
      {a + "b: T[[16, 64], FP16], c: T[[16, 64], FP16]", "tensor.{}(a, b, c)", "!takes 2 operands, got 3"},
  });
  ExpectEach("part_add part_mul part_max part_min", {
      {a + "b: T[[16, 64], FP32|valid=[8, 64]]", "tensor.{}(a, b)", "T[[16, 64], FP32]"},
      {a + "b: T[[8, 64], FP16]", "tensor.{}(a, b)", "!broadcast"},
      {a + "b: S[FP16]", "tensor.{}(a, b)", "!must be a Tensor"},
  });
  ExpectEach("and_ or_ xor shl shr", {
      {"a: T[[16, 64], INT16], b: T[[16, 64], INT16]", "tensor.{}(a, b)", "T[[16, 64], INT16]"},
      {"a: T[[16, 64], INT16], b: T[[1, 64], INT16]", "tensor.{}(a, b)", "!reshape or expand"},
      {"a: T[[16, 64], INT16], b: T[[16, 64], FP16]", "tensor.{}(a, b)", "!integers"},
  });
  ExpectEach("ands ors xors shls shrs", {
      {"a: T[[16, 64], INT16], s: S[INT32]", "tensor.{}(a, s)", "T[[16, 64], INT16]"},
      {"a: T[[16, 64], FP16], s: S[INT16]", "tensor.{}(a, s)", "!integers"},
      {"a: T[[16, 64], INT16], s: T[[16, 64], INT16]", "tensor.{}(a, s)", "!must be a Scalar"},
  });
  ExpectEach("shls shrs", {{"a: T[[16], INT16]", "tensor.{}(a, -2)", "!cannot shift by -2"}});
  ExpectEach("adds subs muls divs", {
      {a + "s: S[FP16]", "tensor.{}(a, s)", "T[[16, 64], FP16|valid=[8, 64]]"},
      {a + "s: T[[16, 64], FP16]", "tensor.{}(a, s)", "!must be a Scalar"},
  });
  ExpectCases({
      {a + "s: S[FP16]", "tensor.cmp(a, s, cmp_type=0)", "T[[16, 64], FP16]"},
      {a + "b: T[[8, 64], FP16]", "tensor.cmp(a, b, cmp_type=0)", "!broadcast"},
      {a + "b: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec]", "tensor.cmp(a, b, cmp_type=0)", "!must be a Tensor"},
  });
}

TEST(TensorElementwise, EveryUnaryOperator) {
  ExpectEach("neg abs exp sqrt rsqrt recip", {
      {"a: T[[16, 64], BF16|valid=[N, 64]]", "tensor.{}(a)", "T[[16, 64], BF16|valid=[N, 64]]"},
      {"a: pl.Tile[[16, 64], pl.FP16, pl.Mem.Vec]", "tensor.{}(a)", "!must be a Tensor"},
      {"a: T[[16, 64], FP32]", "tensor.{}(a, a)", "!takes 1 operand, got 2"},
  });
  ExpectEach("exp sqrt rsqrt recip", {{"a: T[[16], INT8]", "tensor.{}(a)", "T[[16], FP32]"}});
  ExpectEach("sin cos", {
      {"a: D[[16], FP32]", "tensor.{}(a)", "T[[16], FP32]"},
      {"a: T[[16], BF16]", "tensor.{}(a)", "!cast it first"},
  });
  ExpectCases({
      {"a: T[[16], FP32]", "tensor.rsqrt(a, high_precision=True)", "T[[16], FP32]"},
      {"a: T[[16], FP32]", "tensor.log(a, high_precision=1)", "!must be True or False"},
      {"a: T[[16], FP32]", "tensor.cast(a, target_type=pl.FP16)", "!none, rint, round, floor, ceil, trunc or odd"},
      {"a: T[[16], FP32]", "tensor.cast(a, mode='rint')", "!'target_type'"},
  });
}

}  // namespace
}  // namespace t2t
