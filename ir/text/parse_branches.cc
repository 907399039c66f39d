// Branches and yields (text-format 4.4, 4.6).
#include <utility>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

ExprKind Opposite(ExprKind comparison) {
  switch (comparison) {
    case ExprKind::kEq: return ExprKind::kNe;
    case ExprKind::kNe: return ExprKind::kEq;
    case ExprKind::kLt: return ExprKind::kGe;
    case ExprKind::kGe: return ExprKind::kLt;
    case ExprKind::kGt: return ExprKind::kLe;
    default: return ExprKind::kGt;
  }
}

}  // namespace

bool Parser::YieldStmt(BlockId block, const Token& start) {
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return false;
  std::vector<ExprId> values;
  if (!ParseArgs(Tok::kRParen, values)) return false;
  for (ExprId& value : values) value = Operand(value);
  if (!regions_.empty() && regions_.back()->value_types.empty()) {
    for (ExprId v : values) regions_.back()->value_types.push_back(p_[v].type);
  }
  Emit(block, p_.NewYield(p_.MakeList(values), From(start)));
  return true;
}

bool Parser::NamedYield(BlockId block, const Token& start, std::vector<Token> names, TypeId type) {
  if (!YieldStmt(block, start)) return false;
  if (regions_.empty()) {
    return Error(From(start), "a yield names results only inside a loop or branch", "write return to leave the function");
  }
  RegionContext& region = *regions_.back();
  region.named = true;
  region.types.assign(names.size(), TypeId());
  region.types[0] = type;
  region.names = std::move(names);
  return true;
}

bool Parser::IfStmt(BlockId block) { return IfParts(block, tok_); }

// At `if` or `elif`.
bool Parser::IfParts(BlockId block, const Token start) {
  block_ = block;
  const uint32_t outlined = ImplicitBlock(start);
  Advance();
  Region r;
  const Token condition = tok_;
  r.cond = Operand(ParseExpr());
  if (!r.cond || (hand_ && !IsCondition(r.cond, From(condition)))) return false;
  const Span span = From(start);
  const size_t mark = Mark();
  const bool implicit = outlined != Outline::kNoBlock;
  const std::vector<StrId> decided = implicit ? hand_->outline.Decided(outlined) : std::vector<StrId>();
  if (implicit) hand_->ifs.push_back(outlined);
  if (hand_ && !implicit) ++hand_->closed;
  RegionContext then_context, else_context;
  r.body = RegionBody(&then_context);
  const bool yes_left = hand_ && hand_->left;
  const BranchEnd yes = EndBranch(decided, mark, span);
  bool ok = r.body.valid();
  ok = ok && ElseParts(r, else_context, implicit && hand_->outline.Joins(outlined));
  const bool no_left = hand_ && hand_->left;
  const BranchEnd no = EndBranch(decided, mark, span);
  if (implicit) hand_->ifs.pop_back();
  if (hand_ && !implicit) --hand_->closed;
  if (!ok) return false;
  if (hand_) hand_->left = yes_left && no_left;
  if (!DecideNames(r, decided, yes, no, span)) return true;
  if (!IfResults(r, then_context, else_context, span)) return true;  // reported; the text went on behind the block
  if (implicit) PutFirst(r);
  const StmtId region = Emit(block, p_.NewRegion(StmtKind::kIf, r, span));
  if (hand_ && hand_->returned && hand_->ifs.empty()) {
    EndReturn(block, *std::exchange(hand_->returned, std::nullopt), span);
    emitted_ = region;
  }
  return true;
}

// A branch that only jumped is empty now: the other one comes first.
void Parser::PutFirst(Region& r) {
  if (r.results.size > 0 || !r.else_body || p_[r.body].first || !p_[r.else_body].first) return;
  r.cond = Inverted(r.cond);
  r.body = std::exchange(r.else_body, BlockId());
}

ExprId Parser::Inverted(ExprId condition) {
  const Expr e = p_[condition];
  if (e.kind == ExprKind::kNot) return e.operand();
  // With floats the opposite of `a < b` is no comparison: both are false of what is no number.
  if (IsComparison(e.kind) && !IsFloat(p_[e.lhs()].dtype)) return p_.Binary(Opposite(e.kind), e.lhs(), e.rhs(), e.dtype);
  return p_.Unary(ExprKind::kNot, condition, DType::kBool);
}

// Behind the first branch; `joins`: what follows the `if` belongs to the second one.
bool Parser::ElseParts(Region& r, RegionContext& context, bool joins) {
  if (hand_) hand_->left = false;
  if (AtName("elif")) {
    if (!Nest("split the chain of 'elif', or move branches into functions of their own")) {
      stop_ = true;
      return false;
    }
    r.else_body = p_.NewBlock(func_);
    regions_.push_back(&context);
    const bool ok = IfParts(r.else_body, tok_);
    regions_.pop_back();
    Unnest();
    if (!ok) return false;
  } else if (AtName("else")) {
    Advance();
    r.else_body = RegionBody(&context);
    if (!r.else_body) return false;
  }
  if (!joins || At(Tok::kDedent) || At(Tok::kEnd)) return true;
  if (hand_->left) return SkipUnreached(), true;
  if (!NestBehindJump()) {
    stop_ = true;
    return false;
  }
  if (!r.else_body) r.else_body = p_.NewBlock(func_);
  Statements(r.else_body);
  Unnest();
  return true;
}

bool Parser::IfResults(Region& r, const RegionContext& yes, const RegionContext& no, Span span) {
  if (!yes.named && !no.named) return true;
  if (yes.named && no.named) {
    if (yes.names.size() != no.names.size()) {
      return Error(span, fmt::format("the branches name {} and {} results in function '{}'", yes.names.size(),
                                     no.names.size(), p_[p_[func_].name]),
                   "both branches must name the same results");
    }
    for (size_t i = 0; i < yes.names.size(); ++i) {
      if (lex_.Text(yes.names[i]) == lex_.Text(no.names[i])) continue;
      return Error(Lexer::SpanOf(no.names[i], no.names[i].end),
                   fmt::format("the other branch names this result '{}'", lex_.Text(yes.names[i])),
                   "both branches must name the same results");
    }
  }
  const RegionContext& named = yes.named ? yes : no;
  std::vector<ValueId> results;
  for (size_t i = 0; i < named.names.size(); ++i) {
    TypeId type = named.types[i];
    if (!type && i < no.types.size()) type = no.types[i];
    if (!type && i < yes.value_types.size()) type = yes.value_types[i];
    if (!type && i < no.value_types.size()) type = no.value_types[i];
    if (!type) type = p_.UnknownType();
    results.push_back(Define(p_.Str(lex_.Text(named.names[i])), ValueKind::kResult, type, true));
  }
  r.results = p_.MakeList(results);
  return true;
}

}  // namespace t2t
