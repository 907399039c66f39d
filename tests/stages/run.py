#!/usr/bin/env python3
"""Self-checking stage files: each holds a program, the flags it is run with, and behind `#|` what the run gives.

usage: run.py --tool T2T_PIPELINE [--update] [FILE...]      (no FILE: every *.py beside this script)

    # flags: --dump-after=share-loads
    import pypto.language as pl
    ...
    #| exit 0
    #| -- stderr
    #|   (dumps and diagnostics)
    #| -- stdout
    #|   (the program that the chain ends with)

The expectations are comments, so the file itself is the input: places in diagnostics are places in the file.
--update writes what the tool gives now; the difference then shows in version control, which is where it is reviewed.
"""
import argparse
import difflib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def split(text):
    """(input lines, expected lines) of a stage file."""
    lines = text.splitlines()
    cut = next((i for i, line in enumerate(lines) if line.startswith("#|")), len(lines))
    return lines[:cut], lines[cut:]


def flags_of(lines, path):
    for line in lines:
        if line.startswith("# flags:"):
            return line[len("# flags:"):].split()
    sys.exit(f"{path}: no '# flags:' line")


def comment(text):
    return ["#|   " + line if line else "#|" for line in text.splitlines()]


def expectations(tool, path, flags):
    # In the folder of the file, so that nothing in the output names a place on this machine.
    run = subprocess.run([tool, os.path.basename(path), *flags], cwd=os.path.dirname(path), capture_output=True, text=True,
                         timeout=60, check=False)
    lines = [f"#| exit {run.returncode}"]
    for name, text in (("stderr", run.stderr), ("stdout", run.stdout)):
        if text:
            lines += [f"#| -- {name}", *comment(text)]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    tool = os.path.abspath(args.tool)
    own = sorted(os.path.join(HERE, name) for name in os.listdir(HERE) if name.endswith(".py") and name != "run.py")
    files = [os.path.abspath(f) for f in args.files] or own
    failed = 0
    for path in files:
        with open(path, encoding="utf-8") as file:
            program, expected = split(file.read())
        if not expected and not args.update:
            print(f"{path}: expects nothing; run with --update")
            failed += 1
            continue
        got = expectations(tool, path, flags_of(program, path))
        if got == expected:
            continue
        if args.update:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(program + got) + "\n")
            print(f"updated {os.path.basename(path)}")
            continue
        failed += 1
        print("\n".join(difflib.unified_diff(expected, got, f"{os.path.basename(path)} expects", "the tool gives",
                                             lineterm="")))
    print(f"{len(files) - failed} of {len(files)} stage files hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
