"""Slices, toggles, the result, and what a wrong command line is told."""
import json
import unittest

from cli import BAD, HEAD, KERNEL, SHARED, SOFTMAX, SOURCE, SPLIT_K, STAGES, CliTest


class Results(CliTest):
    def test_examples_lower_twice_to_the_same_bytes_and_are_done_then(self):
        for path in sorted((SOURCE / "examples").glob("*.py")):
            with self.subTest(path.name):
                first = self.expect(0, f"examples/{path.name}", "--verify=strict").out
                self.assertEqual(self.expect(0, f"examples/{path.name}", "--verify=strict").out, first)
                self.write("first.py", first)
                self.expect(0, "first.py", "--expect=first.py")

    def test_stdout_holds_the_program_alone(self):
        done = self.expect(0, SOFTMAX, "--dump-after=all", "--diff", "--time", "--stats")
        self.assertTrue(done.out.startswith("# pypto.program: Softmax\n"))
        self.assertIn("pl.tile.store", done.out)
        for word in ["pl.t2t.", "pl.tensor.exp", "# t2t", "stage"]:
            self.assertNotIn(word, done.out)

    def test_output_to_a_file(self):
        self.assertEqual(self.expect(0, SOFTMAX, "-o", "out.py").out, "")
        self.assertEqual(self.read("out.py"), self.expect(0, SOFTMAX).out)
        self.usage("cannot write", SOFTMAX, "-o", "no/such/folder/out.py")

    def test_stdin_and_no_pass(self):
        text = (SOURCE / SPLIT_K).read_bytes()
        printed = self.expect(0, "-", "--passes=none", stdin=text).out
        self.assertEqual(self.expect(0, "-", "--passes=none", stdin=printed.encode()).out, printed)

    def test_bad_input_is_the_users(self):
        for text in [b"", b"\x00\xff\xfe", b"x\0y", b"(" * 200000, b"9" * 100000, b"class",
                     (SOURCE / SOFTMAX).read_bytes()[:300]]:
            done = self.expect(1, "-", stdin=text)
            self.assertEqual(done.out, "")
            self.assertIn("error:", done.err)

    def test_expect_explains_the_first_difference(self):
        self.write("want.py", self.expect(0, SOFTMAX).out)
        self.expect(0, SOFTMAX, "--expect=want.py")
        done = self.expect(1, SOFTMAX, "--passes=none", "--expect=want.py")
        self.assertIn("the result differs: function", done.err)
        self.assertEqual(done.out, "")
        self.usage("cannot read nowhere.py", SOFTMAX, "--expect=nowhere.py")
        self.write("bad.py", BAD)
        self.usage("cannot be read", SOFTMAX, "--expect=bad.py")


class Slices(CliTest):
    def test_the_chain_goes_on_from_every_dump(self):
        end = self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=d").out
        dumps = [n for n in self.names("d") if n.endswith(".py")][1:]
        self.assertEqual(len(dumps), STAGES)
        for name in dumps:
            stage = name[:-3].split("_after_")[1]
            self.assertEqual(self.expect(0, f"d/{name}", f"--start-after={stage}").out, end, name)

    def test_a_dump_states_its_stage_and_it_is_checked(self):
        self.expect(0, SOFTMAX, "--dump-after=share-loads", "--dump-before=finish", "--dump-dir=d")
        dump = "d/10_after_share-loads.py"
        self.usage("stands behind pass 10 share-loads: go on with --start-after=share-loads", dump)
        self.usage("behind pass 10 share-loads, not behind pass 12 lower-producers", dump, "--start-after=12")
        self.usage("behind pass 10", dump, "--passes=finish")
        self.expect(0, dump, "--passes=bridge-operands")
        self.expect(0, "d/21_before_finish.py", "--start-after=narrow-acc-carries")
        self.expect(0, dump, "--passes=none")
        self.write("other.py", self.read(dump).replace("share-loads", "shared-loads", 1))
        self.usage("this version", "other.py", "--start-after=share-loads")

    def test_what_no_pass_has_marked_is_no_dump(self):
        """Blame goes to the input, not to the pass that finds nothing to do."""
        for flag in ["--start-after=share-loads", "--start-after=1", "--passes=convert-ops"]:
            done = self.expect(1, SOFTMAX, flag)
            self.assertIn("does not bear the mark t2t.kernel", done.err)
            self.assertIn("softmax.py:", done.err)

    def test_stop_after(self):
        self.assertIn("t2t.as_tensor", self.expect(0, SOFTMAX, "--stop-after=share-loads").out)
        self.assertEqual(self.expect(0, SOFTMAX, "--stop-after=10").out, self.expect(0, SOFTMAX, "--stop-after=share-loads").out)


