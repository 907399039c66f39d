#include "passes/box_cube_m.h"

#include "passes/box_demands.h"

namespace t2t {

absl::StatusOr<Change> BoxCubeM::Run(PassContext& context) { return WriteBoxes(context, CubeAxis::kM); }

}  // namespace t2t
