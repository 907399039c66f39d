// Matrix products on tiles: accumulator type, valid region, compactness, and what does not multiply (types-and-ops 6B.11).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

std::string Left(std::string_view shape, std::string_view dtype = "FP16", std::string_view view = "") {
  return Tile(shape, dtype, "Left", view);
}
std::string Right(std::string_view shape, std::string_view dtype = "FP16", std::string_view view = "") {
  return Tile(shape, dtype, "Right", view);
}
std::string Acc(std::string_view shape, std::string_view dtype = "FP32", std::string_view view = "") {
  return Tile(shape, dtype, "Acc", view);
}
std::string Bias(std::string_view shape, std::string_view dtype = "FP32", std::string_view view = "") {
  return Tile(shape, dtype, "Bias", view);
}
std::string Params(const std::vector<std::string>& types) {
  std::string out;
  for (size_t i = 0; i < types.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::string(1, static_cast<char>('a' + i)) + ": " + types[i];
  }
  return out;
}
constexpr std::string_view kCompact = "compact=pl.CompactMode.normal";

TEST(MatMul, EdgesOfTheValidRegion) {
  const std::string r = Right("[64, 48]");
  ExpectCases({
      // Proven to fill the rows: not compact, whatever the columns.
      {Params({Left("[32, 64]"), Right("[64, 48]", "FP16", Valid("[64, 40]"))}), "tile.matmul(a, b)",
       Acc("[32, 48]", "FP32", Valid("[32, 40]"))},
      {Params({Left("[32, 64]", "FP16", Valid("[31, 64]")), r}), "tile.matmul(a, b)",
       Acc("[32, 48]", "FP32", Valid("[31, 48]") + ", " + std::string(kCompact))},
      {Params({Left("[32, 64]", "FP16", Valid("[32, 64]")), Right("[64, 48]", "FP16", Valid("[32, 48]"))}),
       "tile.matmul(a, b)", "!64 valid columns of lhs meet only 32 valid rows"},
      {Params({Left("[32, N]"), r}), "tile.matmul(a, b)", Acc("[32, 48]")},
      {Params({Tile("[2, 32, 64]", "FP16", "Left"), r}), "tile.matmul(a, b)", "!2 dimensions"},
      {Params({"T[[32, 64], FP16]", r}), "tile.matmul(a, b)", "!must be a Tile"},
  });
}

TEST(MatMulAcc, TakesTheAccumulatorAsItIs) {
  const std::string l = Left("[32, 64]"), r = Right("[64, 48]");
  const std::string part = Acc("[32, 48]", "FP32", Valid("[20, 48]") + ", " + std::string(kCompact));
  ExpectCases({
      {Params({part, Left("[32, 64]", "FP16", Valid("[20, 64]")), r}), "tile.matmul_acc(a, b, c)", part},
      {Params({part, l, r}), "tile.matmul_acc(a, b, c)", "!the accumulator only in [20, 48]"},
      {Params({Acc("[32, 48]", "INT32"), l, r}), "tile.matmul_acc(a, b, c)", "!acc must be FP32, got INT32"},
      {Params({Acc("[32, 48]"), l, r, "S[BOOL]"}), "tile.matmul_acc(a, b, c, d)", Acc("[32, 48]")},
      {Params({Acc("[32, 48]"), l, r, "S[INDEX]"}), "tile.matmul_acc(a, b, c, d)", "!comparison"},
  });
}

TEST(MatMulBias, OneRowForAllColumns) {
  const std::string l = Left("[32, 64]"), r = Right("[64, 48]");
  ExpectCases({
      {Params({l, r, Bias("[1, 48]")}), "tile.matmul_bias(a, b, c)", Acc("[32, 48]")},
      {Params({l, r, Bias("[2, 48]")}), "tile.matmul_bias(a, b, c)", "!one row"},
      {Params({l, r, Bias("[1, 32]")}), "tile.matmul_bias(a, b, c)", "!does not cover the columns"},
      {Params({l, r, Bias("[1, 48]", "FP32", Valid("[1, 40]"))}), "tile.matmul_bias(a, b, c)", "!does not cover"},
      {Params({l, r, Bias("[1, 48]", "FP32", Valid("[0, 48]"))}), "tile.matmul_bias(a, b, c)", "!no valid row"},
      {Params({l, r, Bias("[1, 48]", "FP16")}), "tile.matmul_bias(a, b, c)", "!bias must be FP32, got FP16"},
  });
}

