// Damage to types: element type, memory space, extents, valid regions.
#include "ir/analysis/fractal_box.h"
#include "mutation/kinds.h"

#include "ir/ops/make_call.h"
#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

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
  const TypeId old = p[p[m.stmt].var()].type;
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
  return WithArgsDeduced(p, m.stmt, args);
}

// A demand for whole boxes, on the operand or on its producer, names the other axis: the one that is summed over.
void FindBoxAxis(const Program& p, uint32_t kind, std::vector<Mutant>& out) {
  ForEachCallStmt(p, [&](FuncId f, StmtId stmt, const Call& call) {
    const auto attrs = p[call.attrs];
    for (uint32_t i = 0; i < attrs.size(); ++i) {
      if (p[attrs[i].key].starts_with(kBoxMark) && attrs[i].kind == AttrKind::kString) out.push_back({kind, f, stmt, i, 0});
    }
  });
}
bool TurnBox(Program& p, const Mutant& m) {
  Call call = p.CallOf(p[m.stmt].value());
  const Attr old = p[call.attrs][m.a];
  Box box = ParseBox(p[old.string()]);
  box.axis = 1 - box.axis;
  call.attrs = p.SetAttr(call.attrs, p.StringAttr(p[old.key], BoxText(box)));
  return Replace(p, m.stmt, call);
}

constexpr Kind kKinds[] = {
    {"dtype", "a value has another element type", FindTypeOf<TypePart::kDType>, ChangeType},
    {"space", "a tile is declared in another memory space", FindTypeOf<TypePart::kSpace>, ChangeType},
    {"extent", "a value has another physical extent", FindTypeOf<TypePart::kExtent>, ChangeType},
    {"valid", "a value has another valid region", FindTypeOf<TypePart::kValid>, ChangeType},
    {"unbox", "a boxed tile is made without its box", FindUnbox, Unbox},
    {"box-axis", "a box is demanded on the axis that is summed over", FindBoxAxis, TurnBox},
};

}  // namespace

absl::Span<const Kind> TypeKinds() { return kKinds; }

}  // namespace t2t::mutation
