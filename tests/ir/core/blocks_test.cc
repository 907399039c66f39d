// Statements in blocks: O(1) editing, walks, def sites, function versions, and copies in which ids keep their meaning.
#include <string>

#include "gtest/gtest.h"
#include "ir/core/builder.h"
#include "ir/core/program.h"
#include "ir/core/rewrite.h"
#include "ir/core/structural_equal.h"
#include "ir/core/walk.h"

namespace t2t {
namespace {

class BlocksTest : public testing::Test {
 protected:
  BlocksTest() { body = p[func].body; }

  StmtId Let(BlockId block, const std::string& name, ExprId value) {
    const ValueId v = p.AddValue(ValueKind::kLocal, p.Str(name), p.ScalarType(DType::kIndex), func);
    const StmtId stmt = p.NewAssign(v, value, {});
    p.Append(block, stmt);
    return stmt;
  }
  // `if c: (t = 1) else: (e = 2)`
  StmtId Branch(const std::string& suffix) {
    Region region;
    region.cond = p.Bool(true);
    region.body = p.NewBlock(func);
    region.else_body = p.NewBlock(func);
    const StmtId stmt = p.NewRegion(StmtKind::kIf, region, {});
    p.Append(body, stmt);
    Let(region.body, "t" + suffix, p.Int(1));
    Let(region.else_body, "e" + suffix, p.Int(2));
    return stmt;
  }
  std::string Names(BlockId block) {
    std::string names;
    ForEachStmt(p, block, [&](StmtId s) {
      names += p[s].kind == StmtKind::kAssign ? std::string(p[p[p[s].var()].name]) : "if";
      names += ' ';
    });
    return names;
  }

