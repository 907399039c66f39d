#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorIndexed(OpRegistryBuilder&) {}

}  // namespace t2t
