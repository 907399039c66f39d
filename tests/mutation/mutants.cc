#include "mutation/mutants.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

// ---- shared ----

template <class F>
void ForEachKernelStmt(const Program& p, F&& f) {
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!HasBody(p, FuncId(i))) continue;
    ForEachStmt(p, p[FuncId(i)].body, [&](StmtId stmt) { f(FuncId(i), stmt); });
  }
}
template <class F>
void ForEachCallStmt(const Program& p, F&& f) {
  ForEachKernelStmt(p, [&](FuncId func, StmtId stmt) {
    const Stmt& s = p[stmt];
    if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;
    const ExprKind kind = p[s.value()].kind;
    if (kind == ExprKind::kCall || kind == ExprKind::kSubmit) f(func, stmt, p.CallOf(s.value()));
  });
}

// Puts another call in place of the statement's, with the same result type.
bool Replace(Program& p, StmtId stmt, const Call& call) {
  const ExprId old = p[stmt].value();
  const TypeId type = p[old].type;
  p.SetStmtValue(stmt, call.submit ? p.AddSubmit(call, Submit(p[call.submit]), type) : p.AddCall(call, type));
  return true;
}
std::vector<ExprId> ArgsOf(const Program& p, StmtId stmt) {
  const auto args = p.Args(p[stmt].value());
  return {args.begin(), args.end()};
}
bool WithArgs(Program& p, StmtId stmt, const std::vector<ExprId>& args) {
  Call call = p.CallOf(p[stmt].value());
  call.args = p.MakeList(args);
  return Replace(p, stmt, call);
}

// ---- operands ----

void FindDropOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) out.push_back({kind, f, stmt, i, 0});
  });
}
bool DropOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  args.erase(args.begin() + m.a);
  return WithArgs(p, m.stmt, args);
}

void FindSwapOperands(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    const auto args = p[call.args];
    for (uint32_t i = 0; i < args.size(); ++i) {
      for (uint32_t k = i + 1; k < std::min<size_t>(args.size(), i + 4); ++k) {
        if (args[i] != args[k]) out.push_back({kind, f, stmt, i, k});
      }
    }
  });
}
bool SwapOperands(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  std::swap(args[m.a], args[m.b]);
  return WithArgs(p, m.stmt, args);
}

// A value of the same type that stands nearby: the one read by the statement before, or a parameter.
ValueId OtherValue(const Program& p, FuncId f, StmtId stmt, ValueId v) {
  for (StmtId s = p[stmt].prev; s; s = p[s].prev) {
    if (p[s].kind == StmtKind::kAssign && p[s].var() != v && p[p[s].var()].type == p[v].type) return p[s].var();
  }
  for (ValueId param : p.Params(f)) {
    if (param != v && p[param].type == p[v].type) return param;
  }
  return {};
}
void FindOtherOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ValueId v = AsVar(p, p[call.args][i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool OtherOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  args[m.a] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, args[m.a])));
  return WithArgs(p, m.stmt, args);
}

// Element of a literal tuple operand (shape, offset, valid region) one larger.
void FindTupleElement(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ExprId arg = p[call.args][i];
      if (p[arg].kind != ExprKind::kTuple) continue;
      for (uint32_t k = 0; k < p.Elements(arg).size(); ++k) {
        if (p.TypeOf(p.Elements(arg)[k]).IsScalar()) out.push_back({kind, f, stmt, i, k});
      }
    }
  });
}
bool TupleElement(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  std::vector<ExprId> items(p.Elements(args[m.a]).begin(), p.Elements(args[m.a]).end());
  const ExprId old = items[m.b];
  items[m.b] = p.IsConstInt(old) ? p.Int(p[old].int_value() + 1, p[old].dtype)
                                 : p.Binary(ExprKind::kAdd, old, p.Int(1, p[old].dtype), p[old].dtype);
  args[m.a] = p.Tuple(items);
  return WithArgs(p, m.stmt, args);
}

