// Statements: the stack of frames.
#include "ir/eval/machine.h"

#include <algorithm>

#include "ir/core/walk.h"
#include "ir/eval/frames.h"
#include "ir/support/check.h"

namespace t2t::eval {
namespace {

constexpr int kMaxCalls = 200;      // nested function calls
constexpr int64_t kMaxBlocks = 4096;

bool IsGather(const Program& p, StmtId stmt) {
  if (p[stmt].kind != StmtKind::kAssign || !p.IsOpCall(p[stmt].value())) return false;
  const std::string& name = Ops()[p.CallOf(p[stmt].value()).op].name;
  return name == "tensor.aic_gather" || name == "tile.aic_gather";
}

}  // namespace

Machine::Machine(const Program& program, RunOptions options) : p_(program), options_(std::move(options)) {}
Machine::~Machine() = default;

std::string Machine::Place(StmtId stmt) const {
  if (!stmt) return "before the first statement";
  std::string text;
  if (const FuncId f = p_[p_[stmt].block].func) text = fmt::format("function '{}'", p_[p_[f].name]);
  if (p_[stmt].kind == StmtKind::kAssign) text += fmt::format(", statement of {}", p_[p_[p_[stmt].var()].name]);
  if (p_[stmt].span.known()) text += fmt::format(", line {}", p_[stmt].span.line);
  if (p_[stmt].made_by != 0) text += fmt::format(", made by pass {:02}", p_[stmt].made_by);
  return text;
}

absl::StatusOr<RtValue> Machine::Run(FuncId function, std::vector<RtValue> args) {
  Thread thread;
  failed_at_ = StmtId();
  calls_ = 0;
  RETURN_IF_ERROR(PushFunction(thread, function, std::move(args), ExprId(), ExecState(), 1));
  ASSIGN_OR_RETURN(const Progress progress, Advance(thread));
  T2T_CHECK(progress == Progress::kDone);
  return std::move(thread.result);
}

absl::StatusOr<Machine::Progress> Machine::Advance(Thread& thread) {
  while (thread.frames.size() > thread.base) {
    Frame& top = thread.top();
    if (!top.next) {
      RETURN_IF_ERROR(BlockEnded(thread));
      continue;
    }
    const StmtId stmt = top.next;
    if (++steps_ > options_.max_steps) {
      return absl::ResourceExhaustedError(fmt::format("stopped after {} statements", options_.max_steps));
    }
    if (thread.is_lane && IsGather(p_, stmt)) {
      thread.waits = true;
      return Progress::kAtGather;
    }
    if (absl::Status s = Step(thread); !s.ok()) {
      if (!failed_at_) failed_at_ = stmt;
      return s;
    }
  }
  return Progress::kDone;
}

absl::Status Machine::Step(Thread& thread) {
  const StmtId stmt = thread.top().next;
  ASSIGN_OR_RETURN(const bool pushed, PushCall(thread, stmt));
  if (pushed) return absl::OkStatus();
  // What follows may push frames and so move the top: say first where this block goes on.
  thread.top().next = p_[stmt].next;
  const std::shared_ptr<Activation> a = thread.top().activation;
  absl::Status status;
  switch (p_[stmt].kind) {
    case StmtKind::kAssign:
    case StmtKind::kEval: status = Assign(thread, stmt); break;
    case StmtKind::kReturn: status = Return(thread, stmt); break;
    case StmtKind::kYield: status = Yield(thread, stmt); break;
    case StmtKind::kBreak:
    case StmtKind::kContinue: status = Jump(thread, p_[stmt].kind); break;
    case StmtKind::kFor: status = EnterFor(thread, stmt); break;
    case StmtKind::kWhile: status = EnterWhile(thread, stmt); break;
    case StmtKind::kIf: status = EnterIf(thread, stmt); break;
    case StmtKind::kScope: status = EnterScope(thread, stmt); break;
  }
  a->calls.clear();
  return status;
}

absl::Status Machine::Set(Activation& a, ValueId value, RtValue v, std::string_view what) {
  RETURN_IF_ERROR(Conform(a, v, p_[value].type, what));
  a.values[value] = std::move(v);
  return absl::OkStatus();
}

absl::Status Machine::Assign(Thread& thread, StmtId stmt) {
  Activation& a = thread.activation();
  ASSIGN_OR_RETURN(RtValue value, Eval(a, p_[stmt].value(), stmt));
  if (options_.on_value) options_.on_value(stmt, value);
  if (p_[stmt].kind == StmtKind::kEval) return absl::OkStatus();
  a.values[p_[stmt].var()] = std::move(value);
  return absl::OkStatus();
}

absl::Status Machine::Yield(Thread& thread, StmtId stmt) {
  Activation& a = thread.activation();
  std::vector<RtValue> values;
  for (ExprId e : p_[p_[stmt].values()]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, e, stmt));
    values.push_back(std::move(v));
  }
  // A scope between the yield and its loop or branch is looked through.
  for (size_t i = thread.frames.size(); i-- > thread.base;) {
    Frame& f = thread.frames[i];
    if (f.kind == Frame::Kind::kScope || f.kind == Frame::Kind::kSpmdScope) continue;
    f.yielded = std::move(values);
    f.has_yielded = true;
    return absl::OkStatus();
  }
  if (!thread.is_lane) return UserError("a yield outside of loops and branches");
  thread.lane_yield = std::move(values);  // for the loop or branch around the split region
  thread.lane_yielded = true;
  return absl::OkStatus();
}

