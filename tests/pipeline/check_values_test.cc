// The value check sees what a wrong pass does to the results. Each mutant changes one statement of a lowered program.
#include "pipeline/check_values.h"

#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {
namespace {

const char kProgram[] = R"(# pypto.program: T
import pypto.language as pl
@pl.program
class T:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.InOut[pl.Tensor[[48, 64], pl.FP32]], a: pl.Tensor[[48, 32], pl.FP16], b: pl.Tensor[[32, 64], pl.FP16], s: pl.Tensor[[64, 64], pl.FP32]) -> pl.Tensor[[48, 64], pl.FP32]:
        w: pl.Tensor[[48, 64], pl.FP32] = pl.tensor.slice(s, [48, 64], [8, 0])
        m: pl.Tensor[[48, 1], pl.FP32] = pl.tensor.row_max(x)
        d: pl.Tensor[[48, 64], pl.FP32] = pl.tensor.row_expand_sub(w, m)
        pl.tensor.write(x, [3, 5], pl.const(1000.0, pl.FP32))
        c: pl.Tensor[[48, 64], pl.FP32] = pl.tensor.matmul(a, b, a_trans=False, b_trans=False, c_matrix_nz=False, out_dtype=pl.FP32)
        e: pl.Tensor[[48, 64], pl.FP32] = pl.tensor.sub(x, d)
        for i, (acc,) in pl.range(0, 3, 1, init_values=(e,)):
            n: pl.Tensor[[48, 64], pl.FP32] = pl.tensor.sub(acc, c)
            r: pl.Tensor[[48, 64], pl.FP32] = pl.yield_(n)
        return r
)";

Program Lowered() {
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(kProgram, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "test", kProgram);
  RunPlan plan;
  plan.last = NumStages();
  ValueChecker values;
  Observer* observers[] = {&values};
  const RunResult result = RunChain(*program, Stages(), plan, observers, diagnostics);
  EXPECT_EQ(result.verdict, Verdict::kDone) << result.failure << RenderDiagnostics(diagnostics.all(), "test", kProgram);
  EXPECT_EQ(values.counts().functions, 1);
  EXPECT_GT(values.counts().elements, 10000);
  return *std::move(program);
}

// The n-th statement that calls `op`.
StmtId FindCall(const Program& p, std::string_view op, int n = 0) {
  StmtId found;
  ForEachStmt(p, p[FuncId(0)].body, [&](StmtId s) {
    if (p[s].kind != StmtKind::kAssign && p[s].kind != StmtKind::kEval) return;
    if (!p.IsOpCall(p[s].value()) || Ops()[p.CallOf(p[s].value()).op].name != op) return;
    if (n-- == 0) found = s;
  });
  EXPECT_TRUE(found.valid()) << op << "\n" << PrintProgram(p);
  return found;
}

// Puts another call of the same operator in its place.
void Replace(Program& p, StmtId stmt, std::vector<ExprId> args) {
  const Call call = p.CallOf(p[stmt].value());
  const absl::StatusOr<ExprId> made = MakeCall(p, Ops()[call.op].name, args, call.kwargs, call.span);
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  p.SetStmtValue(stmt, *made);
}
std::vector<ExprId> ArgsOf(const Program& p, StmtId stmt) {
  const absl::Span<const ExprId> args = p.Args(p[stmt].value());
  return {args.begin(), args.end()};
}

using Mutation = void (*)(Program&);
Mutation g_mutation = nullptr;

class Mutant final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext& context) override {
    g_mutation(context.program);
    context.program.Touch(FuncId(0));
    return Change::kChanged;
  }
};

std::string Judged(Mutation mutation) {
  Program program = Lowered();
  g_mutation = mutation;
  const Stage stages[] = {{"mutant", [] { return std::unique_ptr<Pass>(new Mutant); }, Language::kLowered}};
  RunPlan plan;
  plan.last = 1;
  plan.verify = VerifyLevel::kNone;
  ValueChecker values;
  Observer* observers[] = {&values};
  Diagnostics diagnostics;
  return RunChain(program, stages, plan, observers, diagnostics).failure;
}

