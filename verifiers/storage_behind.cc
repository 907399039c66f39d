#include "verifiers/storage_behind.h"

#include <algorithm>

#include "ir/core/walk.h"
#include "verifiers/recorded_results.h"

namespace t2t {

absl::Span<const ValueId> StorageBehind::Of(ValueId value) {
  if (const auto it = known_.find(value); it != known_.end()) return answers_[it->second];
  std::vector<ValueId> storages;
  if (!Walk(value, storages)) return {};
  const auto answer = static_cast<uint32_t>(answers_.size());
  known_[value] = answer;
  answers_.push_back(std::move(storages));
  return answers_[answer];
}

bool StorageBehind::Walk(ValueId start, std::vector<ValueId>& storages) {
  std::vector<ValueId> passed, work = {start}, before;
  absl::flat_hash_map<ValueId, ValueId> behind = {{start, ValueId()}};  // by value met: the one it was met behind
  ValueId value;
  bool certain = true;
  while (certain && !work.empty()) {
    value = work.back();
    work.pop_back();
    const auto meet = [&](ValueId storage) {
      if (std::find(storages.begin(), storages.end(), storage) == storages.end()) storages.push_back(storage);
    };
    if (p_[value].kind == ValueKind::kParam || OutputNumber(p_, value)) {
      meet(value);
      continue;
    }
    if (const auto it = known_.find(value); it != known_.end()) {
      certain = !answers_[it->second].empty();
      for (ValueId storage : answers_[it->second]) meet(storage);
      continue;
    }
    passed.push_back(value);
    before.clear();
    certain = Before(value, before);
    for (ValueId v : before) {
      if (behind.emplace(v, value).second) work.push_back(v);
    }
  }
  if (!certain) {
    // Whatever leads to the value that leads nowhere is uncertain as well.
    for (; value; value = behind.at(value)) known_.emplace(value, 0);
  } else if (storages.size() == 1) {
    for (ValueId v : passed) known_.emplace(v, static_cast<uint32_t>(answers_.size()));
    answers_.push_back(storages);
  }
  return certain;
}

bool StorageBehind::Before(ValueId value, std::vector<ValueId>& before) {
  const ValueKind kind = p_[value].kind;
  if (kind == ValueKind::kIterArg || kind == ValueKind::kResult) return ByRegion(value, before);
  const ExprId def = DefiningExpr(p_, value);
  ValueId from = def ? AsVar(p_, def) : ValueId();
  if (!from && def && p_.IsOpCall(def)) from = WrittenBack(p_, def);
  if (from) before.push_back(from);
  return from.valid();
}

bool StorageBehind::ByRegion(ValueId value, std::vector<ValueId>& before) {
  const StmtId stmt = p_[value].def;
  if (!stmt) return false;
  const Region& r = p_.RegionOf(stmt);
  const auto results = p_[r.results], carries = p_[r.iter_args];
  if (!place_.contains(value)) {
    for (uint32_t i = 0; i < results.size(); ++i) place_[results[i]] = i;
    for (uint32_t i = 0; i < carries.size(); ++i) place_[carries[i]] = i;
  }
  const auto known_place = place_.find(value);
  if (known_place == place_.end()) return false;  // defined twice: SSAForm says so
  const uint32_t place = known_place->second;
  const auto add = [&](absl::Span<const ExprId> values) {
    const ValueId v = place < values.size() ? AsVar(p_, values[place]) : ValueId();
    if (v) before.push_back(v);
    return v.valid();
  };
  const bool loop = p_[stmt].kind == StmtKind::kFor || p_[stmt].kind == StmtKind::kWhile;
  if (loop && !add(p_[r.inits])) return false;
  for (BlockId block : {r.body, r.else_body}) {
    if (!block) {
      if (!loop) return false;  // a branch that hands on nothing
      continue;
    }
    const StmtId yield = TrailingYield(p_, block);
    if (!yield || !add(p_[p_[yield].values()])) return false;
  }
  return true;
}

}  // namespace t2t
