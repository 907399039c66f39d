#include "ir/symbolic/simplify.h"

#include <string>

#include "gtest/gtest.h"
#include "ir/core/show.h"
#include "ir/symbolic/fold.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

class SimplifyTest : public testing::Test {
 protected:
  ExprId Symbol(const char* name) { return p.Var(p.AddSymbol(p.Str(name))); }
  ExprId I(int64_t v) { return p.Int(v); }
  ExprId Make(ExprKind kind, ExprId a, ExprId b) { return MakeBinary(p, kind, a, b); }
  ExprId Add(ExprId a, ExprId b) { return Make(ExprKind::kAdd, a, b); }
  ExprId Sub(ExprId a, ExprId b) { return Make(ExprKind::kSub, a, b); }
  ExprId Mul(ExprId a, ExprId b) { return Make(ExprKind::kMul, a, b); }
  ExprId Div(ExprId a, ExprId b) { return Make(ExprKind::kFloorDiv, a, b); }
  ExprId Min(ExprId a, ExprId b) { return Make(ExprKind::kMin, a, b); }
  ExprId Max(ExprId a, ExprId b) { return Make(ExprKind::kMax, a, b); }
  void Gives(ExprId from, ExprId to) {
    const ExprId got = Simplify(p, from);
    EXPECT_EQ(got, to) << ExprText(p, from) << " gives " << ExprText(p, got) << ", expected " << ExprText(p, to);
  }

  Program p;
  ExprId n = Symbol("n"), m = Symbol("m"), k = Symbol("k");
};

TEST_F(SimplifyTest, Sums) {
  Gives(Add(I(3), n), Add(n, I(3)));
  Gives(Add(Add(n, I(3)), m), Add(Add(n, m), I(3)));
  Gives(Sub(n, Add(m, I(3))), Add(Sub(n, m), I(-3)));
  Gives(Sub(n, Sub(m, k)), Sub(Add(n, k), m));
  Gives(Add(n, n), Mul(n, I(2)));
}

TEST_F(SimplifyTest, ProductsAndQuotients) {
  Gives(Mul(Add(n, I(1)), I(4)), Add(Mul(n, I(4)), I(4)));
  Gives(Add(Mul(n, I(4)), n), Mul(n, I(5)));
  Gives(Div(Mul(n, I(8)), I(4)), Mul(n, I(2)));
  Gives(Div(Add(Mul(n, I(8)), m), I(4)), Add(Mul(n, I(2)), Div(m, I(4))));
}

TEST_F(SimplifyTest, MinimaAndMaxima) {
  Gives(Min(Min(n, I(64)), I(32)), Min(n, I(32)));
  Gives(Min(I(32), n), Min(n, I(32)));
  Gives(Min(Add(n, I(4)), n), n);
  Gives(Max(n, I(0)), n);
  Gives(Sub(Max(Add(n, I(5)), I(2)), I(2)), Add(n, I(3)));
  Gives(Sub(Max(I(128), k), k), Max(Sub(I(128), k), I(0)));
  Gives(Sub(Max(n, I(16)), I(16)), Max(Sub(n, I(16)), I(0)));
  Gives(Min(Add(n, m), Add(n, k)), Add(n, Min(m, k)));
  Gives(Min(n, Add(n, m)), Min(n, Add(n, m)));  // the rule looks at unsimplified bounds
}

TEST_F(SimplifyTest, OverflowAndZeroDivisorsStay) {
  const ExprId huge = Add(I(INT64_MAX), I(1));
  Gives(huge, huge);
  const ExprId zero = Div(I(4), I(0));
  Gives(zero, zero);
  EXPECT_FALSE(FoldBinary(p, ExprKind::kFloorDiv, I(INT64_MIN), I(-1)));
  EXPECT_EQ(FoldBinary(p, ExprKind::kFloorMod, I(INT64_MIN), I(-1)), I(0));
  EXPECT_EQ(FoldBinary(p, ExprKind::kShl, I(3), I(60)), I(int64_t{3} << 60));
  EXPECT_FALSE(FoldBinary(p, ExprKind::kShl, I(1), I(63)));
  EXPECT_FALSE(FoldBinary(p, ExprKind::kShl, I(3), I(62)));
}

TEST_F(SimplifyTest, DeepChainsDoNotOverflowTheStack) {
  ExprId e = n;
  for (int i = 0; i < 100000; ++i) e = Sub(m, e);
  EXPECT_TRUE(Simplify(p, e).valid());
}

TEST_F(SimplifyTest, SharedPartsAreNotUnfolded) {
  ExprId e = Make(ExprKind::kFloorMod, n, m);
  for (int i = 0; i < 200; ++i) e = Mul(e, e);  // 2^200 nodes when written out
  EXPECT_TRUE(Simplify(p, e).valid());
  EXPECT_EQ(ProveLe(p, e, k), Proof::kUnknown);
}

TEST_F(SimplifyTest, ProofsMayCancelTerms) {
  EXPECT_EQ(ProveLe(p, Sub(k, n), k), Proof::kTrue);
  EXPECT_EQ(ProveLe(p, k, Sub(k, n)), Proof::kUnknown);
  EXPECT_EQ(ProveLe(p, Make(ExprKind::kFloorMod, k, I(32)), I(31)), Proof::kTrue);
  EXPECT_EQ(ProveLe(p, Make(ExprKind::kFloorMod, k, I(32)), I(30)), Proof::kUnknown);
}

TEST_F(SimplifyTest, Proofs) {
  EXPECT_EQ(ProveLe(p, k, Add(k, m)), Proof::kTrue);  // INDEX variables are not negative
  EXPECT_EQ(ProveLe(p, Min(n, Add(n, m)), n), Proof::kTrue);
  EXPECT_EQ(ProveLe(p, Add(k, I(1)), k), Proof::kFalse);
  EXPECT_EQ(ProveLe(p, n, k), Proof::kUnknown);
  EXPECT_EQ(ProveEq(p, Add(n, m), Add(m, n)), Proof::kTrue);
  EXPECT_EQ(ProveLe(p, Min(n, m), Max(n, m)), Proof::kUnknown);
  EXPECT_EQ(MinExpr(p, I(32), Max(Sub(I(128), n), I(0))), Min(Max(Sub(I(128), n), I(0)), I(32)));
}

}  // namespace
}  // namespace t2t
