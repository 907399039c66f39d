"""Dumps, diffs and graphs."""
import os
import re
import unittest

from cli import HEAD, KERNEL, MIXED, SOFTMAX, SPLIT_K, STAGES, CliTest

TWO = HEAD + KERNEL.format(name="first", op="exp") + KERNEL.format(name="second", op="abs")


class Dumps(CliTest):
    def test_a_folder_has_one_file_per_stage_without_gaps(self):
        done = self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=a/b/d")
        numbers = [int(n[:2]) for n in self.names("a/b/d") if n.endswith(".py")]
        self.assertEqual(numbers, list(range(STAGES + 1)))
        self.assertIn(f"{STAGES} passes run, {STAGES + 1} dumps written to a/b/d\n", done.err)
        self.assertNotIn("written", self.expect(0, SOFTMAX).err)

    def test_every_dump_names_the_command_that_makes_it_again(self):
        self.write("in put.py", (self.dir / SPLIT_K).read_text())
        self.expect(0, "in put.py", "--dump-after=all", "--dump-before=all", "--dump-dir=d", "--disable=share-loads",
                    "--fuel=box-cube-n:0", "--backend=Ascend910B")
        # A tail of the chain is reproduced as a tail.
        self.expect(0, "d/09_after_box-cube-n.py", "--start-after=9", "--dump-after=all", "--dump-dir=tail", "--stop-after=14")
        files = [f"d/{n}" for n in self.names("d")] + [f"tail/{n}" for n in self.names("tail")]
        dumps = [f for f in files if f.endswith(".py")]
        self.assertEqual(len(dumps), 1 + 2 * STAGES + 6)
        for dump in dumps:
            text = self.read(dump)
            command = re.search(r"^# reproduce: (.*)$", text, re.M).group(1)
            program = re.sub(r"\A(# (?!pypto).*\n)*", "", text)
            self.assertEqual(self.command(command).out, program, f"{dump}: {command}")

    def test_two_runs_write_the_same_bytes(self):
        for folder in ["one", "two"]:
            self.expect(0, SPLIT_K, "--dump-after=all", f"--dump-dir={folder}", "--stats", "--diff")
        self.assertEqual(self.names("one"), self.names("two"))
        for name in self.names("one"):
            self.assertEqual(self.read(f"one/{name}"), self.read(f"two/{name}"), name)

    def test_changed_is_truthful_and_the_index_has_the_reasons(self):
        self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=all", "--disable=box-cube-m", "--bisect-limit=19")
        self.expect(0, SOFTMAX, "--dump-after=changed", "--dump-dir=changed", "--disable=box-cube-m", "--bisect-limit=19")
        bodies, changed = {}, ["00_frontend.py"]
        for name in [n for n in self.names("all") if n.endswith(".py")]:
            bodies[name] = self.read(f"all/{name}").split("# pypto.program", 1)[1]
        names = list(bodies)
        changed += [b for a, b in zip(names, names[1:]) if bodies[a] != bodies[b]]
        self.assertEqual([n for n in self.names("changed") if n.endswith(".py")], changed)
        index = self.read("changed/index.txt").splitlines()
        self.assertEqual(len(index), STAGES + 2)
        for pattern in [r"^00 frontend +read +00_frontend.py$", r"^08 box-cube-m +skipped +-  # disabled$",
                        r"^20 narrow-acc-carries +skipped +-  # beyond --bisect-limit=19$",
                        r"^03 canonicalize-scalar-fills +unchanged -  # nothing to do$",
                        r"^10 share-loads +changed +10_after_share-loads.py$"]:
            self.assertTrue(any(re.match(pattern, line) for line in index), (pattern, index))

    def test_a_log_beside_a_stage_says_why_it_did_nothing(self):
        self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=d", "--disable=box-cube-m", "--fuel=share-loads:0")
        self.assertEqual(self.read("d/08_after_box-cube-m.log"), "skipped: disabled\n")
        self.assertEqual(self.read("d/10_after_share-loads.log"), "unchanged: out of fuel\n")
        self.assertEqual(self.read("d/03_after_canonicalize-scalar-fills.log"), "unchanged: nothing to do\n")
        self.assertNotIn("13_after_convert-ops.log", self.names("d"))
        self.assertIn("# unchanged: out of fuel\n", self.read("d/10_after_share-loads.py"))

    def test_a_failing_stage_leaves_its_input_and_a_failed_file(self):
        self.write("mixed.py", MIXED)
        for selector in ["all", "failed", "changed"]:
            with self.subTest(selector):
                done = self.expect(1, "mixed.py", f"--dump-after={selector}", f"--dump-dir={selector}")
                files = self.names(selector)
                failed = [n for n in files if "_failed_" in n]
                self.assertEqual(len(failed), 2, files)
                log, dump = (f"{selector}/{n}" for n in failed)
                self.assertTrue(self.read(log).startswith("FAILED: "))
                self.assertIn("mixed-store-channels", self.read(log))
                self.assertIn("# FAILED: ", self.read(dump))
                before = dump.replace("_failed_", "_before_")
                stage = re.search(r"_failed_(.*)\.py", dump).group(1)
                self.assertEqual(self.expect(1, before, f"--passes={stage}").out, "")
                self.usage("a pass that failed", dump, f"--start-after={stage}")
                self.assertRegex(self.read(f"{selector}/index.txt"), rf"{stage} +failed +{os.path.basename(dump)}  # ")
                self.assertIn("dumps written to", done.err)

    def test_files_of_another_run_are_reported(self):
        self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=d")
        done = self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=d", "--stop-after=19")
        self.assertRegex(done.err, r"d also holds \d file\w? of another run, 20_after_narrow-acc-carries")
        self.assertNotIn("also holds", self.expect(0, SOFTMAX, "--dump-after=all", "--dump-dir=fresh").err)
        self.assertFalse([n for n in self.names("d") if n.endswith(".tmp")])

    def test_a_folder_that_cannot_be_written_is_an_error_in_front_of_the_run(self):
        self.write("file", "")
        for option in ["--dump-dir", "--dot-dir", "--repro-dir"]:
            more = ["--dump-after=all"] if option == "--dump-dir" else []
            self.usage(f"{option}: file is a file, not a folder", SOFTMAX, *more, f"{option}=file")
            self.usage(f"{option}: cannot make the folder file/d", SOFTMAX, *more, f"{option}=file/d")

    def test_a_dump_that_cannot_be_written_does_not_stop_the_lowering(self):
        (self.dir / "d" / "05_after_analyze-effects.py").mkdir(parents=True)
        done = self.expect(2, SOFTMAX, "--dump-after=all", "--dump-dir=d")
        self.assertIn("cannot write d/05_after_analyze-effects.py", done.err)
        self.assertEqual(done.out, self.expect(0, SOFTMAX).out)
        self.assertIn("21_after_finish.py", self.names("d"))

    def test_functions_are_chosen_by_name_and_pattern(self):
        self.write("two.py", TWO)
        for patterns, shown in [("second", ["second"]), ("*", ["first", "second"]), ("f*,sec*", ["first", "second"])]:
            text = self.expect(0, "two.py", "--dump-after=convert-ops", f"--dump-funcs={patterns}").err
            self.assertEqual(re.findall(r"def (\w+)", text), shown)
        self.usage("there are first, second", "two.py", "--dump-after=convert-ops", "--dump-funcs=third")
        diff = self.expect(0, "two.py", "--diff", "--dump-funcs=second").err
        self.assertIn("abs", diff)
        self.assertNotIn("exp", diff)

    def test_to_the_stream_when_there_is_no_folder(self):
        err = self.expect(0, SOFTMAX, "--dump-after=13,share-loads", "--dump-before=finish").err
        self.assertEqual(re.findall(r"^# t2t \S+ stage (.*)$", err, re.M), ["10 share-loads", "13 convert-ops", "21 before finish"])


