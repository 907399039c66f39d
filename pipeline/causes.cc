#include "pipeline/causes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/core/walk.h"
#include "ir/ops/check_deduced.h"
#include "ir/symbolic/type_gap.h"
#include "pipeline/properties.h"

namespace t2t {
namespace {

// They compare the declared types of two values; TypesDeduced and AssignTypeSymmetry look at one declaration each.
constexpr std::string_view kComparisons[] = {"TypeChecked", "ReturnTypes", "CallResults", "CallArity"};

// Where a finding begins: who looks at the annotation and who looks at the statement mean the same place.
using Place = std::pair<uint32_t, uint16_t>;
Place PlaceOf(Span span) { return {span.line, span.column}; }

bool IsWrongType(const Diagnostic& d) {
  return d.severity == Severity::kError && d.rule == 1 && (d.kind == "TypesDeduced" || d.kind == "AssignTypeSymmetry");
}

bool Compares(const Diagnostic& d) {
  return std::find(std::begin(kComparisons), std::end(kComparisons), d.kind) != std::end(kComparisons);
}

// What is only warned about hides nothing.
bool StopsTheProgram(const Diagnostic& d) {
  return d.severity == Severity::kError && RefusedOnEntry(d.kind, d.rule) && !OnlyStrictOnEntry(d.kind, d.rule);
}

// They look at definitions, uses and the shape of statements, whatever the types.
constexpr std::string_view kNotOfTypes[] = {"SSAForm", "UseAfterDef", "NormalizedStmtStructure", "NoRedundantBlocks", "NoNestedCalls",
                                            "BreakContinueValid", "InOutUseValid", "OutParamNotShadowed", "SplitIncoreOrch"};

bool IsOfTypes(const Diagnostic& d) {
  return std::find(std::begin(kNotOfTypes), std::end(kNotOfTypes), d.kind) == std::end(kNotOfTypes);
}

// Another number of values on the two sides of a loop or branch; SSAForm.5 says so at the yield.
bool IsCount(const Diagnostic& d) { return d.kind == "TypeChecked" && d.rule == 105; }
bool IsYieldCount(const Diagnostic& d) { return d.kind == "SSAForm" && d.rule == 5; }

// Goes through one function in the order in which its values come to be, loops and branches behind what is in them: the
// first comparison that a wrong type breaks is its cause, the later ones follow.
class Follower {
 public:
  Follower(Program& p, const std::vector<Diagnostic>& findings, const ValuesOfFindings& values, std::vector<bool>& keep)
      : p_(p), findings_(findings), values_(values), keep_(keep) {}

  void Function(FuncId f, const std::vector<size_t>& group) {
    at_.clear();
    counted_.clear();
    for (size_t i : group) {
      const Diagnostic& d = findings_[i];
      if (IsWrongType(d)) suspect_.insert(ValuesOf(i).begin(), ValuesOf(i).end());
      if (IsYieldCount(d)) counted_.insert(PlaceOf(d.span));
      if (Compares(d) || IsWrongType(d)) at_[PlaceOf(d.span)].push_back(i);
    }
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      const bool region = p_[stmt].HasRegion();
      if (event == WalkEvent::kEnter && !region) {
        DropFollowers(stmt);
        if (Follows(stmt)) suspect_.insert(p_[stmt].var());
        Judge(stmt);
      } else if (event == WalkEvent::kEnter) {
        EnterRegion(p_.RegionOf(stmt));
      } else if (event == WalkEvent::kLeave) {
        Judge(stmt);
        LeaveRegion(p_.RegionOf(stmt));
      }
    });
  }

 private:
  absl::Span<const ValueId> ValuesOf(size_t finding) const {
    return finding < values_.size() ? absl::MakeConstSpan(values_[finding]) : absl::Span<const ValueId>();
  }
  bool Suspect(ExprId expr) const {
    bool found = false;
    ForEachUse(p_, expr, [&](ValueId v) { found |= suspect_.contains(v); });
    return found;
  }

  // What is made of a suspect value and agrees with its type. A callee declares its results, whatever it is handed.
  bool Follows(StmtId stmt) {
    const Stmt s = p_[stmt];
    if (suspect_.empty() || s.kind != StmtKind::kAssign || !Suspect(s.value())) return false;
    const TypeId annotated = p_[s.var()].type;
    if (!p_.IsOpCall(s.value())) return !p_[s.value()].has_call && !Contradicts(p_, p_[s.value()].type, annotated);
    const absl::StatusOr<std::optional<TypeId>> other = DeducedOtherwise(p_, s.value(), annotated);
    return other.ok() && (!*other || !Contradicts(p_, **other, annotated));
  }

