// Element-wise operators of two operands, the second one a tensor or a scalar. tensor.X and tile.X are one function.
#include "ir/eval/families.h"
#include "ir/eval/rows.h"
#include "ir/support/floor_division.h"

namespace t2t::eval {
namespace {

using FloatOp = double (*)(double, double);
using IntOp = int64_t (*)(int64_t, int64_t, DType);

double NoFloat(double a, double) { return a; }

template <FloatOp F, IntOp I>
absl::Status Binary(OpContext& c) {
  const DType t = c.ResultDType();
  return Elementwise(
      c, {0, 1},
      [](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i], in[1][i]);
      },
      [t](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = I(in[0][i], in[1][i], t);
      });
}

// The scalar is first brought into the element type of the result.
template <FloatOp F, IntOp I>
absl::Status WithScalar(OpContext& c) {
  ASSIGN_OR_RETURN(Scalar s, c.ScalarArg(1));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, s));
  if (done) return absl::OkStatus();
  const DType t = c.ResultDType();
  s = s.As(t);
  return Elementwise(
      c, {0},
      [s](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i], s.f);
      },
      [s, t](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = I(in[0][i], s.i, t);
      });
}

// maximum, minimum: one name for both forms at tensor level.
template <FloatOp F, IntOp I>
absl::Status Either(OpContext& c) {
  return c.IsScalar(1) ? WithScalar<F, I>(c) : Binary<F, I>(c);
}

double AddF(double a, double b) { return a + b; }
double SubF(double a, double b) { return a - b; }
double MulF(double a, double b) { return a * b; }
double DivF(double a, double b) { return a / b; }
double FmodF(double a, double b) { return std::fmod(a, b); }
int64_t AddI(int64_t a, int64_t b, DType) { return AddInt(a, b); }
int64_t SubI(int64_t a, int64_t b, DType) { return SubInt(a, b); }
int64_t MulI(int64_t a, int64_t b, DType) { return MulInt(a, b); }
int64_t MaxI(int64_t a, int64_t b, DType t) { return LessInt(b, a, t) ? a : b; }
int64_t MinI(int64_t a, int64_t b, DType t) { return LessInt(a, b, t) ? a : b; }
int64_t AndI(int64_t a, int64_t b, DType) { return a & b; }
int64_t OrI(int64_t a, int64_t b, DType) { return a | b; }
int64_t XorI(int64_t a, int64_t b, DType) { return a ^ b; }
// Amounts of the width and more (negative ones read as huge) shift everything out.
int64_t ShlI(int64_t a, int64_t b, DType t) { return b < 0 || b >= BitWidth(t) ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b); }
int64_t ShrI(int64_t a, int64_t b, DType t) {
  if (b < 0 || b >= BitWidth(t)) return !IsUnsignedInt(t) && a < 0 ? -1 : 0;
  return t == DType::kUint64 ? static_cast<int64_t>(static_cast<uint64_t>(a) >> b) : a >> b;
}

// Division: integers truncate towards zero; by zero they give no number.
using DivideInt = int64_t (*)(int64_t, int64_t, DType);
int64_t RemI(int64_t a, int64_t b, DType t) { return IsUnsignedInt(t) ? ModInt(a, b, t) : FloorRemainder(a, b); }
double RemF(double a, double b) { return FloorRemainder(a, b); }

template <FloatOp F, DivideInt I>
absl::Status Divide(OpContext& c) {
  const DType t = c.ResultDType();
  return Elementwise(
      c, {0, 1},
      [](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i], in[1][i]);
      },
      [t](int64_t n, const auto& in, int64_t* out, uint8_t* undefined) {
        for (int64_t i = 0; i < n; ++i) {
          undefined[i] = in[1][i] == 0;
          out[i] = undefined[i] != 0 ? 0 : I(in[0][i], in[1][i], t);
        }
      });
}

template <FloatOp F, DivideInt I>
absl::Status DivideByScalar(OpContext& c) {
  ASSIGN_OR_RETURN(Scalar s, c.ScalarArg(1));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, s));
  if (done) return absl::OkStatus();
  const DType t = c.ResultDType();
  s = s.As(t);
  return Elementwise(
      c, {0},
      [s](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i], s.f);
      },
      [s, t](int64_t n, const auto& in, int64_t* out, uint8_t* undefined) {
        for (int64_t i = 0; i < n; ++i) {
          undefined[i] = s.i == 0;
          out[i] = s.i == 0 ? 0 : I(in[0][i], s.i, t);
        }
      });
}

// One element, brought into the type of the result as CastFirst says.
template <class T>
void LoadAs(const Nd& nd, int64_t at, DType result, T* out) {
  LoadRow(nd.dtype, nd.buffer->bytes.data(), at, 0, 1, out);
  if (const DType as = CastFirst(nd.dtype, result); as != DType::kNone) *out = Cast(*out, as);
}

