// Expressions are graphs: what they share must not be walked once per path, and how deep they are must not matter.
#include "gtest/gtest.h"
#include "ir/core/program.h"
#include "ir/core/rewrite.h"

namespace t2t {
namespace {

struct Graphs {
  Program p;
  ValueId n = p.AddSymbol(p.Str("n"));

  // x, x + x, (x + x) + (x + x), ... over n + 1 with a constant of the given type: 2^levels leaves.
  ExprId Doubled(int levels, DType dtype, int64_t one = 1) {
    ExprId e = p.Binary(ExprKind::kAdd, p.Var(n), p.Int(one, dtype), DType::kIndex);
    for (int i = 0; i < levels; ++i) e = p.Binary(ExprKind::kAdd, e, e, DType::kIndex);
    return e;
  }
  ExprId Chain(int length, DType dtype) {
    ExprId e = p.Var(n);
    for (int i = 0; i < length; ++i) e = p.Binary(ExprKind::kAdd, e, p.Int(i, dtype), DType::kIndex);
    return e;
  }
};

TEST(ExprEq, SharedGraphsThatDifferAsNodesTakeLinearTime) {
  Graphs g;
  const ExprId a = g.Doubled(200, DType::kIndex), b = g.Doubled(200, DType::kInt64), c = g.Doubled(200, DType::kIndex, 2);
  ASSERT_NE(a, b);  // constants of two types are two nodes
  EXPECT_TRUE(ExprEq(g.p, a, b));
  EXPECT_FALSE(ExprEq(g.p, a, c));
  EXPECT_FALSE(ExprEq(g.p, b, c));
}

TEST(ExprEq, DepthDoesNotMatter) {
  Graphs g;
  const ExprId a = g.Chain(30000, DType::kIndex), b = g.Chain(30000, DType::kInt64);
  ASSERT_NE(a, b);
  EXPECT_TRUE(ExprEq(g.p, a, b));
  EXPECT_FALSE(ExprEq(g.p, a, g.Chain(29999, DType::kInt64)));
}

TEST(ExprEq, NodesOfOtherKindsAreComparedById) {
  Graphs g;
  const ExprId minus = g.p.Unary(ExprKind::kNeg, g.p.Var(g.n), DType::kIndex);
  EXPECT_TRUE(ExprEq(g.p, minus, minus));
  EXPECT_FALSE(ExprEq(g.p, minus, g.p.Var(g.n)));
  EXPECT_FALSE(ExprEq(g.p, minus, ExprId()));
  EXPECT_TRUE(ExprEq(g.p, ExprId(), ExprId()));
}

TEST(Substitution, DepthDoesNotMatter) {
  Graphs g;
  const ValueId m = g.p.AddSymbol(g.p.Str("m"));
  const ExprId deep = g.Chain(30000, DType::kIndex);
  Substitution subst(g.p);
  subst.Map(g.n, g.p.Var(m));
  const ExprId renamed = subst.Apply(deep);
  EXPECT_NE(renamed, deep);
  Substitution back(g.p);
  back.Map(m, g.p.Var(g.n));
  EXPECT_EQ(back.Apply(renamed), deep);  // interned: equal expressions are one node
}

TEST(Substitution, SharedGraphsTakeLinearTime) {
  Graphs g;
  Substitution subst(g.p);
  subst.Map(g.n, g.p.Int(3));
  const uint32_t before = g.p.num_exprs();
  const ExprId doubled = g.Doubled(500, DType::kIndex);
  subst.Apply(doubled);
  EXPECT_LT(g.p.num_exprs() - before, 3000u);
}

}  // namespace
}  // namespace t2t
