"""Bisecting, reproducers, time and counts."""
import json
import re
import unittest

from cli import HEAD, KERNEL, SHARED, SOFTMAX, SPLIT_K, STAGES, CliTest

# The chain leaves attributes for its own use between passes: whoever asks for AnnotationFree everywhere has pass 01 fail.
ASKS_TOO_MUCH = "--verify-only=AnnotationFree"


class Fuzz(CliTest):
    def test_a_time_is_a_number_from_zero_on(self):
        for seconds in ["-1", "nan", "inf", "1e999", "-0.5", "x"]:
            self.usage("--seconds take a number, 0 or more", f"--seconds={seconds}", tool="t2t-fuzz")
        self.assertIn("1 programs:", self.expect(0, "--seconds=60.5", "--count=1", tool="t2t-fuzz").out)


class Bisect(CliTest):
    def hunt(self, code, *args):
        return self.expect(code, *args, tool="t2t-bisect")

    def test_finds_the_pass_and_the_change_and_shows_it(self):
        self.write("in.py", SHARED)
        # Bad: b is loaded once for both of its readers, which the second change of share-loads does.
        done = self.hunt(0, "in.py", "--", "bash", "-c", "test $(grep -c 'tile.load(b,' $1) -eq 2", "judge")
        self.assertIn("first bad: pass 10 share-loads (--bisect-limit=", done.out)
        self.assertIn("the change: parameter 2 of 3 (--bisect-limit=10 --fuel=share-loads:1 is good, --fuel=share-loads:2 is bad)", done.out)
        self.assertRegex(done.out, r"(?m)^\+ +b__tile: .*tile\.load\(b, ")
        self.assertNotRegex(done.out, r"(?m)^[+] +[ac]__tile: .*tile\.load")
        good, bad = (re.search(rf"(--fuel=\S+) is {word}", done.out).group(1) for word in ["good", "bad"])
        self.assertEqual(self.expect(0, "in.py", "--bisect-limit=10", good).out.count("tile.load(b,"), 2)
        self.assertEqual(self.expect(0, "in.py", "--bisect-limit=10", bad).out.count("tile.load(b,"), 1)

    def test_braces_are_the_file(self):
        self.write("in.py", SHARED)
        self.assertIn("share-loads", self.hunt(0, "in.py", "--", "bash", "-c", "test $(grep -c 'tile.load(a,' $1) -eq 2", "x", "{}").out)

    def test_stages_judges_the_programs_between(self):
        done = self.hunt(0, "--stages", SOFTMAX, "--", "bash", "-c", "grep -q 'tensor.exp' $1", "judge")
        self.assertIn("first bad: pass 13 convert-ops (--stop-after=lower-producers is good, --stop-after=convert-ops is bad)", done.out)
        self.assertRegex(done.out, r"(?m)^[+] +e__tile: .*tile\.exp")

    def test_a_check_that_fails_is_bad_without_asking(self):
        done = self.hunt(1, SOFTMAX, "--", "false")
        self.assertIn("--bisect-limit=0 is bad already", done.err)

    def test_nothing_to_find(self):
        self.assertIn("nothing to find", self.hunt(1, SOFTMAX, "--", "true").err)

    def test_a_command_that_cannot_judge_stops_the_search(self):
        self.usage("cannot run no-such-command", SOFTMAX, "--", "no-such-command", tool="t2t-bisect")
        self.usage("could not judge: status 126", SOFTMAX, "--", "bash", "-c", "exit 126", tool="t2t-bisect")
        self.usage("no command", SOFTMAX, tool="t2t-bisect")
        self.usage("no command", SOFTMAX, "--", tool="t2t-bisect")
        self.usage("no input", "--", "true", tool="t2t-bisect")
        self.usage("did you mean '--disable'", "--disabel=x", SOFTMAX, "--", "true", tool="t2t-bisect")
        self.assertIn("usage: t2t-bisect", self.hunt(0, "--help").out)

    def test_the_report_alone_is_on_stdout(self):
        self.write("in.py", SHARED)
        done = self.hunt(0, "in.py", "--", "bash", "-c", "echo noise; test $(grep -c 'tile.load(a,' $1) -eq 2", "judge")
        self.assertNotIn("noise", done.out)
        self.assertIn("noise", done.err)


