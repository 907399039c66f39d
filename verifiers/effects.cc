#include "verifiers/effects.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

constexpr uint64_t kUnwritten = 0;  // content of storage that nobody has written

uint64_t Mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 12) + (h >> 4);
  h *= 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}
uint64_t Word(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}
template <class... T>
uint64_t Digest(std::string_view what, T... parts) {
  uint64_t h = Word(what);
  ((h = Mix(h, parts)), ...);
  return h | 1;  // never kUnwritten
}

struct OpNames {
  OpId as_tile = Ops().Find("t2t.as_tile"), as_tensor = Ops().Find("t2t.as_tensor"), load = Ops().Find("tile.load"),
       store = Ops().Find("tile.store"), move = Ops().Find("tile.move"), tensor_assemble = Ops().Find("tensor.assemble"),
       tile_assemble = Ops().Find("tile.assemble"), slice = Ops().Find("tensor.slice"), view = Ops().Find("tensor.view"),
       tensor_create = Ops().Find("tensor.create"), create_l1 = Ops().Find("tensor.create_l1"),
       tile_create = Ops().Find("tile.create"), tile_alloc = Ops().Find("tile.alloc");

  bool Allocates(OpId op) const {
    return op == tensor_create || op == create_l1 || op == tile_create || op == tile_alloc;
  }
};
const OpNames& Names() {
  static const OpNames names;
  return names;
}

class Digester {
 public:
  Digester(const Program& p, EffectNames names) : p_(p), exact_(names == EffectNames::kExact) {}

  Effects Function(FuncId f) {
    for (uint32_t i = 0; i < p_.Params(f).size(); ++i) {
      const ValueId v = p_.Params(f)[i];
      if (p_.TypeOf(v).IsShaped()) {
        Bind(v, {NewRoot(Digest("param", uint64_t{i}))});
      } else {
        scalar_[v] = Digest("param", uint64_t{i});
      }
    }
    FindWrites(p_[f].body);
    Block(p_[f].body);
    for (ValueId v : p_.Params(f)) effects_.params.push_back(Content(v));
    effects_.trace = trace_;
    return std::move(effects_);
  }

 private:
  struct Handle {
    uint32_t root = 0;
    uint64_t view = 0;  // 0 = the whole buffer
  };

  // ---- storage ----

  uint32_t NewRoot(uint64_t content) {
    content_.push_back(content);
    return static_cast<uint32_t>(content_.size() - 1);
  }
  void Bind(ValueId v, Handle handle) { handles_[v] = handle; }
  uint64_t Content(ValueId v) const {
    const auto it = handles_.find(v);
    if (it == handles_.end()) {
      const auto known = scalar_.find(v);
      if (known != scalar_.end()) return known->second;
      return Digest("symbol", Word(p_[p_[v].name]));
    }
    const uint64_t content = content_[it->second.root];
    return it->second.view == 0 ? content : Digest("view", content, it->second.view);
  }
  const Handle* HandleOf(ExprId e) const {
    const ValueId v = AsVar(p_, e);
    const auto it = v ? handles_.find(v) : handles_.end();
    return it == handles_.end() ? nullptr : &it->second;
  }

  // ---- which buffers are written inside a region, by the variable that names them outside ----

