// Loops and branches of a hand-written function: what they carry and decide (text-format 6.4, Appendix B).
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {

// The block of the outline that begins at `start`, when its carries and results are to be found out.
uint32_t Parser::ImplicitBlock(const Token& start) const {
  if (!hand_) return Outline::kNoBlock;
  const uint32_t block = hand_->outline.BlockAt(start.begin);
  return block != Outline::kNoBlock && hand_->outline.IsExplicit(block) ? Outline::kNoBlock : block;
}

void Parser::OpenCarries(uint32_t block, Region& r) {
  FrontEnd::Loop loop;
  std::vector<ExprId> inits;
  std::vector<ValueId> args, results;
  for (StrId name : hand_->outline.Carried(block)) {
    const ValueId before = Bound(name);
    if (!before || p_[before].kind == ValueKind::kUndefined) continue;
    const TypeId type = p_[before].type;
    const auto constant = hand_->constants.find(before);
    inits.push_back(constant == hand_->constants.end() ? p_.Var(before) : constant->second);
    const ValueId arg = p_.AddValue(ValueKind::kIterArg, VersionName(name, "iter"), type, func_);
    args.push_back(arg);
    results.push_back(p_.AddValue(ValueKind::kResult, VersionName(name, "rv"), type, func_));
    Bind(name, arg);
    loop.carried.push_back(name);
  }
  r.inits = p_.MakeList(inits);
  r.iter_args = p_.MakeList(args);
  r.results = p_.MakeList(results);
  hand_->loops.push_back(std::move(loop));
}

// Behind the body: yields what is carried, and puts back what names meant in front of the loop.
bool Parser::CloseCarries(Region& r, size_t mark, Span span) {
  const FrontEnd::Loop loop = std::move(hand_->loops.back());
  hand_->loops.pop_back();
  std::vector<ExprId> yields;
  bool ok = true;
  for (size_t i = 0; i < loop.carried.size(); ++i) {
    const StrId name = loop.carried[i];
    const ValueId last = Bound(name);
    if (!last || p_[last].kind == ValueKind::kUndefined) {  // reported
      ok = false;
      continue;
    }
    const TypeId type = p_[p_[r.iter_args][i]].type;
    if (p_[last].type != type && ok && !FollowsFromError(type, p_[last].type)) {
      ok = Error(span, fmt::format("'{}' changes its type in the loop: {} in front of it, {} at the end of its body",
                                   p_[name], TypeText(p_, type), TypeText(p_, p_[last].type)),
                 "give it one type, or use another name inside the loop", "type");
    }
    yields.push_back(ReadOf(last));
  }
  if (loop.jumped && !loop.carried.empty() && ok) {
    ok = Error(loop.jump, fmt::format("this leaves a loop that carries '{}'", p_[loop.carried[0]]),
               "make the rest of the body depend on a condition, or the loop a while loop");
  }
  if (!yields.empty() && r.body) p_.Append(r.body, p_.NewYield(p_.MakeList(yields), span));
  Unwind(mark, span, "loop");
  for (size_t i = 0; i < loop.carried.size(); ++i) Bind(loop.carried[i], p_[r.results][i]);
  return ok;
}

// An unknown type behind a reported error is not worth a second report.
bool Parser::FollowsFromError(TypeId a, TypeId b) const {
  return function_failed_ && (p_[a].kind == TypeKind::kUnknown || p_[b].kind == TypeKind::kUnknown);
}

ExprId Parser::ReadOf(ValueId value) {
  const auto it = hand_->constants.find(value);
  return it == hand_->constants.end() ? p_.Var(value) : it->second;
}

std::vector<ValueId> Parser::BoundTo(absl::Span<const StrId> names) const {
  std::vector<ValueId> values;
  for (StrId name : names) {
    const ValueId value = Bound(name);
    values.push_back(value && p_[value].kind != ValueKind::kUndefined ? value : ValueId());
  }
  return values;
}

// Names that mean different values behind the two branches become results of the branch.
bool Parser::DecideNames(Region& r, absl::Span<const StrId> names, absl::Span<const ValueId> yes,
                         absl::Span<const ValueId> no, Span span) {
  std::vector<ExprId> yes_values, no_values;
  std::vector<ValueId> results;
  std::vector<StrId> decided;
  bool ok = true;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!yes[i] || !no[i] || yes[i] == no[i]) continue;
    const TypeId a = p_[yes[i]].type, b = p_[no[i]].type;
    if (a != b && ok && !FollowsFromError(a, b)) {
      ok = Error(span, fmt::format("'{}' has type {} behind one branch and {} behind the other", p_[names[i]],
                                   TypeText(p_, a), TypeText(p_, b)),
                 "give it one type, or use different names", "type");
    }
    yes_values.push_back(ReadOf(yes[i]));
    no_values.push_back(ReadOf(no[i]));
    results.push_back(p_.AddValue(ValueKind::kResult, VersionName(names[i], "phi"), a, func_));
    decided.push_back(names[i]);
  }
  if (decided.empty()) return ok;
  if (!r.else_body) r.else_body = p_.NewBlock(func_);
  p_.Append(r.body, p_.NewYield(p_.MakeList(yes_values), span));
  p_.Append(r.else_body, p_.NewYield(p_.MakeList(no_values), span));
  r.results = p_.MakeList(results);
  for (size_t i = 0; i < decided.size(); ++i) Bind(decided[i], results[i]);
  return ok;
}

}  // namespace t2t
