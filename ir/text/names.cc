#include "ir/text/names.h"

#include "fmt/format.h"
#include "ir/core/walk.h"

namespace t2t {

NameTable::NameTable(const Program& program)
    : p_(program), seen_(program.num_values(), 0), counts_(program.num_strings()) {
  absl::flat_hash_set<std::string> names;
  for (ValueId symbol : p_.symbols()) {
    std::string name(p_[p_[symbol].name]);
    for (uint32_t n = 1; !names.insert(name).second; ++n) {
      name = fmt::format("{}_{}", p_[p_[symbol].name], n);
      renamed_symbols_[symbol] = name;
    }
  }
}

void NameTable::Add(ValueId value) {
  if (seen_[value.index()] == epoch_) return;
  seen_[value.index()] = epoch_;
  list_.push_back(value);
  Count& count = counts_[p_[value].name.index()];
  if (count.epoch != epoch_) count = {epoch_, 0, 0};
  collision_ |= ++count.uses > 1;
}

void NameTable::Enter(FuncId function) {
  ++epoch_;
  list_.clear();
  collision_ = false;
  if (!renamed_.empty()) renamed_.clear();
  if (!taken_.empty()) taken_.clear();
  for (ValueId param : p_.Params(function)) Add(param);
  ForEachStmt(p_, p_[function].body, [&](StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign) return Add(s.var());
    if (!s.HasRegion()) return;
    const Region& r = p_.RegionOf(stmt);
    if (s.kind == StmtKind::kFor && r.loop_var) Add(r.loop_var);
    for (ValueId v : p_[r.results]) Add(v);
    for (ValueId v : p_[r.iter_args]) Add(v);
  });
  if (collision_) Resolve();
}

// A made-up name must differ from every hint of the function and from those made up before. Names are never given back,
// so the smallest free suffix only grows and the search stays linear.
std::string NameTable::Unique(std::string_view hint, uint32_t& suffix) {
  while (true) {
    std::string name = fmt::format("{}_{}", hint, ++suffix);
    const StrId other = p_.FindStr(name);
    const bool is_hint = other && counts_[other.index()].epoch == epoch_;
    if (!is_hint && taken_.insert(name).second) return name;
  }
}

void NameTable::Resolve() {
  std::vector<bool> plain(counts_.size(), false);  // hints whose first owner has been met
  for (ValueId value : list_) {
    const StrId hint = p_[value].name;
    Count& count = counts_[hint.index()];
    if (count.uses == 1) continue;
    if (plain[hint.index()]) {
      renamed_[value] = Unique(p_[hint], count.suffix);
    } else {
      plain[hint.index()] = true;
    }
  }
}

std::string_view NameTable::Name(ValueId value) {
  const Value& v = p_[value];
  if (v.kind == ValueKind::kSymbol) {
    if (renamed_symbols_.empty()) return p_[v.name];
    const auto it = renamed_symbols_.find(value);
    return it == renamed_symbols_.end() ? p_[v.name] : std::string_view(it->second);
  }
  if (epoch_ == 0) return p_[v.name];
  if (seen_[value.index()] == epoch_) {
    if (renamed_.empty()) return p_[v.name];
    const auto it = renamed_.find(value);
    return it == renamed_.end() ? p_[v.name] : std::string_view(it->second);
  }
  // Used, but nothing in the function defines it: broken IR, and the name says so.
  std::string& name = renamed_[value];
  if (name.empty()) {
    Count& count = counts_[v.name.index()];
    name = count.epoch == epoch_ ? Unique(p_[v.name], count.suffix) : std::string(p_[v.name]);
    if (count.epoch != epoch_) count = {epoch_, 1, 0};
    name += "__FREE_VAR";
  }
  return name;
}

}  // namespace t2t
