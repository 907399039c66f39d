#include "passes/casts.h"

#include "ir/ops/make_call.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

ExprId AsTensorCall(Builder& at, ExprId tile, TypeId type) {
  Program& p = at.program();
  Call call;
  call.op = Known().as_tensor;
  call.args = p.MakeList({tile});
  call.span = at.span();
  return p.AddCall(call, type);
}

}  // namespace

absl::StatusOr<ExprId> EmitAsTile(Builder& at, std::string_view name, ExprId tensor) {
  CallSpec spec;
  spec.op = Known().as_tile;
  const ExprId args[] = {tensor};
  spec.args = args;
  spec.span = at.span();
  ASSIGN_OR_RETURN(const ExprId call, MakeCall(at.program(), spec));
  return at.LetVar(name, call);
}

ExprId EmitAsTensor(Builder& at, std::string_view name, ExprId tile, TypeId type) {
  return at.LetVar(name, AsTensorCall(at, tile, type));
}

void DefineAsTensor(Builder& at, ValueId var, ExprId tile) {
  Program& p = at.program();
  p.SetValueKind(var, ValueKind::kLocal);
  p.SetDef(var, StmtId());
  at.Insert(p.NewAssign(var, AsTensorCall(at, tile, p[var].type), at.span()));
}

}  // namespace t2t
