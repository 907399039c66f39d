// Damage to operators and their kwargs.
#include "mutation/kinds.h"

#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

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

constexpr Kind kKinds[] = {
    {"kwarg", "a kwarg has another value", FindKwarg, Kwarg},
    {"drop-kwarg", "a kwarg is missing", FindDropKwarg, DropKwarg},
    {"other-operator", "a call is of another operator of the same form", FindOtherOperator, OtherOperator},
};

}  // namespace

absl::Span<const Kind> OperatorKinds() { return kKinds; }

}  // namespace t2t::mutation
