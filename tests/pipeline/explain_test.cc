// --explain: whole answers to questions of kernel authors.
#include "pipeline/explain.h"

#include "gmock/gmock.h"
#include "tests/pipeline/chain_testing.h"

namespace t2t {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

Explanation Ask(const std::string& text, std::string_view name) {
  Journal journal;
  Observer* observers[] = {&journal};
  Diagnostics diagnostics;
  std::optional<Program> program = RunObserved(text, observers, diagnostics);
  if (!program) return {"", "cannot be read"};
  if (!journal.begun()) journal.Begin(*program);
  return Explain(*program, journal, diagnostics, name);
}

// A kernel that writes a parameter declared In, and its caller.
std::string WritesIn() {
  return InProgram(R"(    @pl.function(type=pl.FunctionType.InCore)
    def scale(x: pl.Tensor[[64, 128], pl.FP32], acc: pl.Tensor[[64, 128], pl.FP32], s: pl.Scalar[pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        t: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.muls(x, s)
        u: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(acc, t, [0, 0])
        v: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.add(t, t)
        return v
    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64, 128], pl.FP32], total: pl.Tensor[[64, 128], pl.FP32]) -> pl.Tensor[[64, 128], pl.FP32]:
        y: pl.Tensor[[64, 128], pl.FP32] = self.scale(x, total, 2.0)
        return y
)");
}

