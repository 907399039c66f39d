#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileReduce(OpRegistryBuilder&) {}

}  // namespace t2t
