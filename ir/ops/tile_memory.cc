#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileMemory(OpRegistryBuilder&) {}

}  // namespace t2t
