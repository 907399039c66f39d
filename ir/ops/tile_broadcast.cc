#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileBroadcast(OpRegistryBuilder&) {}

}  // namespace t2t