  void FindWrites(BlockId body) {
    WalkStructured(p_, body, [&](WalkEvent event, StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (event == WalkEvent::kEnter && (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval)) return RecordWrites(stmt);
      if (s.kind != StmtKind::kFor && s.kind != StmtKind::kWhile) return;
      const Region& r = p_.RegionOf(stmt);
      const size_t n = std::min(r.inits.size, r.iter_args.size);
      if (event == WalkEvent::kEnter) {
        for (size_t i = 0; i < n; ++i) base_[p_[r.iter_args][i]] = BaseOf(p_[r.inits][i]);
      } else if (event == WalkEvent::kLeave) {
        const StmtId yield = TrailingYield(p_, r.body);
        for (size_t i = 0; i < n; ++i) {
          const ValueId base = BaseOf(p_[r.inits][i]);
          const bool kept = yield && i < p_[yield].values().size && base && BaseOf(p_[p_[yield].values()][i]) == base;
          if (!kept) continue;
          kept_.insert(p_[r.iter_args][i]);
          if (i < r.results.size) base_[p_[r.results][i]] = base;
        }
      }
    });
  }
  void RecordWrites(StmtId stmt) {
    const Stmt& s = p_[stmt];
    const Expr& e = p_[s.value()];
    const ValueId var = s.kind == StmtKind::kAssign ? s.var() : ValueId();
    if (e.kind == ExprKind::kVar && var) base_[var] = BaseOf(s.value());
    if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return;
    const Call& call = p_.CallOf(s.value());
    const int named = AliasOperand(call);
    if (var && named >= 0) base_[var] = BaseOf(p_[call.args][static_cast<size_t>(named)]);
    for (uint32_t i = 0; i < call.args.size; ++i) {
      if (!WritesArg(call, i)) continue;
      const ValueId base = BaseOf(p_[call.args][i]);
      if (!base) continue;
      for (StmtId region = p_[s.block].parent; region; region = p_[p_[region].block].parent) {
        if (p_[region].kind != StmtKind::kScope) written_[region].push_back(base);
      }
    }
  }
  ValueId BaseOf(ExprId e) const {
    const ValueId v = AsVar(p_, e);
    const auto it = v ? base_.find(v) : base_.end();
    return it == base_.end() ? v : it->second;
  }
  // Operand whose buffer the result goes on naming; -1 when the result is a value of its own.
  int AliasOperand(const Call& call) const {
    const OpNames& n = Names();
    if (!call.op) return -1;
    int named = ResultNames(Ops()[call.op]);
    if (call.op == n.store) named = 2;
    if (call.op == n.tensor_assemble || call.op == n.tile_assemble || call.op == n.slice || call.op == n.view ||
        call.op == n.as_tensor) {
      return call.args.empty() ? -1 : 0;
    }
    if (named < 0 || static_cast<uint32_t>(named) >= call.args.size) return -1;
    return WritesArg(call, static_cast<uint32_t>(named)) ? named : -1;
  }
  bool WritesArg(const Call& call, uint32_t i) const {
    if (call.op) return Ops()[call.op].declares_effects && Writes(EffectOn(p_, call, i));
    return call.callee && i < p_.Params(call.callee).size() && p_.Direction(call.callee, i) != ParamDirection::kIn;
  }

  // ---- expressions ----

  uint64_t Of(ExprId e) {
    if (!e) return Word("none");
    const Expr& x = p_[e];
    switch (x.kind) {
      case ExprKind::kVar: return Content(x.var());
      case ExprKind::kConstInt: return Digest("int", static_cast<uint64_t>(x.int_value()));
      case ExprKind::kConstFloat: return Digest("float", (uint64_t{x.b} << 32) | x.a);
      case ExprKind::kConstBool: return Digest("int", x.a);
      case ExprKind::kTupleGet: return Digest("get", Of(x.tuple()), x.tuple_index());
      case ExprKind::kTuple: {
        uint64_t h = Word("tuple");
        for (ExprId item : p_[x.elements()]) h = Mix(h, Of(item));
        return h | 1;
      }
      case ExprKind::kCall: case ExprKind::kSubmit: return CallValue(e);
      default: break;
    }
    if (IsBinary(x.kind)) return Digest("binary", static_cast<uint64_t>(x.kind), Of(x.lhs()), Of(x.rhs()));
    return x.kind == ExprKind::kCast ? Of(x.operand()) : Digest("unary", static_cast<uint64_t>(x.kind), Of(x.operand()));
  }