class Toggles(CliTest):
    def optional(self):
        return [p for p in json.loads(self.expect(0, "--list-passes=json").out) if p["optional"]]

    def test_every_optional_pass_can_be_left_out_alone_and_in_pairs(self):
        names = [p["name"] for p in self.optional()]
        self.assertGreater(len(names), 8)
        for i, one in enumerate(names):
            for other in names[i:]:
                self.expect(0, SPLIT_K, f"--disable={one},{other}")

    def test_a_refusal_says_that_passes_were_left_out(self):
        self.write("table.py", "import pypto.language as pl\n\n@pl.jit.incore\n"
                   "def table(start: pl.Tensor[[8], pl.INT32], out: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):\n"
                   "    out[:] = pl.full([1, 32], dtype=pl.INT32, value=-1)\n    for i in pl.range(8):\n"
                   "        pl.write(out, [0, i * 4], pl.read(start, [i]))\n    return out\n")
        err = self.expect(1, "table.py", "--disable=stage-full-writes").err
        self.assertIn("passes were left out (--disable=stage-full-writes); the whole chain accepts this program", err)
        self.assertNotIn("left out", self.expect(0, "table.py").err)

    def test_a_refusal_blames_no_pass_that_would_not_help(self):
        self.write("mixed.py", "import pypto.language as pl\n\n@pl.jit.incore\n"
                   "def mixed(x: pl.Tensor[[1, 32], pl.INT32], out: pl.Out[pl.Tensor[[1, 32], pl.INT32]]):\n"
                   "    out[:] = pl.add(x, 1)\n    pl.write(out, [0, 3], pl.read(x, [0, 0]))\n    return out\n")
        self.expect(1, "mixed.py")
        self.assertNotIn("left out", self.expect(1, "mixed.py", "--disable=stage-full-writes").err)

    def test_only_is_the_complement_of_disable(self):
        names = [p["name"] for p in self.optional()]
        rest = ",".join(n for n in names if n != "share-loads")
        self.assertEqual(self.expect(0, SOFTMAX, "--only=share-loads").out, self.expect(0, SOFTMAX, f"--disable={rest}").out)

    def test_a_pass_is_kept_from_functions_by_name(self):
        two = SHARED + SHARED[len(HEAD):].replace("def k(", "def other(")
        self.write("in.py", two)
        whole, off = self.expect(0, "in.py").out, self.expect(0, "in.py", "--disable=share-loads").out
        self.assertNotEqual(whole, off)
        def function(text, name):
            begin = text.index(f"def {name}(")
            return text[begin:(text + "\n    @pl").index("\n    @pl", begin)]
        for pattern in ["k", "10@k", "?"]:
            flag = pattern if "@" in pattern else f"share-loads@{pattern}"
            out = self.expect(0, "in.py", f"--disable={flag}", "--verify=strict").out
            self.assertEqual(function(out, "k"), function(off, "k"))
            self.assertEqual(function(out, "other"), function(whole, "other"))
        self.assertEqual(self.expect(0, "in.py", "--disable=share-loads@*").out, off)
        self.assertEqual(self.expect(0, "in.py", "--disable=share-loads@k,share-loads@o*").out, off)
        self.assertIn("off in: k", self.expect(0, "--list-passes", "--disable=share-loads@k").out)
        self.usage("no function is called 'kk' (did you mean 'k'?); there are k, other", "in.py", "--disable=share-loads@kk")
        self.usage("no pass is called 'share-load' (did you mean 'share-loads'?)", "in.py", "--disable=share-load@k")
        self.usage("cannot be left out", "in.py", "--disable=convert-ops@k")
        self.usage("does all of its work or none", "in.py", "--disable=forward-wrapper-outputs@k")
        self.usage("expected PASS@FUNCTION", "in.py", "--disable=share-loads@")

    def test_every_pass_that_counts_can_be_kept_from_a_kernel(self):
        for name in [p["name"] for p in self.optional() if p["unit"]]:
            for program in [SPLIT_K, SOFTMAX, "examples/read_after_write.py"]:
                off = self.expect(0, program, f"--disable={name}").out
                self.assertEqual(self.expect(0, program, f"--disable={name}@*", "--verify=strict").out, off)

    def test_the_effective_list_is_printed(self):
        passes = json.loads(self.expect(0, "--list-passes=json", "--only=share-loads", "--stop-after=convert-ops").out)
        self.assertEqual([p["ordinal"] for p in passes if p["runs"]], [1, 4, 6, 10, 11, 13])
        text = self.expect(0, "--list-passes", "--disable=box-cube-m", "--bisect-limit=19").out
        self.assertIn("off: disabled", text)
        self.assertIn("off: beyond --bisect-limit=19", text)

    def test_fuel_lets_a_pass_make_its_first_changes(self):
        self.write("in.py", SHARED)
        loads = [self.expect(0, "in.py", f"--fuel=share-loads:{n}", "--stop-after=10").out.count("tile.load(") for n in range(5)]
        self.assertEqual(loads, [0, 1, 2, 3, 3])
        self.assertEqual(self.expect(0, "in.py", "--fuel=share-loads:0").out, self.expect(0, "in.py", "--disable=10").out)

    def test_fuel_of_every_pass_that_counts_leaves_a_correct_program(self):
        self.write("shared.py", SHARED)
        units = [p["name"] for p in self.optional() if p["unit"]]
        self.assertGreater(len(units), 8)
        for name in units:
            for program in [SPLIT_K, SOFTMAX, "shared.py", "examples/read_after_write.py"]:
                off = self.expect(0, program, f"--disable={name}").out
                self.assertEqual(self.expect(0, program, f"--fuel={name}:0", "--verify=strict").out, off)
                self.expect(0, program, f"--fuel={name}:1", "--verify=strict")
                self.assertEqual(self.expect(0, program, f"--fuel={name}:999").out, self.expect(0, program).out)

    def test_passes_without_unit_have_no_fuel_and_the_list_says_so(self):
        self.usage("does all of its work or none; --disable leaves it out", SOFTMAX, "--fuel=forward-wrapper-outputs:1")
        self.usage("cannot be left out", SOFTMAX, "--fuel=convert-ops:1")
        self.assertIn("no --fuel", self.expect(0, "--list-passes").out)
        for value in ["share-loads", "share-loads:", "share-loads:x", "share-loads:-1", "share-load:1"]:
            self.usage("--fuel", SOFTMAX, f"--fuel={value}")
        self.usage("given twice", SOFTMAX, "--fuel=10:1", "--fuel=share-loads:2")


