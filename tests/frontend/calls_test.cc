// Arguments of calls and submits against the signature of their callee: said at the argument, naming the parameter.
#include "fmt/format.h"
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A host that calls a kernel of two Ins and an Out; the call begins in line 16, column 9.
std::string Host(std::string_view call) {
  return fmt::format(R"(import pypto.language as pl
N = pl.dynamic("N")
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[N, 128], pl.FP32], s: pl.Scalar[pl.FP32],
          out: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
        y = pl.mul(x, s)
        out[:] = y
        return out

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, a: pl.Tensor[[64, 128], pl.FP32], c: pl.Tensor[[64], pl.FP32], h: pl.Tensor[[64, 128], pl.FP16],
             w: pl.Tensor[[64, 32], pl.FP32], o: pl.Out[pl.Tensor[[64, 128], pl.FP32]], p: pl.Tensor[[32, 128], pl.FP32],
             n: pl.Scalar[pl.INDEX], f: pl.Scalar[pl.FP16]) -> pl.Tensor[[64, 128], pl.FP32]:
        {}
        return o
)", call);
}
// The same arguments by a call and by a submit.
std::string Both(std::string_view args) {
  const std::string call = Said(Host(fmt::format("r = self.k({})", args)));
  const std::string submit = Said(Host(fmt::format("r = pl.submit(self.k, {})", args)));
  EXPECT_EQ(call.empty(), submit.empty()) << call << submit;
  if (!call.empty() && !submit.empty()) {
    EXPECT_EQ(call.substr(call.find("error")), submit.substr(submit.find("error")));
  }
  return call;
}

TEST(Calls, ArgumentsThatFit) {
  EXPECT_THAT(Both("a, 2.0, o"), IsEmpty());
  EXPECT_THAT(Both("p, 2.0, o"), IsEmpty()) << "the call says what N is";
  EXPECT_THAT(Both("a, f, o"), IsEmpty()) << "floats are converted";
  EXPECT_THAT(Both("a + a, 2.0, pl.create_tensor([64, 128], pl.FP32)"), IsEmpty()) << "temporaries are storage";
  EXPECT_THAT(Said(Host("r = pl.submit(self.k, a, 2.0)")), IsEmpty()) << "the runtime allocates the output";
}

TEST(Calls, ArgumentsOfAnotherType) {
  EXPECT_THAT(Both("h, 2.0, o"),
              HasSubstr("error: this is pl.Tensor[[64, 128], pl.FP16], but parameter 'x' of k (line 6) is "
                        "pl.Tensor[[N, 128], pl.FP32]"));
  EXPECT_THAT(Both("c, 2.0, o"), HasSubstr("this is pl.Tensor[[64], pl.FP32], but parameter 'x'"));
  EXPECT_THAT(Both("2.0, 2.0, o"), HasSubstr("this is pl.Scalar[pl.FP32], but parameter 'x'"));
  EXPECT_THAT(Both("a, a, o"), HasSubstr("but parameter 's' of k (line 6) is pl.Scalar[pl.FP32]"));
  EXPECT_THAT(Both("(a, a), 2.0, o"), HasSubstr("but parameter 'x'"));
  EXPECT_THAT(Both("a, 2.0, 4"), HasSubstr("but parameter 'out' of k (line 7) is pl.Tensor[[64, 128], pl.FP32]"));
  EXPECT_THAT(Both("a, n, o"), HasSubstr("help: write a number with a decimal point, or pl.cast"));
}

TEST(Calls, ExtentsThatNoCallMakesEqual) {
  EXPECT_THAT(Both("w, 2.0, o"), HasSubstr("this is pl.Tensor[[64, 32], pl.FP32], but parameter 'x'"));
  EXPECT_THAT(Both("a, 2.0, p"), HasSubstr("help: pass a window of that extent, or declare the extent with pl.dynamic"));
}

TEST(Calls, TheCaretStandsUnderTheArgument) {
  EXPECT_THAT(Said(Host("r = self.k(a, 2.0, w)")), HasSubstr("f:16:28: error"));
  EXPECT_THAT(Said(Host("r = pl.submit(self.k, h, 2.0, o)")), HasSubstr("f:16:31: error"));
  EXPECT_THAT(Said(Host("r = self.k(pl.no_dep(h), 2.0, o)")), HasSubstr("f:16:20: error"));
}

TEST(Calls, EveryWrongArgumentIsSaid) {
  const std::string said = Said(Host("r = self.k(h, n, w)"));
  EXPECT_THAT(said, HasSubstr("f:16:20: error"));
  EXPECT_THAT(said, HasSubstr("f:16:23: error"));
  EXPECT_THAT(said, HasSubstr("f:16:26: error"));
}

TEST(Calls, NumberOfArguments) {
  EXPECT_THAT(Said(Host("r = self.k(a, 2.0)")), HasSubstr("takes 3 arguments, 2 given"));
  EXPECT_THAT(Said(Host("r = pl.submit(self.k, a, 2.0, o, o)")), HasSubstr("takes 2 to 3 arguments, 4 given"));
  EXPECT_THAT(Said(Host("r = pl.submit(self.k, a)")), HasSubstr("takes 2 to 3 arguments, 1 given"));
}

TEST(Calls, AnUnknownFunctionIsNamedHoweverManyResultsItGives) {
  for (const char* call : {"r, s = self.nope(a)", "r, s = pl.submit(self.nope, a)"}) {
    EXPECT_THAT(Said(Host(call)), HasSubstr("function 'nope' is not in the program")) << call;
  }
}

// What a submit leaves out stands in front of the trailing contexts, and is an output.
TEST(Calls, ASubmitLeavesOutTrailingOutputs) {
  const auto said = [](std::string_view params, std::string_view args) {
    return Said(fmt::format(R"(import pypto.language as pl
import pypto.language.distributed as pld
@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(self, x: pl.Tensor[[64], pl.FP32], {}):
        out[:] = pl.exp(x)

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], c: pld.CommCtxType):
        t = pl.submit(self.k, {})
)", params, args));
  };
  EXPECT_THAT(said("n: pl.Scalar[pl.INDEX], out: pl.Out[pl.Tensor[[64], pl.FP32]]", "x, n"), IsEmpty());
  EXPECT_THAT(said("out: pl.Out[pl.Tensor[[64], pl.FP32]], c: pld.CommCtxType", "x, c"), IsEmpty());
  EXPECT_THAT(said("out: pl.Out[pl.Tensor[[64], pl.FP32]], n: pl.Scalar[pl.INDEX]", "x, n"),
              HasSubstr("parameter 'n' of k (line 6) is In, and this leaves it out"));
  EXPECT_THAT(said("out: pl.InOut[pl.Tensor[[64], pl.FP32]]", "x"),
              HasSubstr("parameter 'out' of k (line 6) is InOut, and this leaves it out"));
}

// A printed program may be what its compiler got wrong: CallArity warns, and the lowering goes on.
TEST(Calls, PrintedOnesAreTakenAtTheirWord) {
  EXPECT_THAT(Said(R"(# pypto.program: P
import pypto.language as pl

@pl.program
class P:
    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        return x
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, h: pl.Tensor[[32], pl.FP16]) -> pl.Tensor[[64], pl.FP32]:
        r: pl.Tensor[[64], pl.FP32] = self.k(h)
        return r
)"),
              IsEmpty());
}

}  // namespace
}  // namespace t2t