TEST(Gemv, OneRowFillsABlock) {
  const std::string l = Left("[1, 64]"), r = Right("[64, 48]");
  const std::string row = Acc("[16, 48]", "FP32", Valid("[1, 48]"));
  ExpectCases({
      {Params({l, r}), "tile.gemv(a, b, acc_phase='unspecified')", row},
      {Params({Left("[1, 64]", "INT8"), Right("[64, 48]", "INT8")}), "tile.gemv(a, b)",
       Acc("[16, 48]", "INT32", Valid("[1, 48]"))},
      {Params({l, r}), "tile.gemv(a, b, acc_phase='last')", "!acc_phase must be unspecified, partial or final, got last"},
      {Params({Left("[2, 64]"), r}), "tile.gemv(a, b)", "!one valid row"},
      {Params({Left("[1, 64]", "FP16", Valid("[N, 64]")), r}), "tile.gemv(a, b)", "!one valid row"},
      {Params({Left("[1, 64]", "INT32"), Right("[64, 48]", "INT32")}), "tile.gemv(a, b)", "!INT32"},
      {Params({l, Right("[32, 48]")}), "tile.gemv(a, b)", "!inner extents differ"},
      {Params({row, l, r}), "tile.gemv_acc(a, b, c, acc_phase='final')", row},
      {Params({Acc("[16, 48]"), l, r}), "tile.gemv_acc(a, b, c)", "!does not match the accumulator"},
      {Params({Acc("[32, 48]", "FP32", Valid("[1, 48]")), l, r}), "tile.gemv_acc(a, b, c)", "!does not match"},
      {Params({Acc("[16, 48]", "INT32", Valid("[1, 48]")), l, r}), "tile.gemv_acc(a, b, c)", "!acc must be FP32"},
      {Params({l, r, Bias("[1, 48]")}), "tile.gemv_bias(a, b, c)", row},
      {Params({l, r, Bias("[1, 48]", "FP32", Valid("[N, 48]"))}), "tile.gemv_bias(a, b, c)", "!one valid row"},
      {Params({l, r, Bias("[1, 64]")}), "tile.gemv_bias(a, b, c)", "!does not cover"},
  });
}

TEST(BatchMatMul, BatchesBroadcastAndNothingIsPartial) {
  const std::string l = Left("[5, 1, 32, 64]"), r = Right("[3, 64, 48]");
  ExpectCases({
      {Params({l, r}), "tile.batch_matmul(a, b)", Acc("[5, 3, 32, 48]")},
      {Params({Left("[2, 32, 64]", "FP16", Valid("[2, 20, 64]")), Right("[2, 64, 48]")}), "tile.batch_matmul(a, b)",
       Acc("[2, 32, 48]")},
      {Params({Left("[2, 32, 64]", "INT8"), Right("[2, 64, 48]", "INT8")}), "tile.batch_matmul(a, b)",
       Acc("[2, 32, 48]", "INT32")},
      {Params({Left("[2, 32, 64]"), Right("[3, 64, 48]")}), "tile.batch_matmul(a, b)", "!broadcast"},
      {Params({Left("[2, 32, 64]"), Right("[2, 32, 48]")}), "tile.batch_matmul(a, b)", "!inner extents differ"},
      {Params({Left("[64]"), Right("[2, 64, 48]")}), "tile.batch_matmul(a, b)", "!at least 2"},
      {Params({Left("[2, 32, 64]"), Right("[2, 64, 48]", "FP32")}), "tile.batch_matmul(a, b)", "!same element type"},
      {Params({Acc("[5, 3, 32, 48]"), l, r}), "tile.batch_matmul_acc(a, b, c)", Acc("[5, 3, 32, 48]")},
      {Params({Acc("[3, 32, 48]"), l, r}), "tile.batch_matmul_acc(a, b, c)", "!does not fit the accumulator"},
      {Params({Acc("[5, 3, 16, 48]"), l, r}), "tile.batch_matmul_acc(a, b, c)", "!does not fit the accumulator"},
      {Params({Acc("[5, 3, 32, 48]", "FP16"), l, r}), "tile.batch_matmul_acc(a, b, c)", "!acc must be FP32"},
  });
}