  uint64_t NameOf(const Call& call) const {
    if (!call.op) return Word(p_[p_[call.callee].name]);
    std::string_view name = Ops()[call.op].name;
    if (!exact_ && (name.starts_with("tensor.") || name.starts_with("tile."))) name.remove_prefix(name.find('.') + 1);
    return Word(name);
  }
  uint64_t Kwargs(const Call& call) const {
    uint64_t h = 0;
    if (!exact_) return h;
    for (const Attr& attr : p_[call.kwargs]) {
      const std::string_view key = p_[attr.key];
      if (key == "target_memory" || key == "cache") continue;  // where, not what
      uint64_t value = Mix(attr.a, attr.b);
      if (attr.kind == AttrKind::kString) value = Word(p_[attr.string()]);
      if (attr.kind == AttrKind::kIntList) {
        value = 0;
        for (uint32_t word : p_[attr.words()]) value = Mix(value, word);
      }
      h += Digest("kwarg", Word(key), value);  // in any order
    }
    return h;
  }
  // Value of a call in terms of its operands; storage without content is scratch.
  uint64_t CallValue(ExprId e) {
    const Call& call = p_.CallOf(e);
    uint64_t h = Digest("call", NameOf(call), Kwargs(call));
    for (ExprId arg : p_[call.args]) {
      const uint64_t operand = Of(arg);
      if (operand != kUnwritten) h = Mix(h, operand);
    }
    return h | 1;
  }

  // ---- statements ----

