#include "ir/core/show.h"

#include <limits>

#include "gtest/gtest.h"

namespace t2t {
namespace {

class ShowTest : public testing::Test {
 protected:
  ExprId I(int64_t v, DType t = DType::kIndex) { return p.Int(v, t); }
  ExprId Bin(ExprKind k, ExprId lhs, ExprId rhs) { return p.Binary(k, lhs, rhs, DType::kIndex); }
  std::string Text(ExprId e) { return ExprText(p, e); }

  Program p;
  ExprId a = p.Var(p.AddSymbol(p.Str("a"))), b = p.Var(p.AddSymbol(p.Str("b"))), c = p.Var(p.AddSymbol(p.Str("c")));
};

TEST_F(ShowTest, ParenthesesFollowPrecedenceAndSide) {
  EXPECT_EQ(Text(Bin(ExprKind::kSub, Bin(ExprKind::kSub, a, b), c)), "a - b - c");
  EXPECT_EQ(Text(Bin(ExprKind::kSub, a, Bin(ExprKind::kSub, b, c))), "a - (b - c)");
  EXPECT_EQ(Text(Bin(ExprKind::kMul, Bin(ExprKind::kAdd, a, b), c)), "(a + b) * c");
  EXPECT_EQ(Text(Bin(ExprKind::kAdd, Bin(ExprKind::kMul, a, b), c)), "a * b + c");
  EXPECT_EQ(Text(Bin(ExprKind::kPow, Bin(ExprKind::kPow, a, b), c)), "(a ** b) ** c");
  EXPECT_EQ(Text(Bin(ExprKind::kPow, a, Bin(ExprKind::kPow, b, c))), "a ** b ** c");
  EXPECT_EQ(Text(Bin(ExprKind::kEq, Bin(ExprKind::kEq, a, b), c)), "a == b == c");
}

TEST_F(ShowTest, UnaryOperators) {
  const auto un = [&](ExprKind k, ExprId e) { return p.Unary(k, e, DType::kIndex); };
  EXPECT_EQ(Text(un(ExprKind::kNeg, Bin(ExprKind::kAdd, a, b))), "-(a + b)");
  EXPECT_EQ(Text(un(ExprKind::kNeg, un(ExprKind::kNeg, a))), "--a");
  EXPECT_EQ(Text(un(ExprKind::kNeg, Bin(ExprKind::kPow, a, b))), "-a ** b");
  EXPECT_EQ(Text(un(ExprKind::kNot, Bin(ExprKind::kEq, a, b))), "not a == b");
  EXPECT_EQ(Text(un(ExprKind::kNot, Bin(ExprKind::kAnd, a, b))), "not (a and b)");
  EXPECT_EQ(Text(un(ExprKind::kAbs, a)), "abs(a)");
  EXPECT_EQ(Text(p.Unary(ExprKind::kCast, a, DType::kInt32)), "pl.cast(a, pl.INT32)");
}

TEST_F(ShowTest, ConstantTreesAreTyped) {
  const ExprId five = Bin(ExprKind::kAdd, I(2), I(3));
  EXPECT_EQ(Text(five), "pl.const(2, pl.INDEX) + pl.const(3, pl.INDEX)");
  EXPECT_EQ(Text(Bin(ExprKind::kAdd, a, I(3))), "a + 3");
  EXPECT_EQ(Text(Bin(ExprKind::kAdd, a, Bin(ExprKind::kMul, I(2), I(3)))),
            "a + pl.const(2, pl.INDEX) * pl.const(3, pl.INDEX)");
  EXPECT_EQ(Text(Bin(ExprKind::kMin, I(1), I(2))), "pl.min(1, 2)");
}

TEST_F(ShowTest, FloatsKeepTheirValue) {
  EXPECT_EQ(Text(p.Float(1)), "1.0");
  EXPECT_EQ(Text(p.Float(-0.0)), "-0.0");
  EXPECT_EQ(Text(p.Float(0.1)), "0.10000000000000001");
  EXPECT_EQ(Text(p.Float(1e-6)), "9.9999999999999995e-07");
  EXPECT_EQ(Text(p.Float(1e16)), "10000000000000000.0");
  EXPECT_EQ(Text(p.Float(1e20)), "1e+20");
  EXPECT_EQ(Text(p.Float(std::numeric_limits<double>::infinity())), "inf");
  EXPECT_EQ(Text(p.Float(2.5, DType::kFp16)), "pl.const(2.5, pl.FP16)");
}

TEST_F(ShowTest, ExtentsAreBareAtTopLevelOnly) {
  EXPECT_EQ(ShapeText(p, {I(64), a, I(4, DType::kInt64), Bin(ExprKind::kMul, b, I(2))}),
            "[64, a, 4, b * pl.const(2, pl.INDEX)]");
}

TEST_F(ShowTest, TypesShowOnlyWhatIsNotImplicit) {
  EXPECT_EQ(TypeText(p, p.TensorType(DType::kFp32, {I(64), a})), "pl.Tensor[[64, a], pl.FP32]");
  View v;
  v.valid_shape = p.MakeList({b});
  EXPECT_EQ(TypeText(p, p.TensorType(DType::kFp16, {I(8)}, v)),
            "pl.Tensor[[8], pl.FP16, pl.TensorView(valid_shape=[b], stride=[], layout=pl.TensorLayout.ND)]");
  View flat;  // row major, no box: what Mat does not have by itself
  EXPECT_EQ(TypeText(p, p.TileType(DType::kFp16, {I(16), I(16)}, flat, MemorySpace::kMat)),
            "pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, "
            "slayout=pl.TileLayout.none_box)]");
  EXPECT_EQ(TypeText(p, p.TileType(DType::kFp16, {I(16), I(16)}, flat, MemorySpace::kVec)),
            "pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec]");
  EXPECT_EQ(TypeText(p, p.TupleType({})), "pl.Tuple[()]");
}

}  // namespace
}  // namespace t2t
