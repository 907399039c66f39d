// Loops, branches and scopes: entering them, what their blocks yield, leaving them.
#include <limits>

#include "ir/core/walk.h"
#include "ir/eval/frames.h"

namespace t2t::eval {

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
    const absl::Span<const ValueId> targets = p_[p_.RegionOf(f.stmt).results];
    for (size_t k = 0; k < values.size() && k < targets.size(); ++k) {
      values[k] = HandedOn(a, targets[k], std::move(values[k]), stmt);
    }
    f.yielded = std::move(values);
    f.has_yielded = true;
    return absl::OkStatus();
  }
  if (!thread.is_lane) return UserError("a yield outside of loops and branches");
  thread.lane_yield = std::move(values);  // for the loop or branch around the split region
  thread.lane_yielded = true;
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

absl::Status Machine::Seed(Activation& a, StmtId loop, Frame& f) {
  const Region& r = p_.RegionOf(loop);
  const absl::Span<const ValueId> carries = p_[r.iter_args];
  for (ExprId e : p_[r.inits]) {
    ASSIGN_OR_RETURN(RtValue v, Eval(a, e, loop));
    const size_t i = f.carried.size();
    f.carried.push_back(i < carries.size() ? HandedOn(a, carries[i], std::move(v), loop) : std::move(v));
  }
  return absl::OkStatus();
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
  RETURN_IF_ERROR(Seed(a, stmt, f));
  thread.frames.push_back(std::move(f));
  return NextIteration(thread, true);
}

absl::Status Machine::EnterWhile(Thread& thread, StmtId stmt) {
  Activation& a = thread.activation();
  Frame f;
  f.kind = Frame::Kind::kWhile;
  f.stmt = stmt;
  f.activation = thread.top().activation;
  RETURN_IF_ERROR(Seed(a, stmt, f));
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
    // A counter that would leave its type is behind every bound, and stays there.
    if (__builtin_add_overflow(f.index, f.step, &f.index)) {
      f.index = f.step > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
    }
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
    if (more && !p_[r.body].first && ++steps_ > options_.max_steps) return TooManySteps();  // nothing else counts it
    if (more && r.loop_var) a->values[r.loop_var] = RtValue::Of(Scalar::Int(f.index, p_.TypeOf(r.loop_var).dtype));
  } else {
    if (++steps_ > options_.max_steps) return TooManySteps();
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

}  // namespace t2t::eval
