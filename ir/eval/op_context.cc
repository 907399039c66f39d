#include "ir/eval/op_context.h"

#include "ir/core/show.h"
#include "ir/support/check.h"

namespace t2t::eval {

std::string PoisonText(const Program& p, const PoisonReason& reason) {
  std::string_view what;
  switch (reason.kind) {
    case PoisonKind::kNeverWritten: what = "never written"; break;
    case PoisonKind::kOutParameter: what = "an Out parameter that was not stored to"; break;
    case PoisonKind::kOutsideValid: what = "outside a valid region"; break;
    case PoisonKind::kUndefined: what = "left undefined by the operator"; break;
    case PoisonKind::kPredicate: what = "result of a task that its predicate left out"; break;
  }
  std::string text(what);
  if (reason.value) text += fmt::format(", {}", p[p[reason.value].name]);
  if (reason.stmt) {
    const Stmt& s = p[reason.stmt];
    if (s.kind == StmtKind::kAssign) text += fmt::format(", made by {}", p[p[s.var()].name]);
    if (s.span.known()) text += fmt::format(" at line {}", s.span.line);
  }
  return text;
}

absl::StatusOr<const Nd*> OpContext::NdArg(size_t i) const {
  if (!Has(i) || !args[i].IsNd()) return Fail("operand {} holds no elements", i);
  return &args[i].nd;
}

absl::StatusOr<Scalar> OpContext::ScalarArg(size_t i) const {
  if (!IsScalar(i)) return Fail("operand {} is no scalar", i);
  return args[i].scalar;
}

std::string OpContext::Explain(PoisonId id) const { return PoisonText(p, poison[id]); }

absl::Status OpContext::CheckNumber(const Scalar& s, std::string_view what) const {
  if (s.poison == 0) return absl::OkStatus();
  return Fail("{} holds no number: {}", what, Explain(s.poison));
}

absl::StatusOr<int64_t> OpContext::IntArg(size_t i) const {
  ASSIGN_OR_RETURN(const Scalar s, ScalarArg(i));
  RETURN_IF_ERROR(CheckNumber(s, fmt::format("operand {}", i)));
  if (IsFloat(s.dtype)) return Fail("operand {} is no integer", i);
  return s.i;
}

absl::StatusOr<Dims> OpContext::IntsArg(size_t i) const {
  if (!Has(i) || args[i].kind != RtValue::Kind::kTuple) return Fail("operand {} is no list", i);
  Dims ints;
  for (const RtValue& v : *args[i].items) {
    if (v.kind != RtValue::Kind::kScalar || IsFloat(v.scalar.dtype)) return Fail("operand {} is no list of integers", i);
    RETURN_IF_ERROR(CheckNumber(v.scalar, fmt::format("element {} of operand {}", ints.size(), i)));
    ints.push_back(v.scalar.i);
  }
  return ints;
}

int64_t OpContext::IntKwarg(std::string_view key, int64_t fallback) const {
  const Attr* attr = Kwarg(key);
  if (attr == nullptr) return fallback;
  return attr->kind == AttrKind::kInt ? attr->int_value() : static_cast<int64_t>(attr->a);
}

bool OpContext::BoolKwarg(std::string_view key, bool fallback) const {
  const Attr* attr = Kwarg(key);
  return attr == nullptr ? fallback : attr->a != 0;
}

absl::Status OpContext::DimsOf(TypeId t, Dims* shape, Dims* valid) const {
  shape->clear();
  valid->clear();
  for (ExprId e : p.Shape(t)) {
    ASSIGN_OR_RETURN(const int64_t d, extent(e));
    shape->push_back(d);
  }
  for (ExprId e : p.ValidShape(t)) {
    ASSIGN_OR_RETURN(const int64_t d, extent(e));
    valid->push_back(d);
  }
  for (size_t i = 0; i < shape->size(); ++i) {
    if ((*shape)[i] < 0) return OutOfRange("extent {} of the result is {}", i, (*shape)[i]);
    // A valid extent may be computed as "what is left", which ends below zero behind the end.
    (*valid)[i] = std::max<int64_t>((*valid)[i], 0);
    if ((*valid)[i] > (*shape)[i]) {
      return OutOfRange("valid extent {} of the result is {}, more than its extent {}", i, (*valid)[i], (*shape)[i]);
    }
  }
  return absl::OkStatus();
}

DType OpContext::ResultDType() const {
  const DType declared = p[type].dtype;
  DType wider = declared;
  for (size_t i = 0; i < args.size() && i < arg_exprs.size(); ++i) {
    if (!args[i].IsNd() || !p.TypeOf(arg_exprs[i]).IsShaped()) continue;
    const DType said = p.TypeOf(arg_exprs[i]).dtype, is = args[i].nd.dtype;
    if (is != said && said == declared) wider = is;
  }
  return wider;
}

absl::StatusOr<Nd> OpContext::NewResult(TypeId t, DType dtype) {
  Dims shape, valid;
  RETURN_IF_ERROR(DimsOf(t, &shape, &valid));
  const int64_t elements = NumElements(shape);
  if (elements > (int64_t{1} << 31)) {
    return absl::ResourceExhaustedError(fmt::format("{}: a result of {} elements is too large to run", op.name, elements));
  }
  Nd nd = NewNd(dtype, shape);
  nd.valid = valid;
  if (!nd.FullyValid()) PoisonOutside(nd, valid, Poison(PoisonKind::kOutsideValid));
  return nd;
}

absl::Status OpContext::NeedExtents(const Nd& nd, absl::Span<const int64_t> computed) const {
  if (nd.rank() != computed.size()) return Fail("the result has {} axes, its type says {}", computed.size(), nd.rank());
  for (size_t i = 0; i < computed.size(); ++i) {
    if (nd.shape[i] != computed[i]) {
      return Fail("axis {} of the result has extent {}, its type says {}", i, computed[i], nd.shape[i]);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Nd> OpContext::NewResultOf(absl::Span<const int64_t> computed, DType dtype) {
  ASSIGN_OR_RETURN(Nd nd, NewResult(type, dtype));
  RETURN_IF_ERROR(NeedExtents(nd, computed));
  return nd;
}

RtValue OpContext::Wrap(Nd nd, TypeId t) const {
  const Type& type_of = p[t];
  if (type_of.IsTile()) return RtValue::Tile(std::move(nd), type_of.space);
  return RtValue::Tensor(std::move(nd));
}

absl::Status OpContext::SetAlias(Nd nd) {
  Dims shape, valid;
  RETURN_IF_ERROR(DimsOf(type, &shape, &valid));
  const Dims computed = nd.shape;
  nd.shape = shape;
  RETURN_IF_ERROR(NeedExtents(nd, computed));
  nd.valid = valid;
  RETURN_IF_ERROR(CheckInside(nd, valid));
  SetResult(std::move(nd));
  return absl::OkStatus();
}

absl::Status OpContext::NeedArithmetic(DType dtype) const {
  if (HasArithmetic(dtype)) return absl::OkStatus();
  return CannotRun("no encoding of {} is specified, so nothing can be computed in it", DTypeName(dtype));
}

void EvalTable::Add(std::string_view op, EvalFn run) {
  const OpId id = Ops().Find(op);
  T2T_CHECK(id.valid());
  T2T_CHECK(entries_[id.index()].run == nullptr);
  entries_[id.index()].run = run;
}

void EvalTable::Both(std::string_view suffix, EvalFn run) {
  for (const char* prefix : {"tensor.", "tile."}) {
    const std::string name = prefix + std::string(suffix);
    if (Ops().Find(name).valid()) Add(name, run);
  }
}

void EvalTable::Cannot(std::string_view op, std::string_view reason) {
  const OpId id = Ops().Find(op);
  T2T_CHECK(id.valid());
  entries_[id.index()].cannot = reason;
}

}  // namespace t2t::eval
