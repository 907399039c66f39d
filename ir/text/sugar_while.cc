// Loops of a hand-written function whose condition has to be computed: counted loops with a `break`, while loops whose
// condition calls something; and the right side of `and` and `or`, which runs only when it counts.
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

std::string_view WhyNotLeft(LoopKind kind) {
  switch (kind) {
    case LoopKind::kPipeline: return "the iterations of pl.pipeline overlap: the next one has begun when this one ends";
    case LoopKind::kUnroll: return "pl.unroll repeats its body a fixed number of times";
    default: return "the iterations of pl.parallel are not run one after the other";
  }
}

}  // namespace

// A branch emitted to `into` that decides one value.
ExprId Parser::Choice(BlockId into, const TwoWays& ways, Span span) {
  Region r;
  r.cond = ways.cond;
  r.body = ways.yes_block;
  r.else_body = ways.no_block;
  p_.Append(r.body, p_.NewYield(p_.MakeList(std::vector<ExprId>{ways.yes}), span));
  p_.Append(r.else_body, p_.NewYield(p_.MakeList(std::vector<ExprId>{ways.no}), span));
  const StrId name = p_.Str(fmt::format("t__phi_v{}", hand_->temporaries++));
  const ValueId result = p_.AddValue(ValueKind::kResult, name, p_[ways.yes].type, func_);
  r.results = p_.MakeList(std::vector<ValueId>{result});
  Emit(into, p_.NewRegion(StmtKind::kIf, r, span));
  return p_.Var(result);
}

// `lhs and RHS`, `lhs or RHS`: the right side is at the current token, and what it calls happens only where Python would
// look at it.
ExprId Parser::Lazily(ExprKind kind, ExprId lhs, absl::FunctionRef<ExprId()> read, Span span) {
  const BlockId around = block_;
  if (around) block_ = p_.NewBlock(func_);
  const ExprId rhs = Operand(read());
  const BlockId own = std::exchange(block_, around);
  if (!rhs || !IsCondition(rhs, span)) return {};
  if (!around || !p_[own].first) return p_.Binary(kind, lhs, rhs, DType::kBool);
  const BlockId other = p_.NewBlock(func_);
  if (kind == ExprKind::kAnd) return Choice(around, {lhs, own, rhs, other, p_.Bool(false)}, span);
  return Choice(around, {lhs, other, p_.Bool(true), own, rhs}, span);
}

bool Parser::IsCondition(ExprId value, Span span) {
  const Type& type = p_.TypeOf(value);
  if (type.kind == TypeKind::kUnknown || (type.IsScalar() && type.dtype == DType::kBool)) return true;
  if (type.IsScalar()) {
    return Error(span, fmt::format("a condition must be BOOL, and this is {}", DTypeName(type.dtype)),
                 "compare it, for example with != 0", "type");
  }
  return Error(span, fmt::format("a condition must be a BOOL scalar, and this is {}", TypeText(p_, p_[value].type)),
               type.IsShaped() ? "choose between elements with pl.cmp and arithmetic, or read one element" : "", "type");
}

// The bounds say that the body runs.
bool Parser::RunsOnce(const Region& r) const {
  if (!p_.IsConstInt(r.start) || !p_.IsConstInt(r.stop) || !p_.IsConstInt(r.step)) return false;
  const int64_t start = p_[r.start].int_value(), stop = p_[r.stop].int_value(), step = p_[r.step].int_value();
  return step > 0 ? start < stop : step < 0 && start > stop;
}

