#include "pipeline/explain_causes.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "ir/core/walk.h"
#include "passes/convert/registry.h"

namespace t2t {
namespace {

// The value that shares storage with operand `use` of its statement; invalid when none does (consumer_demands.h).
ValueId SharesStorage(const Program& p, const Past& past, const Past::Use& use) {
  if (use.carry) return use.carry;
  const ExprId value = past.ValueOf(use.stmt);
  if (!value) return {};
  if (AsVar(p, value)) return past.VarOf(use.stmt);
  if (!p.IsOpCall(value)) return {};
  const OpDef& op = Ops()[p.CallOf(value).op];
  if (!op.private_cast && op.output.rule != OutputMemory::Rule::kInherit) return {};
  const absl::Span<const ExprId> args = p.Args(value);
  for (int i = 0; i < use.operand; ++i) {
    if (p.TypeOf(args[static_cast<size_t>(i)]).IsShaped()) return {};
  }
  return past.VarOf(use.stmt);
}

bool IsCast(const Program& p, const Past& past, const Past::Use& use) {
  const ExprId value = past.ValueOf(use.stmt);
  return value && p.IsOpCall(value) && Ops()[p.CallOf(value).op].private_cast;
}

}  // namespace

std::optional<Demander> WhoWants(const Program& p, const Past& past, ValueId value, MemorySpace space, bool boxed) {
  struct Step {
    ValueId from;
    bool cast = false;
  };
  absl::flat_hash_map<ValueId, Step> reached;
  std::vector<ValueId> queue = {value};
  reached.emplace(value, Step{});
  for (size_t i = 0; i < queue.size(); ++i) {
    for (const Past::Use& use : past.UsesOf(queue[i])) {
      const ExprId expr = past.ValueOf(use.stmt);
      if (use.operand >= 0 && expr && p.IsOpCall(expr)) {
        const Call& call = p.CallOf(expr);
        const Conversion* conversion = Conversions().Find(call.op);
        const OperandRequirement* requirement =
            conversion != nullptr ? conversion->Requirement(static_cast<size_t>(use.operand)) : nullptr;
        if (requirement != nullptr && (space == MemorySpace::kUnset || requirement->space.Get() == space)) {
          Demander found{use.stmt, use.operand, {}, {}, RequiredBox(p, call, *conversion, *requirement)};
          const OperandDef* operand = Ops()[call.op].Operand(static_cast<size_t>(use.operand));
          if (operand != nullptr) found.operand_name = operand->name;
          if (!boxed || found.box.align > 1) {
            for (ValueId v = queue[i]; v != value; v = reached.at(v).from) {
              if (!reached.at(v).cast) found.via.push_back(v);
            }
            std::reverse(found.via.begin(), found.via.end());
            return found;
          }
        }
      }
      const ValueId next = SharesStorage(p, past, use);
      if (next && reached.emplace(next, Step{queue[i], IsCast(p, past, use)}).second) queue.push_back(next);
    }
  }
  return std::nullopt;
}

}  // namespace t2t
