// Statements: the stack of frames.
#include "ir/eval/machine.h"

#include <algorithm>

#include "ir/core/walk.h"
#include "ir/eval/frames.h"
#include "ir/support/check.h"

namespace t2t::eval {
namespace {

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

absl::Status Machine::TooManySteps() const {
  return absl::ResourceExhaustedError(fmt::format("stopped after {} statements", options_.max_steps));
}

absl::StatusOr<Machine::Progress> Machine::Advance(Thread& thread) {
  while (thread.frames.size() > thread.base) {
    Frame& top = thread.top();
    if (!top.next) {
      RETURN_IF_ERROR(BlockEnded(thread));
      continue;
    }
    const StmtId stmt = top.next;
    if (++steps_ > options_.max_steps) return TooManySteps();
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

}  // namespace t2t::eval
