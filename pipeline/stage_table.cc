#include "pipeline/stage_table.h"

#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "passes/allocate_call_outputs.h"
#include "passes/analyze_effects.h"
#include "passes/apply_cache_policy.h"
#include "passes/box_cube_m.h"
#include "passes/box_cube_n.h"
#include "passes/bridge_operands.h"
#include "passes/canonicalize_scalar_fills.h"
#include "passes/classify_values.h"
#include "passes/convert_ops.h"
#include "passes/finish.h"
#include "passes/forward_wrapper_outputs.h"
#include "passes/infer_consumer_space.h"
#include "passes/lower_producers.h"
#include "passes/narrow_acc_carries.h"
#include "passes/place_exit_stores.h"
#include "passes/record_returns.h"
#include "passes/resolve_casts.h"
#include "passes/select_kernels.h"
#include "passes/share_loads.h"
#include "passes/stage_full_writes.h"
#include "passes/upgrade_directions.h"

namespace t2t {
namespace {

// The chain as a whole asks this of its input; every other finding in the input is only reported (lowering s).
constexpr std::string_view kEntry[] = {"SSAForm", "SplitIncoreOrch", "NormalizedStmtStructure"};
constexpr std::string_view kSsa[] = {"SSAForm"};
constexpr std::string_view kAivSplit[] = {"AivSplitValid"};
// convert-ops learns that a product is narrower than the seed it is carried with. narrow-acc-carries repairs the carry
// where two readings of the buffer would differ and leaves it where they cannot, so types along carries stay unequal.
constexpr std::string_view kConvertBreaks[] = {"AivSplitValid", "TypeChecked"};
constexpr std::string_view kCarries[] = {"CarryKinds"};  // what is left of TypeChecked
// What a host reads behind a call may turn out to be what the callee writes, and an output that a submit leaves to the runtime
// to be read, once the directions say so.
constexpr std::string_view kUpgradeBreaks[] = {"InOutUseValid", "SubmitInputs"};
// The record of returns is carried out by place-exit-stores, which says what contradicts it, and erased by finish.
constexpr std::string_view kExitStores[] = {"SSAForm", "ReturnSlots", "StoreTargets"};
constexpr std::string_view kFinishBreaks[] = {"ReturnSlots", "StoreTargets"};
// Optional passes: whoever leaves one out claims nothing for its axis.
constexpr std::string_view kBoxedM[] = {"BoxedCubeM"};
constexpr std::string_view kBoxedN[] = {"BoxedCubeN"};
// Tensors that stand for loads are there until slices become loads, too: those are copies, and stay what they were.
constexpr std::string_view kLoads[] = {"LoadSharing"};
// From here on no tensor operator is left in a kernel: the tagged creates of place-exit-stores have become parameters, with
// types that say nothing of the body.
constexpr std::string_view kNewOutputs[] = {"OutTypeClosed", "IncoreTileOps"};
constexpr std::string_view kContract[] = {"SSAForm", "IncoreTileOps", "NormalizedStmtStructure", "AivSplitValid"};

const Stage kStages[] = {
    {
        .name = "select-kernels",
        .make = &MakePass<SelectKernels>,
        .after = Language::kSource,
        .optional = false,
        .summary = "decide which functions are lowered and refuse what no pass can lower",
        .source = "lowering a",
        .requires_before = kEntry,
        .keeps_effects = true,
    },
    {
        .name = "stage-full-writes",
        .make = &MakePass<StageFullWrites>,
        .after = Language::kSource,
        .optional = true,
        .summary = "full initialisation plus scalar updates go to an on-chip value that is stored once",
        .unit = "staged tensor",
        .source = "lowering c",
        .keeps_effects = true,
    },
    {
        .name = "canonicalize-scalar-fills",
        .make = &MakePass<CanonicalizeScalarFills>,
        .after = Language::kSource,
        .optional = true,
        .summary = "constant scalar loops become full + assemble, unless that would mix store channels",
        .unit = "kernel",
        .source = "lowering b",
    },
    {
        .name = "record-returns",
        .make = &MakePass<RecordReturns>,
        .after = Language::kPlanned,
        .optional = false,
        .summary = "record each logical result and where its storage comes from",
        .source = "lowering m.1, m.4, m.6, e",
    },
    {
        .name = "analyze-effects",
        .make = &MakePass<AnalyzeEffects>,
        .after = Language::kPlanned,
        .optional = true,
        .summary = "record which parameters are written and whether a kernel calls out",
        .unit = "kernel",
        .source = "lowering g",
        .keeps_effects = true,
    },
    {
        .name = "classify-values",
        .make = &MakePass<ClassifyValues>,
        .after = Language::kPlanned,
        .optional = false,
        .summary = "decide which loop and branch values become tiles and which stay GM handles",
        .source = "lowering j.5",
    },
    {
        .name = "infer-consumer-space",
        .make = &MakePass<InferConsumerSpace>,
        .after = Language::kPlanned,
        .optional = true,
        .summary = "write the memory space its consumers demand on each producer",
        .unit = "kernel",
        .source = "lowering f",
        .keeps_effects = true,
    },
    {
        .name = "box-cube-m",
        .make = &MakePass<BoxCubeM>,
        .after = Language::kPlanned,
        .optional = true,
        .summary = "align the M extent of cube operands, accumulators included",
        .unit = "kernel",
        .source = "lowering k",
        .establishes = kBoxedM,
        .keeps_effects = true,
    },
    {
        .name = "box-cube-n",
        .make = &MakePass<BoxCubeN>,
        .after = Language::kPlanned,
        .optional = true,
        .summary = "align the N extent of cube operands",
        .unit = "kernel",
        .source = "lowering k",
        .establishes = kBoxedN,
        .keeps_effects = true,
    },
    {
        .name = "share-loads",
        .make = &MakePass<ShareLoads>,
        .after = Language::kPlanned,
        .optional = true,
        .summary = "one entry load for each parameter that nobody writes",
        .unit = "parameter",
        .source = "lowering h",
        .establishes = kLoads,
        .keeps_effects = true,
    },
    {
        .name = "bridge-operands",
        .make = &MakePass<BridgeOperands>,
        .after = Language::kBridged,
        .optional = false,
        .summary = "put loads, moves and transpose views in front of the operators that need them",
        .source = "lowering i.1, i.3",
        .establishes = kLoads,
    },
    {
        .name = "lower-producers",
        .make = &MakePass<LowerProducers>,
        .after = Language::kBridged,
        .optional = true,
        .summary = "slices become loads into the demanded space, accumulators are created boxed",
        .unit = "kernel",
        .source = "lowering i.2, k.5",
        .breaks = kLoads,
    },
    {
        .name = "convert-ops",
        .make = &MakePass<ConvertOps>,
        .after = Language::kTiled,
        .optional = false,
        .summary = "tensor operators become tile operators by the conversion registry",
        .source = "lowering j; op-conversions",
        .establishes = kCarries,
        .breaks = kConvertBreaks,
    },
    {
        .name = "resolve-casts",
        .make = &MakePass<ResolveCasts>,
        .after = Language::kResolved,
        .optional = false,
        .summary = "fold the cast pairs away; casts remain only at returns",
        .source = "lowering j.4, j.5",
        .establishes = kAivSplit,
        .keeps_effects = true,
    },
    {
        .name = "place-exit-stores",
        .make = &MakePass<PlaceExitStores>,
        .after = Language::kStored,
        .optional = false,
        .summary = "store what is returned; returned assemble loops become store loops",
        .source = "lowering m",
        .establishes = kExitStores,
    },
    {
        .name = "apply-cache-policy",
        .make = &MakePass<ApplyCachePolicy>,
        .after = Language::kStored,
        .optional = true,
        .summary = "the cache policy of a kernel becomes a kwarg of its loads",
        .unit = "kernel",
        .source = "lowering o",
        .keeps_effects = true,
    },
    {
        .name = "allocate-call-outputs",
        .make = &MakePass<AllocateCallOutputs>,
        .after = Language::kLinked,
        .optional = false,
        .summary = "kernels get Out parameters, their callers allocate and pass them",
        .source = "lowering q",
        .establishes = kNewOutputs,
    },
    {
        .name = "forward-wrapper-outputs",
        .make = &MakePass<ForwardWrapperOutputs>,
        .after = Language::kLinked,
        .optional = true,
        .summary = "Group and Spmd wrappers forward outputs instead of allocating them",
        .source = "lowering p",
    },
    {
        .name = "upgrade-directions",
        .make = &MakePass<UpgradeDirections>,
        .after = Language::kLinked,
        .optional = true,
        .summary = "In becomes Out or InOut where the kernel or its callees write",
        .unit = "function",
        .source = "lowering n",
        .breaks = kUpgradeBreaks,
    },
    {
        .name = "narrow-acc-carries",
        .make = &MakePass<NarrowAccCarries>,
        .after = Language::kLinked,
        .optional = true,
        .summary = "loop-carried accumulators are declared at the extent their yields prove",
        .unit = "carry",
        .source = "lowering l",
    },
    {
        .name = "finish",
        .make = &MakePass<Finish>,
        .after = Language::kLowered,
        .optional = false,
        .summary = "drop every t2t attribute, refuse mixed store channels, check the final contract",
        .source = "lowering d, o, s",
        .requires_before = kSsa,
        .establishes = kContract,
        .breaks = kFinishBreaks,
        .keeps_effects = true,
    },
};

std::vector<Stage>& Chain() {
  static std::vector<Stage> chain(std::begin(kStages), std::end(kStages));
  return chain;
}

}  // namespace

absl::Span<const Stage> Stages() { return Chain(); }

void InsertStage(int ordinal, Stage row) {
  std::vector<Stage>& chain = Chain();
  auto at = chain.begin() + ordinal;
  while (at != chain.end() && !at->library.empty()) ++at;
  chain.insert(at, std::move(row));
}

int FindStage(std::string_view name_or_number) {
  int number = 0;
  const char* end = name_or_number.data() + name_or_number.size();
  if (auto [rest, error] = std::from_chars(name_or_number.data(), end, number); error == std::errc() && rest == end) {
    return number >= 1 && number <= NumStages() ? number : 0;
  }
  for (int i = 1; i <= NumStages(); ++i) {
    if (StageAt(i).name == name_or_number) return i;
  }
  return 0;
}

}  // namespace t2t
