// The loads that the lowering itself puts in front of consumers (lowering 0.4, h.2, i.1, i.3).
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "ir/analysis/fractal_box.h"
#include "ir/core/builder.h"
#include "passes/demand.h"

namespace t2t {

// `name = tile.load(source, offsets, shapes, valid)` with target_memory only where `space` is set.
absl::StatusOr<ExprId> EmitLoad(Builder& at, std::string_view name, ExprId source, ExprId offsets, ExprId shapes,
                                ExprId valid, MemorySpace space);
// The whole of a GM value: zero offsets, its physical shape (boxed as demanded), its physical shape as valid region.
absl::StatusOr<ExprId> EmitWholeLoad(Builder& at, std::string_view name, ExprId source, const Demand& demand);
// Name of a load of a default operand, seed or yield: auto(base(source), "tile").
std::string LoadName(const Program& program, ExprId source);

// The same call with other operands, or kwargs; result type, attributes and place are kept.
ExprId WithArgs(Program& program, ExprId call, absl::Span<const ExprId> args);
ExprId WithKwargs(Program& program, ExprId call, AttrsId kwargs);
ExprId WithAttrs(Program& program, ExprId call, AttrsId attrs);

// Do two calls have the same operator, operands, kwargs, attributes and result type?
bool SameCall(const Program& program, ExprId a, ExprId b);

}  // namespace t2t