// `for i in pl.range(a, b, s)` that a `break` leaves: a while loop that counts `i` itself. At the colon.
bool Parser::BrokenLoop(BlockId block, const Token& start, const Token& target, const Region& counted, uint32_t outlined) {
  if (counted.loop_kind != LoopKind::kSequential) {
    return Error(From(start), "only pl.range and while loops can be left with 'break'",
                 fmt::format("{}: use pl.range", WhyNotLeft(counted.loop_kind)));
  }
  const int64_t step = p_.IsConstInt(counted.step) ? p_[counted.step].int_value() : 0;
  if (step == 0) return Error(From(start), "a loop that 'break' leaves needs a constant step, and not 0", {}, "type");
  const DType dtype = LoopVarType(counted);
  const StrId name = p_.Str(lex_.Text(target)), counter = p_.Str(fmt::format("{} {}", lex_.Text(target), outlined));
  const size_t mark = Mark();
  ExprId first = LiteralAs(counted.start, dtype);
  if (p_[first].dtype != dtype) first = p_.Unary(ExprKind::kCast, first, dtype);
  BindTo(counter, first);
  Region r;
  r.attrs = counted.attrs;
  OpenCarries(outlined, r, counter);
  const ExprId i = ReadOf(Bound(counter));
  Bind(name, p_[i].var());
  const Span span = From(start);
  r.cond = Combine(step > 0 ? ExprKind::kLt : ExprKind::kGt, i, counted.stop, span);
  if (!r.cond) return false;
  const ExprId flag = ReadOf(Bound(hand_->outline.BreakFlag(outlined)));
  r.cond = p_.Binary(ExprKind::kAnd, r.cond, Inverted(flag), DType::kBool);
  RegionContext context;
  r.body = RegionBody(&context);
  if (!r.body) return false;
  const ExprId next = p_.Binary(ExprKind::kAdd, i, p_.Int(step, dtype), dtype);
  Emit(r.body, p_.NewAssign(DefineVersion(counter, ValueKind::kLocal, p_[next].type, "ssa"), next, span));
  if (CloseCarries(r, mark, span, RunsOnce(counted))) Emit(block, p_.NewRegion(StmtKind::kWhile, r, span));
  return true;
}

// At the condition. One that calls nothing is read in the header of the loop; the value of another one is carried: it is
// computed in front of the loop and at the end of its body.
bool Parser::HandWhile(BlockId block, const Token& start, uint32_t outlined) {
  const Position at_condition = Where();
  const auto condition = [&](BlockId into) {
    const Token first = tok_;
    const BlockId around = std::exchange(block_, into);
    ExprId value = ParseExpr();
    if (into && value) value = Operand(value);
    block_ = around;
    return value && IsCondition(value, From(first)) ? value : ExprId();
  };
  bool calls = CallsInline();
  if (!calls) {
    const ExprId looked_at = condition(BlockId());
    if (!looked_at) return false;
    calls = p_[looked_at].has_call;
    GoTo(at_condition);
  }
  const size_t mark = Mark();
  const StrId going = calls ? p_.Str(fmt::format("while {}", outlined)) : StrId();
  if (calls) {
    const ExprId first = condition(block);
    if (!first) return false;
    BindTo(going, first);
  }
  Region r;
  OpenCarries(outlined, r, going);
  const StrId broken = hand_->outline.BreakFlag(outlined);
  if (calls) {
    r.cond = ReadOf(Bound(going));
  } else {
    r.cond = condition(BlockId());
    if (!r.cond) return false;
    if (broken) {
      const ExprId stays = Inverted(ReadOf(Bound(broken)));
      const bool always = p_[r.cond].kind == ExprKind::kConstBool && p_[r.cond].int_value() != 0;
      r.cond = always ? stays : p_.Binary(ExprKind::kAnd, r.cond, stays, DType::kBool);
    }
  }
  const Span span = From(start);
  RegionContext context;
  r.body = RegionBody(&context);
  if (!r.body) return false;
  if (calls) {
    const Position behind = Where();
    GoTo(at_condition);
    const BlockId into = broken ? p_.NewBlock(func_) : r.body;
    ExprId next = condition(into);
    GoTo(behind);
    if (!next) return true;  // reported; the text went on behind the loop
    if (broken) {  // a broken loop does not look at its condition again
      next = Choice(r.body, {ReadOf(Bound(broken)), p_.NewBlock(func_), p_.Bool(false), into, next}, span);
    }
    const ValueId value = DefineVersion(going, ValueKind::kLocal, p_[next].type, "ssa");
    Emit(r.body, p_.NewAssign(value, next, span));
  }
  if (CloseCarries(r, mark, span)) Emit(block, p_.NewRegion(StmtKind::kWhile, r, span));
  return true;
}

}  // namespace t2t
