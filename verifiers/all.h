// The verifiers by name, in the order of verifiers/all.cc; each is declared at the end of its file.
#pragma once

namespace t2t {

struct Verifier;

extern const Verifier kSSAForm, kUseAfterDef, kNormalizedStmtStructure, kNoNestedCalls, kBreakContinueValid,
    kNoRedundantBlocks, kStructuredCtrlFlow, kPipelineLoopValid, kPipelineResolved, kUnrollResolved, kNoNestedInCore,
    kClusterOutlined, kHierarchyOutlined;
extern const Verifier kTypeChecked, kAssignTypeSymmetry, kTileTypeCoherence, kTensorViewCanonical, kTensorViewStrided,
    kTypesDeduced, kReturnTypes, kCarryKinds;
extern const Verifier kCallArity, kCallResults, kSubmitInputs, kOrchestrationReferencesResolved, kSplitIncoreOrch, kOutParamNotShadowed,
    kInOutUseValid, kArrayNotEscaped, kReturnParamsExplicit, kCallDirectionsResolved,
    kInlineFunctionsEliminated;
extern const Verifier kAivSplitValid, kAivSplitLoweredValid, kGmStoreCoherence, kDirectionsSound, kOutTypeClosed, kIncoreTileOps,
    kAccCompactValid, kBoxedCubeM, kBoxedCubeN, kLoadSharing, kReturnSlots, kStoreTargets,
    kAnnotationFree, kAtomicAddDtypeValid, kAccToGmStoreValid, kTileMemoryInferred, kTileOps2D;
extern const Verifier kMixedKernelExpanded, kHasMemRefs, kAllocatedMemoryAddr;
extern const Verifier kInParamWritten, kOutParamWriteDropped, kScalarWriteLineShared, kUnusedVariable,
    kUnusedControlFlowResult;

}  // namespace t2t
