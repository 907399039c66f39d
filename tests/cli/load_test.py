"""Passes from shared libraries."""
import json
import os
import pathlib
import re
import shutil
import unittest

from cli import HEAD, KERNEL, SOFTMAX, SOURCE, STAGES, CliTest

PLUGINS = pathlib.Path(os.environ["T2T_PLUGINS"])
LIB = "libdrop_double_neg.so"
LOAD = f"--load-pass={LIB}"
TWICE = HEAD + """    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        a: pl.Tensor[[64], pl.FP32] = pl.tensor.neg(x)
        b: pl.Tensor[[64], pl.FP32] = pl.tensor.neg(a)
        c: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(b)
        return c
"""


class Load(CliTest):
    def setUp(self):
        super().setUp()
        for library in [LIB, "libodd_passes.so"]:
            shutil.copy(PLUGINS / library, self.dir)
        self.write("twice.py", TWICE)

    def bytes(self, library=LIB):
        return (self.dir / library).read_bytes()

    def odd(self, code, kind, *args, tool="t2t-pipeline"):
        os.environ["ODD"] = kind
        self.addCleanup(os.environ.pop, "ODD", None)
        return self.expect(code, "--load-pass=libodd_passes.so", *args, tool=tool)


class TakesPart(Load):
    def test_the_pass_runs_at_its_place_and_can_be_left_out(self):
        self.assertIn("tile.exp(x__tile)", self.expect(0, LOAD, "twice.py", "--verify=strict", "--check-values").out)
        for off in ["--disable=drop-double-neg", "--disable=2", "--only=share-loads", "--bisect-limit=1"]:
            self.assertNotIn("tile.exp(x__tile)", self.expect(0, LOAD, "twice.py", off).out, off)
        self.assertEqual(self.expect(0, LOAD, "twice.py", "--only=drop-double-neg").out.count("tile.neg"), 1)

    def test_listings_know_it(self):
        rows = json.loads(self.expect(0, LOAD, "--list-passes=json").out)
        self.assertEqual(len(rows), STAGES + 1)
        self.assertEqual((rows[1]["name"], rows[1]["library"], rows[1]["optional"], rows[1]["language_after"]),
                         ("drop-double-neg", LIB, True, "source"))
        self.assertIsNone(rows[0]["library"])
        self.assertIn(f"   loaded from {LIB}\n", self.expect(0, LOAD, "--list-passes").out)
        text = self.expect(0, LOAD, "--help-pass=drop-double-neg").out
        self.assertTrue(text.startswith("pass 02, from source to source, optional\n"), text)
        self.assertIn("drop-double-neg: neg(neg(x)) is x.", text)
        self.assertIn("drop-double-neg", self.expect(0, LOAD, "--show-language=drop-double-neg").out)

    def test_dumps_and_explanations_know_it(self):
        done = self.expect(0, LOAD, "twice.py", "--dump-after=all", "--dump-dir=d", "--explain=b")
        self.assertRegex(done.err, r"(?m)^02 drop-double-neg +b is made by")
        self.assertIn("22 passes run, 23 dumps", done.err)
        command = re.search(r"# reproduce: (.*)", self.read("d/03_after_stage-full-writes.py")).group(1)
        self.assertEqual(command, f"t2t-pipeline twice.py {LOAD} --stop-after=stage-full-writes")
        self.assertEqual(self.command(command).code, 0)
        self.assertEqual(self.expect(0, LOAD, "d/02_after_drop-double-neg.py", "--start-after=2").out, done.out)
        self.usage(f"its toggles were {LOAD}", "d/11_after_share-loads.py", "--start-after=share-loads")

    def test_places_are_taken_in_the_order_given(self):
        rows = json.loads(self.odd(0, "", LOAD, "--list-passes=json").out)
        names = [row["name"] for row in rows]
        self.assertEqual(names[:3], ["select-kernels", "drop-double-neg", "stage-full-writes"])
        self.assertEqual(names[10:13], ["share-loads", "odd-pass", "bridge-operands"])
        self.assertEqual(rows[11]["language_after"], "planned")

    def test_other_tools_load_it_too(self):
        done = self.expect(0, LOAD, "twice.py", "--", "bash", "-c", "test $(grep -c tile.neg $1) -eq 2", "judge", tool="t2t-bisect")
        self.assertIn("first bad: pass 02 drop-double-neg", done.out)
        self.expect(0, LOAD, "twice.py", "--start-after=drop-double-neg", "-o", "small.py", "--", "grep", "-q", "tensor.exp",
                    tool="t2t-reduce")
        self.assertNotIn("tensor.neg", self.read("small.py"))
        self.expect(0, "--load-pass", LIB, "--count", "3", "--check-values", "--quiet", tool="t2t-fuzz")
        self.expect(0, "--load-pass", LIB, "--after", "drop-double-neg", "--func", "k", "twice.py", tool="t2t-run")
        for tool, rest in [("t2t-bisect", ["twice.py", "--", "true"]), ("t2t-reduce", ["twice.py", "--", "true"]), ("t2t-fuzz", []),
                           ("t2t-run", ["twice.py"])]:
            self.usage("--load-pass=none.so: cannot read none.so", "--load-pass=none.so", *rest, tool=tool)

    def test_a_file_never_loads_code_of_its_own_accord(self):
        out = self.expect(0, LOAD, "twice.py", "--gen-repro=g.py").out
        self.usage(f"g.py needs {LOAD}: give that beside --run-repro", "--run-repro=g.py")
        self.assertEqual(self.expect(0, "--run-repro=g.py", LOAD).out, out)

    def test_every_library_of_a_reproducer_is_asked_for(self):
        odd = "--load-pass=libodd_passes.so"
        out = self.expect(0, LOAD, odd, "twice.py", "--gen-repro=g.py").out
        self.usage(f"g.py needs {LOAD} {odd}: give", "--run-repro=g.py")
        self.usage(f"g.py needs {odd}: give", "--run-repro=g.py", LOAD)
        self.usage(f"g.py needs {odd}: give", "--run-repro=g.py", LOAD, f"--load-pass=./{LIB}")
        self.usage(f"g.py needs {LOAD}: give", "--run-repro=g.py", odd)
        self.assertEqual(self.expect(0, "--run-repro=g.py", LOAD, odd).out, out)
        # A library that lies elsewhere by now is still that library.
        (self.dir / "libs").mkdir()
        shutil.move(self.dir / LIB, self.dir / "libs")
        self.assertEqual(self.expect(0, "--run-repro=g.py", f"--load-pass=libs/{LIB}", odd).out, out)

    def test_a_name_with_blanks_comes_back_from_a_reproducer(self):
        (self.dir / "my libs").mkdir()
        shutil.copy(PLUGINS / LIB, self.dir / "my libs")
        out = self.expect(0, f"--load-pass=my libs/{LIB}", "--disable=share-loads", "twice.py", "--gen-repro=g.py").out
        self.assertIn(f"# flags: --load-pass='my libs/{LIB}' --disable=share-loads\n", self.read("g.py"))
        self.assertEqual(self.expect(0, "--run-repro=g.py", f"--load-pass=my libs/{LIB}").out, out)


