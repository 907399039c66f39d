// Does not compile, and must not: a registration may not write a memory space down (design document, "where the load
// lands"). The test compiles this file with WRITTEN set to the ways in which one could try; without it the file compiles.
#include "passes/convert/registry.h"

t2t::OperandRequirement Requirement() {
#if WRITTEN == 1
  return {0, t2t::OperandSpace{t2t::MemorySpace::kVec}};
#elif WRITTEN == 2
  return {0, t2t::MemorySpace::kVec};
#elif WRITTEN == 3
  return {0, {}};
#else
  return {0, t2t::BridgeSpaceOf({"tile.sel"}, 2)};
#endif
}
