// Operators on numbers small enough to work out by hand.
#include <bit>
#include <cmath>
#include <utility>

#include "eval_test_util.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

constexpr double kP = Bench::kPoison;
const std::string k23 = "pl.Tensor[[2, 3], pl.FP32]", k21 = "pl.Tensor[[2, 1], pl.FP32]", k13 = "pl.Tensor[[1, 3], pl.FP32]";

Numbers Two(const std::string& op, const std::string& type, const Numbers& a, const Numbers& b) {
  return Bench({{"a", type, a}, {"b", type, b}}, type, "r: " + type + " = pl.tensor." + op + "(a, b)\nreturn r").Result();
}

TEST(Elementwise, FloatsAndIntegers) {
  EXPECT_EQ(Two("add", k23, {1, 2, 3, 4, 5, 6}, {10, 20, 30, 40, 50, 60}), (Numbers{11, 22, 33, 44, 55, 66}));
  const std::string i8 = "pl.Tensor[[1, 4], pl.INT8]";
  EXPECT_EQ(Two("mul", i8, {100, -128, 3, 127}, {2, -1, 3, 127}), (Numbers{-56, -128, 9, 1}));  // modulo 256
  const std::string u16 = "pl.Tensor[[1, 3], pl.UINT16]";
  EXPECT_EQ(Two("sub", u16, {1, 5, 0}, {2, 3, 0}), (Numbers{65535, 2, 0}));
  const std::string i32 = "pl.Tensor[[1, 4], pl.INT32]";
  EXPECT_EQ(Two("div", i32, {7, -7, 7, 5}, {2, 2, -2, 0}), (Numbers{3, -3, -3, kP}));   // towards zero; by zero: nothing
  EXPECT_EQ(Two("fmod", i32, {7, -7, 7, 5}, {3, 3, -3, 0}), (Numbers{1, -1, 1, kP}));
  EXPECT_EQ(Two("shr", i32, {-8, 8, 1, -1}, {1, 2, 40, 40}), (Numbers{-4, 2, 0, -1}));
  EXPECT_EQ(Two("xor", i32, {6, -1, 0, 5}, {3, 0, 0, 5}), (Numbers{5, -1, 0, 0}));
}

TEST(Elementwise, HalfIsRoundedAfterEveryOperation) {
  const std::string t = "pl.Tensor[[1, 1], pl.FP16]";
  // 2048 + 1 is a tie between 2048 and 2050: even wins; then 2048 + 1 again.
  EXPECT_EQ(Bench({{"a", t, {2048}}, {"b", t, {1}}}, t,
                  "c: " + t + " = pl.tensor.add(a, b)\nd: " + t + " = pl.tensor.add(c, b)\nreturn d").Result(),
            (Numbers{2048}));
}

TEST(Elementwise, BroadcastsBothWays) {
  EXPECT_EQ(Bench({{"a", k23, {1, 2, 3, 4, 5, 6}}, {"b", k21, {10, 20}}}, k23,
                  "r: " + k23 + " = pl.tensor.sub(a, b)\nreturn r").Result(),
            (Numbers{-9, -8, -7, -16, -15, -14}));
  EXPECT_EQ(Bench({{"a", k21, {10, 20}}, {"b", k23, {1, 2, 3, 4, 5, 6}}}, k23,
                  "r: " + k23 + " = pl.tensor.sub(a, b)\nreturn r").Result(),
            (Numbers{9, 8, 7, 16, 15, 14}));
  EXPECT_EQ(Bench({{"a", k13, {1, 2, 3}}, {"b", k23, {1, 1, 1, 2, 2, 2}}}, k23,
                  "r: " + k23 + " = pl.tensor.mul(a, b)\nreturn r").Result(),
            (Numbers{1, 2, 3, 2, 4, 6}));
}

TEST(Elementwise, ScalarsTakeTheElementType) {
  const std::string t = "pl.Tensor[[1, 2], pl.INT32]";
  EXPECT_EQ(Bench({{"a", t, {5, -5}}}, t, "r: " + t + " = pl.tensor.divs(a, pl.const(2, pl.INT32))\nreturn r").Result(),
            (Numbers{2, -2}));
  EXPECT_EQ(Bench({{"a", t, {5, -5}}}, t, "r: " + t + " = pl.tensor.maximum(a, pl.const(0, pl.INT32))\nreturn r").Result(),
            (Numbers{5, 0}));
}