TEST(CheckValues, AnUnchangedProgramPasses) {
  EXPECT_EQ(Judged([](Program&) {}), "");
}

TEST(CheckValues, SwappedOperands) {
  const std::string why = Judged([](Program& p) {
    const StmtId s = FindCall(p, "tile.sub");
    const std::vector<ExprId> args = ArgsOf(p, s);
    Replace(p, s, {args[1], args[0]});
  });
  EXPECT_NE(why.find("pass 01 mutant: changes values: function 'k'"), std::string::npos) << why;
  EXPECT_NE(why.find(": result ["), std::string::npos) << why;
  EXPECT_NE(why.find(", was "), std::string::npos) << why;
  EXPECT_NE(why.find("; written by function 'k', statement of "), std::string::npos) << why;
  EXPECT_NE(why.find("; before by function 'k', statement of "), std::string::npos) << why;
}

TEST(CheckValues, WrongOffsetOfALoad) {
  EXPECT_NE(Judged([](Program& p) {
              for (int n = 0;; ++n) {
                const StmtId s = FindCall(p, "tile.load", n);
                std::vector<ExprId> args = ArgsOf(p, s);
                if (!p.IsConstInt(p.Elements(args[1])[0], 8)) continue;
                args[1] = p.Tuple({p.Int(9), p.Int(0)});
                return Replace(p, s, args);
              }
            }).find("changes values"),
            std::string::npos);
}

TEST(CheckValues, ADroppedScalarStore) {
  const std::string why = Judged([](Program& p) { p.Unlink(FindCall(p, "tensor.write")); });
  EXPECT_NE(why.find("changes values"), std::string::npos) << why;
}

TEST(CheckValues, AStoreMovedInFrontOfTheReadItFollowed) {
  EXPECT_NE(Judged([](Program& p) {
              const StmtId s = FindCall(p, "tensor.write");
              p.Unlink(s);
              p.InsertBefore(p[p[FuncId(0)].body].first, s);
            }).find("changes values"),
            std::string::npos);
}

TEST(CheckValues, ALoadSharedAcrossAWrite) {
  // The second load of x reads what the first one read.
  EXPECT_NE(Judged([](Program& p) {
              StmtId first;
              ForEachStmt(p, p[FuncId(0)].body, [&](StmtId s) {
                if (p[s].kind != StmtKind::kAssign || !p.IsOpCall(p[s].value())) return;
                if (Ops()[p.CallOf(p[s].value()).op].name != "tile.load") return;
                if (AsVar(p, p.Args(p[s].value())[0]) != p.Params(FuncId(0))[0]) return;
                if (first) p.SetStmtValue(s, p.Var(p[first].var()));
                else first = s;
              });
            }).find("changes values"),
            std::string::npos);
}

TEST(CheckValues, ADroppedExitStore) {
  const std::string why = Judged([](Program& p) {
    const StmtId s = FindCall(p, "tile.store");
    const std::vector<ExprId> args = ArgsOf(p, s);
    p.Unlink(s);
    ForEachStmt(p, p[FuncId(0)].body, [&](StmtId r) {
      if (p[r].kind == StmtKind::kReturn) p.SetStmtValues(r, p.MakeList({args[2]}));
    });
  });
  EXPECT_NE(why.find("holds no number (an Out parameter that was not stored to"), std::string::npos) << why;
}

TEST(CheckValues, AWrongYield) {
  EXPECT_NE(Judged([](Program& p) {
              ForEachStmt(p, p[FuncId(0)].body, [&](StmtId s) {
                if (p[s].kind != StmtKind::kFor) return;
                const StmtId y = TrailingYield(p, p.RegionOf(s).body);
                p.SetStmtValues(y, p.MakeList({p.Var(p[p.RegionOf(s).iter_args][0])}));
              });
            }).find("changes values"),
            std::string::npos);
}

