// The conversion families. One function per file of this folder that registers conversions; registry.cc calls them all.
#pragma once

#include "passes/convert/registry.h"

namespace t2t {

void RegisterOneToOneConversions(ConversionRegistryBuilder& r);         // op-conversions 3
void RegisterElementTypeConversions(ConversionRegistryBuilder& r);      // those of 3 that promote
void RegisterElementwiseConversions(ConversionRegistryBuilder& r);      // 4.1 to 4.4
void RegisterCompareConversion(ConversionRegistryBuilder& r);           // 8
void RegisterReductionConversions(ConversionRegistryBuilder& r);        // 7.3
void RegisterWindowConversions(ConversionRegistryBuilder& r);           // 5
void RegisterAllocationConversions(ConversionRegistryBuilder& r);       // 6.1, 6.2
void RegisterPaddingConversions(ConversionRegistryBuilder& r);          // 6.3
void RegisterShapeConversions(ConversionRegistryBuilder& r);            // 3.3 reshape, 3.4, 4.5
void RegisterMatmulConversions(ConversionRegistryBuilder& r);           // 7.1, 7.2
void RegisterFlatAndDimGatherConversion(ConversionRegistryBuilder& r);  // 9.1, 9.2
void RegisterRowGatherConversions(ConversionRegistryBuilder& r);        // 9.3, 9.5, 9.6
void RegisterScatterConversions(ConversionRegistryBuilder& r);          // 10.1, 10.3
void RegisterScatterUpdateConversions(ConversionRegistryBuilder& r);    // 10.2
void RegisterMergeSortConversion(ConversionRegistryBuilder& r);         // 11
void RegisterExpandCloneConversion(ConversionRegistryBuilder& r);       // 12
void RegisterRemoteConversions(ConversionRegistryBuilder& r);           // 13
void RegisterSplitBoundaryConversions(ConversionRegistryBuilder& r);    // 14

}  // namespace t2t