TEST(Unary, SpecialValues) {
  const std::string t = "pl.Tensor[[1, 3], pl.FP32]";
  const Numbers r = Bench({{"a", t, {-1, 0, 4}}}, t, "r: " + t + " = pl.tensor.sqrt(a)\nreturn r").Result();
  ASSERT_EQ(r.size(), 3u);
  EXPECT_TRUE(std::isnan(r[0]));
  EXPECT_EQ(r[1], 0);
  EXPECT_EQ(r[2], 2);
  const Numbers e = Bench({{"a", t, {0, 1, -INFINITY}}}, t, "r: " + t + " = pl.tensor.exp(a)\nreturn r").Result();
  EXPECT_EQ(e, (Numbers{1, static_cast<double>(2.7182817459106445f), 0}));
}

TEST(Cast, ModesAndSaturation) {
  const std::string f = "pl.Tensor[[1, 4], pl.FP32]", i = "pl.Tensor[[1, 4], pl.INT8]";
  const auto cast = [&](const std::string& mode) {
    return Bench({{"a", f, {2.5, -2.5, 300, -0.4}}}, i,
                 "r: " + i + " = pl.tensor.cast(a, target_type=pl.INT8, mode='" + mode + "')\nreturn r").Result();
  };
  EXPECT_EQ(cast("rint"), (Numbers{2, -2, 127, 0}));
  EXPECT_EQ(cast("round"), (Numbers{3, -3, 127, 0}));
  EXPECT_EQ(cast("floor"), (Numbers{2, -3, 127, -1}));
  EXPECT_EQ(cast("ceil"), (Numbers{3, -2, 127, 0}));
  EXPECT_EQ(cast("trunc"), (Numbers{2, -2, 127, 0}));
}

TEST(Reduce, RowsColumnsAndPositions) {
  EXPECT_EQ(Bench({{"a", k23, {1, 5, 3, 9, 2, 9}}}, k21, "r: " + k21 + " = pl.tensor.row_max(a)\nreturn r").Result(),
            (Numbers{5, 9}));
  EXPECT_EQ(Bench({{"a", k23, {1, 5, 3, 9, 2, 9}}}, k13, "r: " + k13 + " = pl.tensor.col_sum(a)\nreturn r").Result(),
            (Numbers{10, 7, 12}));
  const std::string p = "pl.Tensor[[2, 1], pl.INT32]";
  EXPECT_EQ(Bench({{"a", k23, {1, 5, 3, 9, 2, 9}}}, p, "r: " + p + " = pl.tensor.row_argmax(a)\nreturn r").Result(),
            (Numbers{1, 0}));  // the first of two equal ones
}

TEST(Reduce, SumsRoundInIndexOrder) {
  // 1e8 + 1 is 1e8 in FP32, so adding the small ones last loses them, and first keeps them.
  const std::string t = "pl.Tensor[[1, 3], pl.FP32]", s = "pl.Tensor[[1, 1], pl.FP32]";
  EXPECT_EQ(Bench({{"a", t, {1e8, 3, 3}}}, s, "r: " + s + " = pl.tensor.row_sum(a)\nreturn r").Result(), (Numbers{1e8}));
  EXPECT_EQ(Bench({{"a", t, {3, 3, 1e8}}}, s, "r: " + s + " = pl.tensor.row_sum(a)\nreturn r").Result(), (Numbers{100000008}));
}

TEST(Broadcast, RowAndColumnExpand) {
  EXPECT_EQ(Bench({{"a", k23, {1, 2, 3, 4, 5, 6}}, {"v", k21, {2, 4}}}, k23,
                  "r: " + k23 + " = pl.tensor.row_expand_div(a, v)\nreturn r").Result(),
            (Numbers{0.5, 1, 1.5, 1, 1.25, 1.5}));
  EXPECT_EQ(Bench({{"a", k23, {1, 2, 3, 4, 5, 6}}, {"v", k13, {1, 0, -1}}}, k23,
                  "r: " + k23 + " = pl.tensor.col_expand_mul(a, v)\nreturn r").Result(),
            (Numbers{1, 0, -3, 4, 0, -6}));
}