TEST(CheckValues, WhatCannotRunIsSaid) {
  const char text[] = R"(# pypto.program: T
import pypto.language as pl
@pl.program
class T:
    @pl.function(type=pl.FunctionType.AIV)
    def k(x: pl.Tensor[[16, 16], pl.FP32]):
        t = pl.tile.load(x, [0, 0], [16, 16], [16, 16], target_memory=pl.Mem.Vec)
        pl.tile.tpush_to_aic(t, split=0)
)";
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  ASSERT_TRUE(program.has_value());
  ValueChecker values;
  values.Begin(*program);
  ASSERT_EQ(values.NotRun().size(), 1u);
  EXPECT_EQ(values.NotRun()[0],
            "function 'k' was not run: tile.tpush_to_aic: needs two cores running side by side, one pushing and one popping");
}

// What the value check says about a whole run over the functions of a class.
struct Checked {
  RunResult result;
  ValueChecker::Counts counts;
  std::vector<std::string> not_run;
};
Checked CheckChain(std::string_view functions, const RunPlan& plan, const ValueCheckOptions& options) {
  const std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n" + std::string(functions);
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(diagnostics.all(), "test", text);
  if (!program) return {};
  ValueChecker values(options);
  Observer* observers[] = {&values};
  RunResult result = RunChain(*program, Stages(), plan, observers, diagnostics);
  EXPECT_NE(result.verdict, Verdict::kInputWrong) << RenderDiagnostics(diagnostics.all(), "test", text);
  return {std::move(result), values.counts(), values.NotRun()};
}
Checked CheckChain(std::string_view functions, const RunPlan& plan) { return CheckChain(functions, plan, OptionsFor(plan)); }
Checked CheckChain(std::string_view functions) {
  RunPlan plan;
  plan.last = NumStages();
  Checked checked = CheckChain(functions, plan);
  EXPECT_EQ(checked.result.verdict, Verdict::kDone) << checked.result.failure;
  return checked;
}

TEST(CheckValues, OperandsOfSeveralElementTypes) {
  const Checked checked = CheckChain(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(b: pl.Tensor[[32, 64], pl.BF16], h: pl.Tensor[[32, 64], pl.FP16], i: pl.Tensor[[32, 64], pl.INT32], s: pl.Scalar[pl.FP32]) -> pl.Tensor[[32, 64], pl.FP32]:
        b1 = pl.tensor.muls(b, 0.1)
        h1 = pl.tensor.adds(h, s)
        h2 = pl.tensor.expands(h, 0.1)
        i1 = pl.tensor.muls(i, 1.5)
        i2 = pl.tensor.exp(i)
        i3 = pl.tensor.maximum(i, 0.5)
        i4 = pl.tensor.cmp(i, 0.5, cmp_type=2)
        i5 = pl.tensor.cmp(i, h, cmp_type=4)
        i6 = pl.tensor.mul(i, i)
        i7 = pl.tensor.divs(i6, 3.0)
        r1 = pl.tensor.add(b1, h1)
        r2 = pl.tensor.add(i1, i2)
        r3 = pl.tensor.add(i3, i4)
        r4 = pl.tensor.add(i5, h2)
        r5 = pl.tensor.add(r1, r2)
        r6 = pl.tensor.add(r3, r4)
        r7 = pl.tensor.add(r5, r6)
        r8 = pl.tensor.add(r7, i7)
        return r8
    @pl.function(type=pl.FunctionType.InCore)
    def narrow(h: pl.Tensor[[32, 64], pl.FP16], i: pl.Tensor[[32, 64], pl.INT32], o: pl.Out[pl.Tensor[[32, 64], pl.BF16]], b: pl.Tensor[[32, 64], pl.BF16]) -> tuple[pl.Tensor[[32, 64], pl.FP16], pl.Tensor[[32, 64], pl.FP16], pl.Tensor[[32, 64], pl.INT32], pl.Tensor[[32, 64], pl.BF16]]:
        h1 = pl.tensor.divs(h, 0.75)
        h2 = pl.tensor.muls(h, 0.1)
        i1 = pl.tensor.muls(i, 1.5)
        b1 = pl.tensor.adds(b, 0.3)
        o1 = pl.tensor.assemble(o, b1, [0, 0])
        return h1, h2, i1, o1
)");
  EXPECT_EQ(checked.counts.functions, 2);
  EXPECT_TRUE(checked.not_run.empty());
}