// A kernel that stores to one parameter along both paths.
std::string MixesStores() {
  return InProgram(R"(    @pl.function(type=pl.FunctionType.InCore)
    def k(m: pl.Out[pl.Tensor[[8, 64], pl.FP32]], x: pl.Tensor[[8, 64], pl.FP32], c: pl.Scalar[pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
        e: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.exp(x)
        u: pl.Tensor[[8, 64], pl.FP32] = pl.tensor.assemble(m, e, [0, 0])
        pl.tensor.write(u, [0, 0], c)
        return u
)");
}

TEST(Explain, WhyInMatAndWiderThanDeclared) {
  EXPECT_EQ(Ask(ReadSource("examples/split_k.py"), "ak").text, R"(mm.ak: tensor [40, 64] FP16, `ak = tensor.slice` (line 10)
07 infer-consumer-space      ak is wanted in Mat: `n = tensor.matmul_acc` (line 12) reads it as lhs.
08 box-cube-m                The rows of ak are wanted in boxes of 16: `n = tensor.matmul_acc` (line 12) reads it as lhs. 40 rows become 48.
12 lower-producers           ak__tile stands for ak from here on: `ak__tile = tile.load`, tile [48, 64] FP16, valid [40, 64], in Mat (line 10).
14 resolve-casts             The name ak goes with its cast: whoever read it reads the tile.
   in the end                `ak__tile = tile.load`, tile [48, 64] FP16, valid [40, 64], in Mat; read by `n__tile = tile.matmul_acc` (line 12).
)");
}

TEST(Explain, WhyTheAccumulatorIsBoxed) {
  EXPECT_EQ(Ask(ReadSource("examples/split_k.py"), "acc0").text, R"(mm.acc0: tensor [40, 64] FP32, `acc0 = tensor.create` (line 8)
07 infer-consumer-space      acc0 is wanted in Acc: `n = tensor.matmul_acc` (line 12) reads it as acc, by way of acc, carried by the loop (line 9).
08 box-cube-m                The rows of acc0 are wanted in boxes of 16: `n = tensor.matmul_acc` (line 12) reads it as acc, by way of acc, carried by the loop (line 9). 40 rows become 48.
12 lower-producers           acc0__tile stands for acc0 from here on: `acc0__tile = tile.set_validshape`, tile [48, 64] FP32, valid [40, 64], in Acc (line 8); tile.set_validshape leaves it where its operand is, in Acc.
14 resolve-casts             The name acc0 goes with its cast: whoever read it reads the tile.
   in the end                `acc0__tile = tile.set_validshape`, tile [48, 64] FP32, valid [40, 64], in Acc; read by the loop (line 9), which carries it as acc.
)");
}

TEST(Explain, WhyTheCarryChangedItsType) {
  EXPECT_EQ(Ask(ReadSource("examples/split_k.py"), "acc").text, R"(mm.acc: tile [40, 64] FP32, carried by the loop (line 9)
06 classify-values           acc is a tile from here on: what flows through it is computed on chip.
13 convert-ops               acc is declared tile [48, 64] FP32, valid [40, 64], in Acc instead of tile [40, 64] FP32: a carry has the type of its seed acc0__tile.
   in the end                acc is tile [48, 64] FP32, valid [40, 64], in Acc; read by `n__tile = tile.matmul_acc` (line 12).
)");
}

TEST(Explain, WhereTheNewOutParameterComesFrom) {
  EXPECT_EQ(Ask(ReadSource("examples/split_k.py"), "ret0__out").text, R"(mm.ret0__out: tensor [40, 64] FP32, parameter 2 (line 14)
15 place-exit-stores         ret0__out is made for `return`: `ret0__out = tensor.create`, tensor [40, 64] FP32 (line 14).
17 allocate-call-outputs     ret0__out becomes a new Out parameter, number 2: a computed result leaves a kernel only through memory that its caller passes.
   in the end                ret0__out is Out, tensor [40, 64] FP32; read by nobody; written by `ret0__store = tile.store` (line 14).
)");
}

TEST(Explain, WhyInAcc) {
  EXPECT_EQ(Ask(ReadSource("examples/split_k.py"), "n__tile").text, R"(mm.n__tile: tile [48, 64] FP32, valid [40, 64], in Acc
13 convert-ops               n__tile is made from `n = tensor.matmul_acc`: `n__tile = tile.matmul_acc`, tile [48, 64] FP32, valid [40, 64], in Acc (line 12); tile.matmul_acc puts its result in Acc.
13 convert-ops               n__tile stands for n from here on.
   in the end                `n__tile = tile.matmul_acc`, tile [48, 64] FP32, valid [40, 64], in Acc; read by `yield` (line 13).
)");
}

TEST(Explain, WhyPaddedTo112) {
  EXPECT_EQ(Ask(ReadSource("examples/matmul_boxed.py"), "mm.a").text, R"(mm.a: tensor [100, 256] FP16, parameter 0 (line 7)
05 analyze-effects           Nothing in the kernel writes a.
07 infer-consumer-space      a is wanted in Mat: `c = tensor.matmul` (line 8) reads it as lhs.
08 box-cube-m                The rows of a are wanted in boxes of 16: `c = tensor.matmul` (line 8) reads it as lhs. 100 rows become 112.
11 bridge-operands           a is loaded for `c = tensor.matmul` (line 8): `a_mat = tile.load`, tile [112, 256] FP16, valid [100, 256], in Mat.
   in the end                a is In, tensor [100, 256] FP16; read by `a_mat = tile.load` (line 8).
)");
}

TEST(Explain, WhyTheLoadIsPadded) {
  EXPECT_EQ(Ask(ReadSource("examples/matmul_boxed.py"), "a_mat").text, R"(mm.a_mat: tile [112, 256] FP16, valid [100, 256], in Mat
05 analyze-effects           Nothing in the kernel writes a.
07 infer-consumer-space      a is wanted in Mat: `c = tensor.matmul` (line 8) reads it as lhs.
08 box-cube-m                The rows of a are wanted in boxes of 16: `c = tensor.matmul` (line 8) reads it as lhs. 100 rows become 112.
11 bridge-operands           a_mat is made for `c = tensor.matmul`: `a_mat = tile.load`, tile [112, 256] FP16, valid [100, 256], in Mat (line 8).
   in the end                `a_mat = tile.load`, tile [112, 256] FP16, valid [100, 256], in Mat; read by `c__tile = tile.matmul` (line 8).
)");
}

TEST(Explain, WhyLoadedTwice) {
  EXPECT_EQ(Ask(ReadSource("examples/read_after_write.py"), "x").text, R"(k.x: tensor [16, 64] FP32, parameter 0 (line 7)
05 analyze-effects           x is written by `tensor.write` (line 9).
11 bridge-operands           x is loaded for `r = tensor.row_max` (line 8): `x__tile = tile.load`, tile [16, 64] FP32.
11 bridge-operands           x is loaded for `e = tensor.exp` (line 10): `x__tile_1 = tile.load`, tile [16, 64] FP32.
11 bridge-operands           Not shared, each reader sees what memory holds at its place: x is written by `tensor.write` (line 9) (05 analyze-effects).
   in the end                x is InOut, tensor [16, 64] FP32; read by `x__tile = tile.load` (line 8), `x__tile_1 = tile.load` (line 10); written by `tensor.write` (line 9).
)");
}

TEST(Explain, WhyLoadedOnce) {
  EXPECT_EQ(Ask(ReadSource("examples/softmax.py"), "x").text, R"(softmax.x: tensor [64, 128] FP32, parameter 0 (line 7)
05 analyze-effects           Nothing in the kernel writes x.
10 share-loads               x is loaded once for all who compute with it, because nothing in the kernel writes it: `x__tile = tile.load`, tile [64, 128] FP32.
   in the end                x is In, tensor [64, 128] FP32; read by `x__tile = tile.load` (line 7).
(there is also main.x)
)");
}

TEST(Explain, WhatHappenedToAKernel) {
  EXPECT_EQ(Ask(ReadSource("examples/softmax.py"), "softmax").text, R"(softmax: InCore function of 2 parameters (line 7)
01 select-kernels            softmax is lowered: an InCore function with a body.
04 record-returns            Result 0 is computed: it needs a new output, number 0.
05 analyze-effects           Nothing in the kernel writes x.
10 share-loads               softmax: 2 statements added, 2 changed, 0 removed.
13 convert-ops               softmax: 7 statements added, 5 changed, 0 removed.
14 resolve-casts             softmax: 0 statements added, 0 changed, 5 removed.
15 place-exit-stores         softmax: 2 statements added, 1 changed, 1 removed.
17 allocate-call-outputs     softmax: 0 statements added, 0 changed, 1 removed.
17 allocate-call-outputs     ret0__out becomes a new Out parameter, number 1: a computed result leaves a kernel only through memory that its caller passes.
17 allocate-call-outputs     main passes ret0__out for it (line 16).
   in the end                softmax(In x, Out ret0__out)
)");
}

TEST(Explain, WhyACallerIsLeftAlone) {
  EXPECT_EQ(Ask(ReadSource("examples/softmax.py"), "main").text, R"(main: Orchestration function of 1 parameter (line 15)
01 select-kernels            main is left alone: Orchestration functions run on the host or call kernels.
17 allocate-call-outputs     main: 1 statement added, 1 changed, 0 removed.
   in the end                main(In x)
)");
}

TEST(Explain, WhatScratchIsFor) {
  EXPECT_EQ(Ask(ReadSource("examples/softmax.py"), "tmp_tile").text, R"(softmax.tmp_tile: tile [64, 128] FP32, in Vec
13 convert-ops               tmp_tile is made for `m = tensor.row_max`: `tmp_tile = tile.create`, tile [64, 128] FP32, in Vec (line 8).
   in the end                `tmp_tile = tile.create`, tile [64, 128] FP32, in Vec; read by `m__tile = tile.row_max` (line 8).
softmax.tmp_tile_1: tile [64, 128] FP32, in Vec
13 convert-ops               tmp_tile_1 is made for `s = tensor.row_sum`: `tmp_tile_1 = tile.create`, tile [64, 128] FP32, in Vec (line 11).
   in the end                `tmp_tile_1 = tile.create`, tile [64, 128] FP32, in Vec; read by `s__tile = tile.row_sum` (line 11).
)");
}

TEST(Explain, WhyOut) {
  EXPECT_EQ(Ask(WritesIn(), "acc").text, R"(scale.acc: tensor [64, 128] FP32, parameter 1 (line 6)
05 analyze-effects           acc is written by `u = tile.store` (line 8).
19 upgrade-directions        acc becomes Out: `u = tile.store` (line 8) writes it.
   in the end                acc is Out, tensor [64, 128] FP32; read by nobody; written by `u = tile.store` (line 8).
)");
}

TEST(Explain, WhyOutInTheCaller) {
  EXPECT_EQ(Ask(WritesIn(), "total").text, R"(main.total: tensor [64, 128] FP32, parameter 1 (line 12)
19 upgrade-directions        total becomes Out: `y = call scale` (line 13), where it is Out parameter acc of scale, writes it.
   in the end                total is Out, tensor [64, 128] FP32; read by `y = call scale` (line 13); written by `y = call scale` (line 13), where it is Out parameter acc of scale.
)");
}

TEST(Explain, WhyRefused) {
  EXPECT_THAT(Ask(MixesStores(), "m").text,
              HasSubstr("21 finish                    Refused (line 9): parameter m of kernel k mixes MTE3 and scalar stores"));
}

TEST(Explain, RefusedBeforeTheFirstPass) {
  const std::string text = InProgram(
      "    @pl.function\n"
      "    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:\n"
      "        with pl.at(level=pl.Level.CORE_GROUP):\n"
      "            y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)\n"
      "        return y\n");
  EXPECT_THAT(Ask(text, "main").text, HasSubstr("   as read                   Refused (line 7): function main still contains"));
}

TEST(Explain, NamesAreFoundOrCorrected) {
  const std::string softmax = ReadSource("examples/softmax.py");
  EXPECT_EQ(Ask(softmax, "softmx").error, "nothing is called 'softmx' (did you mean 'softmax'?)");
  EXPECT_EQ(Ask(softmax, "softmx.x").error, "no function is called 'softmx' (did you mean 'softmax'?)");
  EXPECT_EQ(Ask(softmax, "softmax.nothing_like_it").error, "nothing is called 'softmax.nothing_like_it'");
  // The kernel is meant, and the other one is named.
  EXPECT_THAT(Ask(softmax, "x").text, EndsWith("(there is also main.x)\n"));
  EXPECT_THAT(Ask(softmax, "main.x").text, HasSubstr("main.x: tensor [64, 128] FP32, parameter 0 (line 15)"));
}

}  // namespace
}  // namespace t2t
