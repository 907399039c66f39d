#include "ir/core/structural_equal.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"

namespace t2t {
namespace {

std::string_view StmtName(StmtKind kind) {
  switch (kind) {
    case StmtKind::kAssign: return "assignment";
    case StmtKind::kEval: return "expression";
    case StmtKind::kReturn: return "return";
    case StmtKind::kYield: return "yield";
    case StmtKind::kBreak: return "break";
    case StmtKind::kContinue: return "continue";
    case StmtKind::kFor: return "for loop";
    case StmtKind::kWhile: return "while loop";
    case StmtKind::kIf: return "if";
    case StmtKind::kScope: return "scope";
  }
  return "statement";
}

std::string StmtText(const Program& p, StmtId stmt) {
  if (!stmt) return "<end of the block>";
  const Stmt& s = p[stmt];
  const auto list = [&](absl::Span<const ExprId> values) {
    std::string text;
    for (ExprId v : values) text += (text.empty() ? " " : ", ") + ExprText(p, v);
    return text;
  };
  switch (s.kind) {
    case StmtKind::kAssign:
      return fmt::format("{}: {} = {}", p[p[s.var()].name], TypeText(p, p[s.var()].type), ExprText(p, s.value()));
    case StmtKind::kEval: return ExprText(p, s.value());
    case StmtKind::kReturn: case StmtKind::kYield: return std::string(StmtName(s.kind)) + list(p[s.values()]);
    default: return std::string(StmtName(s.kind));
  }
}

// Compares two functions, of one program or of two. Variables are matched where they are defined; one met before its
// definition (a return type may name a local extent) is matched where it is first met.
class Comparison {
 public:
  Comparison(const Program& a, const Program& b) : a_(a), b_(b) {}

  std::optional<std::string> Functions(FuncId f, FuncId g) {
    forward_.clear();
    backward_.clear();
    types_.clear();
    where_ = fmt::format("function '{}'", a_[a_[f].name]);
    const Function& x = a_[f];
    const Function& y = b_[g];
    if (x.type != y.type || x.level != y.level || x.role != y.role || x.stage != y.stage ||
        x.requires_runtime_binding != y.requires_runtime_binding || x.declared_only != y.declared_only) {
      Differ(fmt::format("type, level or role: {} and {}", EnumName(x.type), EnumName(y.type)));
      return why_;
    }
    const absl::Span<const ValueId> params = a_.Params(f), others = b_.Params(g);
    if (params.size() != others.size()) {
      Differ(fmt::format("{} and {} parameters", params.size(), others.size()));
      return why_;
    }
    for (size_t i = 0; i < params.size(); ++i) Define(params[i], others[i]);
    for (uint32_t i = 0; i < params.size(); ++i) {
      if (a_.Direction(f, i) != b_.Direction(g, i)) {
        Differ(fmt::format("parameter {} ('{}') is {} and {}", i, a_[a_[params[i]].name], EnumName(a_.Direction(f, i)),
                           EnumName(b_.Direction(g, i))));
        return why_;
      }
      if (!SameType(a_[params[i]].type, b_[others[i]].type)) {
        TypesDiffer(fmt::format("parameter {} ('{}')", i, a_[a_[params[i]].name]), a_[params[i]].type,
                    b_[others[i]].type);
        return why_;
      }
    }
    const absl::Span<const TypeId> returns = a_[x.return_types], returns_b = b_[y.return_types];
    if (returns.size() != returns_b.size()) {
      Differ(fmt::format("{} and {} results", returns.size(), returns_b.size()));
      return why_;
    }
    for (size_t i = 0; i < returns.size(); ++i) {
      if (SameType(returns[i], returns_b[i])) continue;
      TypesDiffer(fmt::format("result {}", i), returns[i], returns_b[i]);
      return why_;
    }
    if (!SameAttrs(x.attrs, y.attrs)) {
      Differ("function attributes");
      return why_;
    }
    if (x.inline_text.valid() != y.inline_text.valid() || a_[x.inline_text] != b_[y.inline_text]) {
      Differ("the verbatim body");
      return why_;
    }
    Blocks(x.body, y.body);
    return why_;
  }

