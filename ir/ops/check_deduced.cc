#include "ir/ops/check_deduced.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"
#include "ir/core/same_type.h"
#include "ir/core/show.h"
#include "ir/ops/make_call.h"
#include "ir/support/status.h"
#include "ir/symbolic/type_gap.h"

namespace t2t {
namespace {

struct Exception {
  std::string_view op;
  std::string_view why;
};
constexpr Exception kExceptions[] = {
    {"t2t.as_tile", "stands for a tile that is not made yet; its final type is not known"},
    {"t2t.as_tensor", "stands for one particular GM value, whose view and padding the tile does not show"},
    {"tile.tpop_from_aic", "the popped tile is described by the annotation alone"},
    {"tile.tpop_from_aiv", "the popped tile is described by the annotation alone"},
};

}  // namespace

absl::StatusOr<std::optional<TypeId>> DeducedOtherwise(Program& p, ExprId expr, TypeId annotated) {
  const Call& call = p.CallOf(expr);
  if (!call.op) return std::nullopt;
  const std::string_view name = Ops()[call.op].name;
  ASSIGN_OR_RETURN(const TypeId deduced, DeduceCall(p, call.op, p[call.args], call.kwargs));
  if (std::any_of(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& e) { return e.op == name; })) {
    if (GapBetween(p, deduced, annotated) != TypeGap::kKind) return std::nullopt;
    return deduced;
  }
  if (SameType(p, deduced, annotated)) return std::nullopt;
  // Programs written before tensor.matmul deduced a valid region say nothing about it; the annotation stands.
  if (name == "tensor.matmul" && p[annotated].IsTensorLike() && !p[annotated].view &&
      SameType(p, p.TensorType(p[deduced].dtype, p.Shape(deduced)), annotated)) {
    return std::nullopt;
  }
  // Storage for a result has the whole type of the result; tensor.create cannot say strides or valid extents.
  if (name == "tensor.create" && p[annotated].IsTensorLike() && p[annotated].dtype == p[deduced].dtype &&
      ExprEq(p, p.Shape(deduced), p.Shape(annotated)) &&
      p.EffectiveView(deduced).layout == p.EffectiveView(annotated).layout) {
    return std::nullopt;
  }
  return deduced;
}

std::string DeducedText(const Program& p, ExprId expr, TypeId deduced, TypeId annotated) {
  return fmt::format("{} gives {}, but its result is annotated {}", Ops()[p.CallOf(expr).op].name, TypeText(p, deduced),
                     TypeText(p, annotated));
}

absl::Status CheckDeduced(Program& p, ExprId expr, TypeId annotated) {
  ASSIGN_OR_RETURN(const std::optional<TypeId> deduced, DeducedOtherwise(p, expr, annotated));
  return deduced ? UserError("{}", DeducedText(p, expr, *deduced, annotated)) : absl::OkStatus();
}

}  // namespace t2t
