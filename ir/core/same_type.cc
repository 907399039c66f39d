#include "ir/core/same_type.h"

namespace t2t {
namespace {

bool SameView(const Program& p, const Type& a, const Type& b) {
  if (a.view == b.view) return true;
  if (!a.view || !b.view) return false;
  const View& x = p[a.view];
  const View& y = p[b.view];
  return x.layout == y.layout && x.blayout == y.blayout && x.slayout == y.slayout && x.fractal == y.fractal &&
         x.pad == y.pad && x.compact == y.compact && ExprEq(p, p[x.valid_shape], p[y.valid_shape]) &&
         ExprEq(p, p[x.stride], p[y.stride]) && ExprEq(p, x.start_offset, y.start_offset);
}

}  // namespace

bool SameType(const Program& p, TypeId a, TypeId b) {
  if (a == b) return true;
  const Type& x = p[a];
  const Type& y = p[b];
  if (x.kind != y.kind || x.dtype != y.dtype || x.space != y.space || x.elements.size != y.elements.size) return false;
  for (uint32_t i = 0; i < x.elements.size; ++i) {
    if (!SameType(p, p[x.elements][i], p[y.elements][i])) return false;
  }
  return ExprEq(p, p[x.shape], p[y.shape]) && SameView(p, x, y);
}

}  // namespace t2t
