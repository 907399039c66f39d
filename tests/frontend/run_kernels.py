#!/usr/bin/env python3
"""Hand-written kernels mean what they mean in Python.

Every kernel of tests/frontend/kernels is run by Python itself, with the stand-in for pypto.language that lies in
tests/frontend/python, and by t2t-run: as the front end reads it, and behind the whole lowering. A line
`# run: FUNCTION NAME=NUMBER ...` of the file gives the scalars of one run; tensors are filled with random multiples of
1/8, the same for all three.
"""
import argparse
import importlib.util
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE / "python"))
import pypto.language as pl  # noqa: E402


def arguments(function, scalars, seed):
    """Values of the parameters by name, and the names of those the kernel may write."""
    rng = random.Random(seed)
    values, written = {}, []
    for name, annotation in function.__annotations__.items():
        if name == "return":
            continue
        if annotation.kind in ("Out", "InOut"):
            written.append(name)
            annotation = annotation.items
        if annotation.kind == "Scalar":
            values[name] = scalars[name]
            continue
        shape, dtype = annotation.items
        x = pl.full(shape, dtype, 0)
        for p in x.data:
            x.data[p] = rng.randint(-16, 16) / 8 if dtype is pl.FP32 else rng.randint(-9, 9)
        values[name] = x
    return values, written


def same(a, b):
    if isinstance(a, pl.Value) != isinstance(b, pl.Value):
        return False
    if isinstance(a, pl.Value):
        return a.shape == b.shape and all(same(a.data[p], b.data[p]) for p in a.data)
    return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-4)


def run_tool(tools, path, function, values, lowered, folder):
    command = [tools / "t2t-run", path, "--func", function, "--output-dir", folder]
    for name, value in values.items():
        if isinstance(value, pl.Value):
            pl.write_npy(folder / f"{name}.in.npy", value)
            command.append(f"--input={name}={folder / name}.in.npy")
        else:
            command.append(f"--input={name}=const:{value}")
    if lowered:
        command.append("--after=finish")
    return subprocess.run(command, capture_output=True, text=True)


def check(tools, path, module, line):
    """"" or what differs in one run."""
    function, *scalars = line.split()
    scalars = {n: int(v) for n, v in (s.split("=") for s in scalars)}
    values, written = arguments(getattr(module, function), scalars, zlib.crc32(line.encode()))
    copies = {n: pl.Value(v.shape, v.dtype, v.data) if isinstance(v, pl.Value) else v for n, v in values.items()}
    wanted = getattr(module, function)(**copies)
    wanted = wanted if isinstance(wanted, tuple) else () if wanted is None else (wanted,)
    for lowered in (False, True):
        where = "behind the lowering" if lowered else "as read"
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            done = run_tool(tools, path, function, values, lowered, folder)
            if done.returncode != 0:
                return f"{where}: {done.stderr.strip() or done.stdout.strip()}"
            for i, value in enumerate(wanted):
                got = pl.read_npy(folder / ("result.npy" if len(wanted) == 1 else f"result{i}.npy"))
                if not same(value, got):
                    return f"{where}: result {i} is not what Python gives"
            for name in written:
                found = [f for f in folder.glob(f"{name}*.npy") if not f.name.endswith(".in.npy")]
                if not same(copies[name], pl.read_npy(found[0])):
                    return f"{where}: '{name}' does not hold what Python leaves in it"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=lambda p: pathlib.Path(p).resolve(), required=True, help="folder of t2t-run")
    parser.add_argument("kernels", nargs="*", type=pathlib.Path, help="files instead of the whole folder")
    args = parser.parse_args()
    failed = runs = 0
    for path in args.kernels or sorted((HERE / "kernels").glob("*.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        lines = [l[len("# run: "):] for l in path.read_text().splitlines() if l.startswith("# run: ")]
        for line in lines:
            runs += 1
            if wrong := check(args.tools, path, module, line):
                failed += 1
                print(f"{path.name}: {line}: {wrong}")
        if not lines:
            failed += 1
            print(f"{path.name}: no line '# run: FUNCTION'")
    print(f"{runs} runs, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