absl::Status Machine::Return(Thread& thread, StmtId stmt) {
  Activation& a = thread.activation();
  std::vector<RtValue> values;
  const absl::Span<const TypeId> types = p_[p_[a.function].return_types];
  const absl::Span<const ExprId> exprs = p_[p_[stmt].values()];
  for (size_t i = 0; i < exprs.size(); ++i) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, exprs[i], stmt));
    const TypeId type = i < types.size() && types.size() == exprs.size() ? types[i] : p_[exprs[i]].type;
    values.push_back(AsReturned(std::move(v), type, true));
  }
  while (thread.top().kind != Frame::Kind::kFunction) {
    if (thread.frames.size() <= thread.base) return UserError("a return inside of a split region");
    thread.frames.pop_back();
  }
  RtValue result;
  if (values.size() == 1) result = std::move(values[0]);
  if (values.size() > 1) result = RtValue::Tuple(std::move(values));
  FunctionEnded(thread, std::move(result));
  return absl::OkStatus();
}

absl::Status Machine::Jump(Thread& thread, StmtKind kind) {
  while (thread.frames.size() > thread.base) {
    Frame& f = thread.top();
    if (f.kind == Frame::Kind::kFor || f.kind == Frame::Kind::kWhile) {
      f.next = StmtId();
      if (kind == StmtKind::kBreak) {
        std::vector<RtValue> carried = f.has_yielded ? std::move(f.yielded) : std::move(f.carried);
        const StmtId loop = f.stmt;
        const std::shared_ptr<Activation> a = f.activation;
        thread.frames.pop_back();
        return Finish(thread, p_.RegionOf(loop), std::move(carried));
      }
      return absl::OkStatus();
    }
    if (f.kind == Frame::Kind::kFunction) break;
    thread.frames.pop_back();
  }
  return UserError("a jump outside of loops");
}

absl::Status Machine::EnterFor(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  Activation& a = thread.activation();
  Frame f;
  f.kind = Frame::Kind::kFor;
  f.stmt = stmt;
  f.activation = thread.top().activation;
  ASSIGN_OR_RETURN(f.index, EvalInt(a, r.start, stmt));
  ASSIGN_OR_RETURN(f.stop, EvalInt(a, r.stop, stmt));
  ASSIGN_OR_RETURN(f.step, EvalInt(a, r.step, stmt));
  if (f.step == 0) return UserError("the step of the loop is zero");
  for (ExprId e : p_[r.inits]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, e, stmt));
    f.carried.push_back(std::move(v));
  }
  thread.frames.push_back(std::move(f));
  return NextIteration(thread, true);
}

absl::Status Machine::EnterWhile(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  Activation& a = thread.activation();
  Frame f;
  f.kind = Frame::Kind::kWhile;
  f.stmt = stmt;
  f.activation = thread.top().activation;
  for (ExprId e : p_[r.inits]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, e, stmt));
    f.carried.push_back(std::move(v));
  }
  thread.frames.push_back(std::move(f));
  return NextIteration(thread, true);
}

