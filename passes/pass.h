// A pass turns a program of one language into a program of the next. It never prints, times, verifies or knows that it is
// watched; it reports what the user did wrong through `diagnostics` and returns whether it changed anything.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"
#include "passes/fuel.h"

namespace t2t {

// The chip a program is compiled for. A few conversions depend on it (op-conversions 0.4).
enum class Backend : uint8_t { kNone, kAscend910B, kAscend950 };
inline constexpr std::string_view kBackendNames[] = {"none", "Ascend910B", "Ascend950"};

struct PassContext {
  Program& program;
  Diagnostics& diagnostics;
  Backend backend = Backend::kNone;
  Fuel fuel = {};  // asked before each change by the passes whose row in the stage table names a unit

  bool a5() const { return backend == Backend::kAscend950; }
};

enum class Change : uint8_t { kNone, kChanged };

class Pass {
 public:
  virtual ~Pass() = default;
  // Errors in `context.diagnostics` stop the chain with exit 1; a non-OK status means t2t itself is wrong (exit 3).
  virtual absl::StatusOr<Change> Run(PassContext& context) = 0;
};

}  // namespace t2t
