// Calls of functions: matching operands to parameters, extents, storage that the caller leaves out.
#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "ir/eval/frames.h"

namespace t2t::eval {
namespace {

constexpr int kMaxCalls = 200;      // nested function calls

}  // namespace

absl::StatusOr<bool> Machine::PushCall(Thread& thread, StmtId stmt) {
  ExprId next;
  Activation& a = thread.activation();
  ForEachExpr(p_, stmt, [&](ExprId e) {
    if (!p_[e].has_call || next) return;
    ForEachCall(p_, e, [&](ExprId c) {
      if (!next && !p_.CallOf(c).op.valid() && p_.CallOf(c).callee.valid() && !a.calls.contains(c)) next = c;
    });
  });
  if (!next) return false;
  const Call& call = p_.CallOf(next);
  std::vector<RtValue> args;
  for (ExprId e : p_[call.args]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, e, stmt));
    args.push_back(std::move(v));
  }
  const bool submit = p_[next].kind == ExprKind::kSubmit;
  int64_t blocks = 1;
  ExprId predicate;
  if (submit) {
    const Submit& s = p_[call.submit];
    predicate = s.predicate;
    if (s.core_num) {
      ASSIGN_OR_RETURN(blocks, EvalInt(a, s.core_num, stmt));
    }
  }
  if (const Attr* cores = p_.FindAttr(call.attrs, "core_num"); cores != nullptr) {
    if (cores->kind == AttrKind::kInt) blocks = cores->int_value();
    if (cores->kind == AttrKind::kExpr) {
      ASSIGN_OR_RETURN(blocks, EvalInt(a, cores->expr(), stmt));
    }
  }
  if (predicate) {
    ASSIGN_OR_RETURN(const bool holds, EvalCondition(a, predicate, stmt));
    if (!holds) return absl::UnimplementedError("a task whose predicate leaves it out has no results");
  }
  // A Submit may leave outputs to the runtime: they stand in front of the trailing contexts.
  const absl::Span<const ValueId> params = p_.Params(call.callee);
  if (args.size() < params.size() && submit) {
    const OperandsByParameter operands(p_, call);
    std::vector<RtValue> full(params.size());
    for (uint32_t i = 0; i < params.size(); ++i) {
      if (const std::optional<uint32_t> position = operands.PositionOf(i)) full[i] = args[*position];
    }
    for (uint32_t i = 0; i < params.size(); ++i) {
      if (operands.PositionOf(i)) continue;
      ASSIGN_OR_RETURN(full[i], Allocate(call.callee, i, full));
    }
    args = std::move(full);
  }
  if (args.size() != params.size()) {
    return UserError("function '{}' takes {} operands, the call passes {}", p_[p_[call.callee].name], params.size(), args.size());
  }
  RETURN_IF_ERROR(PushFunction(thread, call.callee, std::move(args), next, a.exec, blocks));
  return true;
}

absl::Status Machine::PushFunction(Thread& thread, FuncId function, std::vector<RtValue> args, ExprId call,
                                   ExecState exec, int64_t blocks) {
  const Function& fn = p_[function];
  if (fn.declared_only || fn.inline_text || fn.requires_runtime_binding || !fn.body ||
      p_.FindAttr(fn.attrs, "external_source") != nullptr) {
    return absl::UnimplementedError(fmt::format("function '{}' has no body to run", p_[fn.name]));
  }
  if (++calls_ > kMaxCalls) return absl::ResourceExhaustedError("functions call each other too deeply");
  exec.kernel = IsInCoreLike(fn.type);
  exec.finished = exec.kernel && p_.FindAttr(fn.attrs, "t2t.kernel") == nullptr;
  if (exec.kernel) exec.activation = ++activations_;
  if (const Attr* cores = p_.FindAttr(fn.attrs, "core_num"); cores != nullptr && fn.type == FunctionType::kSpmd) {
    if (cores->kind == AttrKind::kInt) blocks = cores->int_value();
    else if (cores->kind == AttrKind::kExpr && p_.IsConstInt(cores->expr())) blocks = p_[cores->expr()].int_value();
  }
  if (blocks < 1 || blocks > kMaxBlocks) return absl::OutOfRangeError(fmt::format("{} blocks", blocks));
  Frame f;
  f.kind = Frame::Kind::kFunction;
  f.next = p_[fn.body].first;
  f.activation = std::make_shared<Activation>();
  f.activation->function = function;
  if (blocks > 1) {
    exec.block_index = 0;
    exec.block_count = blocks;
  }
  f.activation->exec = exec;
  f.call = call;
  f.blocks = blocks;
  if (blocks > 1) f.args = args;
  RETURN_IF_ERROR(Bind(*f.activation, args));
  thread.frames.push_back(std::move(f));
  return absl::OkStatus();
}

