// The part that box-cube-m and box-cube-n share: writing the boxing of one cube axis into the program.
#pragma once

#include "passes/cube_boxing.h"
#include "passes/pass.h"

namespace t2t {

// For the axis `axis` (M or N): t2t.box on producers that answer a demand (those with t2t.space) where all consumers
// agree, t2t.param_box on kernels, and t2t.box.<i> on calls whose operand i is a GM value that its bridge load must box.
// Only where boxing changes a shape.
//
// A kernel is boxed as a whole or not at all: an operand and its accumulator must agree.
Change WriteBoxes(PassContext& context, CubeAxis axis);

}  // namespace t2t
