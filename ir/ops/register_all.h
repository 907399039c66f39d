// The operator families. One function per file of this folder that registers operators; registry.cc calls them all.
#pragma once

#include "ir/ops/registry.h"

namespace t2t {

void RegisterPrivateCasts(OpRegistryBuilder& r);       // t2t.as_tile, t2t.as_tensor
void RegisterTensorElementwise(OpRegistryBuilder& r);  // types-and-ops 6A.1, 6A.2
void RegisterTensorReduce(OpRegistryBuilder& r);       // 6A.3
void RegisterTensorBroadcast(OpRegistryBuilder& r);    // 6A.4
void RegisterTensorMatmul(OpRegistryBuilder& r);       // 6A.5
void RegisterTensorMemory(OpRegistryBuilder& r);       // 6A.6
void RegisterTensorShape(OpRegistryBuilder& r);        // 6A.7
void RegisterTensorIndexed(OpRegistryBuilder& r);      // 6A.8
void RegisterTensorSplit(OpRegistryBuilder& r);        // 6A.9
void RegisterTileElementwise(OpRegistryBuilder& r);    // 6B.1 to 6B.3
void RegisterTileReduce(OpRegistryBuilder& r);         // 6B.4
void RegisterTileBroadcast(OpRegistryBuilder& r);      // 6B.5
void RegisterTileMemory(OpRegistryBuilder& r);         // 6B.6 to 6B.8
void RegisterTileShape(OpRegistryBuilder& r);          // 6B.9
void RegisterTileIndexed(OpRegistryBuilder& r);        // 6B.10
void RegisterTileMatmul(OpRegistryBuilder& r);         // 6B.11
void RegisterTileMx(OpRegistryBuilder& r);             // 6B.12
void RegisterTileCross(OpRegistryBuilder& r);          // 6B.13
void RegisterDistributed(OpRegistryBuilder& r);        // 6C.1
void RegisterSystem(OpRegistryBuilder& r);             // 6C.2: system, array, prefetch

}  // namespace t2t