// A constant scalar operand one larger.
void FindScalarOperand(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ExprKind k = p[p[call.args][i]].kind;
      if (k == ExprKind::kConstInt || k == ExprKind::kConstFloat) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool ScalarOperand(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  const ExprId old = args[m.a];
  args[m.a] = p[old].kind == ExprKind::kConstInt ? p.Int(p[old].int_value() + 1, p[old].dtype)
                                                 : p.Float(p.FloatValue(old) + 1, p[old].dtype);
  return WithArgs(p, m.stmt, args);
}

// ---- kwargs, operators ----

void FindKwarg(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < p[call.kwargs].size(); ++i) {
      const AttrKind k = p[call.kwargs][i].kind;
      if (k != AttrKind::kString && k != AttrKind::kExpr && k != AttrKind::kExprList && k != AttrKind::kIntList) {
        out.push_back({kind, f, stmt, i, 0});
      }
    }
  });
}
bool Kwarg(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  std::vector<Attr> attrs(p[call.kwargs].begin(), p[call.kwargs].end());
  Attr& attr = attrs[m.a];
  switch (attr.kind) {
    case AttrKind::kBool: attr.a = attr.a == 0; break;
    case AttrKind::kFloat: attr = p.FloatAttr(p[attr.key], attr.float_value() + 1); break;
    case AttrKind::kDType:
      attr.a = static_cast<uint32_t>(attr.as<DType>() == DType::kFp16 ? DType::kFp32 : DType::kFp16);
      break;
    case AttrKind::kMemorySpace:
      attr.a = static_cast<uint32_t>(attr.as<MemorySpace>() == MemorySpace::kVec ? MemorySpace::kMat : MemorySpace::kVec);
      break;
    default: attr.a ^= 1;
  }
  call.kwargs = p.MakeAttrs(attrs);
  return Replace(p, m.stmt, call);
}
void FindDropKwarg(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    for (uint32_t i = 0; i < p[call.kwargs].size(); ++i) out.push_back({kind, f, stmt, i, 0});
  });
}
bool DropKwarg(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  std::vector<Attr> attrs(p[call.kwargs].begin(), p[call.kwargs].end());
  attrs.erase(attrs.begin() + m.a);
  call.kwargs = p.MakeAttrs(attrs);
  return Replace(p, m.stmt, call);
}

