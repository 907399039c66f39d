// Element-wise operators of one operand, and casts. Transcendental functions are those of the C library in double, rounded
// once into the element type: the same value wherever the operator stands, which is what comparing two stages needs.
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

using FloatFn = double (*)(double);
using IntFn = int64_t (*)(int64_t);

template <FloatFn F, IntFn I>
absl::Status Unary(OpContext& c) {
  return Elementwise(
      c, {0},
      [](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i]);
      },
      [](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = I(in[0][i]);
      });
}

// Functions of real numbers: an integer tile keeps its type (types-and-ops 6B.3) and gets the value rounded to an integer.
template <FloatFn F>
absl::Status Real(OpContext& c) {
  const DType t = c.ResultDType();
  return Elementwise(
      c, {0},
      [](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = F(in[0][i]);
      },
      [t](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = SaturateToInt(F(static_cast<double>(in[0][i])), t, Rounding::kRint);
      });
}

double Neg(double x) { return -x; }
int64_t NegI(int64_t x) { return SubInt(0, x); }
double Abs(double x) { return std::fabs(x); }
int64_t AbsI(int64_t x) { return x < 0 ? SubInt(0, x) : x; }
double Relu(double x) { return x > 0 || std::isnan(x) ? x : 0.0; }
int64_t ReluI(int64_t x) { return x > 0 ? x : 0; }
double NotF(double x) { return x; }
int64_t NotI(int64_t x) { return ~x; }
double Exp(double x) { return std::exp(x); }
double Log(double x) { return std::log(x); }
double Sqrt(double x) { return std::sqrt(x); }
double Rsqrt(double x) { return 1.0 / std::sqrt(x); }
double Recip(double x) { return 1.0 / x; }
double Sin(double x) { return std::sin(x); }
double Cos(double x) { return std::cos(x); }

// Float to integer rounds by mode and saturates; integers wrap into narrower integers; into a floating type the mode says
// how to round. Integers of 64 bits go through the nearest double.
absl::Status Cast(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* in, c.NdArg(0));
  const auto mode = static_cast<Rounding>(c.IntKwarg("mode", 0));
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(in->shape, c.p[c.type].dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(in->dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  ASSIGN_OR_RETURN(Operand operand, AlignOperand(c, *in, out.shape, out.valid));
  const absl::Span<const Operand> operands = absl::MakeConstSpan(&operand, 1);
  const DType to = out.dtype;
  if (!IsFloat(in->dtype) && !IsFloat(to)) {
    RETURN_IF_ERROR(MapRows<int64_t>(c, out, operands, [](int64_t n, const auto& a, int64_t* r, uint8_t*) {
      std::copy(a[0], a[0] + n, r);
    }));
  } else if (IsFloat(to)) {
    RETURN_IF_ERROR(MapRows<double>(c, out, operands, [=](int64_t n, const auto& a, double* r, uint8_t*) {
      for (int64_t i = 0; i < n; ++i) r[i] = mode <= Rounding::kRint ? a[0][i] : RoundFloat(a[0][i], to, mode);
    }));
  } else {
    const Dims strides[] = {operand.stride, out.stride};
    const int64_t bases[] = {in->offset, out.offset};
    ForEachRow(out.valid, strides, bases, [&](const RowStep& row) {
      std::vector<double> values(static_cast<size_t>(row.n));
      std::vector<int64_t> ints(static_cast<size_t>(row.n));
      std::vector<PoisonId> reasons(static_cast<size_t>(row.n));
      const int64_t step = operand.stride.empty() ? 0 : operand.stride.back();
      LoadRow(in->dtype, in->buffer->bytes.data(), row.offset[0], step, row.n, values.data());
      for (size_t i = 0; i < values.size(); ++i) ints[i] = SaturateToInt(values[i], to, mode);
      const int64_t out_step = out.stride.empty() ? 1 : out.stride.back();
      StoreRow(out, row.offset[1], out_step, row.n, ints.data());
      const bool any = RowPoison(c, operands, row.position, &row.offset[0], 0, row.n, reasons.data());
      MarkRow(out, row.offset[1], out_step, row.n, any ? reasons.data() : nullptr, c.stmt);
    });
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

}  // namespace

void AddUnary(EvalTable& t) {
  t.Both("neg", Unary<Neg, NegI>);
  t.Both("abs", Unary<Abs, AbsI>);
  t.Both("relu", Unary<Relu, ReluI>);
  t.Both("not", Unary<NotF, NotI>);
  t.Both("exp", Real<Exp>);
  t.Both("log", Real<Log>);
  t.Both("sqrt", Real<Sqrt>);
  t.Both("rsqrt", Real<Rsqrt>);
  t.Both("recip", Real<Recip>);
  t.Both("sin", Real<Sin>);
  t.Both("cos", Real<Cos>);
  t.Both("cast", Cast);
}

}  // namespace t2t::eval