// Starts the next round of the loop on top, or ends it.
absl::Status Machine::NextIteration(Thread& thread, bool first) {
  Frame& f = thread.top();
  const StmtId stmt = f.stmt;
  const Region& r = p_.RegionOf(stmt);
  const std::shared_ptr<Activation> a = f.activation;
  if (!first) {
    if (f.has_yielded) f.carried = std::move(f.yielded);
    f.yielded.clear();
    f.has_yielded = false;
    f.index += f.step;
  }
  const absl::Span<const ValueId> iter_args = p_[r.iter_args];
  if (f.carried.size() != iter_args.size()) {
    return UserError("the loop carries {} values and was given {}", iter_args.size(), f.carried.size());
  }
  for (size_t i = 0; i < iter_args.size(); ++i) {
    RETURN_IF_ERROR(Conform(*a, f.carried[i], p_[iter_args[i]].type, p_[p_[iter_args[i]].name]));
    a->values[iter_args[i]] = f.carried[i];
  }
  bool more = false;
  if (f.kind == Frame::Kind::kFor) {
    more = f.step > 0 ? f.index < f.stop : f.index > f.stop;
    if (more && r.loop_var) a->values[r.loop_var] = RtValue::Of(Scalar::Int(f.index, p_.TypeOf(r.loop_var).dtype));
  } else {
    if (++steps_ > options_.max_steps) {
      return absl::ResourceExhaustedError(fmt::format("stopped after {} statements", options_.max_steps));
    }
    ASSIGN_OR_RETURN(more, EvalCondition(*a, r.cond, stmt));
    a->calls.clear();
  }
  if (more) {
    f.next = p_[r.body].first;
    return absl::OkStatus();
  }
  std::vector<RtValue> carried = std::move(f.carried);
  thread.frames.pop_back();
  return Finish(thread, r, std::move(carried));
}

absl::Status Machine::Finish(Thread& thread, const Region& region, std::vector<RtValue> values) {
  const absl::Span<const ValueId> results = p_[region.results];
  if (results.size() != values.size()) {
    if (results.empty()) return absl::OkStatus();
    return UserError("{} results, {} values for them", results.size(), values.size());
  }
  for (size_t i = 0; i < results.size(); ++i) {
    RETURN_IF_ERROR(Set(thread.activation(), results[i], std::move(values[i]), p_[p_[results[i]].name]));
  }
  return absl::OkStatus();
}

absl::Status Machine::EnterIf(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  ASSIGN_OR_RETURN(const bool holds, EvalCondition(thread.activation(), r.cond, stmt));
  const BlockId block = holds ? r.body : r.else_body;
  if (!block) {
    if (r.results.size != 0) return UserError("the branch gives no values for the results");
    return absl::OkStatus();
  }
  Frame f;
  f.kind = Frame::Kind::kBranch;
  f.stmt = stmt;
  f.next = p_[block].first;
  f.activation = thread.top().activation;
  thread.frames.push_back(std::move(f));
  return absl::OkStatus();
}

absl::Status Machine::EnterScope(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  if (r.scope_kind == ScopeKind::kSplitAiv) return RunSplit(thread, stmt);
  Frame f;
  f.kind = Frame::Kind::kScope;
  f.stmt = stmt;
  f.next = p_[r.body].first;
  f.activation = thread.top().activation;
  if (r.scope_kind == ScopeKind::kSpmd && r.core_num) {
    f.kind = Frame::Kind::kSpmdScope;
    ASSIGN_OR_RETURN(f.stop, EvalInt(*f.activation, r.core_num, stmt));
    if (f.stop < 0 || f.stop > kMaxBlocks) return absl::OutOfRangeError(fmt::format("{} blocks", f.stop));
    if (f.stop == 0) return absl::OkStatus();
    f.activation->exec.block_index = 0;
    f.activation->exec.block_count = f.stop;
  }
  if (r.loop_var) f.activation->values[r.loop_var] = RtValue::Of(Scalar::Int(0, p_.TypeOf(r.loop_var).dtype));
  thread.frames.push_back(std::move(f));
  return absl::OkStatus();
}

