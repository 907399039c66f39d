// Expressions are interned unless they hold a call; cheap equality looks through constants of another dtype.
#include "gtest/gtest.h"
#include "ir/core/program.h"

namespace t2t {
namespace {

class ExprTest : public testing::Test {
 protected:
  ExprId Add(ExprId a, ExprId b) { return p.Binary(ExprKind::kAdd, a, b, DType::kIndex); }
  Program p;
  ExprId n = p.Var(p.AddSymbol(p.Str("N")));
  ExprId m = p.Var(p.AddSymbol(p.Str("M")));
};

TEST_F(ExprTest, EqualExpressionsAreOneNode) {
  EXPECT_EQ(Add(n, p.Int(1)), Add(n, p.Int(1)));
  EXPECT_NE(Add(n, p.Int(1)), Add(p.Int(1), n));
  EXPECT_NE(p.Int(1, DType::kIndex), p.Int(1, DType::kInt32));
  EXPECT_EQ(p.Tuple({n, m}), p.Tuple({n, m}));
}

TEST_F(ExprTest, ConstantsKeepAllTheirBits) {
  for (int64_t v : {int64_t{0}, int64_t{-1}, INT64_MIN, INT64_MAX, int64_t{1} << 40}) {
    EXPECT_EQ(p[p.Int(v)].int_value(), v);
  }
  EXPECT_EQ(p.FloatValue(p.Float(-0.1)), -0.1);
}

TEST_F(ExprTest, ExprEqLooksThroughTheDtypeOfConstants) {
  const ExprId a = Add(n, p.Int(1, DType::kIndex)), b = Add(n, p.Int(1, DType::kInt64));
  EXPECT_NE(a, b);
  EXPECT_TRUE(ExprEq(p, a, b));
  EXPECT_FALSE(ExprEq(p, a, Add(n, p.Int(2))));
  EXPECT_FALSE(ExprEq(p, a, Add(m, p.Int(1))));
  EXPECT_FALSE(ExprEq(p, a, ExprId()));
  EXPECT_FALSE(ExprEq(p, n, p.Int(1)));
}

// Each level uses the one below twice: 2^60 paths, 60 pairs.
TEST_F(ExprTest, ExprEqOfSharedPartsIsLinear) {
  ExprId a = Add(n, p.Int(1, DType::kIndex)), b = Add(n, p.Int(1, DType::kInt64));
  for (int i = 0; i < 60; ++i) {
    a = Add(a, a);
    b = Add(b, b);
  }
  EXPECT_TRUE(ExprEq(p, a, b));
}

TEST_F(ExprTest, ExprEqOfADeepChainNeedsNoStack) {
  ExprId a = Add(n, p.Int(1, DType::kIndex)), b = Add(n, p.Int(1, DType::kInt64));
  for (int i = 0; i < 200'000; ++i) {
    a = Add(a, m);
    b = Add(b, m);
  }
  EXPECT_TRUE(ExprEq(p, a, b));
  EXPECT_FALSE(ExprEq(p, a, Add(b, m)));
}

TEST_F(ExprTest, CallsAreNeverShared) {
  Call call;
  call.args = p.MakeList({n});
  const ExprId a = p.AddCall(call, p.UnknownType()), b = p.AddCall(call, p.UnknownType());
  EXPECT_NE(a, b);
  EXPECT_TRUE(ExprEq(p, a, b));
  EXPECT_NE(Add(a, n), Add(a, n));
  EXPECT_TRUE(p[Add(a, n)].has_call);
}

TEST_F(ExprTest, WithTypeCopiesTheCallAlone) {
  Call call;
  call.args = p.MakeList({n});
  const ExprId a = p.AddCall(call, p.UnknownType());
  const ExprId b = p.WithType(a, p.ScalarType(DType::kIndex));
  EXPECT_EQ(p[a].type, p.UnknownType());
  EXPECT_EQ(p[b].type, p.ScalarType(DType::kIndex));
  EXPECT_EQ(p.Args(b).front(), n);
}

TEST_F(ExprTest, AttributesAreOrderedAndReplacedInPlace) {
  AttrsId attrs = p.MakeAttrs({p.IntAttr("a", 1), p.BoolAttr("b", true)});
  EXPECT_EQ(attrs, p.MakeAttrs({p.IntAttr("a", 1), p.BoolAttr("b", true)}));
  attrs = p.SetAttr(attrs, p.IntAttr("a", -5));
  attrs = p.SetAttr(attrs, p.StringAttr("c", "text"));
  ASSERT_EQ(p[attrs].size(), 3u);
  EXPECT_EQ(p[attrs][0].int_value(), -5);
  EXPECT_EQ(p[p[attrs][2].string()], "text");
  attrs = p.EraseAttr(attrs, "b");
  EXPECT_EQ(p.FindAttr(attrs, "b"), nullptr);
  EXPECT_EQ(p[p.EraseAttr(p.EraseAttr(attrs, "a"), "c")].size(), 0u);
}

}  // namespace
}  // namespace t2t
