// CarryKinds: a loop or branch hands on what it was given: no tile comes out where a tensor went in. TypeChecked asks for more,
// but behind convert-ops its question about extents is open until the buffers are laid out; this one never is.
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "the ends of an edge are of different kinds"},
    {2, "the ends of an edge have different element types"},
    {3, "the ends of an edge have different ranks or sizes"},
};

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program) {}

  void Statement(StmtId stmt) {
    if (!p_[stmt].HasRegion() || p_[stmt].kind == StmtKind::kScope) return;
    const Region& r = p_.RegionOf(stmt);
    const bool loop = p_[stmt].kind != StmtKind::kIf;
    // Another number of values than results is SSAForm's finding.
    if (loop && (r.iter_args.size != r.results.size || r.inits.size != r.results.size)) return;
    for (uint32_t i = 0; loop && i < r.results.size; ++i) {
      Edge(stmt, "carry", p_[r.iter_args][i], p_[p_[r.inits][i]].type, "begins as");
    }
    for (BlockId block : {r.body, r.else_body}) {
      const StmtId yield = block && !r.results.empty() ? TrailingYield(p_, block) : StmtId();
      if (!yield || p_[yield].values().size != r.results.size) continue;
      for (uint32_t i = 0; i < r.results.size; ++i) {
        const TypeId yielded = p_[p_[p_[yield].values()][i]].type;
        // Where the carry is contradicted, its result is so too.
        const bool fits = !loop || Edge(stmt, "carry", p_[r.iter_args][i], yielded, "is yielded as");
        if (fits) Edge(stmt, "result", p_[r.results][i], yielded, "is yielded as");
      }
    }
  }

 private:
  bool Edge(StmtId stmt, std::string_view what, ValueId target, TypeId given, std::string_view how) {
    const TypeId declared = p_[target].type;
    const int rule = declared == given ? 0 : Differ(declared, given);
    if (rule == 0) return true;
    c_.Error(rule, stmt, fmt::format("{} {} is declared as {}, but {} {}", what, p_[p_[target].name], TypeText(p_, declared), how,
                                     TypeText(p_, given)),
             "a loop or branch hands on one kind of value");
    return false;
  }

  // The first rule that two types break; 0 = none.
  int Differ(TypeId a, TypeId b) const {
    const Type& x = p_[a];
    const Type& y = p_[b];
    if (x.kind != y.kind) return 1;
    if (x.kind == TypeKind::kTuple) {
      if (x.elements.size != y.elements.size) return 3;
      for (uint32_t i = 0; i < x.elements.size; ++i) {
        if (const int rule = Differ(p_[x.elements][i], p_[y.elements][i]); rule != 0) return rule;
      }
      return 0;
    }
    const bool integers = x.IsScalar() && IsSignedInt(x.dtype) && IsIndexLike(x.dtype) && IsSignedInt(y.dtype) && IsIndexLike(y.dtype);
    if (x.dtype != y.dtype && !integers) return 2;  // INDEX and INT64 are one
    return x.IsShaped() && x.rank() != y.rank() ? 3 : 0;
  }

  VerifyContext& c_;
  const Program& p_;
};

void VerifyCarryKinds(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) { checker.Statement(stmt); });
  }
}

}  // namespace

constinit const Verifier kCarryKinds = {
    .property = "CarryKinds",
    .kind = VerifierKind::kProperty,
    .summary = "loops and branches hand on values of one kind, element type and rank",
    .source = "verifiers 9.4",
    .rules = kRules,
    .run = VerifyCarryKinds,
};

}  // namespace t2t