void Machine::FunctionEnded(Thread& thread, RtValue result) {
  Frame& f = thread.top();
  if (++f.block < f.blocks) {
    // The next block starts from the same arguments with its own number.
    auto fresh = std::make_shared<Activation>();
    fresh->function = f.activation->function;
    fresh->exec = f.activation->exec;
    fresh->exec.block_index = f.block;
    f.activation = fresh;
    f.next = p_[p_[fresh->function].body].first;
    std::vector<RtValue> args = f.args;
    if (Bind(*fresh, args).ok()) return;
  }
  const ExprId call = f.call;
  --calls_;
  thread.frames.pop_back();
  if (thread.frames.empty()) {
    thread.result = std::move(result);
    return;
  }
  if (!call) return;
  Activation& a = thread.activation();
  if (p_[call].kind == ExprKind::kSubmit) {
    // Results, then the id of the task; a task without results is its id.
    const RtValue id = RtValue::Of(Scalar::Int(tasks_++, DType::kTaskId));
    std::vector<RtValue> items;
    if (result.kind == RtValue::Kind::kTuple) items = *result.items;
    else if (result.kind != RtValue::Kind::kNone) items.push_back(std::move(result));
    items.push_back(id);
    result = p_.TypeOf(call).kind == TypeKind::kTuple ? RtValue::Tuple(std::move(items)) : id;
  }
  // Extents of the caller's type that have no value here are left as they are.
  if (!Conform(a, result, p_[call].type, "the result of a call").ok()) failed_at_ = StmtId();
  a.calls[call] = std::move(result);
}

// Extents named by parameter types, from what is passed. A bare name takes the extent; everything else is checked later.
absl::Status Machine::BindExtents(FuncId function, const std::vector<RtValue>& args,
                                  absl::flat_hash_map<ValueId, int64_t>* bound) const {
  const absl::Span<const ValueId> params = p_.Params(function);
  for (size_t i = 0; i < params.size() && i < args.size(); ++i) {
    if (args[i].kind == RtValue::Kind::kScalar && !IsFloat(args[i].scalar.dtype)) (*bound)[params[i]] = args[i].scalar.i;
  }
  const auto bind = [&](ExprId e, int64_t value, size_t param, std::string_view what) -> absl::Status {
    if (!e || p_[e].kind != ExprKind::kVar) return absl::OkStatus();
    const auto [it, fresh] = bound->emplace(p_[e].var(), value);
    if (fresh || it->second == value) return absl::OkStatus();
    return UserError("operand {}: {} {} is {} elsewhere and {} here", param, what, p_[p_[p_[e].var()].name], it->second, value);
  };
  for (size_t i = 0; i < params.size() && i < args.size(); ++i) {
    const TypeId type = p_[params[i]].type;
    if (!args[i].IsNd() || !p_[type].IsShaped()) continue;
    const absl::Span<const ExprId> shape = p_.Shape(type);
    if (shape.size() != args[i].nd.rank()) {
      return UserError("operand {} has {} axes, parameter {} has {}", i, args[i].nd.rank(), p_[p_[params[i]].name], shape.size());
    }
    for (size_t k = 0; k < shape.size(); ++k) RETURN_IF_ERROR(bind(shape[k], args[i].nd.shape[k], i, "extent"));
  }
  // Valid extents bind what no physical extent or scalar has bound.
  for (size_t i = 0; i < params.size() && i < args.size(); ++i) {
    const TypeId type = p_[params[i]].type;
    if (!args[i].IsNd() || !p_[type].IsShaped()) continue;
    const absl::Span<const ExprId> valid = p_.ValidShape(type);
    for (size_t k = 0; k < valid.size() && k < args[i].nd.rank(); ++k) {
      if (p_[valid[k]].kind == ExprKind::kVar) bound->emplace(p_[valid[k]].var(), args[i].nd.valid[k]);
    }
  }
  return absl::OkStatus();
}

