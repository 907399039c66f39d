// The ordered list of verifiers: structure first, because the later ones trust it.
#include "verifiers/all.h"

#include "verifiers/verifier.h"

namespace t2t {

absl::Span<const Verifier> AllVerifiers() {
  static const Verifier kAll[] = {
      // structure
      kSSAForm, kUseAfterDef, kNormalizedStmtStructure, kNoNestedCalls, kBreakContinueValid, kNoRedundantBlocks,
      kStructuredCtrlFlow, kPipelineLoopValid, kPipelineResolved, kUnrollResolved, kNoNestedInCore,
      kClusterOutlined, kHierarchyOutlined,
      // types
      kTypeChecked, kAssignTypeSymmetry, kTileTypeCoherence, kTensorViewCanonical, kTensorViewStrided, kTypesDeduced,
      kReturnTypes, kCarryKinds,
      // parameters and calls
      kCallArity, kCallResults, kSubmitInputs, kOrchestrationReferencesResolved, kSplitIncoreOrch,
      kOutParamNotShadowed, kInOutUseValid, kArrayNotEscaped, kReturnParamsExplicit, kCallDirectionsResolved, kInlineFunctionsEliminated,
      // what the lowering is about
      kAivSplitValid, kAivSplitLoweredValid, kGmStoreCoherence, kDirectionsSound, kOutTypeClosed, kIncoreTileOps,
      kAccCompactValid,
      kBoxedCubeM, kBoxedCubeN, kLoadSharing, kReturnSlots, kStoreTargets,
      kAnnotationFree, kAtomicAddDtypeValid, kAccToGmStoreValid, kTileMemoryInferred, kTileOps2D,
      // what stages behind it promise
      kMixedKernelExpanded, kHasMemRefs, kAllocatedMemoryAddr,
      // advice
      kInParamWritten, kOutParamWriteDropped, kScalarWriteLineShared, kUnusedVariable, kUnusedControlFlowResult,
  };
  return kAll;
}

const Verifier* FindVerifier(std::string_view property) {
  for (const Verifier& verifier : AllVerifiers()) {
    if (verifier.property == property) return &verifier;
  }
  return nullptr;
}

}  // namespace t2t
