#!/usr/bin/env python3
"""What the programs of examples/ compute, against plain loops.

One entry of EXAMPLES per file: which function to run, its parameters, and the same thing once more in loops over lists.
Inputs are random multiples of 1/8, which every element type holds exactly; t2t-run runs the program as the front end
reads it and behind the whole lowering.
"""
import argparse
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent


class T:
    """A tensor parameter. `written`: the kernel writes it; `within`: its integers are smaller."""

    def __init__(self, dtype, *shape, written=False, within=9):
        self.dtype, self.shape, self.written, self.within = dtype, shape, written, within

    def fill(self, rng):
        if self.dtype.startswith("INT"):
            low = 0 if self.within != 9 else -8
            return [rng.randrange(low, self.within) for _ in range(math.prod(self.shape))]
        return [rng.randint(-8, 8) / 8 for _ in range(math.prod(self.shape))]


FORMATS = {"FP32": ("<f4", "f"), "FP16": ("<f2", "e"), "INT32": ("<i4", "i"), "INT8": ("|i1", "b"), "BF16": ("<u2", "H")}


def write_npy(path, t, numbers):
    descr, code = FORMATS[t.dtype]
    if t.dtype == "BF16":  # the upper half of a float
        numbers = [struct.unpack("<I", struct.pack("<f", v))[0] >> 16 for v in numbers]
    header = repr({"descr": descr, "fortran_order": False, "shape": t.shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
                     struct.pack(f"<{len(numbers)}{code}", *numbers))


def read_npy(path):
    data = path.read_bytes()
    length = struct.unpack_from("<H", data, 8)[0]
    header = eval(data[10:10 + length])  # a literal of our own tool
    code = {"<f4": "f", "<f2": "e", "<i4": "i", "<u2": "H"}[header["descr"]]
    numbers = struct.unpack_from(f"<{math.prod(header['shape'])}{code}", data, 10 + length)
    if header["descr"] == "<u2":
        numbers = [struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in numbers]
    return list(numbers)


# ---- the same in loops: lists row by row, results likewise -----------------------------------------------------------

def bf16(v):
    bits = struct.unpack("<I", struct.pack("<f", v))[0]
    bits += 0x7fff + (bits >> 16 & 1)  # to the nearest, halves to even
    return struct.unpack("<f", struct.pack("<I", bits >> 16 << 16))[0]


def rows_of(x, columns):
    return [x[i:i + columns] for i in range(0, len(x), columns)]


def matmul(a, b, m, k, n, b_trans=False):
    ra, result = rows_of(a, k), []
    columns = rows_of(b, k) if b_trans else [b[j::n] for j in range(n)]
    for row in ra:
        for column in columns:
            result.append(sum(p * q for p, q in zip(row, column)))
    return result


def softmax_row(row):
    peak = max(row)
    power = [math.exp(v - peak) for v in row]
    return [p / sum(power) for p in power]


def activate(x, kind):
    if kind == 0:
        return [max(v, 0.0) for v in x]
    return [1 / (math.exp(-v) + 1) for v in x] if kind == 1 else x


def attention(q, k, v):
    result = []
    scores = matmul(q, k, 16, 64, 1024, b_trans=True)
    for row in rows_of(scores, 1024):
        weights = softmax_row([s / 8 for s in row])
        for d in range(64):
            result.append(sum(w * v[j * 64 + d] for j, w in enumerate(weights)))
    return result


def gathered(q, pool, rows, pages):
    keys = []
    for r in rows:
        physical = pages[r // 64] * 64 + r % 64
        keys += pool[physical * 64:physical * 64 + 64]
    return matmul(q, keys, 16, 64, 128, b_trans=True)


def layer_norm(x):
    result = []
    for row in rows_of(x, 256):
        mean = sum(row) / 256
        variance = sum((v - mean) ** 2 for v in row) / 256
        result += [(v - mean) / math.sqrt(variance + 1e-5) for v in row]
    return result


def linear_relu(x, w, bias):
    y = matmul(x, w, 100, 128, 64, b_trans=True)
    return [max(v + bias[i % 64], 0.0) for i, v in enumerate(y)]


def mlp(x, w0, w1):
    up = matmul(x, w0, 256, 128, 128)
    return matmul([bf16(v / (math.exp(-v) + 1)) for v in up], w1, 256, 128, 128)


def prefix_rows(x, out):
    total = [0.0] * 256
    for r, row in enumerate(rows_of(x, 256)):
        for j, v in enumerate(row):
            total[j] += v
            out[r * 256 + j] = total[j]
    return out


def read_after_write(x, c):
    peaks = [max(row) for row in rows_of(x, 64)]
    x[0] = c
    return peaks, [math.exp(v) for v in x]


def rms_norm(x, weight):
    result = []
    for row in rows_of(x, 256):
        scale = 1 / math.sqrt(sum(v * v for v in row) / 256 + 1e-6)
        result += [v * scale * w for v, w in zip(row, weight)]
    return result


def softmax(x):
    return [v for row in rows_of(x, 128) for v in softmax_row(row)]


def staged(start, out):
    out[:] = [-1] * 32
    for i in range(8):
        out[4 * i] = start[i]
    return out


def halved(x, out):
    out[:] = [v * 0.5 for v in x]
    return out


def exp_rows(x, out):
    out[:] = [math.exp(v) for v in x]
    return out


class Example:
    def __init__(self, function, loops, tolerance=1e-4, first=None, flags=(), **parameters):
        self.function, self.loops, self.parameters = function, loops, parameters
        self.tolerance = tolerance
        self.first = first      # only so many elements of the result hold a number
        self.flags = flags


SQUARE = ("FP32", 64, 64)
EXAMPLES = {
    "add.py": [Example("add", lambda a, b: [p + q for p, q in zip(a, b)], a=T(*SQUARE), b=T(*SQUARE))],
    "axpy.py": [Example("main", lambda alpha, x, y: [(q + p * alpha) * 2 for p, q in zip(x, y)],
                        alpha=0.75, x=T("FP32", 128, 64), y=T("FP32", 128, 64))],
    "branch.py": [Example("activate", activate, x=T(*SQUARE), kind=k) for k in (0, 1, 2)],
    "clip_mask.py": [Example("clip_mask", lambda x, limit: [v * (abs(v) < limit) for v in x], x=T(*SQUARE), limit=0.5)],
    "dynamic_rows.py": [Example("main", halved, flags=(f"--dim=M={m}",), x=T("FP32", m, 128),
                                out=T("FP32", m, 128, written=True)) for m in (64, 100)],
    "flash_attention.py": [Example("attention", attention, tolerance=2e-2, q=T("BF16", 16, 64), k=T("BF16", 1024, 64),
                                   v=T("BF16", 1024, 64))],
    "gather_rows.py": [Example("score", gathered, q=T("BF16", 16, 64), pool=T("BF16", 4096, 64),
                               rows=T("INT32", 128, within=4096), pages=T("INT32", 64, within=64))],
    "gelu.py": [Example("gelu", lambda x: [v / (math.exp(-1.702 * v) + 1) for v in x], x=T("FP32", 64, 256))],
    "layer_norm.py": [Example("layer_norm", layer_norm, x=T("FP32", 32, 256))],
    "linear_relu.py": [Example("main", linear_relu, x=T("FP16", 100, 128), w=T("FP16", 64, 128), bias=T("FP32", 1, 64))],
    "matmul_boxed.py": [Example("main", lambda a, b: matmul(a, b, 100, 256, 512, b_trans=True), a=T("FP16", 100, 256),
                                b=T("FP16", 512, 256))],
    "mlp.py": [Example("main", mlp, tolerance=5e-2, x=T("BF16", 256, 128), w0=T("BF16", 128, 128), w1=T("BF16", 128, 128))],
    "prefix_sum.py": [Example("prefix_rows", prefix_rows, x=T("FP32", 64, 256), out=T("FP32", 64, 256, written=True))],
    "read_after_write.py": [Example("k", read_after_write, x=T("FP32", 16, 64, written=True), c=3.5)],
    "rms_norm.py": [Example("rms_norm", rms_norm, x=T("FP32", 32, 256), weight=T("FP32", 1, 256))],
    "row_blocks.py": [Example("exp_rows", exp_rows, x=T("FP32", 512, 128), out=T("FP32", 512, 128, written=True))],
    "softmax.py": [Example("main", softmax, x=T("FP32", 64, 128))],
    "split_k.py": [],  # its sum begins with what the accumulator held before, which is no number
    "split_k_pipeline.py": [Example("split_k", lambda x, w, rows: matmul(x, w, 96, 256, 128, b_trans=True), first=50 * 128,
                                    flags=("--allow-undefined",), x=T("INT8", 96, 256), w=T("INT8", 128, 256), rows=50)],
    "staged_fill.py": [Example("offsets", staged, start=T("INT32", 8), out=T("INT32", 1, 32, written=True))],
}


def differs(example, what, wanted, got):
    end = example.first or len(wanted)
    if len(got) < end or (example.first is None and len(got) > end):
        return f"{what}: {len(got)} elements, and the loops give {end}"
    for i, (a, b) in enumerate(zip(wanted[:end], got[:end])):
        if not math.isclose(a, b, rel_tol=example.tolerance, abs_tol=example.tolerance):
            return f"{what}, element {i}: {b}, and the loops give {a}"
    return ""


def unmatched(files):
    """What is wrong with EXAMPLES as a table of these files: each has an entry, and each entry a file."""
    return ([f"{name}: no loops say what it computes" for name in sorted(files - EXAMPLES.keys())] +
            [f"{name}: there is no such example" for name in sorted(EXAMPLES.keys() - files)])


def check(tool, path, example, lowered):
    rng = random.Random(zlib.crc32(path.name.encode()))
    values = {n: p.fill(rng) if isinstance(p, T) else p for n, p in example.parameters.items()}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "in").mkdir()
        command = [tool, path, f"--func={example.function}", f"--output-dir={folder}", *example.flags]
        for name, p in example.parameters.items():
            if isinstance(p, T):
                write_npy(folder / "in" / f"{name}.npy", p, values[name])
                command.append(f"--input={name}={folder}/in/{name}.npy")
            else:
                command.append(f"--input={name}=const:{p}")
        if lowered:
            command.append("--after=finish")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip()
        wanted = example.loops(**values)
        results = wanted if isinstance(wanted, tuple) else (wanted,)
        for i, value in enumerate(results):
            got = read_npy(folder / ("result.npy" if len(results) == 1 else f"result{i}.npy"))
            if wrong := differs(example, f"result {i}", value, got):
                return wrong
        for name, p in example.parameters.items():
            if not isinstance(p, T) or not p.written:
                continue
            found = [f for f in sorted(folder.glob(f"{name}*.npy"))]
            if wrong := differs(example, f"'{name}'", values[name], read_npy(found[0])):
                return wrong
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=lambda p: pathlib.Path(p).resolve(), required=True, help="folder of t2t-run")
    tool = parser.parse_args().tools / "t2t-run"
    folder = HERE.parent.parent / "examples"
    paths = sorted(folder.glob("*.py"))
    wrong_table = unmatched({path.name for path in paths})
    print(*wrong_table, sep="\n", end="\n" if wrong_table else "")
    failed = len(wrong_table)
    for path in paths:
        for example in EXAMPLES.get(path.name, []):
            for lowered in (False, True):
                if wrong := check(tool, path, example, lowered):
                    failed += 1
                    print(f"{path.name}, {'behind the lowering' if lowered else 'as read'}: {wrong}")
    print(f"{len(EXAMPLES)} examples, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
