// Random programs in the state before the lowering. The same seed gives the same text everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace t2t {

struct GenerateOptions {
  int max_statements = 14;   // of one kernel body, nested ones included
  int max_depth = 2;         // of loops and branches
  int max_kernels = 3;
};

// Kernels over whole families of operators (element-wise, reductions, products, gathers, scatters, sorts), with carries,
// branches, GM writes and re-reads, partly valid windows, extents known or not, called by a host function directly, through
// Group and SPMD wrappers, or as tasks that wait for each other.
std::string GenerateProgram(uint64_t seed, const GenerateOptions& options = {});

}  // namespace t2t
