// Expressions: scalars, tuples, operator calls, extents in types.
#include <algorithm>

#include "ir/core/show.h"
#include "ir/eval/frames.h"
#include "ir/eval/hardware_rules.h"
#include "ir/eval/scalar_ops.h"

namespace t2t::eval {
namespace {

constexpr int kMaxDepth = 2000;  // of one expression

// Is the tensor result of this operator data of its own? tensor.view names the memory of its operand.
bool ComputesTensor(OpId op) {
  static const OpId view = Ops().Find("tensor.view");
  return Ops()[op].category == OpCategory::kTensor && op != view;
}

}  // namespace

absl::StatusOr<RtValue> Machine::Eval(Activation& a, ExprId expr, StmtId stmt, int depth) {
  const Expr& e = p_[expr];
  if (depth > kMaxDepth) return absl::ResourceExhaustedError("an expression is nested too deeply to run");
  switch (e.kind) {
    case ExprKind::kConstInt: return RtValue::Of(IsFloat(e.dtype) ? Scalar::Float(static_cast<double>(e.int_value()), e.dtype) : Scalar::Int(e.int_value(), e.dtype));
    case ExprKind::kConstFloat: return RtValue::Of(Scalar::Float(p_.FloatValue(expr), e.dtype));
    case ExprKind::kConstBool: return RtValue::Of(Scalar::Bool(e.a != 0));
    case ExprKind::kVar: {
      if (auto it = a.values.find(e.var()); it != a.values.end()) return it->second;
      if (auto it = symbols_.find(e.var()); it != symbols_.end()) {
        return RtValue::Of(Scalar::Int(it->second, DType::kIndex));
      }
      return absl::NotFoundError(fmt::format("{} has no value here", p_[p_[e.var()].name]));
    }
    case ExprKind::kTuple: {
      std::vector<RtValue> items;
      for (ExprId x : p_.Elements(expr)) {
        ASSIGN_OR_RETURN(RtValue v, Eval(a, x, stmt, depth + 1));
        items.push_back(std::move(v));
      }
      return RtValue::Tuple(std::move(items));
    }
    case ExprKind::kTupleGet: {
      ASSIGN_OR_RETURN(const RtValue tuple, Eval(a, e.tuple(), stmt, depth + 1));
      // The results of a call of one result with a task id, or of one result alone, are the value itself.
      if (tuple.kind != RtValue::Kind::kTuple) {
        if (e.tuple_index() == 0) return tuple;
        return UserError("element {} of something that is no tuple", e.tuple_index());
      }
      if (e.tuple_index() >= tuple.items->size()) return UserError("element {} of a tuple of {}", e.tuple_index(), tuple.items->size());
      return (*tuple.items)[e.tuple_index()];
    }
    case ExprKind::kSubmit:
    case ExprKind::kCall: {
      if (auto it = a.calls.find(expr); it != a.calls.end()) return it->second;
      if (p_.CallOf(expr).op.valid()) return EvalOp(a, expr, stmt, depth);
      return UserError("a call in a place where calls cannot run");
    }
    default: break;
  }
  if (IsUnary(e.kind)) {
    ASSIGN_OR_RETURN(const RtValue v, Eval(a, e.operand(), stmt, depth + 1));
    if (v.kind != RtValue::Kind::kScalar) return UserError("arithmetic on something that is no scalar");
    return RtValue::Of(UnaryScalar(e.kind, v.scalar, e.dtype));
  }
  ASSIGN_OR_RETURN(const RtValue x, Eval(a, e.lhs(), stmt, depth + 1));
  ASSIGN_OR_RETURN(const RtValue y, Eval(a, e.rhs(), stmt, depth + 1));
  if (x.kind != RtValue::Kind::kScalar || y.kind != RtValue::Kind::kScalar) {
    return UserError("arithmetic on something that is no scalar");
  }
  ASSIGN_OR_RETURN(const Scalar s, BinaryScalar(e.kind, x.scalar, y.scalar, e.dtype));
  return RtValue::Of(s);
}

absl::StatusOr<RtValue> Machine::EvalOp(Activation& a, ExprId expr, StmtId stmt, int depth) {
  const Call& call = p_.CallOf(expr);
  const EvalEntry& entry = Evaluators()[call.op];
  const OpDef& op = Ops()[call.op];
  if (entry.run == nullptr) return absl::UnimplementedError(fmt::format("{}: {}", op.name, entry.cannot));
  std::vector<RtValue> args;
  for (ExprId x : p_[call.args]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, x, stmt, depth + 1));
    args.push_back(std::move(v));
  }
  const auto extent = [&](ExprId e) { return Extent(a, e); };
  OpContext c{p_, op, call, p_[call.args], args, p_[expr].type, stmt, a.exec, poison_, extent, {}};
  RETURN_IF_ERROR(CheckTileOperands(c, options_.strict_spaces, options_.judge_pitch));
  RETURN_IF_ERROR(entry.run(c));
  // No operator should come here: each compares its extents with the type. None writes past its result all the same.
  const auto overrun = [](const RtValue& v) { return v.IsNd() && v.nd.buffer->overrun; };
  if (overrun(c.result) || (c.result.items && std::any_of(c.result.items->begin(), c.result.items->end(), overrun))) {
    return UserError("{}: the result is larger than its type says", op.name);
  }
  RETURN_IF_ERROR(CheckStoreChannel(c));
  if (c.result.IsNd()) {
    work_ += NumElements(c.result.nd.shape);
    if (work_ > options_.max_work) {
      return absl::ResourceExhaustedError(fmt::format("stopped after {} elements", options_.max_work));
    }
    if (options_.track_writers && c.result.nd.buffer->writer.empty()) {
      c.result.nd.buffer->writer.assign(static_cast<size_t>(c.result.nd.buffer->elements), stmt.index() + 1);
    }
  }
  return std::move(c.result);
}

