#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorShape(OpRegistryBuilder&) {}

}  // namespace t2t
