// Rules that the text form cannot break: the program is read and then damaged.
#include <algorithm>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/walk.h"
#include "ir/text/reader.h"
#include "verifiers/storage_behind.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

Program Loop() {
  Diagnostics read;
  auto program = ReadProgram(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:\n"
      "        for i, (c,) in pl.range(4, init_values=(x,)):\n"
      "            t: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(c)\n"
      "            r: pl.Tensor[[16], pl.FP32] = pl.yield_(t)\n"
      "        return r\n",
      read);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(read.all(), "t.py", "");
  return *std::move(program);
}

StmtId First(const Program& p, StmtKind kind) {
  StmtId found;
  ForEachStmt(p, p[FuncId(0)].body, [&](StmtId stmt) {
    if (!found && p[stmt].kind == kind) found = stmt;
  });
  return found;
}

std::vector<std::string> Findings(Program& p, std::string_view property) {
  const FuncId f(0);
  Diagnostics found;
  VerifyContext context(p, *FindVerifier(property), {&f, 1}, found);
  FindVerifier(property)->run(context);
  std::vector<std::string> out;
  for (const Diagnostic& d : found.all()) out.push_back(std::to_string(d.rule) + ": " + d.message);
  return out;
}

TEST(BuiltByHand, AYieldIsTheLastStatement) {
  for (std::string_view property : {"NormalizedStmtStructure", "NoRedundantBlocks", "SSAForm"}) {
    Program p = Loop();
    EXPECT_THAT(Findings(p, property), IsEmpty());
    const StmtId yield = First(p, StmtKind::kYield), assign = First(p, StmtKind::kAssign);
    p.Unlink(assign);
    p.InsertAfter(yield, assign);
    const std::string rule = property == "SSAForm" ? "7" : "1";
    EXPECT_THAT(Findings(p, property), Contains(rule + ": a yield must be the last statement of its block")) << property;
  }
}

TEST(BuiltByHand, ALoopHasAResultForEachCarry) {
  Program p = Loop();
  const StmtId loop = First(p, StmtKind::kFor);
  Region r = p.RegionOf(loop);
  r.results = ValueList{};
  p.SetRegion(loop, r);
  EXPECT_THAT(Findings(p, "SSAForm"), Contains("4: the loop carries 1 value but has 0 results"));
}

TEST(BuiltByHand, APipelineSaysHowManyStagesItHas) {
  Program p = Loop();
  const StmtId loop = First(p, StmtKind::kFor);
  Region r = p.RegionOf(loop);
  r.loop_kind = LoopKind::kPipeline;
  p.SetRegion(loop, r);
  EXPECT_THAT(Findings(p, "PipelineLoopValid"), ElementsAre("1: a pipeline loop does not say how many stages it has"));
  const Attr stages = p.IntAttr("pipeline_stages", 2);
  r.attrs = p.MakeAttrs({&stages, 1});
  p.SetRegion(loop, r);
  EXPECT_THAT(Findings(p, "PipelineLoopValid"), IsEmpty());
}

TEST(BuiltByHand, LoopBoundsAreScalars) {
  Program p = Loop();
  EXPECT_THAT(Findings(p, "TypeChecked"), IsEmpty());
  const StmtId loop = First(p, StmtKind::kFor);
  Region r = p.RegionOf(loop);
  r.stop = p.Var(p.Params(FuncId(0))[0]);
  p.SetRegion(loop, r);
  EXPECT_THAT(Findings(p, "TypeChecked"), ElementsAre("107: loop bounds must be scalars"));
}