  void EnterRegion(const Region& r) {
    for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) Hand(p_[r.inits][i], p_[r.iter_args][i]);
  }
  void LeaveRegion(const Region& r) {
    if (suspect_.empty() || r.results.empty()) return;
    for (const BlockId body : {r.body, r.else_body}) {
      const StmtId yield = body ? TrailingYield(p_, body) : StmtId();
      if (!yield) continue;
      const ExprList values = p_[yield].values();
      for (uint32_t i = 0; i < r.results.size && i < values.size; ++i) Hand(p_[values][i], p_[r.results][i]);
    }
  }
  void Hand(ExprId from, ValueId to) {
    if (Suspect(from) && !Contradicts(p_, p_[from].type, p_[to].type)) suspect_.insert(to);
  }

  // What is computed from, or another name of, a value of the wrong type has the type that this one should have had.
  void DropFollowers(StmtId stmt) {
    const StmtKind kind = p_[stmt].kind;
    if (suspect_.empty() || (kind != StmtKind::kAssign && kind != StmtKind::kEval) || !Suspect(p_[stmt].value())) return;
    const ExprId value = p_[stmt].value();
    const Span call = p_.IsOpCall(value) ? p_.CallOf(value).span : Span();  // where refused operands are reported
    for (Span span : {p_[stmt].span, call}) {
      const auto found = at_.find(PlaceOf(span));
      if (found == at_.end()) continue;
      for (size_t i : found->second) {
        if (IsWrongType(findings_[i])) keep_[i] = false;
      }
    }
  }

  void Judge(StmtId stmt) {
    const auto found = at_.find(PlaceOf(p_[stmt].span));
    if (found == at_.end()) return;
    for (size_t i : found->second) {
      if (!Compares(findings_[i])) continue;
      const absl::Span<const ValueId> values = ValuesOf(i);
      if (IsCount(findings_[i]) && YieldIsCounted(stmt)) keep_[i] = false;
      if (std::any_of(values.begin(), values.end(), [&](ValueId v) { return suspect_.contains(v); })) keep_[i] = false;
      // Only what stops the program makes others superfluous.
      if (!keep_[i] || !StopsTheProgram(findings_[i])) continue;
      for (ValueId v : values) {
        if (p_[v].def == stmt) suspect_.insert(v);
      }
    }
    at_.erase(found);
  }

  bool YieldIsCounted(StmtId stmt) const {
    if (!p_[stmt].HasRegion()) return false;
    const Region& r = p_.RegionOf(stmt);
    for (const BlockId body : {r.body, r.else_body}) {
      const StmtId yield = body ? TrailingYield(p_, body) : StmtId();
      if (yield && counted_.contains(PlaceOf(p_[yield].span))) return true;
    }
    return false;
  }

  Program& p_;
  const std::vector<Diagnostic>& findings_;
  const ValuesOfFindings& values_;
  std::vector<bool>& keep_;                             // by finding
  absl::flat_hash_set<ValueId> suspect_;                // of all functions so far
  absl::flat_hash_map<Place, std::vector<size_t>> at_;  // wrong types and comparisons of the function by place
  absl::flat_hash_set<Place> counted_;                  // yields of the function with another number of values
};

}  // namespace

std::vector<Diagnostic> Causes(Program& program, const std::vector<Diagnostic>& findings, const ValuesOfFindings& values) {
  std::set<Span> places;
  std::map<std::string_view, std::vector<size_t>> groups;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Diagnostic& d = findings[i];
    if (IsWrongType(d) && d.span.known()) places.insert(d.span);
    if (!d.function.empty()) groups[d.function].push_back(i);
  }
  std::vector<bool> keep(findings.size(), true);
  Follower follower(program, findings, values, keep);
  for (uint32_t f = 0; f < program.num_functions(); ++f) {
    const auto group = groups.find(program[program[FuncId(f)].name]);
    if (group != groups.end()) follower.Function(FuncId(f), group->second);
  }
  std::vector<Diagnostic> causes;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Diagnostic& d = findings[i];
    if (keep[i] && (IsWrongType(d) || !IsOfTypes(d) || !places.contains(d.span))) causes.push_back(d);
  }
  return causes;
}

}  // namespace t2t
