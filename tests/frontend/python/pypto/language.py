"""What kernels of tests/frontend/kernels mean when Python itself runs them: tensors are lists of numbers.

Only what those kernels use is here, without types beyond "integer or not" and without rounding. A tile is a tensor.
Subscripts copy, as values of the language do; `t[a:b] = v` changes the tensor that `t` names.
"""
import builtins
import math
import struct
import types


class Named:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


INT32, INT64, INDEX, BOOL = (Named(n) for n in ("INT32", "INT64", "INDEX", "BOOL"))
FP32 = Named("FP32")
Mem = types.SimpleNamespace(Vec=Named("Vec"))
FunctionType = types.SimpleNamespace(InCore=0, Orchestration=1)
ScopeMode = types.SimpleNamespace(AUTO=0, MANUAL=1)


class Annotation:
    """pl.Tensor[[64], pl.FP32], pl.Scalar[pl.INDEX], and the directions around them."""

    def __init__(self, kind, items=()):
        self.kind, self.items = kind, items

    def __getitem__(self, items):
        return Annotation(self.kind, items)


Tensor, Scalar, Out, InOut = (Annotation(k) for k in ("Tensor", "Scalar", "Out", "InOut"))


def positions(shape):
    if not shape:
        yield ()
        return
    for first in builtins.range(shape[0]):
        for rest in positions(shape[1:]):
            yield (first,) + rest


class Value:
    """A tensor or tile."""

    def __init__(self, shape, dtype, data=None):
        self.shape, self.dtype = tuple(shape), dtype
        self.data = dict(data) if data is not None else {p: 0 for p in positions(self.shape)}

    def at(self, position):
        """The element that broadcasting puts at this place."""
        skip = len(position) - len(self.shape)
        return self.data[tuple(0 if n == 1 else i for i, n in zip(position[skip:], self.shape))]

    def places(self, key):
        key = key if isinstance(key, tuple) else (key,)
        if Ellipsis in key:
            dots = key.index(Ellipsis)
            key = key[:dots] + (builtins.slice(None),) * (len(self.shape) - len(key) + 1) + key[dots + 1:]
        key += (builtins.slice(None),) * (len(self.shape) - len(key))
        for k, extent in zip(key, self.shape):
            if isinstance(k, builtins.int):
                if not -extent <= k < extent:
                    raise IndexError(k)
        return [builtins.range(n)[k] if isinstance(k, builtins.slice) else k % n for k, n in zip(key, self.shape)]

    def __getitem__(self, key):
        axes = self.places(key)
        kept = [a for a in axes if not isinstance(a, builtins.int)]
        if not kept:
            return self.data[tuple(axes)]
        result = Value([len(a) for a in kept], self.dtype)
        for p in result.data:
            steps = iter(p)
            result.data[p] = self.data[tuple(a if isinstance(a, builtins.int) else a[next(steps)] for a in axes)]
        return result

    def __setitem__(self, key, value):
        axes = self.places(key)
        part = [1 if isinstance(a, builtins.int) else len(a) for a in axes]
        kept = [i for i, a in enumerate(axes) if not isinstance(a, builtins.int)]
        for p in positions(part):
            source = value
            if isinstance(value, Value):
                full = len(value.shape) == len(part)
                source = value.at(p if full else tuple(p[i] for i in kept))
            self.data[tuple(a if isinstance(a, builtins.int) else a[i] for a, i in zip(axes, p))] = source

    def __bool__(self):
        raise TypeError("a tensor is no condition")


def both(a, b, f):
    if not isinstance(a, Value) and not isinstance(b, Value):
        return f(a, b)
    shapes = [v.shape if isinstance(v, Value) else () for v in (a, b)]
    rank = builtins.max(len(s) for s in shapes)
    shapes = [(1,) * (rank - len(s)) + s for s in shapes]
    result = Value([builtins.max(m, n) for m, n in zip(*shapes)], (a if isinstance(a, Value) else b).dtype)
    for p in result.data:
        result.data[p] = f(a.at(p) if isinstance(a, Value) else a, b.at(p) if isinstance(b, Value) else b)
    return result


def each(x, f):
    return Value(x.shape, x.dtype, {p: f(v) for p, v in x.data.items()}) if isinstance(x, Value) else f(x)


def operator(name, f):
    setattr(Value, f"__{name}__", lambda a, b: both(a, b, f))
    setattr(Value, f"__r{name}__", lambda a, b: both(b, a, f))
    return lambda a, b: both(a, b, f)


add = operator("add", lambda a, b: a + b)
sub = operator("sub", lambda a, b: a - b)
mul = operator("mul", lambda a, b: a * b)
div = operator("truediv", lambda a, b: a / b)
and_ = operator("and", lambda a, b: a & b)
or_ = operator("or", lambda a, b: a | b)
shl = operator("lshift", lambda a, b: a << b)
for name, f in (("lt", lambda a, b: a < b), ("le", lambda a, b: a <= b), ("gt", lambda a, b: a > b),
                ("ge", lambda a, b: a >= b)):
    setattr(Value, f"__{name}__", lambda a, b, f=f: both(a, b, lambda x, y: builtins.int(f(x, y))))