// part_*: where only one operand is valid its element is taken as it is.
template <FloatOp F, IntOp I>
absl::Status Partial(OpContext& c) {
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* b, c.NdArg(1));
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  ASSIGN_OR_RETURN(const Operand oa, AlignOperand(c, *a, out.shape, out.valid));
  ASSIGN_OR_RETURN(const Operand ob, AlignOperand(c, *b, out.shape, out.valid));
  const PoisonId outside = c.Poison(PoisonKind::kOutsideValid);
  const Dims strides[] = {oa.stride, ob.stride, out.stride};
  const int64_t bases[] = {a->offset, b->offset, out.offset};
  const bool real = IsFloat(out.dtype);
  if (!real && (IsFloat(a->dtype) || IsFloat(b->dtype))) return c.Fail("floating operands of an integer result");
  ForEachRow(out.valid, strides, bases, [&](const RowStep& row) {
    const auto valid_in = [&](const Operand& o) {
      for (size_t i = 0; i < row.position.size(); ++i) {
        if (row.position[i] >= o.valid[i]) return int64_t{0};
      }
      return o.valid.empty() ? int64_t{1} : o.valid.back();
    };
    const int64_t na = valid_in(oa), nb = valid_in(ob);
    for (int64_t i = 0; i < row.n; ++i) {
      const int64_t ia = row.offset[0] + (oa.stride.empty() ? 0 : i * oa.stride.back());
      const int64_t ib = row.offset[1] + (ob.stride.empty() ? 0 : i * ob.stride.back());
      const int64_t io = row.offset[2] + (out.stride.empty() ? 0 : i * out.stride.back());
      const bool has_a = i < na, has_b = i < nb;
      PoisonId reason = has_a ? PoisonAt(*a, ia) : 0;
      if (reason == 0 && has_b) reason = PoisonAt(*b, ib);
      if (!has_a && !has_b) reason = outside;
      if (real) {
        double va = 0, vb = 0;
        if (has_a) LoadAs(*a, ia, out.dtype, &va);
        if (has_b) LoadAs(*b, ib, out.dtype, &vb);
        const double v = has_a && has_b ? F(va, vb) : has_a ? va : vb;
        StoreRow(out, io, 0, 1, &v);
      } else {
        int64_t va = 0, vb = 0;
        if (has_a) LoadAs(*a, ia, out.dtype, &va);
        if (has_b) LoadAs(*b, ib, out.dtype, &vb);
        const int64_t v = has_a && has_b ? I(va, vb, out.dtype) : has_a ? va : vb;
        StoreRow(out, io, 0, 1, &v);
      }
      MarkRow(out, io, 0, 1, &reason, c.stmt);
    }
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// addc, subc: a +/- b + carry.
template <bool kSubtract>
absl::Status WithCarry(OpContext& c) {
  return Elementwise(
      c, {0, 1, 2},
      [t = c.ResultDType()](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) {
          out[i] = RoundFloat(kSubtract ? in[0][i] - in[1][i] : in[0][i] + in[1][i], t) + in[2][i];
        }
      },
      [](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) {
          out[i] = AddInt(kSubtract ? SubInt(in[0][i], in[1][i]) : AddInt(in[0][i], in[1][i]), in[2][i]);
        }
      });
}

template <bool kSubtract>
absl::Status ScalarWithCarry(OpContext& c) {
  ASSIGN_OR_RETURN(Scalar s, c.ScalarArg(1));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, s));
  if (done) return absl::OkStatus();
  const DType t = c.ResultDType();
  s = s.As(t);
  return Elementwise(
      c, {0, 2},
      [s, t](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = RoundFloat(kSubtract ? in[0][i] - s.f : in[0][i] + s.f, t) + in[1][i];
      },
      [s](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) {
          out[i] = AddInt(kSubtract ? SubInt(in[0][i], s.i) : AddInt(in[0][i], s.i), in[1][i]);
        }
      });
}

double PreluF(double x, double slope) { return x > 0 || std::isnan(x) ? x : x * slope; }
int64_t PreluI(int64_t x, int64_t slope, DType) { return x > 0 ? x : MulInt(x, slope); }

}  // namespace

void AddElementwise(EvalTable& t) {
  t.Both("add", Binary<AddF, AddI>);
  t.Both("sub", Binary<SubF, SubI>);
  t.Both("mul", Binary<MulF, MulI>);
  t.Both("div", Divide<DivF, DivInt>);
  t.Both("fmod", Divide<FmodF, ModInt>);
  t.Both("rem", Divide<RemF, RemI>);
  t.Both("maximum", Either<MaxFloat, MaxI>);
  t.Both("minimum", Either<MinFloat, MinI>);
  t.Both("part_add", Partial<AddF, AddI>);
  t.Both("part_mul", Partial<MulF, MulI>);
  t.Both("part_max", Partial<MaxFloat, MaxI>);
  t.Both("part_min", Partial<MinFloat, MinI>);
  t.Both("and", Binary<NoFloat, AndI>);
  t.Both("or", Binary<NoFloat, OrI>);
  t.Both("xor", Binary<NoFloat, XorI>);
  t.Both("shl", Binary<NoFloat, ShlI>);
  t.Both("shr", Binary<NoFloat, ShrI>);
  t.Both("addc", WithCarry<false>);
  t.Both("subc", WithCarry<true>);
  t.Both("prelu", Binary<PreluF, PreluI>);

  t.Both("adds", WithScalar<AddF, AddI>);
  t.Both("subs", WithScalar<SubF, SubI>);
  t.Both("muls", WithScalar<MulF, MulI>);
  t.Both("divs", DivideByScalar<DivF, DivInt>);
  t.Both("fmods", DivideByScalar<FmodF, ModInt>);
  t.Both("rems", DivideByScalar<RemF, RemI>);
  t.Both("maximums", WithScalar<MaxFloat, MaxI>);
  t.Both("minimums", WithScalar<MinFloat, MinI>);
  t.Both("ands", WithScalar<NoFloat, AndI>);
  t.Both("ors", WithScalar<NoFloat, OrI>);
  t.Both("xors", WithScalar<NoFloat, XorI>);
  t.Both("shls", WithScalar<NoFloat, ShlI>);
  t.Both("shrs", WithScalar<NoFloat, ShrI>);
  t.Both("lrelu", WithScalar<PreluF, PreluI>);
  t.Both("addsc", ScalarWithCarry<false>);
  t.Both("subsc", ScalarWithCarry<true>);
}

}  // namespace t2t::eval
