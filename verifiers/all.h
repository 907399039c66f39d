// The verifiers by name; each is one file of this folder. Use AllVerifiers (verifier.h) to run them.
#pragma once

namespace t2t {

class VerifyContext;

void VerifySSAForm(VerifyContext& c);
void VerifyUseAfterDef(VerifyContext& c);
void VerifyNormalizedStmts(VerifyContext& c);
void VerifyNoNestedCalls(VerifyContext& c);
void VerifyBreakContinue(VerifyContext& c);
void VerifyTypeChecked(VerifyContext& c);
void VerifyCallArity(VerifyContext& c);
void VerifyReferences(VerifyContext& c);
void VerifySplitIncoreOrch(VerifyContext& c);
void VerifyOutParamNotShadowed(VerifyContext& c);
void VerifyInOutUse(VerifyContext& c);
void VerifyArrayNotEscaped(VerifyContext& c);
void VerifyAivSplit(VerifyContext& c);
void VerifyGmStoreCoherence(VerifyContext& c);
void VerifyIncoreTileOps(VerifyContext& c);
void VerifyAccCompact(VerifyContext& c);
void VerifyAnnotationFree(VerifyContext& c);
void VerifyStructuredCtrlFlow(VerifyContext& c);
void VerifyPipelineLoops(VerifyContext& c);
void VerifyNoNestedInCore(VerifyContext& c);
void VerifyAssignTypeSymmetry(VerifyContext& c);
void VerifyTileTypeCoherence(VerifyContext& c);
void VerifyDirectionsSound(VerifyContext& c);
void VerifyInParamWritten(VerifyContext& c);
void VerifyTypesDeduced(VerifyContext& c);

}  // namespace t2t
