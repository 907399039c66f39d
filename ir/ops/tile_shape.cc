#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileShape(OpRegistryBuilder&) {}

}  // namespace t2t