// A distributed tensor is carried; what is yielded belongs to the same window, then to another one.
TEST(BuiltByHand, WindowsDoNotChangeAlongALoop) {
  for (const bool same : {true, false}) {
    Program p = Loop();
    const FuncId f(0);
    const ExprId extent = p.Int(16);
    const TypeId window = p.SimpleType(TypeKind::kWindowBuffer);
    const ValueId a = p.AddValue(ValueKind::kLocal, p.Str("w1"), window, f);
    const ValueId b = p.AddValue(ValueKind::kLocal, p.Str("w2"), window, f);
    const TypeId of_a = p.DistributedTensorType(DType::kFp32, {&extent, 1}, View{}, {}, a);
    const TypeId of_b = p.DistributedTensorType(DType::kFp32, {&extent, 1}, View{}, {}, b);
    const Region r = p.RegionOf(First(p, StmtKind::kFor));
    p.SetValueType(p.Params(f)[0], of_a);
    p.SetValueType(p[r.iter_args][0], of_a);
    p.SetValueType(p[r.results][0], of_a);
    p.SetValueType(p[First(p, StmtKind::kAssign)].var(), same ? of_a : of_b);
    const auto found = Findings(p, "TypeChecked");
    EXPECT_EQ(std::count_if(found.begin(), found.end(), [](const auto& m) { return m.starts_with("110: "); }), same ? 0 : 2);
  }
}

TEST(BuiltByHand, BothSidesOfAnAssignmentChangeTogether) {
  Program p = Loop();
  const ValueId t = p[First(p, StmtKind::kAssign)].var();
  EXPECT_THAT(Findings(p, "AssignTypeSymmetry"), IsEmpty());
  p.SetValueType(t, p.TensorType(DType::kFp16, p.Shape(p[t].type)));
  EXPECT_THAT(Findings(p, "AssignTypeSymmetry"),
              ElementsAre("1: 't' in 'k' is pl.Tensor[[16], pl.FP16], but its value is pl.Tensor[[16], pl.FP32]"));
}

TEST(BuiltByHand, AViewThatSaysNothingIsLeftOut) {
  Program p = Loop();
  const ValueId t = p[First(p, StmtKind::kAssign)].var();
  const ExprId extents[] = {p.Int(16), p.Int(64)};
  const TypeId plain = p.TileType(DType::kFp32, extents, View{}, MemorySpace::kVec);
  p.SetValueType(t, plain);
  EXPECT_THAT(Findings(p, "TileTypeCoherence"), IsEmpty());
  Type spelled = p[plain];
  spelled.view = p.InternView(p.EffectiveView(plain));
  p.SetValueType(t, p.InternType(spelled));
  EXPECT_EQ(Findings(p, "TileTypeCoherence").size(), 1u);
}

// In the text form a name in the type of a parameter is a parameter or a symbol, whatever the body defines.
TEST(BuiltByHand, TypesOfParametersNameWhatCallersKnow) {
  Program p = Loop();
  const FuncId f(0);
  const auto sized_by = [&](ValueId v) {
    const ExprId extent = p.Var(v);
    p.SetValueType(p.Params(f)[0], p.TensorType(DType::kFp32, {&extent, 1}));
    return Findings(p, "OutTypeClosed");
  };
  const TypeId index = p.ScalarType(DType::kIndex);
  EXPECT_THAT(sized_by(p.AddValue(ValueKind::kParam, p.Str("n"), index, f)), IsEmpty());
  EXPECT_THAT(sized_by(p.AddValue(ValueKind::kSymbol, p.Str("M"), index, FuncId())), IsEmpty());
  EXPECT_THAT(sized_by(p.RegionOf(First(p, StmtKind::kFor)).loop_var),
              ElementsAre("1: the type of parameter x names i, which callers of k do not know"));
  EXPECT_THAT(sized_by(p.AddValue(ValueKind::kParam, p.Str("n"), index, FuncId(1))),
              ElementsAre("1: the type of parameter x names n, which callers of k do not know"));
}

