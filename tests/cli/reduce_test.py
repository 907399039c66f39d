"""Making programs small."""
import re
import unittest

from cli import HEAD, KERNEL, SOFTMAX, SPLIT_K, CliTest


class Reduce(CliTest):
    def reduce(self, code, *args):
        return self.expect(code, *args, tool="t2t-reduce")

    def with_text(self, program, text):
        """The smallest program that still holds a text; it is a program on its own."""
        done = self.reduce(0, program, "-o", "small.py", "--", "grep", "-q", text)
        self.assertEqual(done.out, "")
        self.expect(0, "small.py", "--passes=none")
        self.expect(0, "small.py", "--verify=strict")
        return self.read("small.py").split("@pl.program")[1], done.err

    def printed(self, program):
        """A hand-written program, as it is printed: that is what t2t-reduce makes smaller."""
        self.expect(0, program, "--emit=source", "-o", "printed.py")
        return "printed.py"

    def test_loops_give_way_to_their_bodies(self):
        small, _ = self.with_text(SPLIT_K, "tensor.matmul_acc")
        self.assertEqual(small.count("matmul_acc"), 1)
        self.assertNotIn("pl.range", small)

    def test_branches_give_way_to_one_of_their_sides(self):
        for text in ["tensor.maximum", "tensor.recip"]:
            small, _ = self.with_text(self.printed("examples/branch.py"), text)
            self.assertNotIn("if ", small)
            self.assertEqual(len(re.findall(r"pl\.tensor\.\w+\(", small)), 1, small)

    def test_functions_go_and_their_callers_with_them(self):
        small, _ = self.with_text(self.printed("examples/mlp.py"), "tensor.exp")
        self.assertEqual(small.count("def "), 1)
        self.assertNotIn("tensor.adds", small)
        # One that is called stays as long as its caller is wanted.
        small, _ = self.with_text(self.printed("examples/mlp.py"), "self.down")
        self.assertIn("def down", small)
        self.assertNotIn("def silu", small)

    def test_returned_values_that_nobody_needs_go(self):
        self.write("two.py", HEAD + """    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[32], pl.FP32]) -> tuple[pl.Tensor[[64], pl.FP32], pl.Tensor[[32], pl.FP32]]:
        a: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        b: pl.Tensor[[32], pl.FP32] = pl.tensor.neg(y)
        return a, b
""")
        small, _ = self.with_text("two.py", "tensor.exp")
        self.assertNotIn("-> tuple", small)
        self.assertNotIn("tensor.neg", small)

    def test_the_number_of_runs_grows_with_what_stays(self):
        lines = "".join(f"        v{i + 1}: pl.Tensor[[64], pl.FP32] = pl.tensor.{'exp' if i == 300 else 'neg'}({'x' if i == 0 else f'v{i}'})\n"
                        for i in range(500))
        self.write("long.py", HEAD + f"""    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
{lines}        return v500
""")
        small, err = self.with_text("long.py", "tensor.exp")
        self.assertNotIn("tensor.neg", small)
        self.assertLess(int(re.search(r"(\d+) runs of CMD", err).group(1)), 60)
        self.assertIn("t2t-reduce: statements 2, functions 1", err)

    def test_a_reproducer_keeps_its_flags(self):
        self.expect(3, SOFTMAX, "--verify-only=AnnotationFree", "--gen-repro=r.py")
        self.command("t2t-reduce r.py -o small.py -- t2t-pipeline --run-repro={} --repro-dir=repro")
        self.assertEqual(self.read("small.py").splitlines()[:2], self.read("r.py").splitlines()[:2])
        self.expect(3, "--run-repro=small.py", "--repro-dir=x")
        self.assertNotIn("tensor.exp", self.read("small.py"))

    def test_a_dump_is_reduced_as_what_it_is(self):
        self.expect(0, SOFTMAX, "--dump-after=13", "--dump-dir=d")
        self.command("t2t-reduce d/13_after_convert-ops.py --start-after=13 -o small.py -- "
                     "sh -c 'grep -q tile.exp $0 && t2t-pipeline $0 --start-after=13 -o out.py'")
        self.assertTrue(self.read("small.py").startswith("# t2t "))
        self.expect(0, "small.py", "--start-after=convert-ops")

    def test_two_runs_give_the_same_program(self):
        one, two = (self.reduce(0, "--quiet", SPLIT_K, "--", "grep", "-q", "matmul_acc") for _ in range(2))
        self.assertEqual(one.out, two.out)
        self.assertEqual(one.err, "")

    def test_what_cannot_be_done_is_said(self):
        self.usage("no command", SOFTMAX, tool="t2t-reduce")
        self.usage("no input", "--", "true", tool="t2t-reduce")
        self.usage("cannot run no-such-command", SOFTMAX, "--", "no-such-command", tool="t2t-reduce")
        self.write("in.py", "import pypto\n")
        self.usage("in.py cannot be read", "in.py", "--", "true", tool="t2t-reduce")
        self.write("in.py", HEAD + KERNEL.format(name="k", op="exp").replace("y: pl.Tensor[[64], pl.FP32] =", "y ="))
        self.usage("ends with 0 for the file as it is and with 1 for the same program as it is printed", "in.py", "--",
                   "grep", "-q", "y = pl", tool="t2t-reduce")


if __name__ == "__main__":
    unittest.main()