TEST(Compare, NumbersAndPackedBits) {
  EXPECT_EQ(Two("cmp", k13, {1, 2, NAN}, {1, 3, NAN}), (Numbers{1, 0, 0}));
  // The tile form goes through a packed predicate.
  const std::string t = "pl.Tensor[[2, 16], pl.FP32]";
  Numbers a(32), expected(32);
  for (size_t i = 0; i < 32; ++i) {
    a[i] = static_cast<double>(i % 5);
    expected[i] = a[i] < 2 ? a[i] : 7;
  }
  EXPECT_EQ(Bench({{"x", t, a}, {"o", t, {}, "Out"}}, t,
                  "x__tile = pl.tile.load(x, [0, 0], [2, 16], [2, 16], target_memory=pl.Mem.Vec)\n"
                  "m = pl.tile.cmps(x__tile, pl.const(2.0, pl.FP32), cmp_type=2)\n"
                  "s = pl.tile.full([2, 16], pl.const(7.0, pl.FP32), dtype=pl.FP32)\n"
                  "tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)\n"
                  "y = pl.tile.sel(m, x__tile, s, tmp)\n"
                  "r = pl.tile.store(y, [0, 0], o)\nreturn r").Result(),
            expected);
}

TEST(Gather, FlatAndAlongAnAxis) {
  const std::string s = "pl.Tensor[[2, 8], pl.FP32]", i = "pl.Tensor[[2, 8], pl.INT32]";
  Numbers src(16), idx(16), flat(16), axis(16);
  for (size_t k = 0; k < 16; ++k) {
    src[k] = static_cast<double>(100 + k);
    idx[k] = static_cast<double>((k * 3) % 8);
  }
  for (size_t k = 0; k < 16; ++k) {
    flat[k] = src[static_cast<size_t>(idx[k])];
    axis[k] = src[(k / 8) * 8 + static_cast<size_t>(idx[k])];
  }
  EXPECT_EQ(Bench({{"a", s, src}, {"i", i, idx}}, s, "r: " + s + " = pl.tensor.gather(a, i)\nreturn r").Result(), flat);
  EXPECT_EQ(Bench({{"a", s, src}, {"i", i, idx}}, s, "r: " + s + " = pl.tensor.gather(a, i, dim=-1)\nreturn r").Result(), axis);
  idx[5] = 16;
  EXPECT_NE(Bench({{"a", s, src}, {"i", i, idx}}, s, "r: " + s + " = pl.tensor.gather(a, i)\nreturn r").Error().find("index 16"),
            std::string::npos);
}

TEST(Memory, ExpandCloneRepeatsTheUnitAxis) {
  const std::string i = "pl.Tensor[[1, 2, 2], pl.FP32]", o = "pl.Tensor[[2, 2, 2], pl.FP32]";
  EXPECT_EQ(Bench({{"x", i, {1, 2, 3, 4}}, {"o", o, {}, "Out"}}, o, "r: " + o + " = pl.tensor.expand_clone(x, o)\nreturn r").Result(),
            (Numbers{1, 2, 3, 4, 1, 2, 3, 4}));
}

TEST(Scatter, LaterElementsWinAndTheBackgroundStays) {
  const std::string t = "pl.Tensor[[2, 8], pl.FP32]", i = "pl.Tensor[[2, 8], pl.INT32]";
  Numbers background(16, -1), idx = {0, 1, 2, 2, 0, 7, 7, 5, 0, 0, 0, 0, 0, 0, 0, 3}, src(16);
  for (size_t k = 0; k < 16; ++k) src[k] = static_cast<double>(k);
  Numbers expected(16, -1);
  for (size_t k = 0; k < 16; ++k) expected[(k / 8) * 8 + static_cast<size_t>(idx[k])] = src[k];
  EXPECT_EQ(Bench({{"a", t, background}, {"i", i, idx}, {"s", t, src}}, t,
                  "r: " + t + " = pl.tensor.scatter(a, i, s, dim=-1)\nreturn r").Result(), expected);
}

TEST(Sort, PairsDescendingAndStable) {
  const std::string s = "pl.Tensor[[1, 32], pl.FP32]", i = "pl.Tensor[[1, 32], pl.UINT32]", o = "pl.Tensor[[1, 64], pl.FP32]";
  Numbers values(32), order(32);
  for (size_t k = 0; k < 32; ++k) {
    values[k] = static_cast<double>((k * 7) % 5);
    order[k] = static_cast<double>(k);
  }
  const Numbers r = Bench({{"a", s, values}, {"i", i, order}}, o, "r: " + o + " = pl.tensor.sort32(a, i)\nreturn r").Result();
  ASSERT_EQ(r.size(), 64u);
  for (size_t k = 2; k < 64; k += 2) {
    EXPECT_GE(r[k - 2], r[k]);
    const auto index = [&](size_t at) { return std::bit_cast<uint32_t>(static_cast<float>(r[at])); };
    if (r[k - 2] == r[k]) {
      EXPECT_LT(index(k - 1), index(k + 1));
    }
    EXPECT_EQ(values[index(k + 1)], r[k]);
  }
}

