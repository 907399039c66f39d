// TypeChecked: types agree along the edges of control flow, valid regions fit their shapes. Along an edge everything that is
// not proved equal is refused; of a valid region only what is proved wrong. Yields are looked up through scopes.
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/support/counted.h"
#include "ir/symbolic/prove.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {101, "the ends of an edge are of different kinds"},
    {102, "the ends of an edge have different element types"},
    {103, "the ends of an edge, or a valid shape and its shape, have different ranks"},
    {104, "extents along an edge are not provably equal, or a valid extent provably leaves its dimension"},
    {105, "the two sides of a loop, branch or tuple have different sizes"},
    {106, "a condition is no scalar"},
    {107, "a loop bound is no scalar"},
    {108, "a condition is not BOOL"},
    {109, "tensors along an edge differ in padding"},
    {110, "distributed tensors along an edge belong to different windows"},
    {111, "tiles along an edge spell out different views"},
};

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program), checked_(p_.num_types(), kUnknown) {}

  void Function(FuncId f) {
    for (size_t i = 0; i < p_.Params(f).size(); ++i) {
      const ValueId param = p_.Params(f)[i];
      Bounds(p_[param].type, [&](int rule, std::string why) {
        c_.Error(rule, param, fmt::format("parameter {} ({}): {}", i, p_[p_[param].name], why));
        c_.About(param);
      });
    }
    for (TypeId type : p_[p_[f].return_types]) {
      Bounds(type, [&](int rule, std::string why) { c_.Error(rule, f, fmt::format("return type: {}", why)); });
    }
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) { Statement(stmt); });
  }

 private:
  enum State : uint8_t { kUnknown, kFine, kBad };

  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign) {
      auto report = [&](int rule, std::string why) {
        c_.Error(rule, stmt, fmt::format("{}: {}", p_[p_[s.var()].name], why));
        c_.About(s.var());
      };
      Bounds(p_[s.var()].type, report);
      return;
    }
    if (s.kind == StmtKind::kEval) {
      Bounds(p_[s.value()].type, [&](int rule, std::string why) {
        c_.Error(rule, stmt, fmt::format("the result of the call: {}", why));
      });
    }
    if (!s.HasRegion() || s.kind == StmtKind::kScope) return;
    const Region& r = p_.RegionOf(stmt);
    for (ValueList list : {r.iter_args, r.results}) {
      for (ValueId v : p_[list]) {
        Bounds(p_[v].type, [&](int rule, std::string why) {
          c_.Error(rule, stmt, fmt::format("{}: {}", p_[p_[v].name], why));
          c_.About(v);
        });
      }
    }
    if (s.kind == StmtKind::kFor) {
      for (ExprId bound : {r.start, r.stop, r.step}) {
        if (!bound || p_.TypeOf(bound).IsScalar()) continue;
        c_.Error(107, stmt, "loop bounds must be scalars");
        c_.About({bound});
      }
    } else if (r.cond) {
      if (!p_.TypeOf(r.cond).IsScalar()) {
        c_.Error(106, stmt, "a condition must be a scalar");
        c_.About({r.cond});
      } else if (p_[r.cond].dtype != DType::kBool) {
        c_.Error(108, stmt, fmt::format("a condition must be BOOL, but {} is {}", ExprText(p_, r.cond),
                                        DTypeName(p_[r.cond].dtype)),
                 "compare it, for example with != 0");
        c_.About({r.cond});
      }
    }
    s.kind == StmtKind::kIf ? Branch(stmt, r) : Loop(stmt, r);
  }

  void Loop(StmtId stmt, const Region& r) {
    if (r.iter_args.empty()) return;
    const StmtId yield = TrailingYield(p_, r.body);
    if (!yield) return;  // SSAForm says so
    const absl::Span<const ExprId> values = p_[p_[yield].values()];
    if (values.size() != r.iter_args.size || r.results.size != r.iter_args.size || r.inits.size != r.iter_args.size) {
      c_.Error(105, stmt, fmt::format("the loop has {}, {}, {} and {}", Counted(r.iter_args.size, "carried name"),
                                      Counted(r.inits.size, "initial value"), Counted(values.size(), "yielded value"),
                                      Counted(r.results.size, "result")));
      return;
    }
    for (size_t i = 0; i < values.size(); ++i) {
      const ValueId carry = p_[r.iter_args][i], result = p_[r.results][i];
      const std::string name(p_[p_[carry].name]);
      edge_ = {p_[r.inits][i], p_[carry].expr, values[i], p_[result].expr};
      Edge(stmt, p_[p_[r.inits][i]].type, p_[carry].type, fmt::format("carry {}: initial value", name), name);
      Edge(stmt, p_[carry].type, p_[values[i]].type, fmt::format("carry {}", name), "the yielded value");
      Edge(stmt, p_[values[i]].type, p_[result].type, fmt::format("carry {}: yielded value", name), "the loop's result");
    }
  }

  void Branch(StmtId stmt, const Region& r) {
    if (r.results.empty()) return;
    const StmtId then_yield = TrailingYield(p_, r.body), else_yield = TrailingYield(p_, r.else_body);
    if (!then_yield || !else_yield) return;
    const absl::Span<const ExprId> a = p_[p_[then_yield].values()], b = p_[p_[else_yield].values()];
    if (a.size() != b.size() || a.size() != r.results.size) {
      c_.Error(105, stmt, fmt::format("the branches yield {} and {} for {}", a.size(), Counted(b.size(), "value"),
                                      Counted(r.results.size, "result")));
      return;
    }
    for (size_t i = 0; i < a.size(); ++i) {
      const ValueId result = p_[r.results][i];
      const std::string name(p_[p_[result].name]);
      edge_ = {a[i], b[i], p_[result].expr};
      Edge(stmt, p_[a[i]].type, p_[b[i]].type, fmt::format("branch result {}: then", name), "else");
      Edge(stmt, p_[a[i]].type, p_[result].type, fmt::format("branch result {}: then", name), "the result");
    }
  }

  // Types at the two ends of an edge.
  void Edge(StmtId stmt, TypeId from, TypeId to, std::string_view from_name, std::string_view to_name) {
    if (from == to) return;
    const Type x = p_[from], y = p_[to];
    auto fail = [&](int rule, std::string why) {
      c_.Error(rule, stmt, fmt::format("{} is {}, but {} is {}: {}", from_name, TypeText(p_, from), to_name,
                                       TypeText(p_, to), why),
               "both ends must have the same type");
      c_.About(edge_);
    };
    if (x.kind != y.kind) return fail(101, "different kinds of value");
    if (x.kind == TypeKind::kTuple) {
      if (x.elements.size != y.elements.size) return fail(105, "different sizes");
      for (uint32_t i = 0; i < x.elements.size; ++i) {
        Edge(stmt, p_[x.elements][i], p_[y.elements][i], from_name, to_name);
      }
      return;
    }
    if (x.dtype != y.dtype) {
      const bool index_pair = x.IsScalar() && IsIndexLike(x.dtype) && IsIndexLike(y.dtype) &&
                              x.dtype != DType::kUint64 && y.dtype != DType::kUint64;
      if (!index_pair) return fail(102, "different element types");
    }
    if (!x.IsShaped()) return;
    if (x.rank() != y.rank()) return fail(103, "different ranks");
    if (const std::string why = Differs(p_.Shape(from), p_.Shape(to)); !why.empty()) return fail(104, why);
    if (const std::string why = Differs(p_.ValidShape(from), p_.ValidShape(to)); !why.empty()) {
      if (!SamePitch(from, to)) return fail(104, "valid region: " + why);
      c_.Warning(104, stmt, fmt::format("{} is {}, but {} is {}; both are read at one pitch", from_name,
                                        TypeText(p_, from), to_name, TypeText(p_, to)));
      return;
    }
    const View a = p_.EffectiveView(from), b = p_.EffectiveView(to);
    if (x.IsTensorLike()) {
      if (a.pad != b.pad) fail(109, "different padding");
      if (x.window_buffer != y.window_buffer) fail(110, "different windows");
    } else if (x.view && y.view) {
      const bool same = a.blayout == b.blayout && a.slayout == b.slayout && a.fractal == b.fractal && a.pad == b.pad &&
                        a.compact == b.compact && ExprEq(p_, p_[a.stride], p_[b.stride]) &&
                        ExprEq(p_, a.start_offset, b.start_offset);
      if (!same) fail(111, "different tile views");
    }
  }

  // Accumulators whose packed rows fill their boxes are read alike whatever valid region they are declared with, and
  // the lowering leaves such carries as they are (lowering l.3).
  bool SamePitch(TypeId from, TypeId to) {
    if (!p_[from].IsTile() || !p_[to].IsTile() || p_[from].rank() != 2) return false;
    if (p_[from].space != MemorySpace::kAcc && p_[to].space != MemorySpace::kAcc) return false;
    const ExprId physical = p_.Shape(from)[0];
    for (TypeId type : {from, to}) {
      const ExprId valid = p_.ValidShape(type)[0];
      if (ProvenEq(p_, valid, physical)) continue;
      if (!p_.IsConstInt(physical)) return false;
      const int64_t rows = p_[physical].int_value();
      const bool fills = p_.IsConstInt(valid) ? (p_[valid].int_value() + 15) / 16 * 16 == rows : rows == 16;
      if (!fills) return false;
    }
    return true;
  }

  std::string Differs(absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
    for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
      if (IsFullExtent(p_, a[i], b[i]) || ExprEq(p_, a[i], b[i])) continue;
      const bool refuted = ProveEq(p_, a[i], b[i]) == Proof::kFalse;
      return fmt::format("dimension {} is {} here and {} there{}", i, ExprText(p_, a[i]), ExprText(p_, b[i]),
                         refuted ? "" : " (not provably equal, and nothing checks it at run time)");
    }
    return a.size() == b.size() ? "" : "different ranks";
  }

  // The explicit valid shape of a type fits its physical shape. Types are interned: each is looked at once.
  template <class Report>
  void Bounds(TypeId type, Report&& report) {
    const Type& t = p_[type];
    for (TypeId element : p_[t.elements]) Bounds(element, report);
    if (!t.view || p_[t.view].valid_shape.empty()) return;
    if (type.index() < checked_.size() && checked_[type.index()] == kFine) return;
    const absl::Span<const ExprId> shape = p_.Shape(type), valid = p_[p_[t.view].valid_shape];
    if (shape.size() != valid.size()) {
      return report(103, fmt::format("valid shape {} of shape {}", ShapeText(p_, valid), ShapeText(p_, shape)));
    }
    bool fine = true;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (!IsInt(p_[valid[i]].dtype)) continue;
      const bool negative = ProvenGt(p_, p_.Int(0, p_[valid[i]].dtype), valid[i]);
      if (!negative && !ProvenGt(p_, valid[i], shape[i])) continue;
      fine = false;
      report(104, fmt::format("valid extent {} of dimension {} is {} (physical extent {})", ExprText(p_, valid[i]), i,
                              negative ? "negative" : "too large", ExprText(p_, shape[i])));
    }
    if (type.index() < checked_.size()) checked_[type.index()] = fine ? kFine : kBad;
  }

  VerifyContext& c_;
  Program& p_;
  std::vector<uint8_t> checked_;  // by type
  std::vector<ExprId> edge_;      // what meets in the carry or branch result that is looked at
};

void VerifyTypeChecked(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kTypeChecked = {
    .property = "TypeChecked",
    .kind = VerifierKind::kStructural,
    .summary = "types agree along loops and branches; valid regions fit their shapes",
    .source = "verifiers 5.1",
    .rules = kRules,
    .run = VerifyTypeChecked,
};

}  // namespace t2t
