#include "passes/annotated_dtype.h"

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/make_call.h"
#include "ir/ops/registry.h"

namespace t2t {

std::string WrongElementType(Program& p, ValueId var, const Call& call, ExprId converted) {
  const DType annotated = p.TypeOf(var).dtype;
  if (!p.TypeOf(var).IsShaped() || !p.TypeOf(converted).IsShaped() || p.TypeOf(converted).dtype == annotated) return {};
  const absl::StatusOr<TypeId> deduced = DeduceCall(p, call.op, p[call.args], call.kwargs);
  if (!deduced.ok() || !p[*deduced].IsShaped() || p[*deduced].dtype == annotated) return {};
  return fmt::format("{} is annotated {}, but {} gives {} for these operands", p[p[var].name], DTypeName(annotated),
                     Ops()[call.op].name, DTypeName(p[*deduced].dtype));
}

}  // namespace t2t