  void Block(BlockId block) {
    for (StmtId stmt = p_[block].first; stmt; stmt = p_[stmt].next) Statement(stmt);
  }

  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    switch (s.kind) {
      case StmtKind::kAssign: return Assign(s.var(), s.value());
      case StmtKind::kEval: return Assign(ValueId(), s.value());
      case StmtKind::kReturn:
        for (ExprId e : p_[s.values()]) effects_.results.push_back(Of(e));
        return;
      case StmtKind::kYield: return;
      case StmtKind::kBreak: case StmtKind::kContinue:
        trace_ = Digest("jump", trace_, static_cast<uint64_t>(s.kind));
        return;
      case StmtKind::kScope: return Block(p_.RegionOf(stmt).body);
      case StmtKind::kIf: return Branch(stmt);
      case StmtKind::kFor: case StmtKind::kWhile: return Loop(stmt);
    }
  }

  void BindResult(ValueId var, uint64_t content) {
    if (!var) return;
    if (p_.TypeOf(var).IsShaped()) {
      Bind(var, {NewRoot(content)});
    } else {
      scalar_[var] = content;
    }
  }

  void Assign(ValueId var, ExprId value) {
    const Expr& e = p_[value];
    if (e.kind == ExprKind::kVar) {
      if (const Handle* h = HandleOf(value); h != nullptr && var) return Bind(var, *h);
    }
    if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return BindResult(var, Of(value));
    const Call& call = p_.CallOf(value);
    call.op ? Operator(var, value, call) : FunctionCall(var, value, call);
  }

  void FunctionCall(ValueId var, ExprId value, const Call& call) {
    const uint64_t h = CallValue(value);
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const Handle* target = HandleOf(p_[call.args][i]);
      if (target != nullptr && WritesArg(call, i)) Write(*target, Digest("out", h, i));
    }
    trace_ = Digest("called", trace_, h);
    BindResult(var, h);
  }

  void Write(Handle target, uint64_t value) {
    uint64_t& content = content_[target.root];
    content = target.view == 0 ? value : Digest("into", content, target.view, value);
  }

  bool Zeros(ExprId tuple) const {
    if (p_[tuple].kind != ExprKind::kTuple) return false;
    const auto items = p_[p_[tuple].elements()];
    return std::all_of(items.begin(), items.end(), [&](ExprId e) { return p_.IsConstInt(e, 0); });
  }
  bool SameExtents(absl::Span<const ExprId> a, absl::Span<const ExprId> b) const {
    return a.size() == b.size() && ExprEq(p_, a, b);
  }
  uint64_t Window(uint64_t view, ExprId offsets, absl::Span<const ExprId> extents) {
    uint64_t h = Digest("window", view, Of(offsets));
    for (ExprId e : extents) h = Mix(h, Of(e));
    return h | 1;
  }

  void Store(ValueId var, const Call& call, ExprId target, ExprId source, ExprId offsets) {
    const uint64_t data = Of(source);
    const Attr* atomic = p_.FindAttr(call.kwargs, "atomic");
    const bool adds = atomic != nullptr && atomic->int_value() != 0;
    const bool whole = !adds && call.args.size == 3 && Zeros(offsets) &&
                       SameExtents(p_.ValidShape(p_[source].type), p_.Shape(p_[target].type));
    const Handle* handle = HandleOf(target);
    if (handle == nullptr) return BindResult(var, Digest("store", Of(target), data, Of(offsets)));
    const Handle to = *handle;
    const uint64_t shape = call.args.size > 3 ? Of(p_[call.args][3]) : 0;
    Write(to, whole ? data : Digest("store", Of(target), data, Of(offsets), uint64_t{adds}, shape));
    if (var) Bind(var, to);
  }

  void Operator(ValueId var, ExprId value, const Call& call) {
    const OpNames& n = Names();
    const auto args = p_[call.args];
    const OpDef& op = Ops()[call.op];
    if (n.Allocates(call.op)) return BindResult(var, kUnwritten);
    if ((call.op == n.as_tile || call.op == n.move) && !args.empty()) return BindResult(var, Of(args[0]));
    if (call.op == n.store && args.size() >= 3) return Store(var, call, args[2], args[0], args[1]);
    if ((call.op == n.tensor_assemble || call.op == n.tile_assemble) && args.size() == 3) {
      return Store(var, call, args[0], args[1], args[2]);
    }
    const Handle* first = args.empty() ? nullptr : HandleOf(args[0]);
    if (call.op == n.as_tensor && first != nullptr && var) return Bind(var, *first);
    if (call.op == n.load && args.size() == 4 && first != nullptr && p_[args[3]].kind == ExprKind::kTuple &&
        p_.FindAttr(call.kwargs, "transpose") == nullptr) {
      const Handle from = *first;
      const auto extents = p_[p_[args[3]].elements()];
      const bool whole = Zeros(args[1]) && SameExtents(extents, p_.Shape(p_[args[0]].type));
      if (whole) return BindResult(var, Of(args[0]));
      return BindResult(var, Digest("view", content_[from.root], Window(from.view, args[1], extents)));
    }
    if (call.op == n.slice && first != nullptr && var && args.size() >= 3 && args.size() <= 4 && !call.kwargs) {
      const ExprId shape = args.size() == 4 ? args[3] : args[1];
      if (p_[shape].kind == ExprKind::kTuple) {
        return Bind(var, {first->root, Window(first->view, args[2], p_[p_[shape].elements()])});
      }
    }
    General(var, value, call, op);
  }

  void General(ValueId var, ExprId value, const Call& call, const OpDef& op) {
    const uint64_t h = CallValue(value);
    bool writes = false;
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const Handle* target = HandleOf(p_[call.args][i]);
      if (target == nullptr || !WritesArg(call, i)) continue;
      Write(*target, Digest("written", h, i));
      writes = true;
    }
    const bool computes = op.category == OpCategory::kTensor || op.category == OpCategory::kTile ||
                          op.category == OpCategory::kArray || op.category == OpCategory::kCast;
    if (!computes) trace_ = Digest("signal", trace_, h);
    const int named = AliasOperand(call);
    if (var && named >= 0 && (writes || call.op == Names().view)) {
      if (const Handle* source = HandleOf(p_[call.args][static_cast<size_t>(named)])) {
        return Bind(var, {source->root, writes ? source->view : Digest("as", source->view, h)});
      }
    }
    BindResult(var, h);
  }

  // Buffers that exist outside a region and are written inside it.
  std::vector<uint32_t> WrittenIn(StmtId stmt) const {
    std::vector<uint32_t> roots;
    const auto it = written_.find(stmt);
    if (it == written_.end()) return roots;
    for (ValueId v : it->second) {
      const auto handle = handles_.find(v);
      if (handle != handles_.end()) roots.push_back(handle->second.root);
    }
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    return roots;
  }

  void Loop(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const auto inits = p_[r.inits];
    const auto carries = p_[r.iter_args];
    uint64_t h = Digest("loop", ++ordinal_, static_cast<uint64_t>(p_[stmt].kind));
    const uint64_t label = h;
    for (ExprId e : {r.start, r.stop, r.step}) h = Mix(h, Of(e));
    std::vector<uint64_t> seeds;
    for (size_t i = 0; i < carries.size(); ++i) {
      seeds.push_back(i < inits.size() ? Of(inits[i]) : 0);
      // A carried handle of memory keeps its buffer; everything else is an unknown of the loop.
      const Handle* seed = i < inits.size() ? HandleOf(inits[i]) : nullptr;
      if (seed != nullptr && kept_.contains(carries[i])) {
        Bind(carries[i], *seed);
      } else {
        BindResult(carries[i], Digest("carry", label, i));
      }
    }
    if (r.loop_var) scalar_[r.loop_var] = Digest("index", label);
    for (uint64_t seed : seeds) h = Mix(h, seed);
    const uint64_t outer_trace = trace_;
    trace_ = 0;
    const std::vector<uint32_t> roots = WrittenIn(stmt);
    std::vector<uint64_t> before;
    for (uint32_t root : roots) {
      before.push_back(content_[root]);
      content_[root] = Digest("inside", label, content_[root]);
    }
    if (r.cond) h = Mix(h, Of(r.cond));
    Block(r.body);
    std::vector<uint64_t> yields;
    if (const StmtId yield = TrailingYield(p_, r.body)) {
      for (ExprId e : p_[p_[yield].values()]) yields.push_back(Of(e));
    }
    for (uint64_t y : yields) h = Mix(h, y);
    for (uint32_t root : roots) h = Mix(h, content_[root]);
    trace_ = trace_ == 0 ? outer_trace : Digest("loop", outer_trace, trace_, h);
    for (size_t k = 0; k < roots.size(); ++k) content_[roots[k]] = Digest("after", h, before[k]);
    for (size_t i = 0; i < p_[r.results].size(); ++i) {
      const ValueId result = p_[r.results][i];
      const auto carry = i < carries.size() ? handles_.find(carries[i]) : handles_.end();
      if (carry != handles_.end() && kept_.contains(carries[i])) {
        Bind(result, Handle(carry->second));
      } else {
        BindResult(result, Digest("result", h, i));
      }
    }
  }
  void Branch(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    const uint64_t cond = Of(r.cond);
    const std::vector<uint32_t> roots = WrittenIn(stmt);
    std::vector<uint64_t> start, then_content;
    for (uint32_t root : roots) start.push_back(content_[root]);
    const uint64_t outer_trace = trace_;
    trace_ = 0;
    Block(r.body);
    const std::vector<uint64_t> then_values = Yields(r.body);
    const uint64_t then_trace = trace_;
    for (size_t i = 0; i < roots.size(); ++i) {
      then_content.push_back(content_[roots[i]]);
      content_[roots[i]] = start[i];
    }
    trace_ = 0;
    std::vector<uint64_t> else_values;
    if (r.else_body) {
      Block(r.else_body);
      else_values = Yields(r.else_body);
    }
    for (size_t i = 0; i < roots.size(); ++i) {
      uint64_t& now = content_[roots[i]];
      if (then_content[i] != now) now = Digest("either", cond, then_content[i], now);
    }
    trace_ = then_trace == 0 && trace_ == 0 ? outer_trace : Digest("branch", outer_trace, cond, then_trace, trace_);
    for (size_t i = 0; i < p_[r.results].size(); ++i) {
      const uint64_t a = i < then_values.size() ? then_values[i] : 0, b = i < else_values.size() ? else_values[i] : 0;
      BindResult(p_[r.results][i], Digest("either", cond, a, b));
    }
  }
  std::vector<uint64_t> Yields(BlockId block) {
    std::vector<uint64_t> out;
    if (const StmtId yield = TrailingYield(p_, block)) {
      for (ExprId e : p_[p_[yield].values()]) out.push_back(Of(e));
    }
    return out;
  }

  const Program& p_;
  const bool exact_;
  Effects effects_;
  std::vector<uint64_t> content_;  // by root
  absl::flat_hash_map<ValueId, Handle> handles_;
  absl::flat_hash_map<ValueId, uint64_t> scalar_;
  absl::flat_hash_map<StmtId, std::vector<ValueId>> written_;  // by region: names outside of what is written inside
  absl::flat_hash_map<ValueId, ValueId> base_;                 // by value: the variable whose buffer it names
  absl::flat_hash_set<ValueId> kept_;                          // carries that name one buffer in every iteration
  uint64_t trace_ = 0;
  uint64_t ordinal_ = 0;
};

