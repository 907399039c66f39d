#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorBroadcast(OpRegistryBuilder&) {}

}  // namespace t2t
