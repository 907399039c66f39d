#include "passes/loads.h"

#include <vector>

#include "ir/core/names.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/support/place.h"
#include "ir/support/status.h"
#include "passes/known_ops.h"

namespace t2t {

absl::StatusOr<ExprId> EmitLoad(Builder& at, std::string_view name, ExprId source, ExprId offsets, ExprId shapes,
                                ExprId valid, MemorySpace space) {
  Program& p = at.program();
  const ExprId args[] = {source, offsets, shapes, valid};
  CallSpec spec;
  spec.op = Known().tile_load;
  spec.args = args;
  spec.span = at.span();
  if (space != MemorySpace::kUnset) {
    spec.kwargs = p.MakeAttrs({p.EnumAttr("target_memory", AttrKind::kMemorySpace, space)});
  }
  if (space == MemorySpace::kMat) spec.attrs = p.MakeAttrs({p.BoolAttr(kMatBridgeAttr, true)});
  ASSIGN_OR_RETURN(const ExprId call, MakeCall(p, spec));
  return at.LetVar(name, call);
}

absl::StatusOr<ExprId> EmitWholeLoad(Builder& at, std::string_view name, ExprId source, const Demand& demand) {
  Program& p = at.program();
  const absl::Span<const ExprId> shape = p.Shape(p[source].type);
  if (shape.empty()) {
    return WithPlace(UserError("'{}' has no dimensions, and rank-0 tiles do not exist; give it one unit axis, or read the "
                               "element with tensor.read", ExprText(p, source)), at.span());
  }
  const std::vector<ExprId> zeros(shape.size(), p.Int(0));
  return EmitLoad(at, name, source, p.Tuple(zeros), p.Tuple(BoxedShape(p, shape, demand.box)), p.Tuple(shape),
                  demand.space);
}

std::string LoadName(const Program& p, ExprId source) {
  const ValueId v = AsVar(p, source);
  return AutoName(v ? p[p[v].name] : std::string_view("operand"), "tile");
}

ExprId WithArgs(Program& p, ExprId expr, absl::Span<const ExprId> args) {
  Call call = p.CallOf(expr);
  call.args = p.MakeList(args);
  return p.AddCall(call, p[expr].type);
}

bool SameCall(const Program& p, ExprId a, ExprId b) {
  if (p[a].kind != ExprKind::kCall || p[b].kind != ExprKind::kCall || p[a].type != p[b].type) return false;
  const Call& x = p.CallOf(a);
  const Call& y = p.CallOf(b);
  return x.op == y.op && x.callee == y.callee && p[x.args] == p[y.args] && x.kwargs == y.kwargs && x.attrs == y.attrs;
}

ExprId WithKwargs(Program& p, ExprId expr, AttrsId kwargs) {
  Call call = p.CallOf(expr);
  call.kwargs = kwargs;
  return p.AddCall(call, p[expr].type);
}

ExprId WithAttrs(Program& p, ExprId expr, AttrsId attrs) {
  Call call = p.CallOf(expr);
  if (call.attrs == attrs) return expr;
  call.attrs = attrs;
  return p.AddCall(call, p[expr].type);
}

}  // namespace t2t
