#include "passes/box_cube_n.h"

#include "passes/box_demands.h"

namespace t2t {

absl::StatusOr<Change> BoxCubeN::Run(PassContext& context) { return WriteBoxes(context, CubeAxis::kN); }

}  // namespace t2t
