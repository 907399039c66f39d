#include "passes/infer_consumer_space.h"

#include <vector>

#include "ir/core/walk.h"
#include "passes/consumer_demands.h"
#include "passes/facts.h"
#include "passes/kernel_grant.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

// Who can answer a demand: a slice by its load, a create by its allocation, and any call whose result stays in GM,
// because that is loaded where it is used. Computed tiles live where their operator puts them (lowering f.5).
bool CanAnswer(const Program& p, const TileValues& tiles, ValueId var, const Call& call) {
  return call.op == Known().tensor_slice || call.op == Known().tensor_create ||
         (p.TypeOf(var).IsTensorLike() && !tiles.Has(var));
}

}  // namespace

absl::StatusOr<Change> InferConsumerSpace::Run(PassContext& context) {
  Program& p = context.program;
  const ConsumerDemands demands(p);
  const TileValues tiles(p);
  Change change = Change::kNone;
  KernelGrant grant(context.fuel);  // an operand and its accumulator must agree
  ForEachKernel(p, [&](FuncId kernel) {
    const uint32_t version = p[kernel].version;
    grant.EnterKernel(kernel);
    std::vector<Demand> of_params;
    for (ValueId param : p.Params(kernel)) of_params.push_back({demands.Of(param).space, {}});
    const AttrsId attrs = WithParamDemands(p, p[kernel].attrs, of_params);
    if (attrs != p[kernel].attrs && grant.Take()) SetFunctionAttrs(p, kernel, attrs);
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if (s.kind != StmtKind::kAssign || !p.IsOpCall(s.value())) return;
      const MemorySpace space = demands.Of(s.var()).space;
      const Call& call = p.CallOf(s.value());
      if (space == MemorySpace::kUnset || Ops()[call.op].private_cast || !CanAnswer(p, tiles, s.var(), call)) return;
      const Attr attr = p.EnumAttr(facts::kSpace, AttrKind::kMemorySpace, space);
      const ExprId marked = WithAttrs(p, s.value(), p.SetAttr(call.attrs, attr));
      if (marked != s.value() && grant.Take()) p.SetStmtValue(stmt, marked);
    });
    if (p[kernel].version != version) change = Change::kChanged;
  });
  return change;
}

}  // namespace t2t