TEST(Matmul, AgreesWithAPlainLoopInEveryOrientation) {
  constexpr size_t kM = 3, kK = 5, kN = 4;
  Numbers a(kM * kK), b(kK * kN), expected(kM * kN);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i % 5) - 2;
  for (size_t i = 0; i < kM; ++i) {
    for (size_t j = 0; j < kN; ++j) {
      for (size_t k = 0; k < kK; ++k) expected[i * kN + j] += a[i * kK + k] * b[k * kN + j];
    }
  }
  for (const bool a_trans : {false, true}) {
    for (const bool b_trans : {false, true}) {
      Numbers x = a, y = b;
      if (a_trans) {
        for (size_t i = 0; i < kM; ++i) for (size_t k = 0; k < kK; ++k) x[k * kM + i] = a[i * kK + k];
      }
      if (b_trans) {
        for (size_t k = 0; k < kK; ++k) for (size_t j = 0; j < kN; ++j) y[j * kK + k] = b[k * kN + j];
      }
      const std::string ta = a_trans ? "pl.Tensor[[5, 3], pl.FP16]" : "pl.Tensor[[3, 5], pl.FP16]";
      const std::string tb = b_trans ? "pl.Tensor[[4, 5], pl.FP16]" : "pl.Tensor[[5, 4], pl.FP16]";
      const std::string tc = "pl.Tensor[[3, 4], pl.FP32]";
      EXPECT_EQ(Bench({{"a", ta, x}, {"b", tb, y}}, tc,
                      "r: " + tc + " = pl.tensor.matmul(a, b, a_trans=" + (a_trans ? "True" : "False") + ", b_trans=" +
                          (b_trans ? "True" : "False") + ", c_matrix_nz=False, out_dtype=pl.FP32)\nreturn r").Result(),
                expected);
    }
  }
}

TEST(Matmul, IntegersWrapInThirtyTwoBits) {
  const std::string t = "pl.Tensor[[1, 2], pl.INT8]", u = "pl.Tensor[[2, 1], pl.INT8]", c = "pl.Tensor[[1, 1], pl.INT32]";
  EXPECT_EQ(Bench({{"a", t, {-128, 127}}, {"b", u, {-128, 127}}}, c,
                  "r: " + c + " = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.INT32)\nreturn r").Result(),
            (Numbers{128 * 128 + 127 * 127}));
}

TEST(Matmul, VectorsLoseTheirAxis) {
  const std::string v = "pl.Tensor[[2], pl.FP32]", m = "pl.Tensor[[2, 3], pl.FP32]", w = "pl.Tensor[[3], pl.FP32]", one = "pl.Tensor[[], pl.FP32]";
  const auto product = [](const Param& a, const Param& b, const std::string& t) {
    return Bench({a, b}, t, "r: " + t + " = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)\nreturn r").Result();
  };
  EXPECT_EQ(product({"a", v, {1, 2}}, {"b", v, {3, 4}}, one), (Numbers{11}));
  EXPECT_EQ(product({"a", v, {1, 2}}, {"b", m, {1, 2, 3, 4, 5, 6}}, w), (Numbers{9, 12, 15}));
  EXPECT_EQ(product({"a", m, {1, 2, 3, 4, 5, 6}}, {"b", w, {1, 0, 2}}, v), (Numbers{7, 16}));
}

TEST(Poison, PaddingDoesNotLeakAndIsExplained) {
  // Rows 2 and 3 of the box were never loaded.
  const std::string x = "pl.Tensor[[2, 4], pl.FP32]", o = "pl.Tensor[[4, 4], pl.FP32]";
  EXPECT_EQ(Bench({{"x", x, {1, 2, 3, 4, 5, 6, 7, 8}}, {"o", o, {}, "Out"}}, o,
                  "t = pl.tile.load(x, [0, 0], [4, 4], [2, 4], target_memory=pl.Mem.Vec)\n"
                  "w = pl.tile.set_validshape(t, 4, 4)\nr = pl.tile.store(w, [0, 0], o)\nreturn r").Result(),
            (Numbers{1, 2, 3, 4, 5, 6, 7, 8, kP, kP, kP, kP, kP, kP, kP, kP}));
  Bench reading({{"x", x, {1, 2, 3, 4, 5, 6, 7, 8}}}, "",
                "t = pl.tile.load(x, [0, 0], [4, 4], [2, 4], target_memory=pl.Mem.Vec)\n"
                "w = pl.tile.set_validshape(t, 4, 4)\ns = pl.tile.read(w, [3, 0])\n"
                "if s < pl.const(1.0, pl.FP32):\n    pl.tensor.write(x, [0, 0], s)");
  EXPECT_NE(reading.Error().find("holds no number: outside a valid region"), std::string::npos) << reading.Error();
}

