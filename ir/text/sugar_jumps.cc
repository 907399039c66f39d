// `break`, `continue` and early returns of a hand-written function, as far as they become branches: see outline.h.
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"

namespace t2t {

// `name` stands for this expression from here on, without a statement.
void Parser::BindTo(StrId name, ExprId expr) {
  const ValueId value = p_.AddValue(ValueKind::kLocal, name, p_[expr].type, func_);
  Bind(name, value);
  hand_->constants.emplace(value, expr);
}

void Parser::SetFlag(StrId flag, bool value) { BindTo(flag, p_.Bool(value)); }

// Behind `break`, `continue` or a return: says why it cannot leave the scope that it stands in.
bool Parser::IsTrapped(const Token& jump) {
  const Outline::Trap trap = hand_->outline.TrapAt(jump.begin);
  if (trap == Outline::Trap::kNone) return false;
  const bool lanes = trap == Outline::Trap::kLanes;
  return !Error(From(jump),
                fmt::format("'{}' cannot leave {}", lex_.Text(jump),
                            lanes ? "pl.spmd or pl.split_aiv: their lanes do not run one after the other"
                                  : "pl.at or pl.cluster: what stands in it becomes a function of its own"),
                lanes ? "put the work under a condition" : "jump in front of the scope or behind it, under the same condition");
}

// At `break` or `continue`.
bool Parser::JumpStmt(BlockId block) {
  const Token start = tok_;
  const bool is_break = AtName("break");
  Advance();
  if (hand_ && IsTrapped(start)) return false;
  if (hand_ && !hand_->outline.IsInLoop(start.begin)) {
    return Error(From(start), fmt::format("'{}' outside of a loop", lex_.Text(start)), "leave a function with 'return'");
  }
  const uint32_t loop = hand_ ? hand_->outline.LoopOfJump(start.begin) : Outline::kNoBlock;
  if (hand_) hand_->left = true;
  if (loop == Outline::kNoBlock) {
    Emit(block, p_.NewJump(is_break ? StmtKind::kBreak : StmtKind::kContinue, From(start)));
    return true;
  }
  if (const StrId flag = is_break ? hand_->outline.BreakFlag(loop) : hand_->outline.ContinueFlag(loop)) SetFlag(flag, true);
  return true;
}

// At a statement behind one that left the block on some path.
void Parser::GuardedRest(BlockId block, const Outline::Guard& guard) {
  Region r;
  const Span span = Here();
  for (StrId flag : guard.flags) {
    const ValueId value = Bound(flag);
    if (!value) continue;
    r.cond = r.cond ? p_.Binary(ExprKind::kOr, r.cond, ReadOf(value), DType::kBool) : ReadOf(value);
  }
  if (!r.cond) return Statements(block, true);  // behind an error
  r.cond = Inverted(r.cond);
  if (!NestBehindJump()) {
    stop_ = true;
    return;
  }
  const size_t mark = Mark();
  const std::vector<StrId> decided = hand_->outline.Decided(guard.block);
  r.body = p_.NewBlock(func_);
  Statements(r.body, true);
  Unnest();
  const BranchEnd yes = EndBranch(decided, mark, span), no = EndBranch(decided, mark, span);
  hand_->left = false;
  if (DecideNames(r, decided, yes, no, span)) Emit(block, p_.NewRegion(StmtKind::kIf, r, span));
}

// Behind a statement that leaves the block on every path.
void Parser::SkipUnreached() {
  if (At(Tok::kDedent) || At(Tok::kEnd)) return;
  ErrorHere("this is never run: the statement in front of it leaves the block", "remove it, or jump under a condition");
  while (!At(Tok::kDedent) && !At(Tok::kEnd)) SkipLine();
}

// A return that does not end the body of a kernel.
bool Parser::StrayReturn(Span span) {
  if (hand_->closed > 0) {
    return Error(span, "a kernel cannot return out of a loop or scope",
                 "assign the value, leave the loop with 'break', and return at the end of the function");
  }
  return Error(span, "a kernel cannot return here: the other branch goes on behind this one",
               "return in front of everything else (if ...: return x), in both branches, or once at the end", "syntax");
}

// Inside of branches that all return, a return is what its branch yields; where nothing follows, a return without values
// is nothing. False: the return stays where it is.
bool Parser::EarlyReturn(absl::Span<const ExprId> values) {
  if (hand_->ifs.empty() || hand_->closed > 0) return false;
  bool returns = true, last = values.empty();
  for (uint32_t block : hand_->ifs) {
    returns &= hand_->outline.Returns(block);
    last &= hand_->outline.IsLast(block);
  }
  if (!returns) return last;
  hand_->returned.emplace(values.begin(), values.end());
  return true;
}

bool Parser::DecideReturns(const BranchEnd& yes, const BranchEnd& no, std::vector<ExprId>& yes_values,
                           std::vector<ExprId>& no_values, std::vector<ValueId>& results, Span span) {
  const std::vector<ExprId>&a = *yes.returned, &b = *no.returned;
  if (a.size() != b.size()) {
    return Error(span, fmt::format("one branch returns {}, the other {}", Counted(a.size(), "value"), b.size()),
                 "a function returns the same number of values everywhere", "type");
  }
  std::vector<ExprId> returned;
  for (size_t i = 0; i < a.size(); ++i) {
    if (p_[a[i]].type != p_[b[i]].type && !FollowsFromError(p_[a[i]].type, p_[b[i]].type)) {
      return Error(span, fmt::format("one branch returns {}, the other {}", TypeText(p_, p_[a[i]].type), TypeText(p_, p_[b[i]].type)),
                   "a function returns the same types everywhere", "type");
    }
    yes_values.push_back(a[i]);
    no_values.push_back(b[i]);
    results.push_back(p_.AddValue(ValueKind::kResult, p_.Str(fmt::format("ret__phi_v{}", hand_->temporaries++)), p_[a[i]].type, func_));
    returned.push_back(p_.Var(results.back()));
  }
  hand_->returned = std::move(returned);
  return true;
}

}  // namespace t2t
