#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileMatmul(OpRegistryBuilder&) {}

}  // namespace t2t
