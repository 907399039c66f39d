// Kernels without a return annotation get the types of what they return, and their calls follow.
#pragma once

#include "passes/pass.h"

namespace t2t {

// Callees first, so that a kernel which returns the result of another one finds its type. Calls of a completed kernel,
// and what is computed from them, are deduced again (lowering m.4; types-and-ops 5.8). A call that does not fit the
// signature keeps its type: the reader, or the pass that links callers, says why.
absl::Status CompleteSignatures(PassContext& context);

}  // namespace t2t
