#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorReduce(OpRegistryBuilder&) {}

}  // namespace t2t
