#include "ir/core/rewrite.h"

#include <vector>

#include "ir/core/walk.h"
#include "ir/support/check.h"

namespace t2t {
namespace {

using Map = absl::FunctionRef<ExprId(ExprId)>;

ExprList MapList(Program& p, ExprList exprs, Map map) {
  std::vector<ExprId> items;
  for (uint32_t i = 0; i < exprs.size; ++i) {
    const ExprId from = p[exprs][i];
    const ExprId to = map(from);
    if (to == from && items.empty()) continue;
    if (items.empty()) items.assign(p[exprs].begin(), p[exprs].end());
    items[i] = to;
  }
  return items.empty() ? exprs : p.MakeList(items);
}

AttrsId MapAttrs(Program& p, AttrsId attrs, Map map) {
  std::vector<Attr> items;
  bool changed = false;
  for (size_t i = 0; i < p[attrs].size(); ++i) {
    Attr attr = p[attrs][i];
    if (attr.kind == AttrKind::kExpr) {
      attr.a = map(attr.expr()).index();
    } else if (attr.kind == AttrKind::kExprList) {
      attr.a = MapList(p, attr.exprs(), map).begin;
    }
    changed |= !(attr == p[attrs][i]);
    items.push_back(attr);
  }
  return changed ? p.MakeAttrs(items) : attrs;
}

}  // namespace

ExprId MapOperands(Program& p, ExprId expr, Map map) {
  const Expr e = p[expr];
  if (IsBinary(e.kind)) {
    const ExprId lhs = map(e.lhs()), rhs = map(e.rhs());
    return lhs == e.lhs() && rhs == e.rhs() ? expr : p.Binary(e.kind, lhs, rhs, e.dtype);
  }
  if (IsUnary(e.kind)) {
    const ExprId operand = map(e.operand());
    return operand == e.operand() ? expr : p.Unary(e.kind, operand, e.dtype);
  }
  if (e.kind == ExprKind::kTuple) {
    const ExprList elements = MapList(p, e.elements(), map);
    return elements == e.elements() ? expr : p.Tuple(p[elements]);
  }
  if (e.kind == ExprKind::kTupleGet) {
    const ExprId tuple = map(e.tuple());
    return tuple == e.tuple() ? expr : p.TupleGet(tuple, e.tuple_index());
  }
  if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return expr;
  Call call = p[e.call()];
  const Call old = call;
  call.args = MapList(p, call.args, map);
  call.attrs = MapAttrs(p, call.attrs, map);
  if (!call.submit) {
    return call.args == old.args && call.attrs == old.attrs ? expr : p.AddCall(call, e.type);
  }
  const Submit before = p[call.submit];
  Submit submit = before;
  submit.deps = MapList(p, submit.deps, map);
  if (submit.core_num) submit.core_num = map(submit.core_num);
  if (submit.predicate) submit.predicate = map(submit.predicate);
  const bool same = call.args == old.args && call.attrs == old.attrs && submit.deps == before.deps &&
                    submit.core_num == before.core_num && submit.predicate == before.predicate;
  return same ? expr : p.AddSubmit(call, submit, e.type);
}

bool MapExprs(Program& p, StmtId stmt, Map map) {
  const Stmt s = p[stmt];
  switch (s.kind) {
    case StmtKind::kAssign: case StmtKind::kEval: {
      const ExprId value = map(s.value());
      if (value == s.value()) return false;
      p.SetStmtValue(stmt, value);
      return true;
    }
    case StmtKind::kReturn: case StmtKind::kYield: {
      const ExprList values = MapList(p, s.values(), map);
      if (values == s.values()) return false;
      p.SetStmtValues(stmt, values);
      return true;
    }
    case StmtKind::kBreak: case StmtKind::kContinue: return false;
    case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope: break;
  }
  const Region old = p.RegionOf(stmt);
  Region r = old;
  r.inits = MapList(p, r.inits, map);
  for (ExprId* part : {&r.start, &r.stop, &r.step, &r.cond, &r.core_num}) {
    if (*part) *part = map(*part);
  }
  r.slots = MapList(p, r.slots, map);
  r.attrs = MapAttrs(p, r.attrs, map);
  const bool same = r.cond == old.cond && r.start == old.start && r.stop == old.stop && r.step == old.step &&
                    r.inits == old.inits && r.core_num == old.core_num && r.slots == old.slots && r.attrs == old.attrs;
  if (!same) p.SetRegion(stmt, r);
  return !same;
}

void Substitution::Map(ValueId from, ExprId to) {
  map_[from] = to;
  exprs_.clear();
  types_.clear();
}

ExprId Substitution::Apply(ExprId expr) {
  if (!expr || map_.empty()) return expr;
  const Expr& e = p_[expr];
  if (e.kind == ExprKind::kVar) {
    auto it = map_.find(e.var());
    return it == map_.end() ? expr : it->second;
  }
  if (e.kind == ExprKind::kConstInt || e.kind == ExprKind::kConstFloat || e.kind == ExprKind::kConstBool) return expr;
  const auto map = [&](ExprId part) { return Apply(part); };
  if (e.has_call) return MapOperands(p_, expr, map);  // belongs to one statement: nothing to remember
  auto it = exprs_.find(expr);
  if (it != exprs_.end()) return it->second;
  // Operands first, with a stack of our own: along a chain of calls extents grow as deep as the chain is long. What is
  // rebuilt then finds its operands remembered.
  std::vector<ExprId> work = {expr};
  while (!work.empty()) {
    const ExprId top = work.back();
    if (exprs_.contains(top)) {
      work.pop_back();
      continue;
    }
    const size_t before = work.size();
    const auto push = [&](ExprId child) {
      if (p_[child].kind > ExprKind::kConstBool && !exprs_.contains(child)) work.push_back(child);
    };
    const Expr& x = p_[top];
    if (IsBinary(x.kind)) {
      push(x.lhs());
      push(x.rhs());
    } else if (IsUnary(x.kind)) {
      push(x.operand());
    } else if (x.kind == ExprKind::kTuple) {
      for (ExprId item : p_[x.elements()]) push(item);
    } else if (x.kind == ExprKind::kTupleGet) {
      push(x.tuple());
    }
    if (work.size() > before) continue;
    const ExprId result = MapOperands(p_, top, map);
    exprs_.emplace(top, result);
    work.pop_back();
  }
  return exprs_.find(expr)->second;
}

ExprList Substitution::Apply(ExprList exprs) {
  return map_.empty() ? exprs : MapList(p_, exprs, [&](ExprId e) { return Apply(e); });
}

TypeList Substitution::Apply(TypeList types) {
  if (map_.empty()) return types;
  std::vector<TypeId> items;
  bool changed = false;
  for (uint32_t i = 0; i < types.size; ++i) {
    const TypeId from = p_[types][i];
    items.push_back(Apply(from));
    changed |= items.back() != from;
  }
  return changed ? p_.MakeList(items) : types;
}

View Substitution::Apply(const View& view) {
  View v = view;
  v.valid_shape = Apply(v.valid_shape);
  v.stride = Apply(v.stride);
  v.start_offset = Apply(v.start_offset);
  return v;
}

TypeId Substitution::Apply(TypeId type) {
  if (!type || map_.empty()) return type;
  auto it = types_.find(type);
  if (it != types_.end()) return it->second;
  const Type t = p_[type];
  TypeId result = type;
  if (t.kind == TypeKind::kTuple) {
    const TypeList elements = Apply(t.elements);
    if (elements != t.elements) result = p_.TupleType(p_[elements]);
  } else if (t.IsShaped()) {
    Type copy = t;
    copy.shape = Apply(t.shape);
    // Rebuilt through the factory, so that an extent that became equal to a valid extent is canonicalised.
    const View view = t.view ? Apply(p_[t.view]) : p_.EffectiveView(type);
    const bool same = copy.shape == t.shape && (!t.view || (view.valid_shape == p_[t.view].valid_shape &&
                                                            view.stride == p_[t.view].stride &&
                                                            view.start_offset == p_[t.view].start_offset));
    if (!same) {
      View fresh = t.view ? view : View{};
      if (t.IsTile() && !t.view) {
        const TileLayoutInfo implicit = ImplicitLayout(p_, p_[copy.shape], t.space);
        fresh.blayout = implicit.blayout;
        fresh.slayout = implicit.slayout;
        fresh.fractal = implicit.fractal;
      }
      const std::vector<ExprId> shape(p_[copy.shape].begin(), p_[copy.shape].end());
      if (t.IsTile()) {
        result = p_.TileType(t.dtype, shape, fresh, t.space, t.memref);
      } else if (t.kind == TypeKind::kTensor) {
        result = p_.TensorType(t.dtype, shape, fresh, t.memref);
      } else {
        result = p_.DistributedTensorType(t.dtype, shape, fresh, t.memref, t.window_buffer);
      }
    }
  }
  types_.emplace(type, result);
  return result;
}

AttrsId Substitution::Apply(AttrsId attrs) {
  return !attrs || map_.empty() ? attrs : MapAttrs(p_, attrs, [&](ExprId e) { return Apply(e); });
}

bool Substitution::ApplyTo(StmtId stmt) {
  return !map_.empty() && MapExprs(p_, stmt, [&](ExprId e) { return Apply(e); });
}

bool Substitution::ApplyTo(BlockId block) {
  if (map_.empty()) return false;
  bool changed = false;
  ForEachStmt(p_, block, [&](StmtId stmt) { changed |= ApplyTo(stmt); });
  return changed;
}

namespace {

class Cloner {
 public:
  Cloner(Program& program, Substitution& subst) : p_(program), subst_(subst) {}

