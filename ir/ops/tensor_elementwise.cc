#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorElementwise(OpRegistryBuilder&) {}

}  // namespace t2t