class Usage(CliTest):
    def test_unknown_names_get_the_nearest(self):
        for hint, *args in [("'--verify'", "--verfy=each", SOFTMAX), ("'convert-ops'", SOFTMAX, "--stop-after=convert-op"),
                            ("'SSAForm'", SOFTMAX, "--verify-only=SSAFrom"), ("'Ascend910B'", SOFTMAX, "--backend=Ascend910"),
                            ("'tensor.matmul'", "--explain-op=tensor.matmull"), ("'share-loads'", "--help-pass=share-load"),
                            ("'share-loads'", SOFTMAX, "--dump-after=share-load"), ("'softmax'", SOFTMAX, "--diff", "--dump-funcs=sofmax")]:
            self.usage(f"did you mean {hint}", *args)
        self.usage("did you mean tensor.row_max or tile.row_max?", "--explain-op=row_max")
        self.usage("21 finish", SOFTMAX, "--disable=finish")

    def test_an_option_without_effect_names_what_is_missing(self):
        for hint, *args in [("without --dump-after", "--dump-dir=x"), ("without --dump-after", "--dump-funcs=softmax"),
                            ("without --dot-dir", "--dot-after=all"), ("without --dot-dir", "--svg"),
                            ("contradict", "--only=2", "--disable=2"), ("no --stop-after", "--passes=none", "--stop-after=3"),
                            ("not behind", "--start-after=9", "--stop-after=3"), ("takes no value", "--diff=3"),
                            ("--bisect-limit", "--bisect-limit=x"), ("0 to 21", "--bisect-limit=22"), ("no effect", "--verify=none", "--verify-only=SSAForm"),
                            ("only passes 01 to 10 run", "--dump-after=11", "--stop-after=10"),
                            ("only passes 01 to 10 run", "--dump-before=9-12", "--stop-after=10"),
                            ("no pass runs", "--dump-after=11", "--passes=none"), ("--error-limit", "--error-limit=0"),
                            ("no effect with --verify-diagnostics", "--verify-diagnostics", "-o", "x"),
                            ("given twice", "--stop-after=2", "--stop-after=3")]:
            self.usage(hint, SOFTMAX, *args)
        self.usage("--explain-op: 1 required OP missing", "--explain-op")
        self.usage("no input")
        self.usage("one input only", SOFTMAX, SPLIT_K)
        self.usage("cannot read", "nowhere.py")
        self.usage("reads no program", "--list-passes", SOFTMAX)
        self.assertEqual(self.names(), ["examples"], "a usage error leaves nothing behind")