  void Block(BlockId from, BlockId to) {
    const FuncId func = p_[to].func;
    for (StmtId stmt = p_[from].first; stmt; stmt = p_[stmt].next) p_.Append(to, Stmt(stmt, func));
  }

 private:
  ValueId Fresh(ValueId value, FuncId func) {
    const Value old = p_[value];
    const ValueId fresh = p_.AddValue(old.kind, old.name, subst_.Apply(old.type), func);
    subst_.Map(value, p_.Var(fresh));
    return fresh;
  }
  ValueList Fresh(ValueList values, FuncId func) {
    std::vector<ValueId> fresh;
    for (uint32_t i = 0; i < values.size; ++i) fresh.push_back(Fresh(p_[values][i], func));
    return p_.MakeList(fresh);
  }
  StmtId Stmt(StmtId from, FuncId func) {
    const t2t::Stmt s = p_[from];
    StmtId made;
    switch (s.kind) {
      case StmtKind::kAssign: {
        const ExprId value = subst_.Apply(s.value());
        // A second assignment to the same variable (non-SSA input) stays one to the same copy.
        const ValueId var = subst_.Has(s.var()) ? p_[subst_.Apply(p_.Var(s.var()))].var() : Fresh(s.var(), func);
        made = p_.NewAssign(var, value, s.span);
        break;
      }
      case StmtKind::kEval: made = p_.NewEval(subst_.Apply(s.value()), s.span); break;
      case StmtKind::kReturn: made = p_.NewReturn(subst_.Apply(s.values()), s.span); break;
      case StmtKind::kYield: made = p_.NewYield(subst_.Apply(s.values()), s.span); break;
      case StmtKind::kBreak: case StmtKind::kContinue: made = p_.NewJump(s.kind, s.span); break;
      case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope:
        made = RegionStmt(from, func);
        break;
    }
    p_.SetComments(made, s.comments);
    p_.SetOrigin(made, from);
    return made;
  }
  StmtId RegionStmt(StmtId from, FuncId func) {
    const Region old = p_.RegionOf(from);
    Region r = old;
    r.start = subst_.Apply(r.start);
    r.stop = subst_.Apply(r.stop);
    r.step = subst_.Apply(r.step);
    r.inits = subst_.Apply(r.inits);
    r.core_num = subst_.Apply(r.core_num);
    r.slots = subst_.Apply(r.slots);
    const bool loop = p_[from].kind == StmtKind::kFor;
    if (loop && old.loop_var) r.loop_var = Fresh(old.loop_var, func);
    r.iter_args = Fresh(old.iter_args, func);
    r.cond = subst_.Apply(r.cond);  // of a while: may use the iter args
    r.attrs = subst_.Apply(r.attrs);
    r.body = p_.NewBlock(func);
    Block(old.body, r.body);
    if (old.else_body) {
      r.else_body = p_.NewBlock(func);
      Block(old.else_body, r.else_body);
    }
    if (!loop && old.loop_var) r.loop_var = p_[subst_.Apply(p_.Var(old.loop_var))].var();
    r.results = Fresh(old.results, func);
    return p_.NewRegion(p_[from].kind, r, p_[from].span);
  }

  Program& p_;
  Substitution& subst_;
};

}  // namespace

void CloneInto(Program& program, BlockId from, BlockId to, Substitution& subst) {
  Cloner(program, subst).Block(from, to);
}

}  // namespace t2t
