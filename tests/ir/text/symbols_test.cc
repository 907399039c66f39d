// What a name in an extent means (text-format 2.8).
#include "gtest/gtest.h"
#include "ir/core/show.h"
#include "ir/ops/check_deduced.h"
#include "ir/support/status.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

// `rows` is a variable of caller; callee's types name it, and nothing declares it.
constexpr std::string_view kNamedByAnother = R"(import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def callee(x: pl.Tensor[[rows, 32], pl.FP32]) -> pl.Tensor[[rows, 32], pl.FP32]:
        y: pl.Tensor[[rows, 32], pl.FP32] = pl.tensor.exp(x)
        return y
    @pl.function(type=pl.FunctionType.Orchestration)
    def caller(self, t: pl.Tensor[[16, 32], pl.FP32]) -> pl.Tensor[[16, 32], pl.FP32]:
        rows: pl.Scalar[pl.INDEX] = pl.tensor.dim(t, 0)
        a: pl.Tensor[[rows, 32], pl.FP32] = pl.tensor.create([rows, 32], dtype=pl.FP32, layout=pl.TensorLayout.ND)
        b: pl.Tensor[[rows, 32], pl.FP32] = self.callee(a)
        return t
)";

TEST(ExtentNames, OwnVariableComesBeforeWhatAnotherFunctionsTypesName) {
  Diagnostics diagnostics;
  std::optional<Program> p = ReadProgram(kNamedByAnother, diagnostics);
  ASSERT_TRUE(p) << RenderDiagnostics(diagnostics.all(), "test", kNamedByAnother);
  const FuncId caller = p->FindFunction(p->FindStr("caller"));
  const StmtId rows = (*p)[(*p)[caller].body].first;
  const StmtId create = (*p)[rows].next;
  const ValueId a = (*p)[create].var();
  EXPECT_EQ((*p)[p->Shape((*p)[a].type)[0]].var(), (*p)[rows].var());
  const absl::Status deduced = CheckDeduced(*p, (*p)[create].value(), (*p)[a].type);
  EXPECT_TRUE(deduced.ok()) << MessageOf(deduced);
}

TEST(ExtentNames, NamedInTypesOnlyItIsOneSymbolOfTheProgram) {
  Diagnostics diagnostics;
  const std::optional<Program> p = ReadProgram(kNamedByAnother, diagnostics);
  ASSERT_TRUE(p);
  const FuncId callee = p->FindFunction(p->FindStr("callee"));
  const ValueId x = p->Params(callee)[0];
  const StmtId exp = (*p)[(*p)[callee].body].first;
  const ExprId extent = p->Shape((*p)[x].type)[0];
  EXPECT_EQ((*p)[(*p)[extent].var()].kind, ValueKind::kSymbol);
  EXPECT_EQ(extent, p->Shape((*p)[(*p)[exp].var()].type)[0]);
}

}  // namespace
}  // namespace t2t
