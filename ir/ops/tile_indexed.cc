#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileIndexed(OpRegistryBuilder&) {}

}  // namespace t2t
