"""t2t-run: names of functions, parameters and extents, and what is said of those that are not there."""
import unittest

from cli import CliTest, SOFTMAX

DYNAMIC = """import pypto.language as pl

Rows = pl.dynamic("Rows")

@pl.jit.incore
def scale(x: pl.Tensor[[Rows, 64], pl.FP32], count: pl.Scalar[pl.INDEX], s: pl.Scalar[pl.FP32]):
    return x * s
"""


class Names(CliTest):
    def run_tool_on(self, code, *args):
        return self.expect(code, *args, tool="t2t-run")

    def test_extents_are_given_by_symbol_or_integer_scalar(self):
        self.write("in.py", DYNAMIC)
        self.assertIn("FP32 7x64", self.run_tool_on(0, "in.py", "--dim", "Rows=7", "--dim", "count=2").out)

    def test_an_extent_that_is_not_there_is_refused_with_the_nearest(self):
        self.write("in.py", DYNAMIC)
        self.usage("no extent and no integer scalar of 'scale' is called 'Row' (did you mean 'Rows'?); there are Rows, count",
                   "in.py", "--dim=Row=7", tool="t2t-run")
        self.usage("is called 's'; there are Rows, count", "in.py", "--dim=s=7", tool="t2t-run")
        self.usage("is called 'x'; all its extents are numbers", SOFTMAX, "--dim=x=7", tool="t2t-run")

    def test_other_names_that_are_not_there(self):
        self.write("in.py", DYNAMIC)
        self.usage("no function is called 'sofmax' (did you mean 'softmax'?); there are softmax, main", SOFTMAX, "--func=sofmax",
                   tool="t2t-run")
        self.usage("'scale' has no parameter 'cont' (did you mean 'count'?); there are x, count, s", "in.py", "--input=cont=3",
                   tool="t2t-run")
        self.usage("--after: no pass is called 'convert-op' (did you mean 'convert-ops'?)", SOFTMAX, "--after=convert-op",
                   tool="t2t-run")


if __name__ == "__main__":
    unittest.main()
