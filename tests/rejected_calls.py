#!/usr/bin/env python3
"""Calls that must be refused: each row of a table becomes a program, and t2t-pipeline must refuse it because of that call.

usage: rejected_calls.py TOOL TABLE [-v]

TABLE holds lines `operator TAB call TAB reason` below a heading; operands in the call carry their type (`a0: pl.Tensor[..]`)
and become parameters. Refused means: exit status 1, and an error whose place is the line of the call. Exit status 77 when
there is no table. The last line is 'N passed, M failed'.
"""
import concurrent.futures as cf
import os
import pathlib
import re
import subprocess
import sys
import tempfile

OPERAND = re.compile(r"\b([A-Za-z_]\w*): (?=pld?\.)")


def split_operands(call):
    """The call without types, and `name: type` of each operand once, in order."""
    params, out, at = {}, "", 0
    while m := OPERAND.search(call, at):
        depth, end = 0, m.end()
        while call[end] not in ",])" or depth > 0:
            depth += (call[end] in "[(") - (call[end] in "])")
            end += 1
        params[m.group(1)] = call[m.end():end]
        out += call[at:m.start()] + m.group(1)
        at = end
    return out + call[at:], params


def program(call):
    call, params = split_operands(call)
    signature = ", ".join(f"{name}: {type_}" for name, type_ in params.items())
    text = "# pypto.program: Rejected\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n\n"
    for symbol in ("M", "N", "K"):
        text += f'{symbol} = pl.dynamic("{symbol}")\n'
    text += ("\n@pl.program\nclass Rejected:\n    @pl.function(type=pl.FunctionType.InCore)\n"
             f"    def k({signature}):\n        {call}\n        return\n")
    return text, text.count("\n") - 1  # the line of the call


def check(tool, folder, number, call):
    text, line = program(call)
    path = pathlib.Path(folder) / f"row_{number}.py"
    path.write_text(text, encoding="utf-8")
    r = subprocess.run([tool, str(path), "--passes=none"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
    said = r.stderr.decode("utf-8", "replace")
    if r.returncode != 1:
        return f"exit status {r.returncode}, expected 1: {said.strip()[:200]}"
    if not re.search(rf":{line}:\d+: error", said):
        return f"no error at the line of the call: {said.strip()[:300]}"
    return None


def main():
    tool, table = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if not table.exists():
        print(f"no {table}: skipped")
        return 77
    rows = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()[1:]]
    bad = 0
    with tempfile.TemporaryDirectory() as folder, cf.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(check, tool, folder, i, call) for i, (_, call, _) in enumerate(rows)]
        for job, (_, call, reason) in zip(jobs, rows):
            if why := job.result():
                bad += 1
                print(f"  {call}\n    must be refused ({reason}): {why}")
    print(f"{len(rows) - bad} passed, {bad} failed")
    return 1 if bad or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
