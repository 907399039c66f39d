#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileCross(OpRegistryBuilder&) {}

}  // namespace t2t
