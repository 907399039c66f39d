// The ordered list of verifiers: structure first, because the later ones trust it.
#include "verifiers/all.h"

#include "verifiers/verifier.h"

namespace t2t {
namespace {

using enum VerifierKind;

constexpr Verifier kAll[] = {
    {"SSAForm", kProperty, "every variable is defined once, used in scope, and yields match what they feed",
     VerifySSAForm},
    {"UseAfterDef", kStructural, "every use comes behind its definition", VerifyUseAfterDef},
    {"NormalizedStmtStructure", kProperty, "a yield is the last statement of its block", VerifyNormalizedStmts},
    {"NoNestedCalls", kProperty, "calls stand alone: not in operands, conditions or bounds", VerifyNoNestedCalls},
    {"BreakContinueValid", kStructural, "break and continue stand in sequential, pipelined or while loops",
     VerifyBreakContinue},
    {"NoRedundantBlocks", kProperty, "the flatness of blocks under its other name", VerifyNormalizedStmts},
    {"StructuredCtrlFlow", kProperty, "kernels have neither break nor continue", VerifyStructuredCtrlFlow},
    {"PipelineLoopValid", kStructural, "pipeline loops, and only they, say how many stages they have",
     VerifyPipelineLoops},
    {"NoNestedInCore", kStructural, "no InCore scope holds another", VerifyNoNestedInCore},
    {"TypeChecked", kStructural, "types agree along loops and branches; valid regions fit their shapes",
     VerifyTypeChecked},
    {"AssignTypeSymmetry", kProperty, "both sides of an assignment have one type", VerifyAssignTypeSymmetry},
    {"TileTypeCoherence", kProperty, "no tile type spells out the view it implies", VerifyTileTypeCoherence},
    {"CallArity", kStructural, "calls supply what their callee takes", VerifyCallArity},
    {"OrchestrationReferencesResolved", kStructural, "every function that is called is in the program",
     VerifyReferences},
    {"SplitIncoreOrch", kProperty, "no scope to be outlined is left outside kernels", VerifySplitIncoreOrch},
    {"OutParamNotShadowed", kStructural, "an Out or InOut parameter is not rebound to fresh storage",
     VerifyOutParamNotShadowed},
    {"InOutUseValid", kStructural, "a value handed over for writing is not read again", VerifyInOutUse},
    {"ArrayNotEscaped", kStructural, "on-core arrays do not cross function boundaries", VerifyArrayNotEscaped},
    {"AivSplitValid", kProperty, "values cross between cube and vector lanes only through shard and gather",
     VerifyAivSplit},
    {"GmStoreCoherence", kProperty, "no GM tensor is written by DMA and by scalar stores in one kernel",
     VerifyGmStoreCoherence},
    {"DirectionsSound", kProperty, "a kernel writes no parameter that its signature declares In", VerifyDirectionsSound},
    {"IncoreTileOps", kProperty, "no tensor operator that has a tile form is left in a kernel", VerifyIncoreTileOps},
    {"AccCompactValid", kProperty, "accumulators are read at the pitch they are written with", VerifyAccCompact},
    {"AnnotationFree", kProperty, "no private cast and no t2t. attribute is left", VerifyAnnotationFree},
    {"TypesDeduced", kProperty, "every operator call carries the type its operands give it", VerifyTypesDeduced},
    {"InParamWritten", kAdvice, "no In parameter is written, callees included", VerifyInParamWritten},
};

}  // namespace

absl::Span<const Verifier> AllVerifiers() { return kAll; }

const Verifier* FindVerifier(std::string_view property) {
  for (const Verifier& verifier : kAll) {
    if (verifier.property == property) return &verifier;
  }
  return nullptr;
}

}  // namespace t2t
