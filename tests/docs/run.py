#!/usr/bin/env python3
"""Runs every ```console block of the README and the docs and compares what it prints with what the page shows.

usage: run.py --tools DIR [--plugins DIR] [--update] [PAGE...]     DIR holds t2t-pipeline and the tools beside it

A console block is a shell session: `$ command`, then its output, stdout and stderr together. The blocks of a page run one
after the other in one scratch folder that also shows the repository's examples/ and the libraries in the folder of --plugins
(default: plugins/ beside the folder of the tools). A block that starts with ```python file=NAME is first written there under
that name; one that starts with ```cpp from=PATH or ```cmake from=PATH quotes a piece of that file of the repository, word for
word. A line `...` in the output stands for any number of lines.
--update rewrites the output of commands that show no such line.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BLOCK = re.compile(r"^```(console|python file=(?P<file>\S+)|(?:cpp|cmake) from=(?P<source>\S+))\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LIMIT = 40  # lines of a wrong output that are shown


def steps_of(block):
    """[(command, shown output)] of one block."""
    steps = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
    return steps


def matches(shown, got):
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in got)) is not None


def run(command, folder, tools):
    env = dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"], LC_ALL="C.UTF-8")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=120, check=False)
    return done.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", required=True)
    parser.add_argument("--plugins")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("pages", nargs="*")
    args = parser.parse_args()
    tools = os.path.abspath(args.tools)
    plugins = os.path.abspath(args.plugins or os.path.join(tools, "..", "plugins"))
    pages = args.pages or [os.path.join(ROOT, "README.md"),
                           *sorted(glob.glob(os.path.join(ROOT, "docs", "**", "*.md"), recursive=True))]
    commands = failed = 0
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
            for library in glob.glob(os.path.join(plugins, "*.so")):
                os.symlink(library, os.path.join(folder, os.path.basename(library)))

            def check(match):
                nonlocal commands, failed
                if match["file"]:
                    with open(os.path.join(folder, match["file"]), "w", encoding="utf-8") as program:
                        program.write(match["text"])
                    return match[0]
                if match["source"]:
                    with open(os.path.join(ROOT, match["source"]), encoding="utf-8") as source:
                        if match["text"] not in source.read():
                            failed += 1
                            print(f"{os.path.relpath(page, ROOT)} quotes what {match['source']} does not say")
                    return match[0]
                out = []
                for command, shown in steps_of(match["text"]):
                    commands += 1
                    got = run(command, folder, tools)
                    out += ["$ " + command, *(shown if "..." in shown else [line.rstrip() for line in got])]
                    if matches(shown, got) or (args.update and "..." not in shown):
                        continue
                    failed += 1
                    print(f"{os.path.relpath(page, ROOT)}: $ {command}\n  the page shows")
                    print("\n".join("    " + line for line in shown) + "\n  the tool prints")
                    print("\n".join("    " + line for line in got[:LIMIT]))
                    if len(got) > LIMIT:
                        print(f"    (and {len(got) - LIMIT} more lines)")
                return "```console\n" + "\n".join(out) + "\n```"

            new = BLOCK.sub(check, text)
        if args.update and new != text:
            with open(page, "w", encoding="utf-8") as file:
                file.write(new)
            print(f"updated {os.path.relpath(page, ROOT)}")
    print(f"{commands - failed} of {commands} commands print what the pages show")
    return 1 if failed or commands == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
