// Reductions along one axis of the valid region, in index order, rounding to the element type (floating types below FP32
// accumulate in FP32) after every step. col_sum with a scratch operand or is_binary adds pairs of halves instead.
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

enum class Kind : uint8_t { kSum, kMax, kMin, kProd, kArgMax, kArgMin };

DType AccumulatorOf(DType t) { return IsFloat(t) ? DType::kFp32 : t; }

double StepFloat(Kind kind, double acc, double x) {
  switch (kind) {
    case Kind::kSum: return static_cast<double>(static_cast<float>(acc + x));
    case Kind::kProd: return static_cast<double>(static_cast<float>(acc * x));
    case Kind::kMax: return MaxFloat(acc, x);
    default: return MinFloat(acc, x);
  }
}

int64_t StepInt(Kind kind, int64_t acc, int64_t x, DType t) {
  switch (kind) {
    case Kind::kSum: return WrapInt(AddInt(acc, x), t);
    case Kind::kProd: return WrapInt(MulInt(acc, x), t);
    case Kind::kMax: return LessInt(acc, x, t) ? x : acc;
    default: return LessInt(x, acc, t) ? x : acc;
  }
}

// The first position of the extreme value; NaN is greater (argmax) or less (argmin) than every number.
template <class T>
int64_t Extreme(Kind kind, const std::vector<T>& line, DType t) {
  size_t best = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    bool better = false;
    if constexpr (std::is_same_v<T, double>) {
      if (std::isnan(line[best])) break;
      better = std::isnan(line[i]) || (kind == Kind::kArgMax ? line[i] > line[best] : line[i] < line[best]);
    } else {
      better = kind == Kind::kArgMax ? LessInt(line[best], line[i], t) : LessInt(line[i], line[best], t);
    }
    if (better) best = i;
  }
  return static_cast<int64_t>(best);
}

template <class T>
T Fold(Kind kind, std::vector<T> line, DType t, bool binary) {
  const auto step = [&](T a, T b) {
    if constexpr (std::is_same_v<T, double>) return StepFloat(kind, a, b);
    else return StepInt(kind, a, b, t);
  };
  if (binary) {
    // Pairs (2i, 2i+1); an odd last one moves on unchanged.
    while (line.size() > 1) {
      size_t half = 0;
      for (size_t i = 0; i < line.size(); i += 2) line[half++] = i + 1 < line.size() ? step(line[i], line[i + 1]) : line[i];
      line.resize(half);
    }
    return line[0];
  }
  T acc = line[0];
  for (size_t i = 1; i < line.size(); ++i) acc = step(acc, line[i]);
  return acc;
}

