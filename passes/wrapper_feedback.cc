#include "passes/wrapper_feedback.h"

#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/analysis/function_class.h"
#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "passes/storage_names.h"

namespace t2t {
namespace {

class Feedback {
 public:
  Feedback(const Program& p, FuncId wrapper) : p_(p), names_(p, wrapper) {}

  // May `call`, the value of an assignment, overwrite an earlier result of its own, which parameter `output` stores?
  bool Overwrites(StmtId stmt, const OperandsByParameter& operands, uint32_t output) {
    const FuncId callee = p_.CallOf(p_[stmt].value()).callee;
    const auto results = names_.Of(p_[stmt].var());
    for (uint32_t i = 0; i < operands.num_params(); ++i) {
      if (i == output || !operands[i]) continue;
      bool reads = false;
      ForEachUse(p_, operands[i], [&](ValueId v) { reads |= results.contains(v); });
      if (reads && !LoadsBeforeItStores(callee, i, output)) return true;
    }
    return false;
  }

 private:
  // Does the kernel do all of its reading of parameter `source` in front of the first statement that writes `target`?
  bool LoadsBeforeItStores(FuncId kernel, uint32_t source, uint32_t target) {
    const auto [known, fresh] = loads_first_.try_emplace({kernel, source, target}, false);
    if (fresh) known->second = Ask(kernel, p_.Params(kernel)[source], p_.Params(kernel)[target]);
    return known->second;
  }

  bool Ask(FuncId kernel, ValueId source, ValueId target) const {
    if (!HasBody(p_, kernel) || IsWrapper(p_[kernel].type)) return false;
    const BlockId body = p_[kernel].body;
    const auto sources = StorageNames(p_, kernel).Of(source);
    bool safe = true, written = false, reads = false, writes = false;
    const auto close = [&] {  // one statement of the body with everything in it
      safe &= !reads || (!written && !writes);
      written |= writes;
      reads = writes = false;
    };
    ForEachStmt(p_, body, [&](StmtId stmt) {
      if (p_[stmt].block == body) close();
      if (p_[stmt].kind == StmtKind::kReturn) return;
      ForEachUse(p_, stmt, [&](ValueId v) {
        reads |= sources.contains(v);
        writes |= v == target;
      });
    });
    close();
    return safe;
  }

  const Program& p_;
  StorageNames names_;
  absl::flat_hash_map<std::tuple<FuncId, uint32_t, uint32_t>, bool> loads_first_;
};

}  // namespace

StmtId CallThatOverwritesItsOperand(const Program& p, FuncId wrapper, absl::Span<const ValueId> storage) {
  absl::flat_hash_set<ValueId> in_loops;
  for (ValueId output : storage) {
    if (p[p[output].def].block != p[wrapper].body) in_loops.insert(output);
  }
  StmtId found;
  if (in_loops.empty()) return found;
  Feedback feedback(p, wrapper);
  ForEachStmt(p, p[wrapper].body, [&](StmtId stmt) {
    const Stmt& s = p[stmt];
    if (found || s.kind != StmtKind::kAssign) return;
    const ExprKind kind = p[s.value()].kind;
    if ((kind != ExprKind::kCall && kind != ExprKind::kSubmit) || !p.CallOf(s.value()).callee) return;
    const OperandsByParameter operands(p, p.CallOf(s.value()));
    for (uint32_t i = 0; i < operands.num_params() && !found; ++i) {
      const ValueId v = operands[i] ? AsVar(p, operands[i]) : ValueId();
      if (v && in_loops.contains(v) && feedback.Overwrites(stmt, operands, i)) found = stmt;
    }
  });
  return found;
}

}  // namespace t2t