 private:
  bool Differ(std::string what) {
    if (!why_) why_ = fmt::format("{}: {}", where_, what);
    return false;
  }
  void TypesDiffer(std::string what, TypeId t, TypeId u) {
    Differ(fmt::format("type of {}:\n  left:  {}\n  right: {}", what, TypeText(a_, t), TypeText(b_, u)));
  }
  bool StmtsDiffer(StmtId s, StmtId t, std::string_view what) {
    const Span span = s ? a_[s].span : Span();
    return Differ(fmt::format("{}{}:\n  left:  {}\n  right: {}", what,
                              span.known() ? fmt::format(" (line {})", span.line) : std::string(), StmtText(a_, s),
                              StmtText(b_, t)));
  }

  // ---- variables ----
  void Define(ValueId v, ValueId w) {
    const auto [it, fresh] = forward_.emplace(v, w);
    const auto [back, fresh_back] = backward_.emplace(w, v);
    if (!fresh || !fresh_back) consistent_ &= it->second == w && back->second == v;
  }
  bool SameVar(ValueId v, ValueId w) {
    if (a_[v].kind == ValueKind::kSymbol || b_[w].kind == ValueKind::kSymbol) {
      return a_[v].kind == b_[w].kind && a_[a_[v].name] == b_[b_[w].name];
    }
    Define(v, w);
    return forward_[v] == w && backward_[w] == v;
  }
  template <class F>
  bool SameValues(ValueList x, ValueList y, F&& describe) {
    const absl::Span<const ValueId> vs = a_[x], ws = b_[y];
    if (vs.size() != ws.size()) return false;
    for (size_t i = 0; i < vs.size(); ++i) {
      Define(vs[i], ws[i]);
      if (!consistent_ || !SameType(a_[vs[i]].type, b_[ws[i]].type)) {
        describe(vs[i], ws[i]);
        return false;
      }
    }
    return true;
  }