Value.__neg__ = lambda x: each(x, lambda v: -v)
Value.__abs__ = lambda x: each(x, builtins.abs)


def neg(x):
    return each(x, lambda v: -v)


def exp(x):
    return each(x, math.exp)


def log(x):
    return each(x, math.log)


def sqrt(x):
    return each(x, math.sqrt)


def rsqrt(x):
    return each(x, lambda v: 1 / math.sqrt(v))


row_expand_add = col_expand_add = add  # the narrow operand is stretched in any case
row_expand_sub = col_expand_sub = sub
row_expand_mul = col_expand_mul = mul
row_expand_div = col_expand_div = div


def maximum(a, b):
    return both(a, b, builtins.max)


def minimum(a, b):
    return both(a, b, builtins.min)


ROUNDED = {"round": lambda v: math.floor(builtins.abs(v) + 0.5) * (1 if v > 0 else -1), "rint": builtins.round, "floor": math.floor,
           "ceil": math.ceil, "trunc": math.trunc}


def cast(x, dtype, mode="round"):
    whole = dtype is not FP32
    return each(x, lambda v: builtins.int(ROUNDED[mode](v)) if whole else float(v))


def rows(x, f):
    result = Value(x.shape[:-1] + (1,), x.dtype)
    for p in result.data:
        result.data[p] = f([x.data[p[:-1] + (i,)] for i in builtins.range(x.shape[-1])])
    return result


def row_max(x, tmp=None):
    return rows(x, builtins.max)


def row_sum(x, tmp=None):
    return rows(x, builtins.sum)


def transpose(x, a, b):
    def swapped(p):
        p = list(p)
        p[a], p[b] = p[b], p[a]
        return tuple(p)

    return Value(swapped(x.shape), x.dtype, {swapped(p): v for p, v in x.data.items()})


def col_sum(x):
    return transpose(row_sum(transpose(x, 0, 1)), 0, 1)


def col_max(x):
    return transpose(row_max(transpose(x, 0, 1)), 0, 1)


def matmul(a, b, a_trans=False, b_trans=False):
    a, b = transpose(a, 0, 1) if a_trans else a, transpose(b, 0, 1) if b_trans else b
    result = Value((a.shape[0], b.shape[1]), a.dtype)
    for i, j in result.data:
        result.data[i, j] = builtins.sum(a.data[i, k] * b.data[k, j] for k in builtins.range(a.shape[1]))
    return result


def matmul_acc(acc, a, b, a_trans=False, b_trans=False):
    return acc + matmul(a, b, a_trans, b_trans)


def full(shape, dtype, value):
    return Value(shape, dtype, {p: value for p in positions(tuple(shape))})


def create_tensor(shape, dtype):
    return full(shape, dtype, math.nan)


def create_tile(shape, dtype, target_memory=None):
    return full(shape, dtype, math.nan)


def load(x, offsets, shape, target_memory=None):
    return x[tuple(builtins.slice(o, o + n) for o, n in zip(offsets, shape))]


def slice(x, shape, offsets):
    return load(x, offsets, shape)


def reshape(x, shape):
    return Value(shape, x.dtype, zip(positions(tuple(shape)), (x.data[p] for p in positions(x.shape))))


def store(tile, offsets, target):
    target[tuple(builtins.slice(o, o + n) for o, n in zip(offsets, tile.shape))] = tile
    return target


def read(x, position):
    return x[tuple(position)]


def write(x, position, value):
    x[tuple(position)] = value


def const(value, dtype):
    return value


def range(*bounds):
    return builtins.range(*bounds)


parallel = unroll = range


def pipeline(*bounds, stage):
    return builtins.range(*bounds)


def min(a, b):
    return builtins.min(a, b)


def max(a, b):
    return builtins.max(a, b)


class scope:
    def __init__(self, mode=0):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


manual_scope = scope


def jit(f):
    return f


def inline(f):
    return f


jit.incore = jit


def function(type):
    return jit


# ---- what the test needs: .npy files of these tensors -----------------------------------------------------------------

def read_npy(path):
    data = open(path, "rb").read()
    length = struct.unpack_from("<H", data, 8)[0]
    header = eval(data[10:10 + length])  # a literal of our own tool
    shape = header["shape"]
    count = math.prod(shape)
    code = {"<f4": "f", "<i4": "i", "<i8": "q"}[header["descr"]]
    numbers = struct.unpack_from(f"<{count}{code}", data, 10 + length)
    return Value(shape, None, dict(zip(positions(tuple(shape)), numbers)))


def write_npy(path, x):
    descr, code = ("<f4", "f") if x.dtype is FP32 else ("<i4", "i")
    header = repr({"descr": descr, "fortran_order": False, "shape": x.shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    numbers = [x.data[p] for p in positions(x.shape)]
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        out.write(struct.pack(f"<{len(numbers)}{code}", *numbers))