class Diffs(CliTest):
    def test_only_stages_that_changed_and_only_what_they_did(self):
        err = self.expect(0, SPLIT_K, "--diff").err
        heads = re.findall(r"^\+\+\+ (\d\d) (\S+): (.*)$", err, re.M)
        self.assertIn("10", [h[0] for h in heads] + ["10"])
        self.assertNotIn("canonicalize-scalar-fills", [h[1] for h in heads])
        for _, _, counts in heads:
            self.assertRegex(counts, r"^(\d+ statements? (added|removed|rewritten|moved)(, \d+ \w+)*|layout only) in \d+ functions?$")

    def test_a_rewritten_statement_stands_beside_its_new_form_under_its_loop(self):
        err = self.expect(0, SPLIT_K, "--diff").err
        stage = err.split("+++ 13 convert-ops", 1)[1].split("\n---", 1)[0]
        self.assertRegex(stage, r"@@ mm, for k, \(acc,\) in pl\.range")
        self.assertNotIn("\x1b", err, "no colour where it is no terminal")


class DiffTool(CliTest):
    def test_equal_up_to_names(self):
        text = self.expect(0, SOFTMAX, "--passes=none").out
        self.write("a.py", text)
        self.write("b.py", text.replace(" e:", " renamed:").replace("(e)", "(renamed)").replace("(e,", "(renamed,"))
        self.assertNotEqual(self.read("a.py"), self.read("b.py"))
        self.expect(0, "a.py", "b.py", tool="t2t-diff")
        done = self.expect(1, "a.py", "b.py", "--text", tool="t2t-diff")
        self.assertIn("renamed", done.out)
        self.assertIn("in 1 function", done.out)

    def test_the_first_difference_is_explained(self):
        self.write("a.py", TWO)
        self.write("b.py", TWO.replace("tensor.abs", "tensor.neg"))
        done = self.expect(1, "a.py", "b.py", tool="t2t-diff")
        for word in ["a.py and b.py differ", "second", "tensor.abs", "tensor.neg"]:
            self.assertIn(word, done.out)
        self.assertEqual(self.expect(1, "a.py", "b.py", "--quiet", tool="t2t-diff").out, "")
        self.assertEqual(self.expect(0, "a.py", "b.py", "--text", "--funcs=first", tool="t2t-diff").out, "")

    def test_trouble(self):
        self.write("bad.py", "class")
        self.write("a.py", TWO)
        self.usage("error", "a.py", "bad.py", tool="t2t-diff")
        self.usage("cannot read", "a.py", "nowhere.py", tool="t2t-diff")
        self.usage("two programs", "a.py", tool="t2t-diff")
        self.usage("too many", "a.py", "a.py", "a.py", tool="t2t-diff")
        self.usage("without --text", "a.py", "a.py", "--funcs=k", tool="t2t-diff")
        self.usage("no function is called", "a.py", "a.py", "--text", "--funcs=third", tool="t2t-diff")
        self.usage("did you mean '--text'", "a.py", "a.py", "--test", tool="t2t-diff")


class Graphs(CliTest):
    def test_one_per_stage_and_dot_reads_them(self):
        self.expect(0, SOFTMAX, "--dot-dir=g")
        dots = [n for n in self.names("g") if n.endswith(".dot")]
        self.assertEqual(sorted({int(n[:2]) for n in dots}), list(range(STAGES + 1)))
        if self.command("command -v dot").code == 0:
            for name in dots:
                self.assertEqual(self.command(f"dot -Tsvg -o /dev/null g/{name}").code, 0, name)


if __name__ == "__main__":
    unittest.main()
