#include "passes/allocate_call_outputs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/core/walk.h"
#include "ir/support/status.h"
#include "passes/added_outputs.h"
#include "passes/facts.h"

namespace t2t {
namespace {

// Variables of the tagged allocations at the top level of a kernel, by output number.
std::vector<ValueId> Outputs(const Program& p, FuncId kernel) {
  std::vector<std::pair<int64_t, ValueId>> found;
  ForEachInBlock(p, p[kernel].body, [&](StmtId stmt) {
    if (p[stmt].kind != StmtKind::kAssign || !p.IsOpCall(p[stmt].value())) return;
    const Attr* tag = p.FindAttr(p.CallOf(p[stmt].value()).attrs, facts::kOut);
    if (tag != nullptr) found.emplace_back(tag->int_value(), p[stmt].var());
  });
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<ValueId> outputs;
  for (const auto& output : found) outputs.push_back(output.second);
  return outputs;
}

}  // namespace

absl::StatusOr<Change> AllocateCallOutputs::Run(PassContext& context) {
  Program& p = context.program;
  CallFollower follower(context);
  bool changed = false;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!IsInCoreLike(p[f].type)) continue;
    const std::vector<ValueId> outputs = Outputs(p, f);
    if (outputs.empty()) continue;
    AppendOutputs(p, f, outputs);
    changed = true;
  }
  if (!changed) return Change::kNone;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    const auto storage = IsWrapper(p[f].type) ? CallFollower::Storage::kPrivate : CallFollower::Storage::kLocal;
    RETURN_IF_ERROR(follower.Follow(f, storage, /*fill_submits=*/false).status());
  }
  return Change::kChanged;
}

}  // namespace t2t