class Refused(Load):
    def refused(self, hint, library):
        self.usage(f"--load-pass={library}: {hint}", f"--load-pass={library}", "twice.py")

    def test_what_is_no_library_of_passes(self):
        self.refused("cannot read none.so", "none.so")
        self.refused("it is no library of passes", "twice.py")
        self.refused("cannot read examples", "examples")

    def test_built_for_another_version(self):
        stamp = re.search(rb"t2t-plugin:([\d.]+):(\w+):([\w-]+)\0", self.bytes())
        version, headers, build = (part.decode() for part in stamp.groups())
        for old, shown in [(f"0.0.7:{headers}:{build}", f"t2t 0.0.7 (headers {headers}, compiled as {build})"),
                           (f"{version}:0123456789ab:{build}", f"t2t {version} (headers 0123456789ab, compiled as {build})"),
                           (f"{version}:{headers}:abseil1", f"t2t {version} (headers {headers}, compiled as abseil1)"),
                           (f"{version}:{headers}", f"t2t {version} (headers {headers}, compiled as unknown)"),
                           ("9", "t2t 9 (headers unknown, compiled as unknown)"),
                           ("", "t2t unknown (headers unknown, compiled as unknown)")]:
            text = b"t2t-plugin:" + old.encode()
            self.write("old.so", self.bytes().replace(stamp.group(0), text.ljust(len(stamp.group(0)), b"\0")))
            self.refused(f"it was built for {shown}, this is t2t {version} (headers {headers}, compiled as {build}): build it again",
                         "old.so")

    def test_compiled_another_way(self):
        """The same source against the same headers, with a standard library whose containers check themselves."""
        shutil.copy(PLUGINS / "libchecked_passes.so", self.dir)
        done = self.expect(2, "--load-pass=libchecked_passes.so", "twice.py")
        self.assertRegex(done.err, r"it was built for t2t [\d.]+ \(headers \w+, compiled as abseil\d+-abi\d+-cxx11-debug")

    def test_does_not_load(self):
        stamp = re.search(rb"t2t-plugin:[\w.:-]+\0", self.bytes()).group(0)
        self.write("stamp.so", stamp)
        self.refused("./stamp.so: ", "stamp.so")  # what follows are the words of the loader
        self.write("lost.so", self.bytes().replace(b"SetStmtValue", b"SetStmtValux"))
        self.refused("./lost.so: undefined symbol", "lost.so")

    def test_no_entry_point(self):
        self.write("mute.so", self.bytes().replace(b"t2t_plugin_passes", b"t2t_plugin_pssaes"))
        self.refused("it has no entry point t2t_plugin_passes", "mute.so")

    def test_rows_that_fit_nowhere(self):
        for kind, hint in [("none", "it brings no pass"),
                           ("nowhere", "the place of pass 'odd-pass' is unknown: no pass is called 'share-load' (did you mean 'share-loads'?)"),
                           ("ordinal", "the place of pass 'odd-pass' is unknown"),
                           ("clash", "it brings a pass 'share-loads', but 10 is called so already"),
                           ("number", "'12' is no name for a pass"),
                           ("word", "a pass cannot be called 'changed'"),
                           ("language", "a pass cannot be called 'tiled'"),
                           ("no-factory", "pass 'odd-pass' has no factory")]:
            self.assertIn(f"--load-pass=libodd_passes.so: {hint}", self.odd(2, kind, SOFTMAX).err)

    def test_given_twice(self):
        done = self.expect(2, LOAD, f"--load-pass=./{LIB}", "twice.py")
        self.assertIn(f"--load-pass=./{LIB}: it brings a pass 'drop-double-neg', but 02 is called so already (from {LIB})", done.err)