absl::Status Machine::Bind(Activation& a, std::vector<RtValue>& args) {
  const absl::Span<const ValueId> params = p_.Params(a.function);
  if (params.size() != args.size()) return UserError("function '{}' takes {} operands", p_[p_[a.function].name], params.size());
  absl::flat_hash_map<ValueId, int64_t> bound;
  RETURN_IF_ERROR(BindExtents(a.function, args, &bound));
  for (const auto& [value, extent] : bound) a.values[value] = RtValue::Of(Scalar::Int(extent, DType::kIndex));
  for (size_t i = 0; i < params.size(); ++i) {
    if (args[i].kind == RtValue::Kind::kScalar) a.values[params[i]] = args[i];
  }
  for (size_t i = 0; i < params.size(); ++i) {
    if (args[i].kind == RtValue::Kind::kScalar) continue;
    RETURN_IF_ERROR(Set(a, params[i], std::move(args[i]), p_[p_[params[i]].name]));
  }
  return absl::OkStatus();
}

absl::StatusOr<RtValue> Machine::Allocate(FuncId function, size_t param, const std::vector<RtValue>& args) {
  Activation a;
  a.function = function;
  absl::flat_hash_map<ValueId, int64_t> bound;
  RETURN_IF_ERROR(BindExtents(function, args, &bound));
  for (const auto& [value, extent] : bound) a.values[value] = RtValue::Of(Scalar::Int(extent, DType::kIndex));
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].kind != RtValue::Kind::kNone) a.values[p_.Params(function)[i]] = args[i];
  }
  const ValueId value = p_.Params(function)[param];
  const TypeId type = p_[value].type;
  if (!p_[type].IsShaped()) return UserError("parameter {} is not passed", p_[p_[value].name]);
  Dims shape;
  for (ExprId e : p_.Shape(type)) {
    ASSIGN_OR_RETURN(const int64_t d, Extent(a, e));
    if (d < 0) return absl::OutOfRangeError(fmt::format("extent {} of parameter {}", d, p_[p_[value].name]));
    shape.push_back(d);
  }
  const absl::Span<const ExprId> valid = p_.ValidShape(type);
  for (size_t i = 0; i < valid.size(); ++i) {
    const absl::StatusOr<int64_t> v = Extent(a, valid[i]);
    if (v.ok() && *v > shape[i]) {
      return absl::OutOfRangeError(fmt::format("valid extent {} of parameter {}, which has {}", *v, p_[p_[value].name], shape[i]));
    }
  }
  if (NumElements(shape) > (int64_t{1} << 31)) return absl::ResourceExhaustedError("an output is too large to run");
  Nd nd = NewNd(p_[type].dtype, shape);
  const View view = p_.EffectiveView(type);
  const bool tile = p_[type].IsTile();
  if (!tile && view.layout == TensorLayout::kDN && nd.rank() >= 2) {
    Dims stored = shape;
    std::swap(stored[nd.rank() - 1], stored[nd.rank() - 2]);
    nd.stride = PackedStrides(stored);
    std::swap(nd.stride[nd.rank() - 1], nd.stride[nd.rank() - 2]);
  }
  nd.buffer->gm = !tile;
  nd.buffer->owner = value;
  PoisonAll(*nd.buffer, poison_.Add(PoisonKind::kOutParameter, StmtId(), value));
  if (options_.track_writers) nd.buffer->writer.assign(static_cast<size_t>(nd.buffer->elements), 0);
  RtValue v = tile ? RtValue::Tile(std::move(nd), p_[type].space) : RtValue::Tensor(std::move(nd));
  RETURN_IF_ERROR(Conform(a, v, type, p_[p_[value].name]));
  return v;
}

}  // namespace t2t::eval