absl::StatusOr<int64_t> Machine::EvalInt(Activation& a, ExprId expr, StmtId stmt) {
  ASSIGN_OR_RETURN(const RtValue v, Eval(a, expr, stmt));
  if (v.kind != RtValue::Kind::kScalar || IsFloat(v.scalar.dtype)) return UserError("an integer was expected");
  if (v.scalar.poison != 0) return UserError("{} holds no number: {}", ExprText(p_, expr), PoisonText(p_, poison_[v.scalar.poison]));
  return v.scalar.i;
}

absl::StatusOr<bool> Machine::EvalCondition(Activation& a, ExprId expr, StmtId stmt) {
  ASSIGN_OR_RETURN(const RtValue v, Eval(a, expr, stmt));
  if (v.kind != RtValue::Kind::kScalar) return UserError("a condition was expected");
  if (v.scalar.poison != 0) {
    return UserError("the condition holds no number: {}", PoisonText(p_, poison_[v.scalar.poison]));
  }
  return v.scalar.AsDouble() != 0;
}

absl::StatusOr<int64_t> Machine::Extent(Activation& a, ExprId expr) {
  if (p_.IsConstInt(expr)) return p_[expr].int_value();
  return EvalInt(a, expr, StmtId());
}

absl::Status Machine::Conform(Activation& a, RtValue& value, TypeId type, std::string_view what) {
  const Type& t = p_[type];
  if (t.kind == TypeKind::kTuple && value.kind == RtValue::Kind::kTuple) {
    const absl::Span<const TypeId> types = p_[t.elements];
    if (types.size() != value.items->size()) return absl::OkStatus();
    std::vector<RtValue> items = *value.items;
    for (size_t i = 0; i < items.size(); ++i) RETURN_IF_ERROR(Conform(a, items[i], types[i], what));
    value = RtValue::Tuple(std::move(items));
    return absl::OkStatus();
  }
  if (!value.IsNd() || !t.IsShaped()) return absl::OkStatus();
  Nd& nd = value.nd;
  const absl::Span<const ExprId> shape = p_.Shape(type), valid = p_.ValidShape(type);
  if (shape.size() != nd.rank()) return UserError("{} has {} axes, its type {}", what, nd.rank(), shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    const absl::StatusOr<int64_t> d = Extent(a, shape[i]);
    if (!d.ok()) continue;  // named by something that has no value here
    if (*d != nd.shape[i]) return UserError("{}: axis {} has extent {}, its type says {}", what, i, nd.shape[i], *d);
    const absl::StatusOr<int64_t> v = Extent(a, valid[i]);
    if (v.ok()) nd.valid[i] = std::clamp<int64_t>(*v, 0, nd.shape[i]);
  }
  if (t.IsTile()) {
    value.kind = RtValue::Kind::kTile;
    value.space = t.space;
  } else if (value.kind == RtValue::Kind::kTile) {
    value.kind = RtValue::Kind::kTensor;
  }
  return absl::OkStatus();
}

