// TypesDeduced: a result type comes from the deducer of its operator, never from a pass or a person. What is made from a
// value of a wrong type is not judged: one mistake, one error.
#include <optional>

#include "ir/analysis/refused_values.h"
#include "ir/core/walk.h"
#include "ir/ops/check_deduced.h"
#include "ir/support/status.h"
#include "ir/symbolic/type_gap.h"
#include "verifiers/all.h"
#include "verifiers/annotation_place.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a call is annotated with another type than its operands give, or its operands are refused"},
    {2, "a call is annotated with another view than its operands give, or with extents that are not provably the same"},
};

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program), refused_(p_) {}

  void Function(FuncId f) {
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      const StmtKind kind = p_[stmt].kind;
      if (event == WalkEvent::kEnter) {
        if (kind == StmtKind::kAssign) Judge(stmt);
        if (kind == StmtKind::kFor || kind == StmtKind::kWhile) refused_.EnterLoop(stmt);
      } else if (event == WalkEvent::kLeave && kind != StmtKind::kScope) {
        LeaveRegion(stmt);
      }
    });
  }

 private:
  void Judge(StmtId stmt) {
    const Stmt s = p_[stmt];
    if (refused_.Reads(stmt)) return refused_.Refuse(stmt);
    if (!p_.IsOpCall(s.value())) {
      // AssignTypeSymmetry says so.
      if (Contradicts(p_, p_[s.value()].type, p_[s.var()].type)) refused_.Refuse(stmt);
      return;
    }
    const TypeId annotated = p_[s.var()].type;
    const absl::StatusOr<std::optional<TypeId>> deduced = DeducedOtherwise(p_, s.value(), annotated);
    if (!deduced.ok()) {
      refused_.Refuse(stmt);
      c_.Error(1, p_.FunctionOf(stmt), p_.CallOf(s.value()).span, std::string(MessageOf(deduced.status())));
      return c_.About(s.var());
    }
    if (!*deduced) return;
    const int rule = Contradicts(p_, **deduced, annotated) ? 1 : 2;
    if (rule == 1) refused_.Refuse(stmt);
    c_.Error(rule, p_.FunctionOf(stmt), AnnotationPlace(p_, stmt), DeducedText(p_, s.value(), **deduced, annotated),
             "correct the annotation, or the operands");
    c_.About(s.var());
  }

  // A result declared with another type than what is yielded to it: TypeChecked says so.
  void LeaveRegion(StmtId stmt) {
    const Region r = p_.RegionOf(stmt);
    for (const BlockId body : {r.body, r.else_body}) {
      const StmtId yield = body ? TrailingYield(p_, body) : StmtId();
      if (!yield) continue;
      const ExprList values = p_[yield].values();
      for (uint32_t i = 0; i < r.results.size && i < values.size; ++i) {
        const ValueId result = p_[r.results][i];
        if (Contradicts(p_, p_[p_[values][i]].type, p_[result].type)) refused_.Refuse(result);
      }
    }
    refused_.LeaveRegion(stmt);
  }

  VerifyContext& c_;
  Program& p_;
  RefusedValues refused_;
};

void VerifyTypesDeduced(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kTypesDeduced = {
    .property = "TypesDeduced",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kStrict,
    .summary = "every operator call carries the type its operands give it",
    .source = "DESIGN 2; types-and-ops 4",
    .rules = kRules,
    .run = VerifyTypesDeduced,
};

}  // namespace t2t
