// Fingerprints: a hash over what the printed form shows. No id enters it, so that it is the same in every run and for a
// program read back from its text; variables count by name and by the order in which they are met.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/core/structural_equal.h"
#include "ir/core/walk.h"

namespace t2t {
namespace {

class Hasher {
 public:
  explicit Hasher(const Program& p) : p_(p) {}

  uint64_t OfFunction(FuncId id) {
    hash_ = 0x9e3779b97f4a7c15u;
    order_.clear();
    types_.clear();
    const Function& f = p_[id];
    Text(f.name);
    Mix((uint64_t{static_cast<uint8_t>(f.type)} << 32) | (uint64_t{static_cast<uint8_t>(f.level)} << 24) |
        (uint64_t{static_cast<uint8_t>(f.role)} << 16) | (uint64_t{static_cast<uint8_t>(f.stage)} << 8) |
        (f.requires_runtime_binding ? 2u : 0u) | (f.declared_only ? 1u : 0u));
    for (ValueId param : p_.Params(id)) Definition(param);
    for (uint32_t direction : p_[f.directions]) Mix(direction);
    Mix(f.return_types.size);
    for (TypeId type : p_[f.return_types]) OfType(type);
    Attributes(f.attrs);
    Text(f.inline_text);
    WalkStructured(p_, f.body, [&](WalkEvent event, StmtId stmt) {
      Mix(static_cast<uint64_t>(event));
      if (event == WalkEvent::kEnter) Statement(stmt);
    });
    return hash_;
  }

 private:
  void Mix(uint64_t word) {
    hash_ = (hash_ ^ word) * 0xff51afd7ed558ccdu;
    hash_ ^= hash_ >> 32;
  }
  void Text(StrId id) {
    if (!id) return Mix(1);
    uint64_t h = 0xcbf29ce484222325u;
    for (char c : p_[id]) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    Mix(h);
  }
  void Var(ValueId value) {
    const auto [it, fresh] = order_.emplace(value, static_cast<uint32_t>(order_.size()));
    Mix(it->second);
    if (fresh) Text(p_[value].name);
  }
  void Definition(ValueId value) {
    Var(value);
    OfType(p_[value].type);
  }
  void Definitions(ValueList values) {
    Mix(values.size);
    for (ValueId v : p_[values]) Definition(v);
  }

  void OfType(TypeId id) {
    // The hash of a type depends on what was met before it only through the numbers of its variables, which do not
    // change any more once they are given.
    if (const auto it = types_.find(id); it != types_.end()) return Mix(it->second);
    const uint64_t outer = std::exchange(hash_, 0x2545f4914f6cdd1du);
    const Type& t = p_[id];
    Mix((uint64_t{static_cast<uint8_t>(t.kind)} << 16) | (uint64_t{static_cast<uint8_t>(t.dtype)} << 8) |
        static_cast<uint8_t>(t.space));
    Exprs(t.shape);
    Mix(t.elements.size);
    for (TypeId element : p_[t.elements]) OfType(element);
    if (t.view) {
      const View& v = p_[t.view];
      Exprs(v.valid_shape);
      Exprs(v.stride);
      OfExpr(v.start_offset);
      Mix((static_cast<uint64_t>(v.fractal) << 32) | (uint64_t{static_cast<uint8_t>(v.layout)} << 24) |
          (uint64_t{static_cast<uint8_t>(v.blayout)} << 16) | (uint64_t{static_cast<uint8_t>(v.slayout)} << 8) |
          (uint64_t{static_cast<uint8_t>(v.pad)} << 4) | static_cast<uint8_t>(v.compact));
    }
    if (t.memref) {
      const MemRef& m = p_[t.memref];
      Text(m.name);
      OfExpr(m.byte_offset);
      Mix(m.size);
      Mix(m.slot_count);
      OfExpr(m.slot_index);
    }
    const uint64_t hash = std::exchange(hash_, outer);
    types_.emplace(id, hash);
    Mix(hash);
  }

