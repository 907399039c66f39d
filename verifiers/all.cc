// The ordered list of verifiers: structure first, because the later ones trust it.
#include "verifiers/all.h"

#include "verifiers/verifier.h"

namespace t2t {

absl::Span<const Verifier> AllVerifiers() {
  static const Verifier kAll[] = {
      // structure
      kSSAForm, kUseAfterDef, kNormalizedStmtStructure, kNoNestedCalls, kBreakContinueValid, kNoRedundantBlocks,
      kStructuredCtrlFlow, kPipelineLoopValid, kNoNestedInCore,
      // types
      kTypeChecked, kAssignTypeSymmetry, kTileTypeCoherence, kTensorViewCanonical, kTensorViewStrided, kTypesDeduced,
      kReturnTypes,
      // parameters and calls
      kCallArity, kOrchestrationReferencesResolved, kSplitIncoreOrch, kOutParamNotShadowed, kInOutUseValid,
      kArrayNotEscaped, kReturnParamsExplicit, kCallDirectionsResolved,
      // what the lowering is about
      kAivSplitValid, kGmStoreCoherence, kDirectionsSound, kIncoreTileOps, kAccCompactValid,
      kAnnotationFree, kAtomicAddDtypeValid, kAccToGmStoreValid, kTileMemoryInferred,
      // advice
      kInParamWritten, kOutParamWriteDropped, kUnusedVariable, kUnusedControlFlowResult,
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
