#include "ir/symbolic/type_gap.h"

#include <vector>

#include "gtest/gtest.h"

namespace t2t {
namespace {

class TypeGapTest : public testing::Test {
 protected:
  TypeId Tensor(std::vector<ExprId> extents, DType dtype = DType::kFp32) { return p.TensorType(dtype, extents); }
  TypeId Tile(std::vector<ExprId> extents, MemorySpace space) { return p.TileType(DType::kFp32, extents, View{}, space); }
  TypeId Valid(ExprId rows) {
    View view;
    const std::vector<ExprId> valid = {rows};
    view.valid_shape = p.MakeList(valid);
    const ExprId extents[] = {p.Int(64)};
    return p.TensorType(DType::kFp32, extents, view);
  }
  TypeGap Gap(TypeId a, TypeId b) {
    EXPECT_EQ(GapBetween(p, a, b), GapBetween(p, b, a));
    EXPECT_EQ(Contradicts(p, a, b), Contradicts(p, b, a));
    return GapBetween(p, a, b);
  }

  Program p;
  ExprId n = p.Var(p.AddSymbol(p.Str("n"))), m = p.Var(p.AddSymbol(p.Str("m"))), i64 = p.Int(64), i32 = p.Int(32);
};

TEST_F(TypeGapTest, OnlyWhatIsCertain) {
  EXPECT_EQ(Gap(Tensor({i64}), Tensor({i64})), TypeGap::kNone);
  EXPECT_EQ(Gap(Tensor({i64}), Tensor({i32})), TypeGap::kExtent);
  EXPECT_EQ(Gap(Tensor({n}), Tensor({i32})), TypeGap::kNone);
  EXPECT_EQ(Gap(Tensor({n}), Tensor({m})), TypeGap::kNone);
  EXPECT_EQ(Gap(Tensor({i64}), p.UnknownType()), TypeGap::kNone);
}

TEST_F(TypeGapTest, TheCoarsestFirst) {
  EXPECT_EQ(Gap(Tensor({i64}), Tile({i32, i32}, MemorySpace::kVec)), TypeGap::kKind);
  EXPECT_EQ(Gap(Tensor({i64}), Tensor({i32, i32}, DType::kInt32)), TypeGap::kElement);
  EXPECT_EQ(Gap(Tensor({i64}), Tensor({i32, i32})), TypeGap::kRank);
}

TEST_F(TypeGapTest, AMemorySpaceThatIsNotSaidIsAny) {
  EXPECT_EQ(Gap(Tile({i64}, MemorySpace::kVec), Tile({i64}, MemorySpace::kMat)), TypeGap::kSpace);
  EXPECT_EQ(Gap(Tile({i64}, MemorySpace::kVec), Tile({i64}, MemorySpace::kUnset)), TypeGap::kNone);
}

TEST_F(TypeGapTest, ValidExtentsAreDescribedMoreOrLessTightly) {
  EXPECT_EQ(Gap(Valid(p.Int(8)), Valid(p.Int(9))), TypeGap::kValid);
  EXPECT_FALSE(Contradicts(p, Valid(p.Int(8)), Valid(p.Int(9))));
  EXPECT_TRUE(Contradicts(p, Tensor({i64}), Tensor({i32})));
}

TEST_F(TypeGapTest, IndexScalarsHoldTheSameNumbers) {
  const TypeId index = p.ScalarType(DType::kIndex), wide = p.ScalarType(DType::kInt64), number = p.ScalarType(DType::kFp32);
  EXPECT_EQ(Gap(index, wide), TypeGap::kElement);
  EXPECT_FALSE(Contradicts(p, index, wide));
  EXPECT_TRUE(Contradicts(p, index, number));
}

TEST_F(TypeGapTest, TuplesElementByElement) {
  const TypeId a[] = {Tensor({i64}), Tensor({i32})}, b[] = {Tensor({i64}), Tensor({i64})};
  EXPECT_EQ(Gap(p.TupleType(a), p.TupleType(b)), TypeGap::kExtent);
  EXPECT_TRUE(Contradicts(p, p.TupleType(a), p.TupleType(b)));
  EXPECT_EQ(Gap(p.TupleType(a), p.TupleType({a, 1})), TypeGap::kKind);
}

}  // namespace
}  // namespace t2t