// The operator one further in the registry that takes as many operands and belongs to the same category.
OpId Sibling(const Program& p, const Call& call) {
  if (!call.op) return {};
  for (uint32_t step = 1; step < 8; ++step) {
    const OpId other((call.op.index() + step) % Ops().size());
    const OpDef& a = Ops()[call.op];
    const OpDef& b = Ops()[other];
    const size_t n = p[call.args].size();
    if (a.category == b.category && n >= b.min_operands() && n <= b.max_operands() && a.kwargs.size() == b.kwargs.size()) {
      return other;
    }
  }
  return {};
}
void FindOtherOperator(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    if (Sibling(p, call)) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool OtherOperator(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  call.op = Sibling(p, call);
  return Replace(p, m.stmt, call);
}

// ---- types ----

enum class TypePart : uint8_t { kDType, kSpace, kExtent, kValid };

TypeId Broken(Program& p, TypeId type, TypePart part) {
  const Type t = p[type];
  if (!t.IsShaped()) return type;
  std::vector<ExprId> shape(p.Shape(type).begin(), p.Shape(type).end());
  View view = p.EffectiveView(type);
  DType dtype = t.dtype;
  MemorySpace space = t.space;
  switch (part) {
    case TypePart::kDType: dtype = dtype == DType::kFp16 ? DType::kFp32 : DType::kFp16; break;
    case TypePart::kSpace: space = space == MemorySpace::kVec ? MemorySpace::kMat : MemorySpace::kVec; break;
    case TypePart::kExtent:
      if (shape.empty()) return type;
      shape[0] = p.Binary(ExprKind::kAdd, shape[0], p.Int(1), DType::kIndex);
      break;
    case TypePart::kValid: {
      if (shape.empty()) return type;
      std::vector<ExprId> valid(p.ValidShape(type).begin(), p.ValidShape(type).end());
      valid[0] = p.IsConstInt(valid[0]) && p[valid[0]].int_value() > 1 ? p.Int(p[valid[0]].int_value() - 1) : p.Int(1);
      view.valid_shape = p.MakeList(valid);
      break;
    }
  }
  if (t.IsTile()) return p.TileType(dtype, shape, view, space, t.memref);
  if (t.kind == TypeKind::kDistributedTensor) {
    return p.DistributedTensorType(dtype, shape, view, t.memref, t.window_buffer);
  }
  return p.TensorType(dtype, shape, view, t.memref);
}

void FindType(const Program& p, uint32_t kind, TypePart part, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].kind != StmtKind::kAssign || !p.TypeOf(p[stmt].var()).IsShaped()) return;
    if (part == TypePart::kSpace && !p.TypeOf(p[stmt].var()).IsTile()) return;
    for (uint32_t sides = 0; sides < 2; ++sides) out.push_back({kind, f, stmt, static_cast<uint32_t>(part), sides});
  });
  // Carries and results of loops and branches.
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (!p[stmt].HasRegion() || part == TypePart::kSpace) return;
    for (uint32_t i = 0; i < p[p.RegionOf(stmt).results].size(); ++i) {
      if (p.TypeOf(p[p.RegionOf(stmt).results][i]).IsShaped()) out.push_back({kind, f, stmt, static_cast<uint32_t>(part), i});
    }
  });
}
bool ChangeType(Program& p, const Mutant& m) {
  const auto part = static_cast<TypePart>(m.a);
  if (p[m.stmt].HasRegion()) {
    const ValueId v = p[p.RegionOf(m.stmt).results][m.b];
    const TypeId broken = Broken(p, p[v].type, part);
    if (broken == p[v].type) return false;
    p.SetValueType(v, broken);
    return true;
  }
  const ValueId v = p[m.stmt].var();
  const TypeId broken = Broken(p, p[v].type, part);
  if (broken == p[v].type) return false;
  p.SetValueType(v, broken);
  if (m.b == 1 && p[p[m.stmt].value()].kind == ExprKind::kCall) {  // both sides agree on the wrong type
    p.SetStmtValue(m.stmt, p.WithType(p[m.stmt].value(), broken));
  }
  return true;
}
template <TypePart part>
void FindTypeOf(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  FindType(p, kind, part, out);
}

// A boxed load or allocation loses its box: physical extents become the valid ones, type included.
void FindUnbox(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call&) {
    const Stmt& s = p[stmt];
    if (s.kind != StmtKind::kAssign || !p.TypeOf(s.var()).IsTile() || !p.IsOpCall(s.value())) return;
    if (!ExprEq(p, p.Shape(p[s.var()].type), p.ValidShape(p[s.var()].type))) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool Unbox(Program& p, const Mutant& m) {
  const ValueId v = p[m.stmt].var();
  const TypeId old = p[v].type;
  const ExprId boxed = p.Tuple(p.Shape(old)), plain = p.Tuple(p.ValidShape(old));
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  bool changed = false;
  for (ExprId& arg : args) {
    if (p[arg].kind != ExprKind::kTuple || !ExprEq(p, p.Elements(arg), p.Elements(boxed))) continue;
    arg = plain;
    changed = true;
    break;
  }
  if (!changed) return false;
  WithArgs(p, m.stmt, args);
  const Call call = p.CallOf(p[m.stmt].value());
  const auto type = DeduceCall(p, call.op, p[call.args], call.kwargs);
  if (!type.ok()) return true;
  p.SetValueType(v, *type);
  p.SetStmtValue(m.stmt, p.WithType(p[m.stmt].value(), *type));
  return true;
}

// ---- statements ----

bool IsStore(const Program& p, StmtId stmt) {
  const Stmt& s = p[stmt];
  if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return false;
  if (!p.IsOpCall(s.value())) return false;
  const Call& call = p.CallOf(s.value());
  if (!Ops()[call.op].declares_effects) return false;
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (Writes(EffectOn(p, call, i))) return true;
  }
  return false;
}
void FindForgetStore(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (IsStore(p, stmt)) out.push_back({kind, f, stmt, 0, 0});
  });
}
// The store is gone; who read its result reads the target as it was.
bool ForgetStore(Program& p, const Mutant& m) {
  const Call& call = p.CallOf(p[m.stmt].value());
  uint32_t target = 0;
  for (uint32_t i = 0; i < call.args.size; ++i) {
    if (Writes(EffectOn(p, call, i))) target = i;
  }
  const ExprId old = p[call.args][target];
  if (p[m.stmt].kind == StmtKind::kAssign) {
    p.SetStmtValue(m.stmt, old);
  } else {
    p.Unlink(m.stmt);
  }
  return true;
}

