// The host side of a random program. Private to the generator.
#pragma once

#include <string>
#include <vector>

#include "tests/generate/kernel.h"

namespace t2t {

// Wrappers and the orchestration that calls every kernel: directly, as a task, or through one or two wrappers.
std::string GenerateHost(eval::Rng& rng, const std::vector<KernelSignature>& kernels);

}  // namespace t2t