// An accumulator of 96 rows is carried, products of 2 to 32 rows are added to it.
const char kNarrowed[] = R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[96, 64], pl.INT8], w: pl.Tensor[[64, 32], pl.INT8], v: pl.Scalar[pl.INDEX]) -> pl.Tensor[[96, 32], pl.INT32]:
        s = pl.tensor.create([96, 32], dtype=pl.INT32, layout=pl.TensorLayout.ND)
        for i, (acc,) in pl.range(2, init_values=(s,)):
            xs: pl.Tensor[[96, 64], pl.INT8, pl.TensorView(valid_shape=[v, 64], stride=[], layout=pl.TensorLayout.ND)] = pl.tensor.slice(x, [96, 64], [0, 0], [v, 64])
            if i == 0:
                m: pl.Tensor[[96, 32], pl.INT32] = pl.tensor.matmul(xs, w, out_dtype=pl.INT32)
                n: pl.Tensor[[96, 32], pl.INT32] = pl.yield_(m)
            else:
                c: pl.Tensor[[96, 32], pl.INT32] = pl.tensor.matmul_acc(acc, xs, w)
                n: pl.Tensor[[96, 32], pl.INT32] = pl.yield_(c)
            r: pl.Tensor[[96, 32], pl.INT32] = pl.yield_(n)
        return r
)";

TEST(CheckValues, NobodyAnswersForThePassThatNarrowsAccumulators) {
  EXPECT_EQ(CheckChain(kNarrowed).result.failure, "");
  RunPlan without;
  without.last = NumStages();
  without.disabled.resize(static_cast<size_t>(NumStages()));
  without.disabled[static_cast<size_t>(FindStage("narrow-acc-carries") - 1)] = true;
  EXPECT_EQ(CheckChain(kNarrowed, without).result.failure, "");
  EXPECT_THAT(CheckChain(kNarrowed, without, ValueCheckOptions()).result.failure,
              testing::HasSubstr("a product of 2 rows is packed at a pitch of 16"));
}

// A plan that leaves it out for some functions, or stops it before its last change, is not held to it either.
TEST(CheckValues, ThePitchIsJudgedWhereItIsSeenTo) {
  RunPlan plan;
  plan.last = NumStages();
  EXPECT_TRUE(OptionsFor(plan).judge_pitch);
  const auto narrowing = static_cast<size_t>(FindStage("narrow-acc-carries") - 1);
  RunPlan out_of_fuel = plan;
  out_of_fuel.fuel.assign(narrowing, -1);
  EXPECT_TRUE(OptionsFor(out_of_fuel).judge_pitch);
  out_of_fuel.fuel.push_back(3);
  EXPECT_FALSE(OptionsFor(out_of_fuel).judge_pitch);
  RunPlan later = plan;
  later.first = static_cast<int>(narrowing) + 2;
  EXPECT_FALSE(OptionsFor(later).judge_pitch);
  RunPlan early = plan;
  early.bisect_limit = static_cast<int>(narrowing);
  EXPECT_FALSE(OptionsFor(early).judge_pitch);
}

TEST(CheckValues, FunctionsThatTakeTilesAreRun) {
  const Checked checked = CheckChain(R"(
    @pl.function(type=pl.FunctionType.InCore)
    def k(t: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec], part: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[20, 64])], o: pl.Out[pl.Tensor[[32, 64], pl.FP32]]) -> pl.Tensor[[32, 64], pl.FP32]:
        u = pl.tile.add(part, t)
        r = pl.tile.store(u, [0, 0], o)
        return r
)");
  EXPECT_EQ(checked.counts.functions, 1);
  EXPECT_TRUE(checked.not_run.empty());
}

}  // namespace
}  // namespace t2t
