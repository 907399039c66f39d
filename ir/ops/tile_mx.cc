#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTileMx(OpRegistryBuilder&) {}

}  // namespace t2t