  void Exprs(ExprList list) {
    Mix(list.size);
    for (ExprId e : p_[list]) OfExpr(e);
  }
  void OfExpr(ExprId id) {
    if (!id) return Mix(0x77);
    const Expr& e = p_[id];
    Mix((uint64_t{static_cast<uint8_t>(e.kind)} << 8) | static_cast<uint8_t>(e.dtype));
    switch (e.kind) {
      case ExprKind::kVar: return Var(e.var());
      case ExprKind::kConstInt: case ExprKind::kConstFloat: case ExprKind::kConstBool:
        return Mix(static_cast<uint64_t>(e.int_value()));
      case ExprKind::kTuple: return Exprs(e.elements());
      case ExprKind::kTupleGet: Mix(e.tuple_index()); return OfExpr(e.tuple());
      case ExprKind::kCall: case ExprKind::kSubmit: return OfCall(p_[e.call()]);
      default: break;
    }
    if (IsUnary(e.kind)) return OfExpr(e.operand());
    OfExpr(e.lhs());
    OfExpr(e.rhs());
  }
  void OfCall(const Call& call) {
    Mix(call.op ? call.op.index() : ~uint64_t{0});
    if (call.callee) Text(p_[call.callee].name);
    Exprs(call.args);
    Attributes(call.kwargs);
    Attributes(call.attrs);
    if (!call.submit) return;
    const Submit& s = p_[call.submit];
    Exprs(s.deps);
    OfExpr(s.core_num);
    OfExpr(s.predicate);
    Mix((s.sync_start ? 2u : 0u) | (s.allow_early_resolve ? 1u : 0u));
  }
  void Attributes(AttrsId attrs) {
    Mix(p_[attrs].size());
    for (const Attr& attr : p_[attrs]) {
      Text(attr.key);
      Mix(static_cast<uint64_t>(attr.kind));
      switch (attr.kind) {
        case AttrKind::kString: Text(attr.string()); break;
        case AttrKind::kExpr: OfExpr(attr.expr()); break;
        case AttrKind::kExprList: Exprs(attr.exprs()); break;
        case AttrKind::kIntList: case AttrKind::kArgDirectionList: case AttrKind::kIntPairList:
          Mix(attr.words().size);
          for (uint32_t word : p_[attr.words()]) Mix(word);
          break;
        default: Mix(static_cast<uint64_t>(attr.int_value()));
      }
    }
  }
  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    Mix(static_cast<uint64_t>(s.kind));
    Text(s.comments);
    switch (s.kind) {
      case StmtKind::kAssign:
        OfExpr(s.value());
        return Definition(s.var());
      case StmtKind::kEval: return OfExpr(s.value());
      case StmtKind::kReturn: case StmtKind::kYield: return Exprs(s.values());
      case StmtKind::kBreak: case StmtKind::kContinue: return;
      case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope: break;
    }
    const Region& r = p_.RegionOf(stmt);
    Mix((uint64_t{static_cast<uint8_t>(r.loop_kind)} << 48) | (uint64_t{static_cast<uint8_t>(r.scope_kind)} << 40) |
        (uint64_t{static_cast<uint8_t>(r.split)} << 32) | (uint64_t{static_cast<uint8_t>(r.level)} << 24) |
        (uint64_t{static_cast<uint8_t>(r.role)} << 16) | (r.manual ? 4u : 0u) | (r.sync_start ? 2u : 0u) |
        (r.all_devices ? 1u : 0u));
    Text(r.name_hint);
    OfExpr(r.start);
    OfExpr(r.stop);
    OfExpr(r.step);
    Exprs(r.inits);
    if (s.kind == StmtKind::kFor && r.loop_var) Definition(r.loop_var);
    Definitions(r.iter_args);
    Definitions(r.results);
    OfExpr(r.cond);
    OfExpr(r.core_num);
    Exprs(r.slots);
    for (uint32_t device : p_[r.devices]) Mix(device);
    Attributes(r.attrs);
  }

  const Program& p_;
  uint64_t hash_ = 0;
  absl::flat_hash_map<ValueId, uint32_t> order_;
  absl::flat_hash_map<TypeId, uint64_t> types_;
};

}  // namespace

uint64_t Fingerprint(const Program& program, FuncId function) { return Hasher(program).OfFunction(function); }

uint64_t Fingerprint(const Program& program) {
  std::vector<FuncId> functions;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    if (!program[FuncId(i)].declared_only) functions.push_back(FuncId(i));
  }
  std::sort(functions.begin(), functions.end(),
            [&](FuncId f, FuncId g) { return program[program[f].name] < program[program[g].name]; });
  Hasher hasher(program);
  uint64_t hash = functions.size();
  for (FuncId f : functions) hash = (hash ^ hasher.OfFunction(f)) * 0xff51afd7ed558ccdu;
  return hash ^ (hash >> 32);
}

}  // namespace t2t
