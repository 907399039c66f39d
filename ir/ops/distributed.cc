#include "ir/ops/register_all.h"

namespace t2t {

void RegisterDistributed(OpRegistryBuilder&) {}

}  // namespace t2t
