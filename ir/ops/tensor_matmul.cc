#include "ir/ops/register_all.h"

namespace t2t {

void RegisterTensorMatmul(OpRegistryBuilder&) {}

}  // namespace t2t
