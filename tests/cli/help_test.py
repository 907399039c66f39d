"""Help, and the files that are made from the flag table."""
import json
import re
import unittest

from cli import SOURCE, CliTest

PAGES = {"docs/flags.md": "--help-docs", "docs/t2t-pipeline.1": "--help-docs=man",
         "tools/completion/t2t-pipeline.bash": "--help-docs=bash", "tools/completion/_t2t-pipeline": "--help-docs=zsh",
         "docs/passes.md": "--list-passes=docs", "docs/operators.md": "--list-ops=docs",
         "docs/verifiers.md": "--list-verifiers=docs", "docs/languages.md": "--show-language=docs"}


TOOLS = ["t2t-pipeline", "t2t-diff", "t2t-bisect", "t2t-reduce", "t2t-run", "t2t-fuzz"]


class Help(CliTest):
    def flags(self):
        return re.findall(r"^  (--?[a-z-]+)", self.expect(0, "--help").out, re.M)

    def test_is_grouped(self):
        groups = re.findall(r"^(\w+)$", self.expect(0, "--help").out, re.M)
        self.assertEqual(groups, ["target", "choose", "see", "check", "hunt", "help"])
        self.assertGreater(len(self.flags()), 30)
        for tool in TOOLS:
            self.assertIn(f"usage: {tool}", self.expect(0, "--help", tool=tool).out)

    def test_of_every_pass_has_its_example(self):
        for p in json.loads(self.expect(0, "--list-passes=json").out):
            text = self.expect(0, f"--help-pass={p['name']}").out
            self.assertEqual(text, self.expect(0, f"--help-pass={p['ordinal']}").out)
            self.assertTrue(text.startswith(f"pass {p['ordinal']:02}, from "), text[:80])
            self.assertIn(f"\n{p['name']}: ", text)
            self.assertRegex(text, r"(?s)before:\n +@pl\.function.*after:\n")
            self.assertNotIn("//", text)
        self.usage("no pass is called", "--help-pass=nothing")

    def test_generated_files_are_current(self):
        for page, flag in PAGES.items():
            self.assertEqual(self.expect(0, flag).out, (SOURCE / page).read_text(),
                             f"{page} differs from t2t-pipeline {flag}: run tools/regenerate")

    def test_every_page_has_every_flag(self):
        for page, flag in list(PAGES.items())[:4]:
            text = self.expect(0, flag).out.replace("\\-", "-")
            for name in self.flags():
                self.assertIn(name, text, page)

    def test_every_tool_has_a_manual_page(self):
        for tool in TOOLS:
            page = SOURCE / f"docs/{tool}.1"
            self.assertEqual(self.expect(0, "--help-docs=man", tool=tool).out, page.read_text(), "run tools/regenerate")
            if self.command("command -v man").code == 0:
                done = self.command(f"man --warnings -l {page}")
                self.assertEqual(done.err, "", tool)
                shown = re.sub(r"\s+", " ", done.out)
                for flag in re.findall(r"^  (-\S+)", self.expect(0, "--help", tool=tool).out, re.M):
                    self.assertIn(flag, shown, tool)

    def complete(self, typed):
        """What bash offers behind a command line typed so far."""
        self.write("try.bash", f"""
source {SOURCE}/tools/completion/t2t-pipeline.bash
COMP_LINE="t2t-pipeline $1"; COMP_POINT=${{#COMP_LINE}}; COMP_WORDS=(t2t-pipeline)
_t2t_pipeline 2>/dev/null
printf '%s\\n' "${{COMPREPLY[@]}}"
""")
        return self.command(f"bash try.bash '{typed}'").out.split()

    def test_bash_completes_flags_values_and_lists(self):
        self.assertEqual(self.complete("x.py --stop"), ["--stop-after="])
        self.assertEqual(self.complete("--verify=s"), ["strict"])
        self.assertEqual(self.complete("--disable=box-cube-m,share"), ["box-cube-m,share-loads"])
        self.assertIn("changed", self.complete("--dump-after=c"))
        self.assertIn("SSAForm", self.complete("--verify-only=SSA"))
        self.assertEqual(self.complete("--explain-op=tensor.matmul_a"), ["tensor.matmul_acc"])
        self.assertEqual(self.complete("exam"), ["examples"])

    def test_zsh_accepts_its_completion(self):
        if self.command("command -v zsh").code == 0:
            self.assertEqual(self.command(f"zsh -n {SOURCE}/tools/completion/_t2t-pipeline").code, 0)

    def test_the_wishes_page_names_tests_and_flags_that_exist(self):
        text = (SOURCE / "docs/wishes.md").read_text()
        numbers = [int(n) for n in re.findall(r"^\| (\d+) \|", text, re.M)]
        self.assertEqual(numbers, list(range(1, 51)))
        known = set(self.flags())
        for tool in TOOLS:
            known |= set(re.findall(r"^  (--?[a-z-]+)", self.expect(0, "--help", tool=tool).out, re.M))
        for flag in re.findall(r"`(--[a-z-]+)", text):
            self.assertIn(flag, known)
        for path, name in re.findall(r"`(tests/[\w/]+\.(?:py|cc))`(?: ([A-Za-z_]\w+))?", text):
            self.assertTrue((SOURCE / path).exists(), path)
            if name:
                self.assertIn(name, (SOURCE / path).read_text(), f"{path} {name}")


if __name__ == "__main__":
    unittest.main()