// A direction is raised where the body writes, and never otherwise; what the user declared Out or InOut stays (lowering n).
void Directions(const Program& before, const Program& after, FuncId f, const Effects& now, std::vector<std::string>& out) {
  GmAccess access(after);
  access.Analyze(f);
  const std::string_view name = before[before[f].name];
  for (uint32_t k = 0; k < after.Params(f).size() && k < now.params.size(); ++k) {
    const ParamDirection to = after.Direction(f, k);
    const std::string_view param = after[after[after.Params(f)[k]].name];
    if (!after.TypeOf(after.Params(f)[k]).IsTensorLike()) continue;
    if (k >= before.Params(f).size()) {
      if (to == ParamDirection::kIn) out.push_back(fmt::format("{} got parameter {} ({}) without writing it", name, k, param));
      continue;
    }
    const ParamDirection from = before.Direction(f, k);
    if (from == to) continue;
    const bool written = now.params[k] != Digest("param", uint64_t{k});
    const bool raised = from == ParamDirection::kIn && written &&
                        (to == ParamDirection::kInOut || !access.root(k).read);
    if (!raised) {
      out.push_back(fmt::format("{} declares parameter {} ({}) {} instead of {}", name, k, param, EnumName(to), EnumName(from)));
    }
  }
}

}  // namespace

