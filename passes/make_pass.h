// How a row of the chain makes its pass: `.make = &MakePass<SelectKernels>`.
#pragma once

#include <memory>

#include "passes/pass.h"

namespace t2t {

using PassFactory = std::unique_ptr<Pass> (*)();

template <class P>
std::unique_ptr<Pass> MakePass() {
  return std::make_unique<P>();
}

}  // namespace t2t