void FindForgetStmt(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) { out.push_back({kind, f, stmt, 0, 0}); });
}
bool ForgetStmt(Program& p, const Mutant& m) {
  p.Unlink(m.stmt);
  return true;
}

void FindDuplicate(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].kind == StmtKind::kAssign) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool Duplicate(Program& p, const Mutant& m) {
  p.InsertAfter(m.stmt, p.NewAssign(p[m.stmt].var(), p[m.stmt].value(), p[m.stmt].span));
  return true;
}

void FindSwapStmts(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (p[stmt].next) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool SwapStmts(Program& p, const Mutant& m) {
  const StmtId next = p[m.stmt].next;
  p.Unlink(m.stmt);
  p.InsertAfter(next, m.stmt);
  return true;
}

// A load moves to the end of its block, in front of the yield or return: over every write on the way.
bool IsLoad(const Program& p, StmtId stmt) {
  static const OpId load = Ops().Find("tile.load"), as_tile = Ops().Find("t2t.as_tile"), slice = Ops().Find("tensor.slice"),
                    read = Ops().Find("tensor.read");
  if (p[stmt].kind != StmtKind::kAssign || !p.IsOpCall(p[stmt].value())) return false;
  const OpId op = p.CallOf(p[stmt].value()).op;
  return op == load || op == as_tile || op == slice || op == read;
}
void FindMoveLoad(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (!IsLoad(p, stmt)) return;
    for (StmtId s = p[stmt].next; s; s = p[s].next) {
      if (!IsStore(p, s)) continue;
      out.push_back({kind, f, stmt, s.index(), 0});
      break;
    }
    for (StmtId s = p[stmt].prev; s; s = p[s].prev) {
      if (!IsStore(p, s)) continue;
      out.push_back({kind, f, stmt, s.index(), 1});
      break;
    }
  });
}
bool MoveLoad(Program& p, const Mutant& m) {
  p.Unlink(m.stmt);
  m.b == 0 ? p.InsertAfter(StmtId(m.a), m.stmt) : p.InsertBefore(StmtId(m.a), m.stmt);
  return true;
}

// ---- control flow ----

void FindYield(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    const StmtKind k = p[stmt].kind;
    if (k != StmtKind::kYield && k != StmtKind::kReturn) return;
    const auto values = p[p[stmt].values()];
    for (uint32_t i = 0; i < values.size(); ++i) {
      out.push_back({kind, f, stmt, i, 0});                                                  // one less
      if (i + 1 < values.size() && values[i] != values[i + 1]) out.push_back({kind, f, stmt, i, 1});  // swapped
      const ValueId v = AsVar(p, values[i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, i, 2});              // another value
      out.push_back({kind, f, stmt, i, 3});                                                  // one more
    }
  });
}
bool Yield(Program& p, const Mutant& m) {
  std::vector<ExprId> values(p[p[m.stmt].values()].begin(), p[p[m.stmt].values()].end());
  if (m.b == 0) values.erase(values.begin() + m.a);
  if (m.b == 1) std::swap(values[m.a], values[m.a + 1]);
  if (m.b == 2) values[m.a] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, values[m.a])));
  if (m.b == 3) values.push_back(values[m.a]);
  p.SetStmtValues(m.stmt, p.MakeList(values));
  return true;
}

