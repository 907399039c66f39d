#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorMemory(OpRegistryBuilder&) {}

}  // namespace t2t
