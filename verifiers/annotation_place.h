// Where the annotation of an assignment stands: from the name up to its value. The whole statement when the value is no call
// of the same line.
#pragma once

#include "ir/core/program.h"

namespace t2t {

inline Span AnnotationPlace(const Program& p, StmtId stmt) {
  Span place = p[stmt].span;
  const ExprKind kind = p[p[stmt].value()].kind;
  if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return place;
  constexpr uint16_t kEquals = 3;  // " = "
  const Span value = p.CallOf(p[stmt].value()).span;
  if (value.line == place.line && value.column > place.column + kEquals) {
    place.length = static_cast<uint16_t>(value.column - kEquals - place.column);
  }
  return place;
}

}  // namespace t2t
