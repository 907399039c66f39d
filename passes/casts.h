// The private casts as statements: how a half-lowered kernel stays well typed.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "ir/core/builder.h"

namespace t2t {

// `name = t2t.as_tile(tensor)`: the tile with the tensor's shape, dtype and valid region; no memory space yet.
absl::StatusOr<ExprId> EmitAsTile(Builder& at, std::string_view name, ExprId tensor);
// `name: type = t2t.as_tensor(tile)`: the tile standing for the GM value of type `type`.
ExprId EmitAsTensor(Builder& at, std::string_view name, ExprId tile, TypeId type);
// The same as a definition of an existing variable.
void DefineAsTensor(Builder& at, ValueId var, ExprId tile);

}  // namespace t2t
