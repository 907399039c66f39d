#include "pipeline/graph_marks.h"

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

bool IsCast(const Program& p, StmtId stmt) {
  const Stmt& s = p[stmt];
  return s.kind == StmtKind::kAssign && p.IsOpCall(s.value()) && Ops()[p.CallOf(s.value()).op].private_cast;
}

}  // namespace

GraphMarks::GraphMarks(const Program& program, const StageChanges* changes) : p_(program), changes_(changes) {
  if (changes_ == nullptr) return;
  for (const FunctionChange& change : changes_->functions) {
    const absl::Span<const ValueId> params = p_[change.before.params];
    for (size_t i = 0; i < params.size(); ++i) {
      directions_before_.emplace(params[i], static_cast<ParamDirection>(p_[change.before.directions][i]));
    }
  }
  // Of several statements made from one that is gone, the last real one stands for it, a cast only if there is no other.
  absl::flat_hash_map<StmtId, StmtId> successor;
  for (const StmtChange& change : changes_->stmts) {
    const StmtId origin = change.made() ? p_[change.stmt].origin : StmtId();
    if (!origin || p_[origin].block) continue;
    const auto [it, fresh] = successor.emplace(origin, change.stmt);
    if (!fresh && (!IsCast(p_, change.stmt) || IsCast(p_, it->second))) it->second = change.stmt;
  }
  for (const StmtChange& change : changes_->stmts) {
    if (!change.removed()) continue;
    if (const auto it = successor.find(change.stmt); it != successor.end()) {
      replaces_.emplace(it->second, change.stmt);
      continue;
    }
    Gone gone{change.stmt, {}, {}, WhatWas(change.stmt, change.before)};
    const StmtKind kind = p_[change.stmt].kind;
    if (kind == StmtKind::kAssign) gone.var = ValueId(change.before.a);
    if (kind == StmtKind::kAssign || kind == StmtKind::kEval) gone.value = ExprId(change.before.b);
    removed_[change.before.block].push_back(std::move(gone));
  }
}

std::string GraphMarks::WhatWas(StmtId stmt, const StmtState& state) const {
  switch (p_[stmt].kind) {
    case StmtKind::kAssign: case StmtKind::kEval: {
      const ExprId value(state.b);
      const ExprKind kind = p_[value].kind;
      if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return ExprText(p_, value);
      const Call& call = p_.CallOf(value);
      return std::string(call.op ? OpDisplayName(call.op) : p_[p_[call.callee].name]);
    }
    case StmtKind::kReturn: return "return";
    case StmtKind::kYield: return "yield";
    case StmtKind::kBreak: return "break";
    case StmtKind::kContinue: return "continue";
    case StmtKind::kFor: case StmtKind::kWhile: return "loop";
    case StmtKind::kIf: return "branch";
    case StmtKind::kScope: return "scope";
  }
  return {};
}

Mark GraphMarks::Of(StmtId stmt) const {
  if (changes_ == nullptr) return Mark::kNone;
  const StmtChange* change = changes_->Of(stmt);
  if (change != nullptr) return change->made() ? Mark::kAdded : Mark::kChanged;
  const Stmt& s = p_[stmt];
  return s.kind == StmtKind::kAssign && changes_->Of(s.var()) != nullptr ? Mark::kChanged : Mark::kNone;
}

Mark GraphMarks::Of(FuncId function) const {
  return changes_ != nullptr && changes_->Of(function) != nullptr ? Mark::kChanged : Mark::kNone;
}

std::string GraphMarks::Was(StmtId stmt) const {
  if (changes_ == nullptr) return {};
  if (const auto it = replaces_.find(stmt); it != replaces_.end()) {
    const StmtChange* gone = changes_->Of(it->second);
    return WhatWas(it->second, gone->before);
  }
  const StmtChange* change = changes_->Of(stmt);
  if (change != nullptr && change->before.linked()) return WhatWas(stmt, change->before);
  return {};
}

Mark GraphMarks::OfParam(FuncId function, ValueId param, ParamDirection direction, std::string& was) const {
  if (changes_ == nullptr) return Mark::kNone;
  if (changes_->Of(function) != nullptr) {
    const auto before = directions_before_.find(param);
    if (before == directions_before_.end()) return Mark::kAdded;
    if (before->second != direction) {
      was = EnumName(before->second);
      return Mark::kChanged;
    }
  }
  return changes_->Of(param) != nullptr ? Mark::kChanged : Mark::kNone;
}

AttrsId GraphMarks::AttrsBefore(FuncId function) const {
  const FunctionChange* change = changes_ != nullptr ? changes_->Of(function) : nullptr;
  return change != nullptr ? change->before.attrs : p_[function].attrs;
}

absl::Span<const GraphMarks::Gone> GraphMarks::RemovedFrom(BlockId block) const {
  const auto it = removed_.find(block);
  return it == removed_.end() ? absl::Span<const Gone>() : absl::MakeConstSpan(it->second);
}

}  // namespace t2t
