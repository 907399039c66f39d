#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileElementwise(OpRegistryBuilder&) {}

}  // namespace t2t