// Every lane has its own variables. They run until each has ended or stands at the same aic_gather, which joins them.
absl::Status Machine::RunSplit(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  constexpr size_t kLanes = 2;
  std::vector<Thread> lanes(kLanes);
  std::shared_ptr<Activation> first_lane;
  for (size_t i = 0; i < kLanes; ++i) {
    Frame f;
    f.kind = Frame::Kind::kScope;
    f.stmt = stmt;
    f.next = p_[r.body].first;
    f.activation = std::make_shared<Activation>(thread.activation());
    f.activation->exec.lane = static_cast<int64_t>(i);
    f.activation->exec.in_split = true;
    if (r.loop_var) {
      f.activation->values[r.loop_var] = RtValue::Of(Scalar::Int(static_cast<int64_t>(i), p_.TypeOf(r.loop_var).dtype));
    }
    if (i == 0) first_lane = f.activation;
    lanes[i].frames.push_back(std::move(f));
    lanes[i].is_lane = true;
  }
  while (true) {
    size_t done = 0;
    for (Thread& lane : lanes) {
      if (lane.frames.empty()) {
        ++done;
        continue;
      }
      ASSIGN_OR_RETURN(const Progress progress, Advance(lane));
      if (progress == Progress::kDone) ++done;
    }
    if (done == kLanes) break;
    if (done != 0) return UserError("one lane waits at an aic_gather that the other does not reach");
    const StmtId gather = lanes[0].top().next;
    for (const Thread& lane : lanes) {
      if (lane.frames.back().next != gather) return UserError("the lanes wait at different aic_gathers");
    }
    const ExprId expr = p_[gather].value();
    std::vector<RtValue> halves;
    for (Thread& lane : lanes) {
      ASSIGN_OR_RETURN(RtValue v, Eval(lane.activation(), p_.Args(expr)[0], gather));
      halves.push_back(std::move(v));
    }
    Activation& a = lanes[0].activation();
    const auto extent = [&](ExprId e) { return Extent(a, e); };
    OpContext c{p_,    Ops()[p_.CallOf(expr).op], p_.CallOf(expr), p_.Args(expr), halves, p_[expr].type, gather, a.exec,
                poison_, extent,                    {}};
    if (absl::Status s = Evaluators()[p_.CallOf(expr).op].run(c); !s.ok()) {
      failed_at_ = gather;
      return s;
    }
    for (Thread& lane : lanes) {
      lane.activation().values[p_[gather].var()] = c.result;
      lane.top().next = p_[gather].next;
      lane.waits = false;
    }
  }
  // Behind the region the variables of the first lane stand for those of all; only joined values are used there.
  Activation& a = thread.activation();
  const ExecState exec = a.exec;
  a.values = std::move(first_lane->values);
  a.exec = exec;
  if (!lanes[0].lane_yielded) return absl::OkStatus();
  for (size_t i = thread.frames.size(); i-- > thread.base;) {
    Frame& f = thread.frames[i];
    if (f.kind == Frame::Kind::kScope || f.kind == Frame::Kind::kSpmdScope) continue;
    f.yielded = std::move(lanes[0].lane_yield);
    f.has_yielded = true;
    return absl::OkStatus();
  }
  return UserError("a yield outside of loops and branches");
}

absl::Status Machine::BlockEnded(Thread& thread) {
  Frame& f = thread.top();
  switch (f.kind) {
    case Frame::Kind::kFunction: FunctionEnded(thread, {}); return absl::OkStatus();
    case Frame::Kind::kFor:
    case Frame::Kind::kWhile: {
      const StmtId stmt = f.stmt;
      absl::Status s = NextIteration(thread, false);
      if (!s.ok() && !failed_at_) failed_at_ = stmt;
      return s;
    }
    case Frame::Kind::kScope: thread.frames.pop_back(); return absl::OkStatus();
    case Frame::Kind::kSpmdScope: {
      const Region& r = p_.RegionOf(f.stmt);
      if (++f.index < f.stop) {
        f.activation->exec.block_index = f.index;
        if (r.loop_var) f.activation->values[r.loop_var] = RtValue::Of(Scalar::Int(f.index, p_.TypeOf(r.loop_var).dtype));
        f.next = p_[r.body].first;
        return absl::OkStatus();
      }
      f.activation->exec.block_index = 0;
      f.activation->exec.block_count = 1;
      thread.frames.pop_back();
      return absl::OkStatus();
    }
    case Frame::Kind::kBranch: {
      const Region& r = p_.RegionOf(f.stmt);
      const StmtId stmt = f.stmt;
      std::vector<RtValue> values = std::move(f.yielded);
      thread.frames.pop_back();
      absl::Status s = Finish(thread, r, std::move(values));
      if (!s.ok() && !failed_at_) failed_at_ = stmt;
      return s;
    }
  }
  return absl::OkStatus();
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

}  // namespace t2t::eval