  // ---- expressions, types, attributes ----
  bool SameExpr(ExprId x, ExprId y) {
    if (x.valid() != y.valid()) return false;
    if (!x) return true;
    const Expr& e = a_[x];
    const Expr& f = b_[y];
    if (e.kind != f.kind) return false;
    switch (e.kind) {
      case ExprKind::kVar: return SameVar(e.var(), f.var());
      case ExprKind::kConstInt: return e.int_value() == f.int_value() && SameIntType(e.dtype, f.dtype);
      case ExprKind::kConstFloat: case ExprKind::kConstBool:
        return e.int_value() == f.int_value() && e.dtype == f.dtype;
      case ExprKind::kTuple: return SameExprs(e.elements(), f.elements());
      case ExprKind::kTupleGet: return e.tuple_index() == f.tuple_index() && SameExpr(e.tuple(), f.tuple());
      case ExprKind::kCall: case ExprKind::kSubmit: return SameCall(e, f);
      default: break;
    }
    if (e.dtype != f.dtype) return false;
    if (IsUnary(e.kind)) return SameExpr(e.operand(), f.operand());
    return SameExpr(e.lhs(), f.lhs()) && SameExpr(e.rhs(), f.rhs());
  }
  // INDEX and INT64 count as one type of an integer constant (types-and-ops 1.2).
  static bool SameIntType(DType t, DType u) {
    const auto wide = [](DType d) { return d == DType::kIndex || d == DType::kInt64; };
    return t == u || (wide(t) && wide(u));
  }
  bool SameExprs(ExprList x, ExprList y) {
    const absl::Span<const ExprId> xs = a_[x], ys = b_[y];
    return std::equal(xs.begin(), xs.end(), ys.begin(), ys.end(), [&](ExprId e, ExprId f) { return SameExpr(e, f); });
  }
  bool SameCall(const Expr& e, const Expr& f) {
    const Call& c = a_[e.call()];
    const Call& d = b_[f.call()];
    if (c.op != d.op || c.callee.valid() != d.callee.valid() || c.submit.valid() != d.submit.valid()) return false;
    if (c.callee && a_[a_[c.callee].name] != b_[b_[d.callee].name]) return false;
    if (!SameExprs(c.args, d.args) || !SameType(e.type, f.type)) return false;
    if (!SameAttrs(c.kwargs, d.kwargs) || !SameAttrs(c.attrs, d.attrs)) return false;
    if (!c.submit) return true;
    const Submit& s = a_[c.submit];
    const Submit& t = b_[d.submit];
    return SameExprs(s.deps, t.deps) && SameExpr(s.core_num, t.core_num) && SameExpr(s.predicate, t.predicate) &&
           s.sync_start == t.sync_start && s.allow_early_resolve == t.allow_early_resolve;
  }
  bool SameType(TypeId t, TypeId u) {
    const uint64_t key = (uint64_t{t.index()} << 32) | u.index();
    if (types_.contains(key)) return true;
    const Type& x = a_[t];
    const Type& y = b_[u];
    if (x.kind != y.kind || x.dtype != y.dtype || x.space != y.space || !SameExprs(x.shape, y.shape) ||
        x.view.valid() != y.view.valid() || x.window_buffer.valid() != y.window_buffer.valid()) {
      return false;
    }
    if (x.window_buffer && !SameVar(x.window_buffer, y.window_buffer)) return false;
    if (x.view && !SameView(a_[x.view], b_[y.view])) return false;
    const absl::Span<const TypeId> xs = a_[x.elements], ys = b_[y.elements];
    if (!std::equal(xs.begin(), xs.end(), ys.begin(), ys.end(),
                    [&](TypeId e, TypeId f) { return SameType(e, f); })) {
      return false;
    }
    types_.insert(key);
    return true;
  }
  bool SameView(const View& v, const View& w) {
    return v.layout == w.layout && v.blayout == w.blayout && v.slayout == w.slayout && v.fractal == w.fractal &&
           v.pad == w.pad && v.compact == w.compact && SameExprs(v.valid_shape, w.valid_shape) &&
           SameExprs(v.stride, w.stride) && SameExpr(v.start_offset, w.start_offset);
  }
  // Dictionaries compare without regard to order.
  bool SameAttrs(AttrsId x, AttrsId y) {
    const absl::Span<const Attr> xs = a_[x], ys = b_[y];
    if (xs.size() != ys.size()) return false;
    for (const Attr& attr : xs) {
      const Attr* other = b_.FindAttr(y, a_[attr.key]);
      if (other == nullptr || !SameAttr(attr, *other)) return false;
    }
    return true;
  }
  bool SameAttr(const Attr& x, const Attr& y) {
    if (x.kind != y.kind) return false;
    switch (x.kind) {
      case AttrKind::kString: return a_[x.string()] == b_[y.string()];
      case AttrKind::kExpr: return SameExpr(x.expr(), y.expr());
      case AttrKind::kExprList: return SameExprs(x.exprs(), y.exprs());
      case AttrKind::kIntList: case AttrKind::kArgDirectionList: case AttrKind::kIntPairList:
        return a_[x.words()] == b_[y.words()];
      default: return x.a == y.a && x.b == y.b;
    }
  }

