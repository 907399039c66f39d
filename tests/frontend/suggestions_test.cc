// Names that mean nothing, and Python that is no part of the language: the place, and what to write instead.
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string Wrong(std::string_view body) { return Said(Kernel(body)); }

TEST(Suggestions, Operators) {
  EXPECT_THAT(Wrong("return pl.row_maxx(x)"), AllOf(HasSubstr("f:4:12: error: unknown operator 'pl.row_maxx'"),
                                                    HasSubstr("help: did you mean 'pl.row_max'?")));
  EXPECT_THAT(Wrong("return pl.tensor.row_mx(x)"), HasSubstr("did you mean 'pl.tensor.row_max'?"));
  EXPECT_THAT(Wrong("return np.exp(x)"), HasSubstr("write pl.exp(...)"));
  EXPECT_THAT(Wrong("return x.reshape([32, 64])"), HasSubstr("write pl.reshape(x, ...)"));
  EXPECT_THAT(Wrong("return exp(x)"), HasSubstr("write pl.exp(...)"));
  EXPECT_THAT(Wrong("print(n)\nreturn x"), HasSubstr("t2t-run --print"));
}

TEST(Suggestions, ModulesWrittenAnotherWay) {
  EXPECT_THAT(Wrong("return tensr.exp(x)"), AllOf(HasSubstr("f:4:12: error: unknown operator 'tensr.exp'"),
                                                  HasSubstr("help: did you mean 'pl.tensor.exp'?")));
  EXPECT_THAT(Wrong("return tile.expp(x)"), HasSubstr("did you mean 'pl.tile.exp'?"));
  EXPECT_THAT(Wrong("return pl.tesnor.exp(x)"), HasSubstr("did you mean 'pl.tensor.exp'?"));
  EXPECT_THAT(Wrong("return pl.math.exp(x)"), HasSubstr("did you mean 'pl.exp'?"));
  EXPECT_THAT(Wrong("return jnp.exp(x)"), HasSubstr("help: write pl.exp(...)"));
  EXPECT_THAT(Wrong("return x.exp()"), HasSubstr("help: operators are functions: write pl.exp(x, ...)"));
  EXPECT_EQ(Said(Kernel("return tensor.exp(x)")), "") << "the design document writes operators so";
  EXPECT_THAT(Wrong("return P.k(x)"), HasSubstr("help: functions of this text are called as self.k(...)"));
  EXPECT_THAT(Said("import pypto.language as lang\n@lang.function\ndef k(x: lang.Tensor[[64], lang.FP32]):\n    return pl.exp(x)\n"),
              HasSubstr("write lang.exp(...)"));
}

// A call that the operator refuses says where to read what it takes.
TEST(Suggestions, WhatAnOperatorTakes) {
  EXPECT_THAT(Wrong("pl.write(x, [0, 0], y)\nreturn x"), AllOf(HasSubstr("operand 2 (value) must be a Scalar, but is Tensor"),
                                                              HasSubstr("help: t2t-pipeline --explain-op=tensor.write says what it takes")));
  EXPECT_THAT(Wrong("return pl.tile.add(x, y)"), HasSubstr("help: did you mean 'pl.tensor.add'?"));
  EXPECT_THAT(Wrong("t = pl.load(x, [0, 0], [64, 32])\nreturn pl.tensor.exp(t)"), HasSubstr("help: did you mean 'pl.tile.exp'?"));
  EXPECT_THAT(Wrong("return pld.exp(x)"), HasSubstr("help: did you mean 'pl.exp'?"));
  EXPECT_THAT(Wrong("t = pl.full([64, 32], value=1.0)\nreturn t"), HasSubstr("help: its arguments are shape, dtype, value"));
  EXPECT_THAT(Wrong("return self.exp(x)"), AllOf(HasSubstr("f:4:12: error: there is no function 'exp' in this text"),
                                                 HasSubstr("help: write pl.exp(...)")));
}

TEST(Suggestions, EnumeratorsTypesAndForms) {
  EXPECT_THAT(Wrong("return pl.cast(x, pl.BFP16)"), HasSubstr("did you mean 'pl.BF16'?"));
  EXPECT_THAT(Wrong("t = pl.load(x, [0, 0], [64, 32], target_memory=pl.Mem.vec)"), HasSubstr("did you mean 'pl.Mem.Vec'?"));
  EXPECT_THAT(Said(Kernel("x: pl.Tensr[[64], pl.FP32]", "return x")), HasSubstr("did you mean 'pl.Tensor'?"));
  EXPECT_THAT(Said(Kernel("x: pl.Tensor[[64], pl.FP23]", "return x")), HasSubstr("did you mean 'pl.FP"));
  EXPECT_THAT(Said(Kernel("x: pl.In[pl.Tensor[[64], pl.FP32]]", "return x")), HasSubstr("what is only read has its type alone"));
  EXPECT_THAT(Wrong("for i in pl.rnage(4):\n    pass"), HasSubstr("did you mean 'pl.range'?"));
  EXPECT_THAT(Wrong("with pl.att(level=pl.Level.CORE_GROUP):\n    pass"), HasSubstr("did you mean 'pl.at'?"));
  EXPECT_THAT(Said("import pypto.language as pl\n@pl.jit.incor\ndef f(x: pl.Tensor[[64], pl.FP32]):\n    return x\n"),
              HasSubstr("did you mean 'pl.jit.incore'?"));
}