TEST(Memory, StoresAreSeenByLaterLoadsAndAccessesAreChecked) {
  const std::string x = "pl.Tensor[[1, 8], pl.FP32]";
  EXPECT_EQ(Bench({{"x", x, {1, 2, 3, 4, 5, 6, 7, 8}, "InOut"}}, x,
                  "pl.tensor.write(x, [0, 2], pl.const(9.0, pl.FP32))\n"
                  "y: " + x + " = pl.tensor.neg(x)\nreturn y").Result(),
            (Numbers{-1, -2, -9, -4, -5, -6, -7, -8}));
  EXPECT_NE(Bench({{"x", x, {1}, "InOut"}, {"i", "pl.Scalar[pl.INDEX]", {8}}}, "",
                  "pl.tensor.write(x, [0, i], pl.const(9.0, pl.FP32))").Error().find("index 8 on axis 1 of extent 8"),
            std::string::npos);
  EXPECT_NE(Bench({{"x", x, {1}}, {"o", x, {}, "Out"}, {"i", "pl.Scalar[pl.INDEX]", {4}}}, "",
                  "t = pl.tile.load(x, [0, 0], [1, 8], [1, 8])\nr = pl.tile.store(t, [0, i], o)").Error().find("elements 4 to 12"),
            std::string::npos);
}

TEST(Elementwise, ExtremesDoNotDependOnTheOrderOfTheirOperands) {
  for (const auto& [a, b] : {std::pair(0.0, -0.0), std::pair(-0.0, 0.0)}) {
    EXPECT_FALSE(std::signbit(MaxFloat(a, b)));
    EXPECT_TRUE(std::signbit(MinFloat(a, b)));
  }
  EXPECT_TRUE(std::isnan(MaxFloat(1.0, NAN)) && std::isnan(MaxFloat(NAN, 1.0)));
}

TEST(Memory, StoreToTheBeginningOfATensorOfFewerAxes) {
  const std::string x = "pl.Tensor[[2, 4], pl.FP32]", o = "pl.Tensor[[4], pl.FP32]";
  EXPECT_EQ(Bench({{"x", x, {1, 2, 3, 4, 5, 6, 7, 8}}, {"o", o, {}, "Out"}}, o,
                  "t = pl.tile.load(x, [1, 0], [1, 4], [1, 4])\nr = pl.tile.store(t, [0, 0], o)\nreturn r").Result(),
            (Numbers{5, 6, 7, 8}));
}

TEST(Memory, AtomicAddAndConversionOnStore) {
  const std::string x = "pl.Tensor[[1, 8], pl.FP32]", h = "pl.Tensor[[1, 8], pl.FP16]";
  Bench add({{"x", x, {1, 2, 3, 4, 5, 6, 7, 8}}, {"o", x, {10}, "InOut"}}, x,
            "t = pl.tile.load(x, [0, 0], [1, 8], [1, 8])\nr = pl.tile.store(t, [0, 0], o, atomic=1)\nreturn r");
  EXPECT_EQ(add.Result(), (Numbers{11, 12, 13, 14, 15, 16, 17, 18}));
  Bench narrow({{"x", x, {2049}}, {"o", h, {}, "Out"}}, h,
               "t = pl.tile.load(x, [0, 0], [1, 8], [1, 8])\nr = pl.tile.store(t, [0, 0], o)\nreturn r");
  EXPECT_EQ(narrow.Result(), Numbers(8, 2048));
}

// The leading axes count as one: rows 3 and 4 of the six are [1, 0] and [1, 1].
TEST(Memory, AStoreWithFewerOffsetsThanAxesMergesTheLeadingOnes) {
  const std::string t = "pl.Tensor[[2, 8], pl.FP32]", o = "pl.Tensor[[2, 3, 8], pl.FP32]";
  Numbers expected(48, 0);
  std::fill(expected.begin() + 24, expected.begin() + 40, 5);
  EXPECT_EQ(Bench({{"x", t, {5}}, {"o", o, {0}, "InOut"}}, o,
                  "t = pl.tile.load(x, [0, 0], [2, 8], [2, 8])\nr = pl.tile.store(t, [3, 0], o)\nreturn r").Result(),
            expected);
}

}  // namespace
}  // namespace t2t::eval
