// row_expand* and col_expand*: one column resp. one row against a whole matrix; expands: a scalar everywhere.
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

double Add(double a, double b) { return a + b; }
double Sub(double a, double b) { return a - b; }
double Mul(double a, double b) { return a * b; }
double Div(double a, double b) { return a / b; }
double Take(double, double b) { return b; }
int64_t AddI(int64_t a, int64_t b, DType) { return AddInt(a, b); }
int64_t SubI(int64_t a, int64_t b, DType) { return SubInt(a, b); }
int64_t MulI(int64_t a, int64_t b, DType) { return MulInt(a, b); }
int64_t MaxI(int64_t a, int64_t b, DType t) { return LessInt(b, a, t) ? a : b; }
int64_t MinI(int64_t a, int64_t b, DType t) { return LessInt(a, b, t) ? a : b; }
int64_t TakeI(int64_t, int64_t b, DType) { return b; }
int64_t DivI(int64_t a, int64_t b, DType t) { return DivInt(a, b, t); }

using FloatOp = double (*)(double, double);
using IntOp = int64_t (*)(int64_t, int64_t, DType);

enum class Along : uint8_t { kRows, kColumns };  // which axis the vector has

// The vector as an operand: a column [.., M, 1] (of a wider one only the first column counts) or a row [.., 1, N].
Nd VectorOf(const Nd& nd, Along along) {
  Nd v = nd;
  const size_t axis = along == Along::kRows ? v.rank() - 1 : v.rank() - 2;
  v.shape[axis] = 1;
  v.valid[axis] = std::min<int64_t>(v.valid[axis], 1);
  return v;
}

template <FloatOp F, IntOp I, Along kAlong, bool kDivides, bool kUsesMatrix>
absl::Status Expand(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* matrix, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* given, c.NdArg(1));
  if (given->rank() < 2 || matrix->rank() < 2) return c.Fail("operands need two axes");
  const Nd vector = VectorOf(*given, kAlong);
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  std::vector<Operand> operands;
  ASSIGN_OR_RETURN(Operand v, AlignOperand(c, vector, out.shape, out.valid));
  v.as = CastFirst(vector.dtype, out.dtype);
  operands.push_back(v);
  if (kUsesMatrix) {
    ASSIGN_OR_RETURN(Operand m, AlignOperand(c, *matrix, out.shape, out.valid));
    m.as = CastFirst(matrix->dtype, out.dtype);
    operands.push_back(m);
  }
  if (IsFloat(out.dtype)) {
    RETURN_IF_ERROR(MapRows<double>(c, out, operands, [](int64_t n, const auto& in, double* r, uint8_t*) {
      for (int64_t i = 0; i < n; ++i) r[i] = F(kUsesMatrix ? in[1][i] : 0, in[0][i]);
    }));
  } else {
    const DType t = out.dtype;
    RETURN_IF_ERROR(MapRows<int64_t>(c, out, operands, [t](int64_t n, const auto& in, int64_t* r, uint8_t* undefined) {
      for (int64_t i = 0; i < n; ++i) {
        undefined[i] = kDivides && in[0][i] == 0;
        r[i] = undefined[i] != 0 ? 0 : I(kUsesMatrix ? in[1][i] : 0, in[0][i], t);
      }
    }));
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// expdif: exp(matrix - vector); the difference is rounded to the element type first.
template <Along kAlong>
absl::Status Expdif(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* matrix, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* given, c.NdArg(1));
  if (given->rank() < 2 || matrix->rank() < 2) return c.Fail("operands need two axes");
  const Nd vector = VectorOf(*given, kAlong);
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  if (!IsFloat(out.dtype)) return c.CannotRun("exponentials of {} are not specified", DTypeName(out.dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  ASSIGN_OR_RETURN(Operand m, AlignOperand(c, *matrix, out.shape, out.valid));
  ASSIGN_OR_RETURN(Operand v, AlignOperand(c, vector, out.shape, out.valid));
  m.as = CastFirst(matrix->dtype, out.dtype);
  v.as = CastFirst(vector.dtype, out.dtype);
  const Operand operands[] = {m, v};
  const DType t = out.dtype;
  RETURN_IF_ERROR(MapRows<double>(c, out, operands, [t](int64_t n, const auto& in, double* r, uint8_t*) {
    for (int64_t i = 0; i < n; ++i) r[i] = std::exp(RoundFloat(in[0][i] - in[1][i], t));
  }));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// The scalar wherever the target is valid; the target's own elements are not read.
absl::Status Expands(OpContext& c) {
  ASSIGN_OR_RETURN(Scalar s, c.ScalarArg(1));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, s));
  if (done) return absl::OkStatus();
  s = s.As(c.ResultDType());
  return Elementwise(
      c, {},
      [s](int64_t n, const auto&, double* out, uint8_t*) { std::fill(out, out + n, s.f); },
      [s](int64_t n, const auto&, int64_t* out, uint8_t*) { std::fill(out, out + n, s.i); });
}

}  // namespace

void AddBroadcast(EvalTable& t) {
  constexpr Along kR = Along::kRows, kC = Along::kColumns;
  t.Both("row_expand", Expand<Take, TakeI, kR, false, false>);
  t.Both("row_expand_add", Expand<Add, AddI, kR, false, true>);
  t.Both("row_expand_sub", Expand<Sub, SubI, kR, false, true>);
  t.Both("row_expand_mul", Expand<Mul, MulI, kR, false, true>);
  t.Both("row_expand_div", Expand<Div, DivI, kR, true, true>);
  t.Both("row_expand_max", Expand<MaxFloat, MaxI, kR, false, true>);
  t.Both("row_expand_min", Expand<MinFloat, MinI, kR, false, true>);
  t.Both("row_expand_expdif", Expdif<kR>);
  t.Both("col_expand", Expand<Take, TakeI, kC, false, false>);
  t.Both("col_expand_add", Expand<Add, AddI, kC, false, true>);
  t.Both("col_expand_sub", Expand<Sub, SubI, kC, false, true>);
  t.Both("col_expand_mul", Expand<Mul, MulI, kC, false, true>);
  t.Both("col_expand_div", Expand<Div, DivI, kC, true, true>);
  t.Both("col_expand_max", Expand<MaxFloat, MaxI, kC, false, true>);
  t.Both("col_expand_min", Expand<MinFloat, MinI, kC, false, true>);
  t.Both("col_expand_expdif", Expdif<kC>);
  t.Both("expands", Expands);
}

}  // namespace t2t::eval
