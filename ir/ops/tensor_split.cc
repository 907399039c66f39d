#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorSplit(OpRegistryBuilder&) {}

}  // namespace t2t
