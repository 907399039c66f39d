// What a pass left behind: annotations and private casts in a finished program.
#include "mutation/kinds.h"

#include "ir/analysis/function_class.h"
#include "ir/ops/registry.h"

namespace t2t::mutation {
namespace {

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
    {"annotation", "a t2t. attribute is left on a call", FindAnnotation, LeaveAnnotation},
    {"cast", "a private cast is left", FindCast, LeaveCast},
};

}  // namespace

absl::Span<const Kind> LeftoverKinds() { return kKinds; }

}  // namespace t2t::mutation
