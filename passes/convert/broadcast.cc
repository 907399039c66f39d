#include "passes/convert/broadcast.h"

#include "ir/core/show.h"
#include "ir/ops/windows.h"
#include "ir/symbolic/prove.h"

namespace t2t {

bool SameShape(Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!DimEq(p, a[i], b[i])) return false;
  }
  return true;
}

absl::StatusOr<bool> RightIsWide(ConvertContext& c) {
  const absl::Span<const ExprId> lhs = c.Shape(c.args[0]), rhs = c.Shape(c.args[1]);
  const absl::StatusOr<Shape> result = Broadcast(c.p, lhs, rhs);
  if (!result.ok()) return c.Fail("{}", MessageOf(result.status()));
  if (SameShape(c.p, lhs, *result)) return false;
  if (SameShape(c.p, rhs, *result)) return true;
  return c.Fail("operands of shape {} and {} both have to be stretched to {}, and a tile operator stretches one; "
                "expand one of them with row_expand or col_expand first", ShapeText(c.p, lhs), ShapeText(c.p, rhs),
                ShapeText(c.p, *result));
}

absl::StatusOr<ExprId> EmitStretched(ConvertContext& c, const std::string& name, ExprId narrow, ExprId wide) {
  const std::string_view op = c.p.IsConstInt(c.Shape(narrow)[1], 1) ? "tile.row_expand" : "tile.col_expand";
  ASSIGN_OR_RETURN(const ExprId target, c.EmitCreate(name + "_target", c.Shape(wide), c.DTypeOf(narrow)));
  ASSIGN_OR_RETURN(const ExprId stretched, c.Emit(name, op, {target, narrow}));
  if (c.FullyValid(wide)) return stretched;
  const absl::Span<const ExprId> valid = c.Valid(wide);
  return c.Emit(name + "_valid", "tile.set_validshape", {stretched, valid[0], valid[1]});
}

}  // namespace t2t
