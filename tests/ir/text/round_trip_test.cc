// Every form of the printed text reads and prints back unchanged; formatted text prints in the raw form.
#include "tests/ir/text/text_test_util.h"

namespace t2t {
namespace {

class StableBody : public testing::TestWithParam<const char*> {};
TEST_P(StableBody, PrintsBackUnchanged) { ExpectStable(InCore(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Statements, StableBody, testing::Values(
    "pass",
    "return",
    "return x, n",
    "y: pl.Tensor[[64], pl.FP32] = pl.tensor.add(x, x)\nreturn y",
    "pl.tensor.write(x, [n], 1.0)\nreturn x",
    "# one\n# two\ny: pl.Scalar[pl.INDEX] = n + 1\nreturn y",
    "y: pl.Scalar[pl.INDEX] = n\ny: pl.Scalar[pl.INDEX] = y + 1\nreturn y",
    "t: pl.Tuple[pl.Scalar[pl.INDEX], pl.Scalar[pl.BOOL]] = [n, c]\na: pl.Scalar[pl.BOOL] = t[1]\nreturn a"));

INSTANTIATE_TEST_SUITE_P(Expressions, StableBody, testing::Values(
    "return n + 1, n - 2 - 3, n - (2 - n), n * (n + 1), n // 2 % 3",
    "return -n, --n, -(n + 1), ~n, n ** 2 ** n, (n ** 2) ** n",
    "return n & 1 | n ^ 3, n << 2, n >> 1",
    "return not c, c and n > 0 or n == 1, c xor c, not (c and c)",
    "return pl.min(n, 3), pl.max(1, 2), pl.cast(n, pl.INT32), abs(n)",
    "return pl.const(1, pl.INT8), pl.const(2.5, pl.FP16), True, -5, 9.9999999999999995e-08, inf, -inf, nan",
    "return pl.const(2, pl.INDEX) + pl.const(3, pl.INDEX)",
    "return -9223372036854775808, 9223372036854775807",
    "return [n, 1], []"));

INSTANTIATE_TEST_SUITE_P(Loops, StableBody, testing::Values(
    "for i in pl.range(n):\n    pass",
    "for i in pl.range(2, n):\n    break",
    "for i in pl.range(0, n, 4):\n    continue",
    "for i in pl.unroll(4):\n    pass",
    "for i in pl.range(pl.const(0, pl.INT64), pl.const(8, pl.INT64), pl.const(1, pl.INT64)):\n    pass",
    "for i, (a,) in pl.parallel(8, init_values=(x,)):\n"
    "    b: pl.Tensor[[64], pl.FP32] = pl.tensor.add(a, a)\n"
    "    r: pl.Tensor[[64], pl.FP32] = pl.yield_(b)\nreturn r",
    "for i, (a, m) in pl.pipeline(8, stage=2, init_values=(x, n), attrs={\"key\": 3}):\n"
    "    r, s = pl.yield_(a, m)\nreturn r, s",
    "while c:\n    pass",
    "for (m,) in pl.while_(init_values=(n,)):\n    pl.cond(m < 10)\n    q: pl.Scalar[pl.INDEX] = pl.yield_(m)\nreturn q",
    "for (m, a) in pl.while_(init_values=(n, x)):\n    pl.cond(m < 10)\n    q, r = pl.yield_(m, a)\nreturn r"));

INSTANTIATE_TEST_SUITE_P(Branches, StableBody, testing::Values(
    "if c:\n    pass",
    "if n > 0:\n    y: pl.Scalar[pl.INDEX] = pl.yield_(n)\nelse:\n    y: pl.Scalar[pl.INDEX] = pl.yield_(1)\nreturn y",
    "if c:\n    a, b = pl.yield_(n, x)\nelse:\n    a, b = pl.yield_(1, x)\nreturn b"));

// What a verifier must be able to judge has to be readable.
INSTANTIATE_TEST_SUITE_P(Wrong, StableBody, testing::Values(
    "for i, (a,) in pl.range(n, init_values=(x,)):\n    r: pl.Tensor[[64], pl.FP32] = pl.yield_(a, n)\nreturn r",
    "for i, (a,) in pl.range(n, init_values=(x,)):\n    pl.yield_()\nreturn n",
    "for i, (a,) in pl.range(n, init_values=(x,)):\n    pass\nreturn late",
    "if c:\n    y: pl.Scalar[pl.INDEX] = pl.yield_(n)\nreturn y",
    "y: pl.Scalar[pl.INDEX] = z\nz: pl.Scalar[pl.INDEX] = n\nreturn y",
    "for i in pl.range(n):\n    y: pl.Scalar[pl.INDEX] = i\nreturn i"));

INSTANTIATE_TEST_SUITE_P(Scopes, StableBody, testing::Values(
    "with pl.at(level=pl.Level.CORE_GROUP, name_hint=\"h\"):\n    pass",
    "with pl.at(level=pl.Level.CORE_GROUP, optimizations=[pl.split(pl.SplitMode.UP_DOWN), "
    "pl.cross_core_slot(slot_num=4)], name_hint=\"h\"):\n    pass",
    "with pl.at(level=pl.Level.HOST, role=pl.Role.SubWorker):\n    pass",
    "with pl.cluster(name_hint=\"q\"):\n    pass",
    "with pl.scope():\n    pass",
    "with pl.scope(mode=pl.ScopeMode.MANUAL):\n    pass",
    "with pl.at(level=pl.Level.CORE_GROUP, no_dep_args=[x], allow_early_resolve=True, windowize=True) as t:\n    pass",
    "with pl.at(level=pl.Level.CORE_GROUP) as t:\n    pass\nwith pl.at(level=pl.Level.CORE_GROUP, deps=[t]):\n    pass",
    "for b in pl.spmd(4, sync_start=True, name_hint=\"h_spmd\"):\n    y: pl.Scalar[pl.INDEX] = b + 1",
    "with pl.spmd(n):\n    with pl.at(level=pl.Level.CORE_GROUP):\n        pass",
    "for l in pl.split_aiv(2, mode=pl.SplitMode.LEFT_RIGHT):\n    y: pl.Scalar[pl.INDEX] = l + 1"));

INSTANTIATE_TEST_SUITE_P(Calls, StableBody, testing::Values(
    "y: pl.Tensor[[64], pl.FP32] = pl.tensor.full([64], dtype=pl.FP32, value=0.0)\nreturn y",
    "y: pl.Tensor[[64], pl.FP16] = pl.tensor.cast(x, target_type=pl.FP16, mode='round')\nreturn y",
    "y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x, attrs={\"k\": [0, 2], \"w\": [x], \"t\": \"a\\\"b\", \"d\": pl.FP32})"
    "\nreturn y",
    "m: pl.Ptr = pl.tile.alloc(pl.Mem.Vec, 4096)\n"
    "t: pl.Tile[[64], pl.FP32, pl.MemRef(m, 0, 256, slots=2)[1], pl.Mem.Vec] = "
    "pl.tile.load(x, [0], [64], [64], target_memory=pl.Mem.Vec)\nreturn t",
    "t: pl.Tile[[64], pl.FP32] = pl.t2t.as_tile(x)\ny: pl.Tensor[[64], pl.FP32] = pl.t2t.as_tensor(t)\nreturn y",
    "pl.system.sync_src(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)"));

TEST(RoundTrip, FunctionsPrintCalleesFirst) {
  ExpectStable(std::string(kHead) +
               "    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)\n"
               "    def z(x: pl.Tensor[[8], pl.FP32], o: pl.Out[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:\n"
               "        return o\n"
               "    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)\n"
               "    def a(self, x: pl.Tensor[[8], pl.FP32]) -> tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.TASK_ID]]:\n"
               "        r: pl.Tensor[[8], pl.FP32] = self.z(x, x, attrs={\"arg_directions\": [pl.adir.input, "
               "pl.adir.output]})\n"
               "        s: pl.Tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.TASK_ID]] = pl.spmd_submit(self.z, x, r, "
               "core_num=4, sync_start=True)\n"
               "        t: pl.Scalar[pl.TASK_ID] = s[1]\n"
               "        return r, t");
}

TEST(RoundTrip, FunctionAttributes) {
  ExpectStable(std::string(kHead) +
               "    @pl.function(auto_scope=False)\n"
               "    def a(self, x: pl.Tensor[[8], pl.FP32]):\n"
               "        pl.func_attr({\"split\": pl.SplitMode.UP_DOWN, \"cache_policy\": [(0, 1)], \"t2t.w\": [x]})\n"
               "        return x\n"
               "    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker, "
               "external_source=\"a\\\\b.cpp\")\n"
               "    def b(x: pl.Tensor[[8], pl.FP32]):\n"
               "        pass\n"
               "    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)\n"
               "    def c(x: pl.Tensor[[8], pl.FP32]):\n"
               "        ...");
}

TEST(RoundTrip, VerbatimBodies) {
  ExpectStable(std::string(kHead) +
               "    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)\n"
               "    def c(x: pl.Tensor[[8], pl.FP32]):\n"
               "        import numpy\n"
               "        if x @ 3:\n"
               "            print('''y''')");
}

TEST(RoundTrip, SymbolsAreDeclaredWhereUsed) {
  std::string text(kHead);
  text.insert(text.find("@pl.program"), "M = pl.dynamic(\"M\")\nN = pl.dynamic(\"N\")\n\n");
  text +=
      "    @pl.function\n"
      "    def a(self, x: pl.Tensor[[M, 64], pl.FP32], y: pl.Tensor[[N * pl.const(2, pl.INDEX)], pl.FP32]):\n"
      "        for i in pl.range(M):\n"
      "            pass\n"
      "        return x";
  ExpectStable(text);
}

TEST(RoundTrip, AScalarParameterTakesTheSymbolsPlace) {
  ExpectStable(std::string(kHead) +
               "    @pl.function\n"
               "    def a(self, y: pl.Tensor[[n, 4], pl.FP32], n: pl.Scalar[pl.INDEX]):\n"
               "        return y");
}

TEST(RoundTrip, NamesMadeUniqueStayUnique) {
  Diagnostics d;
  std::optional<Program> p = ReadProgram(InCore("a: pl.Scalar[pl.INDEX] = n\nb: pl.Scalar[pl.INDEX] = a\n"
                                                "a_1: pl.Scalar[pl.INDEX] = b\nreturn a, b, a_1"), d);
  ASSERT_TRUE(p.has_value());
  const FuncId k = p->FindFunction(p->Str("k"));
  const StmtId second = (*p)[(*p)[(*p)[k].body].first].next;
  p->SetValueName((*p)[second].var(), p->Str("a"));
  EXPECT_THAT(PrintFunction(*p, k), testing::HasSubstr("return a, a_2, a_1"));
}

TEST(Formatted, WrappedLinesQuotesCommasBlanksAndComments) {
  const std::string formatted = std::string(kHead) + std::string(kInCore) +
                                "\n"
                                "        # about y\n"
                                "        y: pl.Tensor[\n"
                                "            [64],\n"
                                "            pl.FP32,\n"
                                "        ] = pl.tensor.cast(\n"
                                "            x,  # the input\n"
                                "            target_type=pl.FP32,\n"
                                "            mode=\"rint\",\n"
                                "        )\n"
                                "\n\n"
                                "        for m, a in pl.while_(init_values=(n, y)):\n"
                                "            pl.cond(m < 1)\n"
                                "            # lost with its block\n"
                                "            q, r = pl.yield_(m, a)\n"
                                "            # dropped\n"
                                "        return r\n";
  EXPECT_EQ(Reprinted(formatted),
            InCore("# about y\n# the input\ny: pl.Tensor[[64], pl.FP32] = pl.tensor.cast(x, target_type=pl.FP32, "
                   "mode='rint')\nfor (m, a) in pl.while_(init_values=(n, y)):\n    pl.cond(m < 1)\n"
                   "    # lost with its block\n    q, r = pl.yield_(m, a)\nreturn r"));
}

TEST(Formatted, DumpsBeginWithOtherComments) {
  const std::string text = InCore("return x");
  EXPECT_EQ(Reprinted("# t2t 0.1\n# pass 03\n" + text + "\n\n"), text);
}

TEST(Inferred, MissingAnnotationsComeFromTheOperator) {
  EXPECT_EQ(Reprinted(InCore("y = pl.tensor.add(x, x)\nm = n + 1\nreturn y")),
            InCore("y: pl.Tensor[[64], pl.FP32] = pl.tensor.add(x, x)\nm: pl.Scalar[pl.INDEX] = n + 1\nreturn y"));
}

TEST(Inferred, LiteralsTakeTheAnnotatedType) {
  EXPECT_EQ(Reprinted(InCore("m: pl.Scalar[pl.INT64] = 0\nreturn m")),
            InCore("m: pl.Scalar[pl.INT64] = pl.const(0, pl.INT64)\nreturn m"));
}

}  // namespace
}  // namespace t2t
