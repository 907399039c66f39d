// Programs of a wanted size for the benchmarks: kernels of about 40 statements that mix element-wise operators, row
// reductions, broadcasts, casts and matrix products, each called once by an orchestration function.
#pragma once

#include <string>

namespace t2t::bench {

// Text in the printed form with exactly `statements` kernel statements, returns included.
std::string ScaledProgram(int statements);

}  // namespace t2t::bench
