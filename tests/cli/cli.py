"""What the command line tests share. They run with T2T_TOOLS (folder of the tools), T2T_SOURCE (the repository) and, for
passes from libraries, T2T_PLUGINS (folder of those) set,
each test in a scratch folder of its own that shows the repository's examples/."""
import os
import pathlib
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(os.environ["T2T_TOOLS"])
SOURCE = pathlib.Path(os.environ["T2T_SOURCE"])
SOFTMAX, SPLIT_K = "examples/softmax.py", "examples/split_k.py"
STAGES = 21

HEAD = "import pypto.language as pl\n\n@pl.program\nclass P:\n"
KERNEL = """    @pl.function(type=pl.FunctionType.InCore)
    def {name}(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.tensor.{op}(x)
        return y
"""
BAD = HEAD + KERNEL.format(name="k", op="exq")

# One tensor, stored by DMA and by scalar stores: refused by a pass near the end of the chain.
MIXED = HEAD + """    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64, 128], pl.FP32], y: pl.Out[pl.Tensor[[64, 128], pl.FP32]]) -> pl.Tensor[[64, 128], pl.FP32]:
        e: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.exp(x)
        y1: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.assemble(y, e, [0, 0])
        y2: pl.Tensor[[64, 128], pl.FP32] = pl.tensor.write(y1, [0, 0], 1.0)
        return y2
"""

# Three parameters that share-loads loads once each.
SHARED = HEAD + """    @pl.function(type=pl.FunctionType.InCore)
    def k(a: pl.Tensor[[64], pl.FP32], b: pl.Tensor[[64], pl.FP32], c: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        p: pl.Tensor[[64], pl.FP32] = pl.tensor.add(a, b)
        q: pl.Tensor[[64], pl.FP32] = pl.tensor.add(a, c)
        r: pl.Tensor[[64], pl.FP32] = pl.tensor.add(b, c)
        s: pl.Tensor[[64], pl.FP32] = pl.tensor.add(p, q)
        t: pl.Tensor[[64], pl.FP32] = pl.tensor.add(s, r)
        return t
"""


class Done:
    def __init__(self, run):
        self.code, self.out, self.err = run.returncode, run.stdout.decode("utf-8", "replace"), run.stderr.decode("utf-8", "replace")


class CliTest(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        (self.dir / "examples").symlink_to(SOURCE / "examples")

    def write(self, name, text):
        (self.dir / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def read(self, name):
        return (self.dir / name).read_text()

    def names(self, folder="."):
        return sorted(p.name for p in (self.dir / folder).iterdir())

    def run_tool(self, tool, *args, stdin=b""):
        return Done(subprocess.run([TOOLS / tool, *args], cwd=self.dir, input=stdin, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, timeout=120, check=False))

    def expect(self, code, *args, stdin=b"", tool="t2t-pipeline"):
        done = self.run_tool(tool, *args, stdin=stdin)
        self.assertEqual(done.code, code, f"{tool} {' '.join(map(str, args))}\n{done.err[:3000]}{done.out[:500]}")
        return done

    def usage(self, hint, *args, tool="t2t-pipeline"):
        self.assertIn(hint, self.expect(2, *args, tool=tool).err)

    def command(self, line):
        """Runs a command line as a dump or a report quotes it."""
        env = dict(os.environ, PATH=f"{TOOLS}{os.pathsep}{os.environ['PATH']}")
        return Done(subprocess.run(["bash", "-c", line], cwd=self.dir, env=env, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, timeout=120, check=False))
