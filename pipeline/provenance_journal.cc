#include "pipeline/provenance_journal.h"

#include <algorithm>

#include "ir/core/walk.h"

namespace t2t {
namespace {

uint32_t Mix(uint32_t hash, uint32_t word) { return (hash ^ word) * 0x9e3779b1u + (hash >> 15); }

template <class T>
uint32_t MixList(const Program& p, uint32_t hash, List<T> list) {
  hash = Mix(hash, list.size);
  for (T item : p[list]) hash = Mix(hash, item.index());
  return hash;
}

StmtState StateOf(const Program& p, StmtId stmt) {
  const Stmt& s = p[stmt];
  StmtState state{s.block, s.a, s.b, 0};
  if (s.kind == StmtKind::kReturn || s.kind == StmtKind::kYield) {
    // Lists are stored anew when they are set, whether or not they differ.
    state.region = MixList(p, 1, s.values());
  } else if (s.HasRegion()) {
    const Region& r = p.RegionOf(stmt);
    uint32_t hash = MixList(p, MixList(p, MixList(p, 1, r.iter_args), r.inits), r.results);
    for (ExprId e : {r.cond, r.start, r.stop, r.step}) hash = Mix(hash, e ? e.index() : 0);
    hash = Mix(hash, r.attrs ? r.attrs.index() : 0);
    state.region = hash;
  }
  return state;
}

bool Differs(const Program& p, StmtId stmt, const StmtState& before, const StmtState& after) {
  if (before == after) return false;
  const StmtKind kind = p[stmt].kind;
  if (kind != StmtKind::kReturn && kind != StmtKind::kYield) return true;
  return before.block != after.block || before.region != after.region;
}

template <class T>
bool SameList(const Program& p, List<T> a, List<T> b) {
  const absl::Span<const T> left = p[a], right = p[b];
  return left == right;
}

// The entry of an ascending vector whose member `key` is `id`.
template <class Entry, class IdT>
const Entry* Find(const std::vector<Entry>& entries, IdT Entry::*key, IdT id) {
  const auto it = std::lower_bound(entries.begin(), entries.end(), id,
                                   [&](const Entry& entry, IdT wanted) { return entry.*key < wanted; });
  return it != entries.end() && (*it).*key == id ? &*it : nullptr;
}

}  // namespace

bool SameSignature(const Program& p, const Function& a, const Function& b) {
  return a.name == b.name && a.type == b.type && a.attrs == b.attrs && SameList(p, a.params, b.params) &&
         SameList(p, a.directions, b.directions) && SameList(p, a.return_types, b.return_types);
}

const StmtChange* StageChanges::Of(StmtId stmt) const { return Find(stmts, &StmtChange::stmt, stmt); }
const ValueChange* StageChanges::Of(ValueId value) const { return Find(values, &ValueChange::value, value); }
const FunctionChange* StageChanges::Of(FuncId function) const {
  return Find(functions, &FunctionChange::function, function);
}
size_t StageChanges::made() const {
  return static_cast<size_t>(std::count_if(stmts.begin(), stmts.end(), [](const StmtChange& c) { return c.made(); }));
}
size_t StageChanges::removed() const {
  return static_cast<size_t>(
      std::count_if(stmts.begin(), stmts.end(), [](const StmtChange& c) { return c.removed(); }));
}

std::vector<StmtState> Journal::States(const Program& p) {
  std::vector<StmtState> states(p.num_stmts());
  statements_ = 0;
  for (uint32_t f = 0; f < p.num_functions(); ++f) {
    ForEachStmt(p, p[FuncId(f)].body, [&](StmtId stmt) {
      states[stmt.index()] = StateOf(p, stmt);
      ++statements_;
    });
  }
  return states;
}

void Journal::KeepRegions(const Program& p) {
  for (uint32_t f = 0; f < p.num_functions(); ++f) {
    ForEachStmt(p, p[FuncId(f)].body, [&](StmtId stmt) {
      if (!p[stmt].HasRegion()) return;
      const size_t i = p[stmt].region().index();
      if (i >= regions_.size()) regions_.resize(i + 1);
      regions_[i] = p.RegionOf(stmt);
    });
  }
}

void Journal::Begin(Program& p) {
  begun_ = true;
  first_ = now_ = States(p);
  KeepRegions(p);
  statements_read_ = statements_;
  values_read_ = p.num_values();
  for (uint32_t i = 0; i < p.num_values(); ++i) {
    types_.push_back(p[ValueId(i)].type);
    names_.push_back(p[ValueId(i)].name);
  }
  for (uint32_t i = 0; i < p.num_functions(); ++i) functions_.push_back(p[FuncId(i)]);
}

void Journal::Record(const StageEvent& event, bool failed) {
  const Program& p = event.program;
  StageChanges stage;
  stage.ordinal = event.ordinal;
  stage.ran = event.ran;
  stage.changed = event.changed;
  stage.failed = failed;
  stage.values_before = static_cast<uint32_t>(types_.size());
  stage.values_after = p.num_values();
  if (event.ran && (event.changed || failed)) {
    std::vector<StmtState> states = States(p);
    now_.resize(states.size());
    for (uint32_t i = 0; i < states.size(); ++i) {
      const StmtId stmt(i);
      if (!Differs(p, stmt, now_[i], states[i])) continue;
      stage.stmts.push_back({stmt, now_[i], states[i]});
      if (p[stmt].HasRegion() && now_[i].linked()) stage.regions.push_back({stmt, regions_[p[stmt].region().index()]});
    }
    KeepRegions(p);
    now_ = std::move(states);
    for (uint32_t i = 0; i < types_.size(); ++i) {
      const Value& value = p[ValueId(i)];
      if (value.type == types_[i] && value.name == names_[i]) continue;
      stage.values.push_back({ValueId(i), types_[i], value.type, names_[i]});
      types_[i] = value.type;
      names_[i] = value.name;
    }
    for (uint32_t i = static_cast<uint32_t>(types_.size()); i < p.num_values(); ++i) {
      types_.push_back(p[ValueId(i)].type);
      names_.push_back(p[ValueId(i)].name);
    }
    for (uint32_t i = 0; i < functions_.size(); ++i) {
      const Function& function = p[FuncId(i)];
      if (!SameSignature(p, functions_[i], function)) stage.functions.push_back({FuncId(i), functions_[i], function});
      functions_[i] = function;
    }
  }
  stage.statements = statements_;
  stages_.push_back(std::move(stage));
}

const StageChanges* Journal::Stage(int ordinal) const {
  for (const StageChanges& stage : stages_) {
    if (stage.ordinal == ordinal) return &stage;
  }
  return nullptr;
}

std::vector<StmtState> Journal::StatesAfter(int ordinal) const {
  std::vector<StmtState> states = first_;
  states.resize(now_.size());
  for (const StageChanges& stage : stages_) {
    if (stage.ordinal > ordinal) break;
    for (const StmtChange& change : stage.stmts) states[change.stmt.index()] = change.after;
  }
  return states;
}

const Region& Journal::RegionAfter(const Program& program, StmtId stmt, int ordinal) const {
  for (const StageChanges& stage : stages_) {
    if (stage.ordinal <= ordinal) continue;
    if (const RegionChange* change = Find(stage.regions, &RegionChange::stmt, stmt)) return change->before;
  }
  return program.RegionOf(stmt);
}

}  // namespace t2t
