// Expressions and types as text for messages: the syntax of the printed form, with the plain name hints of values.
#pragma once

#include <string>
#include <string_view>

#include "ir/core/program.h"

namespace t2t {

std::string ExprText(const Program& program, ExprId expr);                      // n + pl.const(1, pl.INDEX)
std::string ShapeText(const Program& program, absl::Span<const ExprId> shape);  // [64, n]
std::string TypeText(const Program& program, TypeId type);                      // pl.Tensor[[64, n], pl.FP32]
// Operators are known one folder up: the registry says at start-up how to name one, without it a call shows as `<op>(x)`.
using OpNamer = std::string_view (*)(OpId);
void SetOpNamer(OpNamer namer);
std::string_view OpDisplayName(OpId op);
std::string_view KindName(TypeKind kind);                                       // Tensor, DistributedTensor, Tile, ...

}  // namespace t2t