void FindLoop(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachKernelStmt(p, [&](FuncId f, StmtId stmt) {
    if (!p[stmt].HasRegion()) return;
    const Region& r = p.RegionOf(stmt);
    if (r.stop) out.push_back({kind, f, stmt, 0, 0});
    if (r.start) out.push_back({kind, f, stmt, 1, 0});
    if (p[stmt].kind == StmtKind::kIf) out.push_back({kind, f, stmt, 2, 0});
    if (r.else_body) out.push_back({kind, f, stmt, 3, 0});
    for (uint32_t i = 0; i < r.inits.size; ++i) {
      const ValueId v = AsVar(p, p[r.inits][i]);
      if (v && OtherValue(p, f, stmt, v)) out.push_back({kind, f, stmt, 4, i});
    }
    if (r.iter_args.size > 0) out.push_back({kind, f, stmt, 5, 0});
  });
}
bool ChangeLoop(Program& p, const Mutant& m) {
  Region r = p.RegionOf(m.stmt);
  const auto plus_one = [&](ExprId e) {
    return p.IsConstInt(e) ? p.Int(p[e].int_value() + 1, p[e].dtype)
                           : p.Binary(ExprKind::kAdd, e, p.Int(1, p[e].dtype), p[e].dtype);
  };
  switch (m.a) {
    case 0: r.stop = plus_one(r.stop); break;
    case 1: r.start = plus_one(r.start); break;
    case 2: r.cond = p.Unary(ExprKind::kNot, r.cond, DType::kBool); break;
    case 3: std::swap(r.body, r.else_body); break;
    case 4: {
      std::vector<ExprId> inits(p[r.inits].begin(), p[r.inits].end());
      inits[m.b] = p.Var(OtherValue(p, m.func, m.stmt, AsVar(p, inits[m.b])));
      r.inits = p.MakeList(inits);
      break;
    }
    default: {
      std::vector<ValueId> results(p[r.results].begin(), p[r.results].end());
      if (results.empty()) return false;
      results.pop_back();
      r.results = p.MakeList(results);
    }
  }
  p.SetRegion(m.stmt, r);
  return true;
}

// ---- signatures, annotations ----

void FindDirection(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (!IsLoweredKernel(p, f)) continue;
    for (uint32_t k = 0; k < p.Params(f).size(); ++k) {
      if (!p.TypeOf(p.Params(f)[k]).IsTensorLike()) continue;
      for (uint32_t to = 0; to < 3; ++to) {
        if (static_cast<ParamDirection>(to) != p.Direction(f, k)) out.push_back({kind, f, StmtId(), k, to});
      }
    }
  }
}
bool ChangeDirection(Program& p, const Mutant& m) {
  Function f = p[m.func];
  std::vector<uint32_t> directions(p[f.directions].begin(), p[f.directions].end());
  directions[m.a] = m.b;
  f.directions = p.MakeList(directions);
  p.SetFunction(m.func, f);
  return true;
}

// Only in a finished program: before that, facts are what passes talk through.
bool Finished(const Program& p, FuncId f) { return p.FindAttr(p[f].attrs, "t2t.kernel") == nullptr; }
void FindAnnotation(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call&) {
    if (Finished(p, f) && IsLoweredKernel(p, f)) out.push_back({kind, f, stmt, 0, 0});
  });
}
bool LeaveAnnotation(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  call.attrs = p.SetAttr(call.attrs, p.IntAttr("t2t.space", 1));
  return Replace(p, m.stmt, call);
}