  // ---- statements ----
  bool Blocks(BlockId x, BlockId y) {
    StmtId s = a_[x].first, t = b_[y].first;
    for (; s && t; s = a_[s].next, t = b_[t].next) {
      if (!Stmts(s, t)) return false;
    }
    return s || t ? StmtsDiffer(s, t, "one side has more statements") : true;
  }
  bool Stmts(StmtId s, StmtId t) {
    const Stmt& x = a_[s];
    const Stmt& y = b_[t];
    if (x.kind != y.kind) return StmtsDiffer(s, t, "different statements");
    switch (x.kind) {
      case StmtKind::kAssign:
        if (!SameExpr(x.value(), y.value())) return StmtsDiffer(s, t, "different values");
        Define(x.var(), y.var());
        if (!consistent_) return StmtsDiffer(s, t, "different variables");
        return SameType(a_[x.var()].type, b_[y.var()].type) || StmtsDiffer(s, t, "different types");
      case StmtKind::kEval: return SameExpr(x.value(), y.value()) || StmtsDiffer(s, t, "different expressions");
      case StmtKind::kReturn: case StmtKind::kYield:
        return SameExprs(x.values(), y.values()) || StmtsDiffer(s, t, "different values");
      case StmtKind::kBreak: case StmtKind::kContinue: return true;
      case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope: break;
    }
    return Regions(s, t);
  }
  bool Regions(StmtId s, StmtId t) {
    const Region& x = a_.RegionOf(s);
    const Region& y = b_.RegionOf(t);
    const bool loop = a_[s].kind == StmtKind::kFor;
    const auto values_differ = [&](ValueId v, ValueId w) {
      TypesDiffer(fmt::format("'{}'", a_[a_[v].name]), a_[v].type, b_[w].type);
    };
    if (x.loop_kind != y.loop_kind || x.scope_kind != y.scope_kind || x.split != y.split || x.level != y.level ||
        x.role != y.role || x.manual != y.manual || x.sync_start != y.sync_start || x.all_devices != y.all_devices ||
        a_[x.name_hint] != b_[y.name_hint] || a_[x.devices] != b_[y.devices]) {
      return StmtsDiffer(s, t, "different kinds or hints of a loop or scope");
    }
    if (!SameExpr(x.start, y.start) || !SameExpr(x.stop, y.stop) || !SameExpr(x.step, y.step)) {
      return StmtsDiffer(s, t, "different loop bounds");
    }
    if (!SameExprs(x.inits, y.inits)) return StmtsDiffer(s, t, "different initial values");
    if (loop) {
      Define(x.loop_var, y.loop_var);
      if (!SameType(a_[x.loop_var].type, b_[y.loop_var].type)) {
        values_differ(x.loop_var, y.loop_var);
        return false;
      }
    }
    if (!SameValues(x.iter_args, y.iter_args, values_differ)) return StmtsDiffer(s, t, "different carried values");
    if (!SameExpr(x.cond, y.cond)) return StmtsDiffer(s, t, "different conditions");
    if (!SameExpr(x.core_num, y.core_num) || !SameExprs(x.slots, y.slots)) {
      return StmtsDiffer(s, t, "different scope arguments");
    }
    if (!SameAttrs(x.attrs, y.attrs)) return StmtsDiffer(s, t, "different attributes of a loop or scope");
    if (x.else_body.valid() != y.else_body.valid()) return StmtsDiffer(s, t, "one side has no else");
    if (!Blocks(x.body, y.body)) return false;
    if (x.else_body && !Blocks(x.else_body, y.else_body)) return false;
    return SameValues(x.results, y.results, values_differ) || StmtsDiffer(s, t, "different results");
  }

  const Program& a_;
  const Program& b_;
  absl::flat_hash_map<ValueId, ValueId> forward_, backward_;
  bool consistent_ = true;
  absl::flat_hash_set<uint64_t> types_;  // pairs found equal in the current function
  std::string where_;
  std::optional<std::string> why_;
};

std::vector<FuncId> ByName(const Program& p) {
  std::vector<FuncId> functions;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!p[FuncId(i)].declared_only) functions.push_back(FuncId(i));
  }
  std::sort(functions.begin(), functions.end(), [&](FuncId f, FuncId g) { return p[p[f].name] < p[p[g].name]; });
  return functions;
}

}  // namespace

std::optional<std::string> FirstDifference(const Program& a, const Program& b) {
  const std::vector<FuncId> fs = ByName(a), gs = ByName(b);
  for (size_t i = 0; i < std::max(fs.size(), gs.size()); ++i) {
    const std::string_view f = i < fs.size() ? a[a[fs[i]].name] : std::string_view();
    const std::string_view g = i < gs.size() ? b[b[gs[i]].name] : std::string_view();
    if (i >= gs.size() || (i < fs.size() && f < g)) return fmt::format("function '{}' is only on the left", f);
    if (i >= fs.size() || g < f) return fmt::format("function '{}' is only on the right", g);
    if (std::optional<std::string> why = Comparison(a, b).Functions(fs[i], gs[i])) return why;
  }
  return std::nullopt;
}

std::optional<std::string> FirstDifference(const Program& a, FuncId f, const Program& b, FuncId g) {
  return Comparison(a, b).Functions(f, g);
}

}  // namespace t2t