Effects EffectsOf(const Program& program, FuncId function, EffectNames names) {
  return Digester(program, names).Function(function);
}

std::vector<std::string> EffectDifferences(const Program& before, const Program& after, EffectNames names) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < before.num_functions() && i < after.num_functions(); ++i) {
    const FuncId f(i);
    if (!HasBody(before, f)) continue;
    const Effects a = EffectsOf(before, f, names), b = EffectsOf(after, f, names);
    const std::string_view name = before[before[f].name];
    if (a.results.size() != b.results.size()) {
      out.push_back(fmt::format("{} returned {} values and now returns {}", name, a.results.size(), b.results.size()));
    }
    for (size_t k = 0; k < std::min(a.results.size(), b.results.size()); ++k) {
      if (a.results[k] != b.results[k]) out.push_back(fmt::format("result {} of {} is computed differently", k, name));
    }
    for (size_t k = 0; k < std::min(a.params.size(), b.params.size()); ++k) {
      if (a.params[k] == b.params[k]) continue;
      out.push_back(fmt::format("{} leaves something else in parameter {} ({})", name, k,
                                before[before[before.Params(f)[k]].name]));
    }
    if (IsLoweredKernel(before, f)) Directions(before, after, f, b, out);
    if (a.trace != b.trace) out.push_back(fmt::format("{} sends other signals, or calls otherwise", name));
  }
  return out;
}

}  // namespace t2t