// A private cast that stays: the value goes through as_tensor(as_tile(x)) on its way to the reader.
void FindCast(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    if (!Finished(p, f) || !IsLoweredKernel(p, f)) return;
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const ValueId v = AsVar(p, p[call.args][i]);
      if (v && p.TypeOf(v).IsShaped()) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool LeaveCast(Program& p, const Mutant& m) {
  std::vector<ExprId> args = ArgsOf(p, m.stmt);
  const ValueId v = AsVar(p, args[m.a]);
  Call cast;
  cast.op = Ops().Find(p.TypeOf(v).IsTile() ? "t2t.as_tensor" : "t2t.as_tile");
  cast.args = p.MakeList({args[m.a]});
  const ValueId name = p.AddValue(ValueKind::kLocal, p.Str("left_over"), p[v].type, m.func);
  p.InsertBefore(m.stmt, p.NewAssign(name, p.AddCall(cast, p[v].type), p[m.stmt].span));
  args[m.a] = p.Var(name);
  return WithArgs(p, m.stmt, args);
}

constexpr Kind kKinds[] = {
    {"drop-operand", "an operand of a call is missing", FindDropOperand, DropOperand},
    {"swap-operands", "two operands of a call change places", FindSwapOperands, SwapOperands},
    {"other-operand", "another value of the same type is read", FindOtherOperand, OtherOperand},
    {"tuple-element", "an offset, extent or valid extent is one too large", FindTupleElement, TupleElement},
    {"scalar-operand", "a constant operand is one too large", FindScalarOperand, ScalarOperand},
    {"kwarg", "a kwarg has another value", FindKwarg, Kwarg},
    {"drop-kwarg", "a kwarg is missing", FindDropKwarg, DropKwarg},
    {"other-operator", "a call is of another operator of the same form", FindOtherOperator, OtherOperator},
    {"dtype", "a value has another element type", FindTypeOf<TypePart::kDType>, ChangeType},
    {"space", "a tile is declared in another memory space", FindTypeOf<TypePart::kSpace>, ChangeType},
    {"extent", "a value has another physical extent", FindTypeOf<TypePart::kExtent>, ChangeType},
    {"valid", "a value has another valid region", FindTypeOf<TypePart::kValid>, ChangeType},
    {"unbox", "a boxed tile is made without its box", FindUnbox, Unbox},
    {"forget-store", "a write is left out", FindForgetStore, ForgetStore},
    {"forget-statement", "a statement is left out", FindForgetStmt, ForgetStmt},
    {"duplicate", "a definition stands twice", FindDuplicate, Duplicate},
    {"swap-statements", "two neighbouring statements change places", FindSwapStmts, SwapStmts},
    {"move-load", "a read moves over a write", FindMoveLoad, MoveLoad},
    {"yield", "a yield or return hands over another list of values", FindYield, Yield},
    {"control", "bounds, condition, branches, seeds or results of a loop or branch change", FindLoop, ChangeLoop},
    {"direction", "a parameter has another direction", FindDirection, ChangeDirection},
    {"annotation", "a t2t. attribute is left on a call", FindAnnotation, LeaveAnnotation},
    {"cast", "a private cast is left", FindCast, LeaveCast},
};

}  // namespace

absl::Span<const Kind> Kinds() { return kKinds; }

std::string Describe(const Program& p, const Mutant& m) {
  std::string what;
  if (m.stmt && (p[m.stmt].kind == StmtKind::kAssign || p[m.stmt].kind == StmtKind::kEval)) {
    what = ExprText(p, p[m.stmt].value());
    if (p[m.stmt].kind == StmtKind::kAssign) what = fmt::format("{} = {}", p[p[p[m.stmt].var()].name], what);
  } else if (m.stmt) {
    what = fmt::format("statement kind {}", static_cast<int>(p[m.stmt].kind));
  }
  return fmt::format("{} ({}, {}) in {}: {}", Kinds()[m.kind].name, m.a, m.b, p[p[m.func].name], what.substr(0, 140));
}

}  // namespace t2t::mutation