TEST(BuiltByHand, CallsHandOverWhatTheCalleeTakes) {
  Diagnostics read;
  auto program = ReadProgram(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.Group)\n"
      "    def host(self, x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:\n"
      "        a: pl.Tensor[[16], pl.FP32] = self.k(x)\n"
      "        return a\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16], pl.FP32]) -> pl.Tensor[[16], pl.FP32]:\n"
      "        return x\n",
      read);
  ASSERT_TRUE(program.has_value());
  Program& p = *program;
  const StmtId call = First(p, StmtKind::kAssign);
  FuncId host = p.FunctionOf(call);
  ASSERT_EQ(host, FuncId(0));
  EXPECT_THAT(Findings(p, "CallArity"), IsEmpty());
  Call none = p.CallOf(p[call].value());
  none.args = ExprList{};
  p.SetStmtValue(call, p.AddCall(none, p[p[call].value()].type));
  EXPECT_THAT(Findings(p, "CallArity"), ElementsAre("1: k takes 1 operand, this call passes 0"));
  // The runtime allocates outputs that a submit leaves out, and nothing else.
  p.SetStmtValue(call, p.AddSubmit(none, Submit{}, p[p[call].value()].type));
  EXPECT_THAT(Findings(p, "CallArity"), IsEmpty());
  EXPECT_THAT(Findings(p, "SubmitInputs"), ElementsAre("1: this submit leaves out parameter x of k, which is In"));
  const ExprId x = p.Var(p.Params(host)[0]);
  none.args = p.MakeList({x, x});
  p.SetStmtValue(call, p.AddSubmit(none, Submit{}, p[p[call].value()].type));
  EXPECT_THAT(Findings(p, "CallArity"), ElementsAre("2: k takes 1 operand, this submit passes 2"));
}

// What one value is does not depend on which was asked for first.
TEST(BuiltByHand, MemoryBehindAValueDoesNotDependOnTheOrderOfQuestions) {
  Diagnostics read;
  auto program = ReadProgram(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(x: pl.Tensor[[16], pl.FP32], y: pl.Tensor[[16], pl.FP32], n: pl.Scalar[pl.INDEX]) -> pl.Tensor[[16], pl.FP32]:\n"
      "        e: pl.Tensor[[16], pl.FP32] = pl.tensor.exp(x)\n"
      "        c: pl.Tensor[[16], pl.FP32] = x\n"
      "        if n == 0:\n"
      "            r: pl.Tensor[[16], pl.FP32] = pl.yield_(c)\n"
      "        else:\n"
      "            r: pl.Tensor[[16], pl.FP32] = pl.yield_(e)\n"
      "        if n == 1:\n"
      "            b: pl.Tensor[[16], pl.FP32] = pl.yield_(c)\n"
      "        else:\n"
      "            b: pl.Tensor[[16], pl.FP32] = pl.yield_(y)\n"
      "        return r\n",
      read);
  ASSERT_TRUE(program.has_value()) << RenderDiagnostics(read.all(), "t.py", "");
  const Program& p = *program;
  const ValueId x = p.Params(FuncId(0))[0], y = p.Params(FuncId(0))[1];
  ValueId c, r, b;
  ForEachStmt(p, p[FuncId(0)].body, [&](StmtId stmt) {
    if (p[stmt].kind == StmtKind::kIf) (r ? b : r) = p[p.RegionOf(stmt).results][0];
    if (p[stmt].kind == StmtKind::kAssign && AsVar(p, p[stmt].value()) == x) c = p[stmt].var();
  });
  StorageBehind first(p), last(p);
  EXPECT_THAT(first.Of(c), ElementsAre(x));
  EXPECT_THAT(first.Of(r), IsEmpty());
  EXPECT_THAT(first.Of(b), testing::UnorderedElementsAre(x, y));
  EXPECT_THAT(last.Of(b), testing::UnorderedElementsAre(x, y));
  EXPECT_THAT(last.Of(r), IsEmpty());
  EXPECT_THAT(last.Of(c), ElementsAre(x));
  EXPECT_THAT(last.Of(r), IsEmpty());
}

// A result that two statements define (SSAForm says so) leads nowhere in particular.
TEST(BuiltByHand, MemoryBehindAResultDefinedTwice) {
  Program p = Loop();
  const StmtId loop = First(p, StmtKind::kFor);
  const ValueId result = p[p.RegionOf(loop).results][0], param = p.Params(FuncId(0))[0];
  p.SetStmtValues(First(p, StmtKind::kYield), p.MakeList({p.Var(p[p.RegionOf(loop).iter_args][0])}));
  EXPECT_THAT(StorageBehind(p).Of(result), ElementsAre(param));
  Region other = p.RegionOf(loop);
  other.results = {};
  p.SetRegion(loop, other);
  p.SetDef(result, loop);
  EXPECT_THAT(StorageBehind(p).Of(result), IsEmpty());
}

}  // namespace
}  // namespace t2t