TEST(MatMulMx, OneScaleForThirtyTwoElements) {
  const std::string l = Left("[32, 128]", "FP8E4M3FN"), r = Right("[128, 64]", "FP8E4M3FN");
  const std::string ls = Tile("[32, 4]", "FP8E8M0", "LeftScale"), rs = Tile("[4, 64]", "FP8E8M0", "RightScale");
  const std::string product = Acc("[32, 64]");
  ExpectCases({
      {Params({l, ls, r, rs}), "tile.matmul_mx(a, b, c, d)", product},
      {Params({Left("[32, 128]", "FP8E4M3FN", Valid("[N, 128]")), ls, r, rs}), "tile.matmul_mx(a, b, c, d)",
       Acc("[32, 64]", "FP32", Valid("[N, 64]") + ", " + std::string(kCompact))},
      {Params({Left("[32, 128]", "FP4"), ls, r, rs}), "tile.matmul_mx(a, b, c, d)", "!cast it first"},
      {Params({Left("[24, 128]", "FP8E4M3FN"), ls, r, rs}), "tile.matmul_mx(a, b, c, d)", "!M = 24 must be a multiple of 16"},
      {Params({Left("[32, 96]", "FP8E4M3FN"), ls, r, rs}), "tile.matmul_mx(a, b, c, d)", "!K = 96 must be a multiple of 64"},
      {Params({l, ls, Right("[128, 48]", "FP8E4M3FN"), rs}), "tile.matmul_mx(a, b, c, d)", "!N = 48 must be a multiple of 32"},
      {Params({l, ls, Right("[64, 64]", "FP8E4M3FN"), rs}), "tile.matmul_mx(a, b, c, d)", "!inner extents differ"},
      {Params({l, Tile("[32, 2]", "FP8E8M0", "LeftScale"), r, rs}), "tile.matmul_mx(a, b, c, d)", "!one scale per 32"},
      {Params({l, ls, r, Tile("[4, 32]", "FP8E8M0", "RightScale")}), "tile.matmul_mx(a, b, c, d)", "!one scale per 32"},
      {Params({l, Tile("[32, 4]", "UINT8", "LeftScale"), r, rs}), "tile.matmul_mx(a, b, c, d)", "!UINT8"},
      {Params({product, l, ls, r, rs}), "tile.matmul_mx_acc(a, b, c, d, e)", product},
      {Params({Acc("[32, 32]"), l, ls, r, rs}), "tile.matmul_mx_acc(a, b, c, d, e)", "!does not match the product"},
      {Params({Acc("[32, 64]", "INT32"), l, ls, r, rs}), "tile.matmul_mx_acc(a, b, c, d, e)", "!INT32"},
      {Params({l, ls, r, rs, Bias("[1, 64]")}), "tile.matmul_mx_bias(a, b, c, d, e)", product},
      {Params({l, ls, r, rs, Bias("[1, 32]")}), "tile.matmul_mx_bias(a, b, c, d, e)", "!does not match the product"},
      {Params({l, ls, r, rs, Bias("[1, 64]", "FP16")}), "tile.matmul_mx_bias(a, b, c, d, e)", "!FP16"},
      {Params({ls, l}), "tile.tget_scale_addr(a, b)", ls},
      {Params({rs, l}), "tile.tget_scale_addr(a, b)", "!LeftScale with data in Left"},
      {Params({Tile("[32, 2]", "FP8E8M0", "LeftScale"), l}), "tile.tget_scale_addr(a, b)", "!one scale per 32"},
  });
}

}  // namespace
}  // namespace t2t