// Reduces `axis` of operand 0. The result has that axis with extent 1, or (keep = false) not at all.
absl::Status Reduce(OpContext& c, Kind kind, size_t axis, bool keep, bool binary) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  RETURN_IF_ERROR(c.NeedArithmetic(in->dtype));
  if (axis >= in->rank()) return c.Fail("axis {} of an operand with {} axes", axis, in->rank());
  const bool arg = kind == Kind::kArgMax || kind == Kind::kArgMin;
  const int64_t length = in->valid[axis];
  if (length <= 0) return c.Fail("axis {} is empty", axis);
  RETURN_IF_ERROR(CheckInside(*in, in->valid));
  const bool scalar = c.p[c.type].IsScalar();
  Nd out;
  if (scalar) {
    out = NewNd(arg ? DType::kInt32 : in->dtype, {});
  } else {
    Dims reduced = in->shape;
    if (keep) reduced[axis] = 1;
    else reduced.erase(reduced.begin() + static_cast<std::ptrdiff_t>(axis));
    ASSIGN_OR_RETURN(out, c.NewResultOf(reduced, arg ? c.p[c.type].dtype : c.ResultDType()));
  }
  // Everything but the axis, and how the result walks along.
  Dims extent, in_stride, out_stride;
  for (size_t i = 0; i < in->rank(); ++i) {
    if (i == axis) continue;
    extent.push_back(in->valid[i]);
    in_stride.push_back(in->stride[i]);
    if (!scalar) {
      const size_t o = keep || i < axis ? i : i - 1;
      if (out.valid[o] < extent.back()) extent.back() = out.valid[o];
      out_stride.push_back(out.stride[o]);
    } else {
      out_stride.push_back(0);
    }
  }
  const Dims strides[] = {in_stride, out_stride};
  const int64_t bases[] = {in->offset, out.offset};
  const DType t = in->dtype, acc = AccumulatorOf(t);
  const int64_t step = in->stride[axis];
  std::vector<double> reals(IsFloat(t) ? static_cast<size_t>(length) : 0);
  std::vector<int64_t> ints(IsFloat(t) ? 0 : static_cast<size_t>(length));
  ForEachRow(extent, strides, bases, [&](const RowStep& row) {
    const int64_t in_step = extent.empty() ? 0 : in_stride.back(), out_step = extent.empty() ? 0 : out_stride.back();
    for (int64_t j = 0; j < row.n; ++j) {
      const int64_t first = row.offset[0] + j * in_step, to = row.offset[1] + j * out_step;
      PoisonId reason = 0;
      if (RowHasPoison(*in)) {
        for (int64_t i = 0; i < length && reason == 0; ++i) reason = PoisonAt(*in, first + i * step);
      }
      if (IsFloat(t)) {
        LoadRow(t, in->buffer->bytes.data(), first, step, length, reals.data());
        if (arg) {
          const int64_t at = Extreme(kind, reals, t);
          StoreRow(out, to, 0, 1, &at);
        } else {
          const double v = Fold(kind, reals, acc, binary);
          StoreRow(out, to, 0, 1, &v);
        }
      } else {
        LoadRow(t, in->buffer->bytes.data(), first, step, length, ints.data());
        const int64_t v = arg ? Extreme(kind, ints, t) : Fold(kind, ints, t, binary);
        StoreRow(out, to, 0, 1, &v);
      }
      MarkRow(out, to, 0, 1, &reason, c.stmt);
    }
  });
  if (scalar) {
    Scalar s;
    s.dtype = out.dtype;
    if (IsFloat(out.dtype)) LoadRow(out.dtype, out.buffer->bytes.data(), 0, 0, 1, &s.f);
    else LoadRow(out.dtype, out.buffer->bytes.data(), 0, 0, 1, &s.i);
    s.poison = PoisonAt(out, 0);
    c.result = RtValue::Of(s);
    return absl::OkStatus();
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

template <Kind kKind, bool kRow>
absl::Status TensorReduce(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  int64_t axis = c.IntKwarg("axis", kRow ? -1 : -2);
  if (axis < 0) axis += static_cast<int64_t>(in->rank());
  return Reduce(c, kKind, static_cast<size_t>(axis), c.BoolKwarg("keep_dim", true), c.BoolKwarg("is_binary", false));
}

// row_* reduces the last axis of a tile, col_* the first one (types-and-ops 6B.4).
template <Kind kKind, bool kRow>
absl::Status TileReduce(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  const bool binary = !kRow && kKind == Kind::kSum && c.Has(1);
  return Reduce(c, kKind, kRow ? in->rank() - 1 : 0, true, binary);
}

template <Kind kKind>
void AddBoth(EvalTable& t, std::string_view name) {
  t.Add("tensor.row_" + std::string(name), TensorReduce<kKind, true>);
  t.Add("tensor.col_" + std::string(name), TensorReduce<kKind, false>);
  t.Add("tile.row_" + std::string(name), TileReduce<kKind, true>);
  t.Add("tile.col_" + std::string(name), TileReduce<kKind, false>);
}

}  // namespace

void AddReduce(EvalTable& t) {
  AddBoth<Kind::kSum>(t, "sum");
  AddBoth<Kind::kMax>(t, "max");
  AddBoth<Kind::kMin>(t, "min");
  AddBoth<Kind::kProd>(t, "prod");
  AddBoth<Kind::kArgMax>(t, "argmax");
  AddBoth<Kind::kArgMin>(t, "argmin");
}

}  // namespace t2t::eval