// A carry that a loop of a kernel computes anew is data, and so is a branch result that one branch computes; only values that
// are threaded through writes alone go on naming GM (lowering j.5). Nothing else could be lowered: a tile is data.
RtValue Machine::HandedOn(const Activation& a, ValueId target, RtValue value, StmtId stmt) {
  if (!a.exec.kernel || !value.IsNd() || !value.nd.buffer->gm) return value;
  if (!computed_) {
    std::vector<FuncId> kernels;
    for (uint32_t i = 0; i < p_.num_functions(); ++i) {
      if (p_[FuncId(i)].body && IsInCoreLike(p_[FuncId(i)].type)) kernels.push_back(FuncId(i));
    }
    computed_.emplace(p_, kernels, ComputesTensor);
  }
  if (!computed_->Has(target)) return value;
  value.nd = PackedCopy(value.nd, poison_.Add(PoisonKind::kOutsideValid, stmt));
  return value;
}

// What leaves a function: an on-chip value that is wider than its type is rounded, as the store that lowering adds does.
RtValue Machine::AsReturned(RtValue value, TypeId type, bool to_host) {
  const Type& t = p_[type];
  if (value.kind == RtValue::Kind::kTuple && t.kind == TypeKind::kTuple && p_[t.elements].size() == value.items->size()) {
    std::vector<RtValue> items;
    for (size_t i = 0; i < value.items->size(); ++i) items.push_back(AsReturned((*value.items)[i], p_[t.elements][i], to_host));
    return RtValue::Tuple(std::move(items));
  }
  if (!value.IsNd() || !t.IsTensorLike()) return value;
  Nd& nd = value.nd;
  if (nd.dtype != t.dtype && !nd.buffer->gm && HasArithmetic(nd.dtype) && HasArithmetic(t.dtype)) {
    Nd packed = PackedCopy(nd, poison_.Add(PoisonKind::kOutsideValid, StmtId()));
    Nd out = NewNd(t.dtype, nd.shape);
    out.valid = nd.valid;
    const int64_t n = NumElements(nd.shape);
    if (IsFloat(t.dtype) || IsFloat(nd.dtype)) {
      std::vector<double> row(static_cast<size_t>(n));
      LoadRow(packed.dtype, packed.buffer->bytes.data(), 0, 1, n, row.data());
      StoreRow(out, 0, 1, n, row.data());
    } else {
      std::vector<int64_t> row(static_cast<size_t>(n));
      LoadRow(packed.dtype, packed.buffer->bytes.data(), 0, 1, n, row.data());
      StoreRow(out, 0, 1, n, row.data());
    }
    out.buffer->poison = packed.buffer->poison;
    nd = std::move(out);
  }
  if (to_host) nd.buffer->gm = true;
  return value;
}

}  // namespace t2t::eval
