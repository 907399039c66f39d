// Types are interned and canonical: equal types have equal ids, and an implied view is not spelt out.
#include "gtest/gtest.h"
#include "ir/core/program.h"

namespace t2t {
namespace {

class TypesTest : public testing::Test {
 protected:
  std::vector<ExprId> Dims(std::initializer_list<int64_t> dims) {
    std::vector<ExprId> out;
    for (int64_t d : dims) out.push_back(p.Int(d));
    return out;
  }
  Program p;
};

TEST_F(TypesTest, EqualTypesAreOneType) {
  const auto dims = Dims({64, 128});
  EXPECT_EQ(p.TensorType(DType::kFp32, dims), p.TensorType(DType::kFp32, dims));
  EXPECT_NE(p.TensorType(DType::kFp32, dims), p.TensorType(DType::kBf16, dims));
  EXPECT_NE(p.TensorType(DType::kFp32, dims), p.TileType(DType::kFp32, dims, View{}, MemorySpace::kVec));
  EXPECT_NE(p.TileType(DType::kFp32, dims, View{}, MemorySpace::kMat),
            p.TileType(DType::kFp32, dims, View{}, MemorySpace::kVec));
}

TEST_F(TypesTest, AFullValidShapeIsNoView) {
  View full;
  full.valid_shape = p.MakeList(Dims({64, 128}));
  const TypeId type = p.TensorType(DType::kFp32, Dims({64, 128}), full);
  EXPECT_EQ(type, p.TensorType(DType::kFp32, Dims({64, 128})));
  EXPECT_FALSE(p[type].view);
}

TEST_F(TypesTest, APartialValidShapeIsKept) {
  View part;
  part.valid_shape = p.MakeList(Dims({10, 128}));
  const TypeId type = p.TensorType(DType::kFp32, Dims({64, 128}), part);
  ASSERT_EQ(p.ValidShape(type).size(), 2u);
  EXPECT_TRUE(p.IsConstInt(p.ValidShape(type)[0], 10));
  EXPECT_TRUE(p.IsConstInt(p.Shape(type)[0], 64));
}

TEST_F(TypesTest, WithoutAViewAllIsValid) {
  const TypeId type = p.TensorType(DType::kFp32, Dims({64, 128}));
  EXPECT_EQ(p.ValidShape(type), p.Shape(type));
}

TEST_F(TypesTest, WithSpaceReplacesTheSpaceAlone) {
  View part;
  part.valid_shape = p.MakeList(Dims({10, 128}));
  const TypeId unplaced = p.TileType(DType::kFp32, Dims({64, 128}), part, MemorySpace::kUnset);
  const TypeId placed = p.WithSpace(unplaced, MemorySpace::kVec);
  EXPECT_EQ(p[placed].space, MemorySpace::kVec);
  EXPECT_TRUE(p.IsConstInt(p.ValidShape(placed)[0], 10));
  EXPECT_EQ(p.WithSpace(placed, MemorySpace::kUnset), unplaced);
}

TEST_F(TypesTest, TheImpliedLayoutDependsOnTheSpace) {
  const auto dims = Dims({64, 128});
  EXPECT_EQ(ImplicitLayout(p, dims, MemorySpace::kVec).slayout, TileLayout::kNoneBox);
  EXPECT_NE(ImplicitLayout(p, dims, MemorySpace::kMat).slayout, TileLayout::kNoneBox);
  EXPECT_EQ(ImplicitLayout(p, dims, MemorySpace::kAcc).fractal, 1024);
}

TEST_F(TypesTest, TuplesNestAndIntern) {
  const TypeId a = p.ScalarType(DType::kIndex), b = p.TensorType(DType::kFp32, Dims({4}));
  EXPECT_EQ(p.TupleType({a, b}), p.TupleType({a, b}));
  EXPECT_NE(p.TupleType({a, b}), p.TupleType({b, a}));
  EXPECT_EQ(p[p.TupleType({a, p.TupleType({b})})].elements.size, 2u);
}

TEST_F(TypesTest, InterningTakesBackWhatItDidNotNeed) {
  p.TensorType(DType::kFp32, Dims({64, 128}));
  const size_t types = p.num_types();
  const size_t bytes = p.MemoryBytes();
  for (int i = 0; i < 10'000; ++i) p.TensorType(DType::kFp32, Dims({64, 128}));
  EXPECT_EQ(p.num_types(), types);
  EXPECT_EQ(p.MemoryBytes(), bytes);
}

}  // namespace
}  // namespace t2t
