#include "passes/stage_full_writes.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"

namespace t2t {
namespace {

// `full` followed directly by `assemble(param, full, zeros)`.
struct Candidate {
  ValueId param, source, result;
  StmtId assemble;
  std::vector<StmtId> writes;  // scalar writes to the result
  bool ok = true;
};

class Staging {
 public:
  explicit Staging(PassContext& context) : p_(context.program), fuel_(context.fuel), access_(p_) {}

  bool Kernel(FuncId kernel) {
    candidates_.clear();
    by_value_.clear();
    const BlockId body = p_[kernel].body;
    const StmtId last = p_[body].last;
    if (!last || p_[last].kind != StmtKind::kReturn) return false;
    ForEachInBlock(p_, body, [&](StmtId stmt) { Match(stmt); });
    if (candidates_.empty()) return false;
    access_.Analyze(kernel);
    CheckUses(body);
    bool changed = false;
    for (const Candidate& c : candidates_) {
      if (!c.ok || c.writes.empty() || !fuel_.Take(kernel)) continue;
      Stage(c, last);
      changed = true;
    }
    return changed;
  }

 private:
  void Match(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind != StmtKind::kAssign || !IsCallOf(p_, s.value(), Known().tensor_assemble) || !s.prev) return;
    const Call& call = p_.CallOf(s.value());
    const absl::Span<const ExprId> args = p_[call.args];
    const Stmt& before = p_[s.prev];
    if (args.size() != 3 || before.kind != StmtKind::kAssign ||
        !IsCallOf(p_, before.value(), Known().tensor_full)) {
      return;
    }
    const Attr* atomic = p_.FindAttr(call.kwargs, "atomic");
    if (atomic != nullptr && atomic->int_value() != 0) return;
    const ValueId param = AsVar(p_, args[0]), source = AsVar(p_, args[1]), result = s.var();
    if (!param || p_[param].kind != ValueKind::kParam || source != before.var() || result == source) return;
    if (!SamePlainType(param, source) || !SamePlainType(param, result) || !AllZero(args[2], p_.TypeOf(param).rank())) {
      return;
    }
    if (by_value_.contains(source) || by_value_.contains(result)) return;
    const size_t index = candidates_.size();
    by_value_[source] = by_value_[result] = index;
    candidates_.push_back({param, source, result, stmt, {}, true});
  }

  bool SamePlainType(ValueId a, ValueId b) const {
    const Type& x = p_.TypeOf(a);
    const Type& y = p_.TypeOf(b);
    return x.kind == TypeKind::kTensor && y.kind == TypeKind::kTensor && x.dtype == y.dtype && !x.view && !y.view &&
           ExprEq(p_, p_[x.shape], p_[y.shape]);
  }

  bool AllZero(ExprId offsets, uint32_t rank) const {
    if (p_[offsets].kind != ExprKind::kTuple || p_.Elements(offsets).size() != rank) return false;
    for (ExprId offset : p_.Elements(offsets)) {
      if (!p_.IsConstInt(offset, 0)) return false;
    }
    return true;
  }

  // Every mention of a candidate's source, of its result and of its parameter's buffer must be one of those allowed.
  void CheckUses(BlockId body) {
    by_root_.clear();
    for (size_t i = 0; i < candidates_.size(); ++i) {
      for (uint32_t root : access_.origins(candidates_[i].param)) by_root_[root].push_back(i);
    }
    // Two fills of one buffer: the order of the stores that would move is the order of the writes between them.
    for (const auto& [root, fills] : by_root_) {
      if (fills.size() < 2) continue;
      for (size_t i : fills) candidates_[i].ok = false;
    }
    ForEachStmt(p_, body, [&](StmtId stmt) {
      if (!Allowed(stmt, body)) ForEachUse(p_, stmt, [&](ValueId v) { Reject(v); });
    });
  }

  // The candidate's own assemble, a scalar write to its result, or a return of the result.
  bool Allowed(StmtId stmt, BlockId body) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign) {
      const auto it = by_value_.find(s.var());
      if (it != by_value_.end() && candidates_[it->second].assemble == stmt) return true;
    }
    if (s.kind == StmtKind::kReturn && s.block == body) {
      for (ExprId value : p_[s.values()]) {
        const ValueId v = AsVar(p_, value);
        const auto it = v ? by_value_.find(v) : by_value_.end();
        if (it == by_value_.end() || candidates_[it->second].result != v) OtherMention(value);
      }
      return true;
    }
    if (s.kind != StmtKind::kEval || !IsCallOf(p_, s.value(), Known().tensor_write)) return false;
    const absl::Span<const ExprId> args = p_.Args(s.value());
    const ValueId target = args.size() == 3 ? AsVar(p_, args[0]) : ValueId();
    const auto it = target ? by_value_.find(target) : by_value_.end();
    if (it == by_value_.end() || candidates_[it->second].result != target) return false;
    for (ExprId arg : args.subspan(1)) OtherMention(arg);
    candidates_[it->second].writes.push_back(stmt);
    return true;
  }

  // A mention that is not part of the pattern rejects the candidate it belongs to: by its source or result, or through
  // any other name of its parameter's buffer.
  void OtherMention(ExprId expr) {
    ForEachUse(p_, expr, [&](ValueId v) { Reject(v); });
  }
  void Reject(ValueId v) {
    const auto it = by_value_.find(v);
    if (it != by_value_.end()) candidates_[it->second].ok = false;
    for (uint32_t root : access_.origins(v)) {
      const auto rooted = by_root_.find(root);
      if (rooted == by_root_.end()) continue;
      for (size_t i : rooted->second) {
        if (candidates_[i].result != v) candidates_[i].ok = false;
      }
    }
  }

  void Stage(const Candidate& c, StmtId before) {
    for (StmtId write : c.writes) {
      const ExprId call = p_[write].value();
      std::vector<ExprId> args(p_.Args(call).begin(), p_.Args(call).end());
      args[0] = p_.Var(c.source);
      p_.SetStmtValue(write, WithArgs(p_, call, args));
    }
    p_.Unlink(c.assemble);
    p_.InsertBefore(before, c.assemble);
  }

  Program& p_;
  Fuel& fuel_;
  GmAccess access_;
  std::vector<Candidate> candidates_;
  absl::flat_hash_map<ValueId, size_t> by_value_;  // source and result of each candidate
  absl::flat_hash_map<uint32_t, std::vector<size_t>> by_root_;  // parameter index -> candidates that fill it
};

}  // namespace

absl::StatusOr<Change> StageFullWrites::Run(PassContext& context) {
  Staging staging(context);
  Change change = Change::kNone;
  ForEachKernel(context.program, [&](FuncId kernel) {
    if (staging.Kernel(kernel)) change = Change::kChanged;
  });
  return change;
}

}  // namespace t2t