  Program p;
  FuncId func = p.AddFunction(p.Str("f"), {});
  BlockId body;
};

TEST_F(BlocksTest, InsertUnlinkAndMove) {
  const StmtId a = Let(body, "a", p.Int(1)), c = Let(body, "c", p.Int(3));
  const StmtId b = Let(body, "b", p.Int(2));
  p.Unlink(b);
  EXPECT_FALSE(p.IsLinked(b));
  p.InsertBefore(c, b);
  EXPECT_EQ(Names(body), "a b c ");
  p.Unlink(a);
  p.InsertAfter(c, a);
  EXPECT_EQ(Names(body), "b c a ");
  p.Unlink(c);
  p.Prepend(body, c);
  EXPECT_EQ(Names(body), "c b a ");
  EXPECT_EQ(p[body].first, c);
  EXPECT_EQ(p[body].last, a);
}

TEST_F(BlocksTest, WalksAreInProgramOrderAndKnowTheirBranches) {
  Let(body, "a", p.Int(0));
  Branch("0");
  Let(body, "z", p.Int(0));
  EXPECT_EQ(Names(body), "a if t0 e0 z ");
  std::string events;
  WalkStructured(p, body, [&](WalkEvent event, StmtId) {
    events += event == WalkEvent::kEnter ? '(' : event == WalkEvent::kElse ? '|' : ')';
  });
  EXPECT_EQ(events, "(((|()(");  // a, if, t0, else, e0, leave, z
}

TEST_F(BlocksTest, AWalkSurvivesTheRemovalOfItsStatement) {
  Let(body, "a", p.Int(0));
  Branch("0");
  Let(body, "z", p.Int(0));
  ForEachStmt(p, body, [&](StmtId s) {
    if (p[s].kind == StmtKind::kAssign) p.Unlink(s);
  });
  EXPECT_EQ(Names(body), "if ");
}

TEST_F(BlocksTest, DeepNestingNeedsNoStack) {
  BlockId block = body;
  constexpr int kDepth = 100'000;
  for (int i = 0; i < kDepth; ++i) {
    Region region;
    region.cond = p.Bool(true);
    region.body = p.NewBlock(func);
    p.Append(block, p.NewRegion(StmtKind::kIf, region, {}));
    block = region.body;
  }
  Let(block, "x", p.Int(1));
  int statements = 0;
  ForEachStmt(p, body, [&](StmtId) { ++statements; });
  EXPECT_EQ(statements, kDepth + 1);
}

TEST_F(BlocksTest, EveryChangeGrowsTheVersionOfItsFunction) {
  const StmtId a = Let(body, "a", p.Int(1));
  uint32_t version = p[func].version;
  const auto grew = [&] {
    const bool more = p[func].version > version;
    version = p[func].version;
    return more;
  };
  p.SetStmtValue(a, p.Int(2));
  EXPECT_TRUE(grew());
  p.SetValueType(p[a].var(), p.ScalarType(DType::kInt32));
  EXPECT_TRUE(grew());
  p.Unlink(a);
  EXPECT_TRUE(grew());
  p.Append(body, a);
  EXPECT_TRUE(grew());
  EXPECT_FALSE(grew());
}

TEST_F(BlocksTest, TheBuilderStampsSpanAndOrigin) {
  const StmtId a = Let(body, "a", p.Int(1));
  p.SetMaker(7);
  Builder b = Builder::Before(p, a, Span{3, 5, 2});
  const ValueId v = b.Let("v", p.Int(9));
  const StmtId made = p[v].def;
  EXPECT_EQ(p[made].next, a);
  EXPECT_EQ(p[made].origin, a);
  EXPECT_EQ(p[made].made_by, 7);
  EXPECT_EQ(p[made].span.line, 3u);
}

TEST_F(BlocksTest, ACopyIsIndependentAndIdsKeepTheirMeaning) {
  const StmtId a = Let(body, "a", p.Int(1));
  Program copy = p;
  EXPECT_FALSE(FirstDifference(p, copy).has_value());
  EXPECT_EQ(Fingerprint(p), Fingerprint(copy));
  copy.SetStmtValue(a, copy.Int(2));
  EXPECT_TRUE(p.IsConstInt(p[a].value(), 1));
  EXPECT_TRUE(copy.IsConstInt(copy[a].value(), 2));
  EXPECT_TRUE(FirstDifference(p, copy).has_value());
  // Interning goes on where the original stood.
  EXPECT_EQ(copy.Int(1), p.Int(1));
  Program moved = std::move(copy);
  EXPECT_EQ(moved.Int(2), moved[a].value());
}

TEST_F(BlocksTest, SubstitutionsApplyAtOnce) {
  const StmtId a = Let(body, "a", p.Int(1)), b = Let(body, "b", p.Int(2));
  const ValueId va = p[a].var(), vb = p[b].var();
  const StmtId sum = Let(body, "s", p.Binary(ExprKind::kSub, p.Var(va), p.Var(vb), DType::kIndex));
  Substitution swap(p);
  swap.Map(va, p.Var(vb));
  swap.Map(vb, p.Var(va));
  EXPECT_TRUE(swap.ApplyTo(sum));
  EXPECT_EQ(p[sum].value(), p.Binary(ExprKind::kSub, p.Var(vb), p.Var(va), DType::kIndex));
  EXPECT_FALSE(Substitution(p).ApplyTo(sum));
}

TEST_F(BlocksTest, CloneMakesFreshValuesForWhatItDefines) {
  const StmtId outside = Let(body, "o", p.Int(1));
  const BlockId from = p.NewBlock(func), to = p.NewBlock(func);
  const StmtId a = Let(from, "a", p.Var(p[outside].var()));
  Let(from, "b", p.Var(p[a].var()));
  Substitution subst(p);
  CloneInto(p, from, to, subst);
  const StmtId a2 = p[to].first, b2 = p[to].last;
  EXPECT_NE(p[a2].var(), p[a].var());
  EXPECT_EQ(p[a2].value(), p.Var(p[outside].var()));
  EXPECT_EQ(p[b2].value(), p.Var(p[a2].var()));
}

}  // namespace
}  // namespace t2t