TEST(Suggestions, TypesWrittenAnotherWay) {
  EXPECT_THAT(Said(Kernel("x: pl.Tensor[[64], float32]", "return x")), AllOf(HasSubstr("f:3:26: error: expected a data type"),
                                                                           HasSubstr("did you mean 'pl.FP32'?")));
  EXPECT_THAT(Said(Kernel("x: pl.Tensor[pl.FP32, [64]]", "return x")), HasSubstr("extents come first, then the data type"));
}

TEST(Suggestions, KeywordsAndArguments) {
  EXPECT_THAT(Wrong("return pl.create_tensor(64, 32, dtype=pl.FP32)"), AllOf(HasSubstr("'dtype' of tensor.create is given twice"),
                                                                            HasSubstr("its arguments are shape, dtype")));
  EXPECT_THAT(Wrong("return pl.cast(x, target_typ=pl.BF16)"),
              HasSubstr("did you mean 'target_type'? its arguments are input, target_type, mode"));
  EXPECT_THAT(Wrong("return pl.exp(x, y)"), AllOf(HasSubstr("f:4:22: error: tensor.exp takes 1 operand, got 2"),
                                                  HasSubstr("its arguments are input")));
  EXPECT_THAT(Wrong("return pl.add(x, y, x)"), HasSubstr("tensor.add takes 2 operands, got 3"));
}

TEST(Suggestions, Variables) {
  EXPECT_THAT(Wrong("total = x + y\nreturn totl"), HasSubstr("did you mean 'total'?"));
  EXPECT_THAT(Said("import pypto.language as pl\nROWS = 8\n@pl.jit.incore\ndef f(x: pl.Tensor[[64], pl.FP32]):\n    return x[0:ROW]\n"),
              HasSubstr("did you mean 'ROWS'?"));
}

TEST(Suggestions, FunctionsOfTheText) {
  EXPECT_THAT(Said("import pypto.language as pl\n@pl.jit.incore\ndef kernel(x: pl.Tensor[[64], pl.FP32]):\n    return x + 1\n"
                   "@pl.jit\ndef main(x: pl.Tensor[[64], pl.FP32]):\n    return kernl(x)\n"),
              HasSubstr("did you mean 'kernel'?"));
  EXPECT_THAT(Said("import pypto.language as pl\n@pl.jit.incore\ndef kernel(x: pl.Tensor[[64], pl.FP32]):\n    return x + 1\n"
                   "@pl.jit\ndef main(x: pl.Tensor[[64], pl.FP32]):\n    y, t = pl.submit(kernl, x)\n    return y\n"),
              HasSubstr("did you mean 'kernel'?"));
}

TEST(Python, ThatIsNoPartOfTheLanguage) {
  EXPECT_THAT(Wrong("return x @ y"), AllOf(HasSubstr("f:4:14: error: there is no operator '@'"), HasSubstr("pl.matmul(a, b)")));
  EXPECT_THAT(Wrong("return x if n > 0 else y"), AllOf(HasSubstr("f:4:14: error: 'if' inside an expression"),
                                                       HasSubstr("write an if statement")));
  EXPECT_THAT(Wrong("if n in [1, 2]:\n    pass"), HasSubstr("f:4:10: error: 'in' inside an expression"));
  EXPECT_THAT(Wrong("if n is 3:\n    pass"), HasSubstr("compare with == and !="));
  EXPECT_THAT(Wrong("m = f'{n}'\nreturn x"), HasSubstr("f:4:9: error: a string is no value here"));
  EXPECT_THAT(Wrong("a = b = x + y\nreturn a"), HasSubstr("f:4:11: error: one assignment per line"));
  EXPECT_THAT(Wrong("for i in range(4):\n    pass"), HasSubstr("f:4:14: error: a loop cannot run over 'range'"));
  EXPECT_THAT(Wrong("for i in pl.range(4):\n    pass\nelse:\n    pass"), HasSubstr("f:6:5: error: a loop has no 'else'"));
}

// Undeclared extents are accepted, for fragments and printed programs have them; one that is nearly a declared name is asked about.
TEST(Suggestions, AnExtentThatIsNearlyAConstant) {
  const auto kernel = [](std::string_view extent) {
    return std::string("import pypto.language as pl\nROWS = 64\n@pl.function\ndef k(x: pl.Tensor[[") + std::string(extent) +
           ", 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:\n    y = pl.exp(x)\n    return y\n";
  };
  EXPECT_THAT(Said(kernel("ROWZ")), testing::AllOf(HasSubstr("f:4:21: warning: 'ROWZ' is declared nowhere"),
                                                   HasSubstr("did you mean 'ROWS'?"), HasSubstr("ROWZ = pl.dynamic(\"ROWZ\")")));
  EXPECT_THAT(Said(kernel("BATCH")), testing::Not(HasSubstr("declared nowhere")));
  EXPECT_THAT(Said(kernel("ROWS")), testing::Not(HasSubstr("declared nowhere")));
}

TEST(Suggestions, AnExtentNamedLikeATensor) {
  for (const char* body : {"    return y\n", "    y = pl.exp(y)\n    return y\n"}) {
    EXPECT_THAT(Said(std::string("import pypto.language as pl\n@pl.function\n"
                                 "def k(x: pl.Tensor[[64, y], pl.FP32], y: pl.Tensor[[64, 64], pl.FP32]):\n") + body),
                HasSubstr("f:3:39: error: 'y' names a parameter here and an extent in front of it"));
  }
}

}  // namespace
}  // namespace t2t