class Blame(Load):
    def test_names_the_pass_and_its_library(self):
        self.assertIn("pass 11 odd-pass (of libodd_passes.so): said it changed the program and did not",
                      self.odd(3, "lies", SOFTMAX, "--verify=strict").err)
        done = self.odd(3, "crashes", SOFTMAX)
        self.assertIn("pass 11 odd-pass: crashed", done.err)
        self.assertIn("--load-pass=libodd_passes.so", self.read("t2t-repro-11-crash.py"))
        self.assertIn("not today", self.odd(1, "refuses", SOFTMAX).err)

    def test_a_mark_that_a_pass_left_wrong_is_its_fault_in_the_replay_too(self):
        self.odd(3, "distrusts", SOFTMAX)
        done = self.odd(3, "distrusts", "--run-repro=t2t-repro-11-odd-pass.py")
        self.assertIn("pass 11 odd-pass (of libodd_passes.so): the mark says nothing", done.err)

    def test_a_run_of_both_ends_asks_once_more_which_pass_it_was(self):
        done = self.odd(3, "lies", "--count=1", "--check-ends", tool="t2t-fuzz")
        self.assertIn("pass 11 odd-pass (of libodd_passes.so): said it changed the program", done.err)


if __name__ == "__main__":
    unittest.main()