class Reproducers(CliTest):
    def replay(self, file, code):
        return self.expect(code, f"--run-repro={file}")

    def test_a_failure_leaves_one_that_fails_in_the_same_way(self):
        for program in [SOFTMAX, SPLIT_K]:
            for more in [[], ["--disable=box-cube-m"], ["--fuel=share-loads:0"], ["--bisect-limit=0"], ["--backend=Ascend950"]]:
                done = self.expect(3, program, ASKS_TOO_MUCH, *more, "--repro-dir=r")
                self.assertEqual(done.out, "")
                failure = re.search(r"t2t-pipeline: (pass \d\d .*)", done.err).group(1)
                file = re.search(r"t2t-pipeline: reproducer: (.*)", done.err).group(1)
                self.assertEqual(re.search(r"t2t-pipeline: (pass \d\d .*)", self.replay(file, 3).err).group(1), failure)
                self.assertIn(ASKS_TOO_MUCH, self.read(file).splitlines()[1])

    def test_one_is_written_here_by_default_and_reads_as_a_program(self):
        self.expect(3, SOFTMAX, ASKS_TOO_MUCH)
        files = [n for n in self.names() if n.startswith("t2t-repro-")]
        self.assertEqual(len(files), 1)
        self.expect(0, files[0], "--passes=none")

    def test_a_folder_that_vanished_does_not_hide_the_failure(self):
        (self.dir / "r").mkdir()
        name = [n for n in (self.expect(3, SOFTMAX, ASKS_TOO_MUCH, "--repro-dir=r"), self.names("r"))[1]][0]
        (self.dir / "r" / name).unlink()
        (self.dir / "r" / name).mkdir()
        done = self.expect(3, SOFTMAX, ASKS_TOO_MUCH, "--repro-dir=r")
        self.assertIn("pass 01", done.err)
        self.assertIn("cannot write r/", done.err)

    def test_on_request_for_any_run(self):
        for program, code, flags in [(SOFTMAX, 0, []), (SPLIT_K, 0, ["--disable=box-cube-m,box-cube-n", "--stop-after=14"]),
                                     (SPLIT_K, 0, ["--fuel=infer-consumer-space:1", "--verify=strict"]), (SOFTMAX, 3, [ASKS_TOO_MUCH])]:
            out = self.expect(code, program, *flags, "--gen-repro=g.py").out
            self.assertEqual(self.replay("g.py", code).out, out, flags)
        self.usage("cannot write", SOFTMAX, "--gen-repro=no/such/g.py")

    def test_of_a_dump(self):
        out = self.expect(0, SOFTMAX, "--dump-after=10", "--dump-dir=d").out
        self.expect(0, "d/10_after_share-loads.py", "--start-after=10", "--gen-repro=g.py")
        self.assertEqual(self.replay("g.py", 0).out, out)

    def test_flags_go_on_top(self):
        self.expect(0, SPLIT_K, "--gen-repro=g.py")
        self.assertEqual(self.expect(0, "--run-repro=g.py", "--stop-after=10").out, self.expect(0, SPLIT_K, "--stop-after=10").out)
        self.usage("names no flags", f"--run-repro={SOFTMAX}")
        self.usage("no other file", "--run-repro=g.py", SOFTMAX)


class Measures(CliTest):
    def test_time_keeps_verification_apart(self):
        rows = json.loads(self.expect(0, SOFTMAX, "--time=json").err)
        stages = [r for r in rows if r["ordinal"]]
        self.assertEqual([r["ordinal"] for r in stages], list(range(1, STAGES + 1)))
        self.assertGreater(sum(r["verify_ms"] for r in stages), 0)
        unverified = [json.loads(self.expect(0, SOFTMAX, "--time=json", "--verify=none").err) for _ in range(5)]
        least = min(sum(r["verify_ms"] for r in run) for run in unverified)  # of several: a busy machine stops a process anywhere
        self.assertLess(least, sum(r["verify_ms"] for r in stages))
        self.assertEqual([r["name"] for r in rows if not r["ordinal"]], ["read", "check input", "print"])
        tree = self.expect(0, SOFTMAX, "--time=tree").err
        for word in ["in all", "to planned", "10 share-loads", "verify", "pass"]:
            self.assertIn(word, tree)
        self.assertIn("in all", self.expect(0, SOFTMAX, "--time").err)

    def test_stats_per_stage(self):
        rows = json.loads(self.expect(0, SPLIT_K, "--stats=json").err)
        self.assertEqual([r["ordinal"] for r in rows], list(range(STAGES + 1)))
        first, last = rows[0], rows[-1]
        self.assertEqual((first["tile_ops"], last["tensor_ops"], first["bytes_into"]), (0, 0, {}))
        # What is valid moves: halves of 40 x 64 (in a box of 48 rows) and 64 x 64 into Mat, 40 x 64 words out.
        self.assertEqual(last["bytes_into"]["DDR"], 40 * 64 * 4)
        self.assertEqual(last["bytes_into"]["Mat"], (40 * 64 + 64 * 64) * 2)
        self.assertEqual((last["loads"], last["stores"]), (2, 1))
        table = self.expect(0, SPLIT_K, "--stats").err
        self.assertIn("B->Mat", table)
        self.assertEqual(len(table.splitlines()), STAGES + 2)

    def test_transfers_of_unknown_size_are_counted_apart(self):
        self.write("dyn.py", HEAD.replace("\n@", "\nN = pl.dynamic(\"N\")\n\n@") + KERNEL.format(name="k", op="exp").replace("[64]", "[N]"))
        done = self.run_tool("t2t-pipeline", "dyn.py", "--stats=json", "--stop-after=share-loads")
        self.assertEqual(json.loads(done.err)[-1]["unsized_transfers"], 1, done.err)

    def test_trace_events_nest(self):
        self.expect(0, SOFTMAX, "--trace-out=t.json")
        events = json.loads(self.read("t.json"))["traceEvents"]
        stages = [e for e in events if e["cat"] == "stage"]
        self.assertEqual([e["name"][:2] for e in stages], [f"{i:02}" for i in range(1, STAGES + 1)])
        self.assertTrue(all(e["ph"] == "X" and e["dur"] >= 0 for e in events))
        for stage in stages:
            inside = [e for e in events if e["cat"] in ("pass", "verify") and stage["ts"] <= e["ts"] <= stage["ts"] + stage["dur"]]
            self.assertGreaterEqual(len(inside), 2)
        self.usage("cannot write", SOFTMAX, "--trace-out=no/such/t.json")


if __name__ == "__main__":
    unittest.main()