class Diagnostics(CliTest):
    def test_place_kind_and_nearest_name(self):
        self.write("bad.py", BAD)
        done = self.expect(1, "bad.py")
        self.assertIn("bad.py:7:", done.err)
        self.assertIn("tensor.exp", done.err)

    def test_as_json_with_bytes_that_are_no_text(self):
        done = self.expect(1, "-", "--diag-format=json", stdin=b"class \xff")
        self.assertTrue(json.loads(done.err)[0]["message"])

    def test_sorted_deduplicated_and_limited(self):
        self.write("bad.py", HEAD + "\n".join(KERNEL.format(name=f"k{i}", op="exq") for i in range(5)))
        findings = json.loads(self.expect(1, "bad.py", "--diag-format=json").err)
        lines = [f["line"] for f in findings]
        self.assertEqual(lines, sorted(lines))
        errors = [f for f in findings if f["severity"] == "error"]
        self.assertGreaterEqual(len(errors), 5)
        self.assertEqual(len({json.dumps(f) for f in findings}), len(findings))
        limited = self.expect(1, "bad.py", "--error-limit=2").err
        self.assertEqual(limited.count(": error: "), 2)
        self.assertIn(f"{len(errors) - 2} more errors not shown", limited)
        self.assertEqual(len(json.loads(self.expect(1, "bad.py", "--diag-format=json", "--error-limit=2").err)), 2)

    def test_single_warnings_are_silenced_and_errors_never(self):
        self.write("w.py", HEAD + KERNEL.format(name="k", op="exp").replace("        return", """        a: pl.Tensor[[64], pl.FP32] = pl.tensor.neg(x)
        return"""))
        asked = ["w.py", "--verify-only=UnusedVariable,InParamWritten"]
        self.assertIn("[UnusedVariable.1001]", self.expect(0, *asked).err)
        self.assertIn("UnusedVariable", self.expect(0, *asked, "--no-warn=InParamWritten").err)
        for silent in ["UnusedVariable", "UnusedVariable.1001", "InParamWritten,UnusedVariable"]:
            self.assertEqual(self.expect(0, *asked, f"--no-warn={silent}").err, "", silent)
        self.assertEqual(json.loads(self.expect(0, *asked, "--no-warn=UnusedVariable", "--diag-format=json").err), [])
        self.expect(0, *asked, "--no-warn=UnusedVariable", "--verify-diagnostics")
        self.usage("no property is called 'UnusedVariabel' (did you mean 'UnusedVariable'?)", "--no-warn=UnusedVariabel", "w.py")
        self.usage("UnusedVariable has no rule 7", "--no-warn=UnusedVariable.7", "w.py")
        self.write("outside.py", "# pypto.program: P\n" + HEAD + """    @pl.function(type=pl.FunctionType.InCore)
    def k(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        for i in pl.range(4):
            y: pl.Tensor[[64], pl.FP32] = pl.tensor.exp(x)
        return y
""")
        self.assertIn("[SSAForm.", self.expect(1, "outside.py", "--no-warn=SSAForm").err)

    def test_verify_diagnostics(self):
        wanted = BAD.replace("        y: pl", "        # expected-error@+1: exq\n        y: pl")
        self.write("good.py", wanted)
        self.assertEqual(self.expect(0, "good.py", "--verify-diagnostics").out, "")
        self.write("missing.py", wanted.replace("exq(x)", "exp(x)"))
        self.assertIn("missing.py:7: missing error on line 8: exq", self.expect(1, "missing.py", "--verify-diagnostics").err)
        self.write("unexpected.py", BAD)
        self.assertIn("unexpected.py:7: unexpected error", self.expect(1, "unexpected.py", "--verify-diagnostics").err)
        self.expect(0, SOFTMAX, "--verify-diagnostics")


if __name__ == "__main__":
    unittest.main()
