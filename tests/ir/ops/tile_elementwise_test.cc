// Every element-wise operator on tiles: dtype, shape, valid region, view, and what it refuses (types-and-ops 6B.1 to 6B.3).
#include "tests/ir/ops/op_cases.h"
#include "tests/ir/ops/tile_types.h"

namespace t2t {
namespace {

std::string Two(const std::string& a, const std::string& b) { return "a: " + a + ", b: " + b; }
std::string Three(const std::string& a, const std::string& b, const std::string& c) { return Two(a, b) + ", c: " + c; }
std::string Part(std::string_view dtype = "FP32") { return Tile("[16, 64]", dtype, "Vec", Valid("[N, 64]")); }

TEST(TileBinary, PromoteBroadcastAndKeepTheLeftValidRegion) {
  const std::string t = Tile("[16, 64]"), h = Tile("[16, 64]", "FP16"), b = Tile("[16, 64]", "BF16");
  const std::string padded = Tile("[16, 64]", "FP32", "Vec", "pad=pl.PadValue.zero");
  ExpectEach("add sub mul maximum minimum part_add part_mul part_max part_min",
             {
                 {Two(h, t), "tile.{}(a, b)", t},
                 {Two(b, h), "tile.{}(a, b)", b},  // equally wide: the first
                 {Two(Tile("[16, 64]", "INT32"), h), "tile.{}(a, b)", h},  // a float beats a wider integer
                 {Two(Part(), t), "tile.{}(a, b)", Part()},
                 {Two(t, Part()), "tile.{}(a, b)", t},
                 {Two(padded, t), "tile.{}(a, b)", padded},
                 {Two(t, Tile("[1, 64]")), "tile.{}(a, b)", t},
                 // The valid region is the left operand's even where that is the side that was stretched.
                 {Two(Tile("[1, 64]"), t), "tile.{}(a, b)", Tile("[16, 64]", "FP32", "Vec", Valid("[1, 64]"))},
                 {Two(t, Tile("[64]")), "tile.{}(a, b)", t},
                 {Two(t, Tile("[8, 64]")), "tile.{}(a, b)", "![16, 64] and [8, 64]"},
                 {Two(t, Tile("[N, 64]")), "tile.{}(a, b)", "!broadcast"},
                 {Two(t, "T[[16, 64], FP32]"), "tile.{}(a, b)", "!must be a Tile, but is"},
                 {Two(t, "S[FP32]"), "tile.{}(a, b)", "!must be a Tile, but is"},
                 {Two(t, t), "tile.{}(a)", "!takes 2 operands, got 1"},
             });
}

TEST(TileBinary, DivisionNeedsEqualOperands) {
  const std::string t = Tile("[16, 64]"), i = Tile("[16, 64]", "INT32");
  ExpectEach("div", {
      {Two(Part(), Part()), "tile.{}(a, b)", Part()},
      {Two(t, Part()), "tile.{}(a, b)", "!valid"},
      {Two(t, Tile("[16, 32]")), "tile.{}(a, b)", "!same shape"},
      {Two(i, i), "tile.{}(a, b, high_precision=False)", i},
      {Two(i, i), "tile.{}(a, b, high_precision=True)", "!floating-point"},
      {Two(Tile("[16, 64]", "BF16"), Tile("[16, 64]", "BF16")), "tile.{}(a, b)", "!BF16"},
  });
}

TEST(TileBinary, Remainders) {
  const std::string t = Tile("[16, 64]"), tmp = Tile("[2, 64]"), u = Tile("[16, 64]", "UINT16");
  ExpectCases({
      {Two(u, u), "tile.fmod(a, b)", u},
      {Two(Part(), Part()), "tile.fmod(a, b)", Part()},
      {Two(t, Tile("[1, 64]")), "tile.fmod(a, b)", "!same shape"},
      {Two(t, u), "tile.fmod(a, b)", "!same element type"},
      {Two(Tile("[16, 64]", "INT8"), Tile("[16, 64]", "INT8")), "tile.fmod(a, b)", "!INT8"},
      {Three(t, t, tmp), "tile.rem(a, b, c)", t},
      {Three(Part(), Part(), tmp), "tile.rem(a, b, c)", Part()},
      {Three(t, t, Tile("[1, 64]")), "tile.rem(a, b, c)", "!at least 2 valid rows"},
      {Three(t, t, Tile("[2, 32]")), "tile.rem(a, b, c)", "!columns"},
      {Three(t, t, Tile("[2, 64]", "FP16")), "tile.rem(a, b, c)", "!same element type"},
      {Three(t, t, "T[[2, 64], FP32]"), "tile.rem(a, b, c)", "!must be a Tile"},
      {Two(u, "S[UINT16]"), "tile.fmods(a, b)", u},
      {Two(t, "S[FP16]"), "tile.fmods(a, b)", "!same element type"},
      {Two(t, t), "tile.fmods(a, b)", "!must be a Scalar"},
      {Three(t, "S[FP32]", Tile("[1, 64]")), "tile.rems(a, b, c)", t},
      {Three(t, "S[FP32]", Tile("[1, 32]")), "tile.rems(a, b, c)", "!columns"},
      {Three(t, "S[INT32]", tmp), "tile.rems(a, b, c)", "!same element type"},
  });
}

TEST(TileBits, SameTypeShapeAndRegion) {
  const std::string t = Tile("[16, 64]", "UINT8");
  ExpectEach("and_ or_", {
      {Two(t, t), "tile.{}(a, b)", t},
      {Two(Part("INT16"), Part("INT16")), "tile.{}(a, b)", Part("INT16")},
      {Two(t, Tile("[16, 64]", "INT8")), "tile.{}(a, b)", "!same element type"},
      {Two(t, Tile("[1, 64]", "UINT8")), "tile.{}(a, b)", "!same shape"},
      {Two(Tile("[16, 64]", "INT16"), Part("INT16")), "tile.{}(a, b)", "!valid"},
      {Two(Tile("[16, 64]", "INT64"), Tile("[16, 64]", "INT64")), "tile.{}(a, b)", "!INT64"},
  });
  ExpectCases({
      {Three(t, t, t), "tile.xor(a, b, c)", t},
      {Two(t, t), "tile.xor(a, b, b)", "!must not be a source"},
      {Three(t, t, Tile("[16, 32]", "UINT8")), "tile.xor(a, b, c)", "!same shape"},
      {Three(t, t, Tile("[16, 64]", "INT8")), "tile.xor(a, b, c)", "!same element type"},
      {Two(t, t), "tile.xor(a, b)", "!takes 3 operands"},
  });
}

TEST(TileBits, ScalarsAreSigned) {
  const std::string u = Tile("[16, 64]", "UINT16");
  ExpectEach("ands ors", {
      {Two(u, "S[INT16]"), "tile.{}(a, b)", u},
      {Two(Part("INT32"), "S[INT32]"), "tile.{}(a, b)", Part("INT32")},
      {Two(u, "S[UINT16]"), "tile.{}(a, b)", "!must be INT16, got UINT16"},
      {Two(u, "S[INT32]"), "tile.{}(a, b)", "!must be INT16, got INT32"},
      {Two(Tile("[16, 64]"), "S[INT32]"), "tile.{}(a, b)", "!FP32"},
  });
  ExpectCases({
      {Three(u, "S[INT16]", u), "tile.xors(a, b, c)", u},
      {Two(u, "S[INT16]"), "tile.xors(a, b, a)", "!must not be a source"},
      {Three(u, "S[INT16]", Tile("[16, 64]", "INT16")), "tile.xors(a, b, c)", "!same element type"},
  });
}

TEST(TileBits, ShiftsKeepTheLeftType) {
  const std::string t = Tile("[16, 64]", "INT16"), w = Tile("[16, 64]", "INT32");
  ExpectEach("shl shr", {
      {Two(t, w), "tile.{}(a, b)", t},
      {Two(t, Tile("[1, 64]", "INT16")), "tile.{}(a, b)", t},
      {Two(t, Tile("[16, 64]")), "tile.{}(a, b)", "!must be integers, got INT16 and FP32"},
      {Two(t, "S[INT16]"), "tile.{}(a, b)", "!must be a Tile"},
  });
  ExpectEach("shls shrs", {
      {Two(t, "S[INT32]"), "tile.{}(a, b)", t},
      {Two(Part("INT32"), "S[INT32]"), "tile.{}(a, b)", Part("INT32")},
      {Two(t, "S[FP32]"), "tile.{}(a, b)", "!must be integers"},
      {Two(Tile("[16, 64]"), "S[INT32]"), "tile.{}(a, b)", "!must be integers"},
  });
}

TEST(TileCarry, ThreeEqualOperands) {
  const std::string t = Tile("[16, 64]"), h = Tile("[16, 64]", "FP16");
  ExpectEach("addc subc", {
      {Three(Part(), Part(), Part()), "tile.{}(a, b, c)", Part()},
      {Three(t, t, h), "tile.{}(a, b, c)", "!same element type"},
      {Three(t, Tile("[16, 32]"), t), "tile.{}(a, b, c)", "!same shape"},
      {Three(t, t, Part()), "tile.{}(a, b, c)", "!valid"},
      {Three(Tile("[16, 64]", "BF16"), t, t), "tile.{}(a, b, c)", "!BF16"},
      {Two(t, t), "tile.{}(a, b)", "!takes 3 operands"},
  });
  ExpectEach("addsc subsc", {
      {Three(t, "S[FP32]", t), "tile.{}(a, b, c)", t},
      {Three(t, "S[FP16]", t), "tile.{}(a, b, c)", "!same element type"},
      {Three(t, "S[FP32]", Part()), "tile.{}(a, b, c)", "!valid"},
      {Three(t, t, t), "tile.{}(a, b, c)", "!must be a Scalar"},
  });
}

TEST(TilePredicate, PacksEightElementsToAByte) {
  const std::string t = Tile("[16, 64]");
  const std::string packed = Tile("[16, 32]", "UINT8", "Vec", Valid("[16, 8]"));
  ExpectCases({
      {Two(t, t), "tile.cmp(a, b, cmp_type=0)", packed},
      {Two(Part(), t), "tile.cmp(a, b, cmp_type=0)", Tile("[16, 32]", "UINT8", "Vec", Valid("[N, 8]"))},
      // 300 columns are 38 bytes, rounded up to 64; 250 valid ones 32 bytes.
      {Two(Tile("[16, 300]", "FP32", "Vec", Valid("[16, 250]")), Tile("[1, 300]")), "tile.cmp(a, b, cmp_type=5)",
       Tile("[16, 64]", "UINT8", "Vec", Valid("[16, 32]"))},
      {Two(Tile("[16, 64]", "FP32", "Vec", Valid("[16, N]")), t), "tile.cmp(a, b, cmp_type=0)",
       Tile("[16, 32]", "UINT8", "Vec", Valid("[16, (N + 7) // 8]"))},
      {Two(t, Tile("[16, 32]")), "tile.cmp(a, b, cmp_type=0)", "!broadcast"},
      {Two(t, t), "tile.cmp(a, b)", "!'cmp_type'"},
      {Two(t, "S[FP32]"), "tile.cmp(a, b, cmp_type=0)", "!must be a Tile"},
      {Two(t, "S[FP32]"), "tile.cmps(a, b, cmp_type=0)", packed},
      {Two(t, "S[FP32]"), "tile.cmps(a, b)", "!'cmp_type'"},
      {Two(t, t), "tile.cmps(a, b, cmp_type=0)", "!must be a Scalar"},
  });
}

TEST(TileSelect, TypesOfTheBranches) {
  const std::string mask = "m: " + Tile("[16, 32]", "UINT8") + ", w: " + Tile("[1, 32]", "UINT8") + ", ";
  const std::string t = Tile("[16, 64]"), h = Tile("[16, 64]", "FP16");
  ExpectCases({
      {mask + Two(h, t), "tile.sel(m, a, b, w)", t},
      {mask + Two(Part(), t), "tile.sel(m, a, b, w)", Part()},
      {mask + Two(t, Tile("[16, 32]")), "tile.sel(m, a, b, w)", "!broadcast"},
      {mask + Two(t, "S[FP32]"), "tile.sel(m, a, b, w)", "!must be a Tile"},
      {mask + Two(t, t), "tile.sel(m, a, b)", "!takes 4 operands"},
  });
  const std::string u = Tile("[16, 64]", "UINT8"), s = "m: " + Tile("[16, 32]", "UINT8") + ", w: " + u + ", ";
  ExpectCases({
      {s + Two(t, "S[FP32]"), "tile.sels(m, a, w, b)", t},
      {s + Two(Part(), "S[FP32]"), "tile.sels(m, a, w, b)", "!fewer valid rows"},  // N <= 16 is not known
      {s + Two(u, "S[INT8]"), "tile.sels(m, a, w, b)", u},
      {s + Two(u, "S[UINT8]"), "tile.sels(m, a, w, b)", "!must be INT8, got UINT8"},
      {s + Two(t, "S[FP16]"), "tile.sels(m, a, w, b)", "!must be FP32, got FP16"},
      {s + Two(Tile("[17, 64]"), "S[FP32]"), "tile.sels(m, a, w, b)", "!fewer valid rows"},
      {s + Two(Tile("[16, 264]"), "S[FP32]"), "tile.sels(m, a, w, b)", "!too few bits"},
      {"m: " + t + ", w: " + u + ", " + Two(t, "S[FP32]"), "tile.sels(m, a, w, b)", "!FP32"},
      {s + Two(Tile("[16, 64]", "BF16"), "S[BF16]"), "tile.sels(m, a, w, b)", "!BF16"},
  });
}

TEST(TileScalar, KeepsTheTile) {
  const std::string h = Tile("[16, 64]", "FP16");
  ExpectEach("adds muls divs maximums minimums lrelu", {
      {Two(h, "S[FP32]"), "tile.{}(a, b)", h},  // a scalar promotes nothing
      {Two(Part(), "S[INT32]"), "tile.{}(a, b)", Part()},
      {Two(h, h), "tile.{}(a, b)", "!must be a Scalar"},
      {Two("T[[16, 64], FP16]", "S[FP16]"), "tile.{}(a, b)", "!must be a Tile"},
  });
  ExpectCases({
      {Two(h, "S[BF16]"), "tile.subs(a, b)", h},
      {Two(Part("INT8"), "S[INT8]"), "tile.subs(a, b)", Part("INT8")},
      {Two(Tile("[16, 64]", "UINT8"), "S[INT8]"), "tile.subs(a, b)", "!UINT8"},
      {Two(h, "S[INDEX]"), "tile.subs(a, b)", "!INDEX"},
  });
}

TEST(TileRelu, SlopePerElement) {
  const std::string t = Tile("[16, 64]"), i = Tile("[16, 64]", "INT32");
  ExpectCases({
      {Three(Part(), Part(), t), "tile.prelu(a, b, c)", Part()},
      {Three(t, Part(), t), "tile.prelu(a, b, c)", "!valid"},
      {Three(i, i, i), "tile.prelu(a, b, c)", "!INT32"},
      {Three(Tile("[64]"), Tile("[64]"), t), "tile.prelu(a, b, c)", "!2 dimensions"},
      {Three(t, t, Tile("[64]")), "tile.prelu(a, b, c)", "!2 dimensions"},
  });
}

TEST(TileUnary, KeepsTypeAndView) {
  const std::string i = Tile("[16, 64]", "INT32"), column = Tile("[16, 1]");
  ExpectEach("neg exp sqrt abs relu", {
      {Param("a", Part("INT32")), "tile.{}(a)", Part("INT32")},  // on tiles nothing becomes a float by itself
      {Param("a", column), "tile.{}(a)", column},
      {Param("a", Tile("[16, 64]", "FP32", "Vec", "fractal=1024")), "tile.{}(a)", Tile("[16, 64]")},
      {Param("a", "T[[16, 64], FP32]"), "tile.{}(a)", "!must be a Tile"},
      {Two(i, i), "tile.{}(a, b)", "!takes 1 operand, got 2"},
  });
  const std::string h = Tile("[16, 64]", "FP16");
  ExpectCases({
      {Param("a", h), "tile.recip(a, high_precision=True)", h},
      {Param("a", i), "tile.recip(a)", i},
      {Param("a", Tile("[16, 64]", "BF16")), "tile.recip(a, high_precision=True)", "!BF16"},
      {Param("a", Part()), "tile.rsqrt(a)", Part()},
      {Two(h, h), "tile.rsqrt(a, b)", h},
      {Two(h, Tile("[16, 32]", "FP16")), "tile.rsqrt(a, b)", "!same shape"},
      {Two(h, Tile("[16, 64]")), "tile.rsqrt(a, b)", "!same element type"},
      {Param("a", Part("FP16")), "tile.log(a)", Part("FP16")},
      {Param("a", i), "tile.log(a)", "!INT32"},
      {Param("a", Part("UINT16")), "tile.not_(a)", Part("UINT16")},
      {Param("a", i), "tile.not_(a)", "!INT32"},
  });
  ExpectEach("sin cos", {
      {Param("a", Part()), "tile.{}(a)", Part()},
      {Param("a", h), "tile.{}(a)", "!FP16"},
  });
}

TEST(TileCast, TargetAndMode) {
  const std::string t = Tile("[16, 64]");
  ExpectCases({
      {Param("a", Part()), "tile.cast(a, target_type=pl.INT32, mode='trunc')", Part("INT32")},
      {Param("a", t), "tile.cast(a, target_type=pl.FP32, mode='none')", "!already is FP32"},
      {Param("a", t), "tile.cast(a, target_type=pl.FP16)", "!none, rint, round, floor, ceil, trunc or odd"},
      {Param("a", t), "tile.cast(a, mode='rint')", "!'target_type'"},
  });
}

TEST(TileFillPad, WholeShapeBecomesValid) {
  const std::string part = Param("a", Part());
  const std::string zero = Tile("[16, 64]", "FP32", "Vec", "pad=pl.PadValue.zero");
  ExpectEach("fillpad fillpad_inplace", {
      {part, "tile.{}(a)", zero},
      {part, "tile.{}(a, pad_value=pl.PadValue.min)", Tile("[16, 64]", "FP32", "Vec", "pad=pl.PadValue.min")},
      {part, "tile.{}(a, pad_value=pl.PadValue.null)", "!null"},
      {"a: T[[16, 64], FP32]", "tile.{}(a)", "!must be a Tile"},
  });
  ExpectCases({
      {part, "tile.fillpad_expand(a, [32, 64])", Tile("[32, 64]", "FP32", "Vec", "pad=pl.PadValue.zero")},
      {part, "tile.fillpad_expand(a, [16, 32])", "!would shrink from 64 to 32"},
      {part, "tile.fillpad_expand(a, [N, 64])", "!positive constants"},
      {part, "tile.fillpad_expand(a, [32])", "!rank"},
      {part, "tile.fillpad_expand(a, [32, 64], pad_value=pl.PadValue.null)", "!null"},
  });
}

}  // namespace
}  // namespace t2t
