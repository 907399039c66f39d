#include "pipeline/stage_table.h"

#include <charconv>

namespace t2t {
namespace {

// Factory for a row: `.make = &Make<SelectKernels>`.
template <class P>
[[maybe_unused]] std::unique_ptr<Pass> Make() {
  return std::make_unique<P>();
}

// The chain as a whole asks this of its input; every other finding in the input is only reported (lowering s).
constexpr std::string_view kEntry[] = {"SSAForm", "SplitIncoreOrch", "NormalizedStmtStructure"};
constexpr std::string_view kSsa[] = {"SSAForm"};
constexpr std::string_view kAivSplit[] = {"AivSplitValid"};
// From here on no tensor operator is left in a kernel: the tagged creates of place-exit-stores have become parameters.
constexpr std::string_view kTileOps[] = {"IncoreTileOps"};
constexpr std::string_view kContract[] = {"SSAForm", "IncoreTileOps", "NormalizedStmtStructure", "AivSplitValid"};

const Stage kStages[] = {
    {
        .name = "select-kernels",
        .after = Language::kSource,
        .optional = false,
        .summary = "decide which functions are lowered and refuse what no pass can lower",
        .source = "lowering a",
        .requires_before = kEntry,
        .missing = "not implemented yet",
    },
    {
        .name = "stage-full-writes",
        .after = Language::kSource,
        .optional = true,
        .summary = "full initialisation plus scalar updates go to an on-chip value that is stored once",
        .source = "lowering c",
        .missing = "not implemented yet",
    },
    {
        .name = "canonicalize-scalar-fills",
        .after = Language::kSource,
        .optional = true,
        .summary = "constant scalar loops become full + assemble, unless that would mix store channels",
        .source = "lowering b",
        .missing = "not implemented yet",
    },
    {
        .name = "record-returns",
        .after = Language::kPlanned,
        .optional = false,
        .summary = "record each logical result and where its storage comes from",
        .source = "lowering m.1, m.4, m.6, e",
        .missing = "not implemented yet",
    },
    {
        .name = "analyze-effects",
        .after = Language::kPlanned,
        .optional = true,
        .summary = "record which parameters are written and whether a kernel calls out",
        .source = "lowering g",
        .missing = "not implemented yet",
    },
    {
        .name = "classify-values",
        .after = Language::kPlanned,
        .optional = false,
        .summary = "decide which loop and branch values become tiles and which stay GM handles",
        .source = "lowering j.5",
        .missing = "not implemented yet",
    },
    {
        .name = "infer-consumer-space",
        .after = Language::kPlanned,
        .optional = true,
        .summary = "write the memory space its consumers demand on each producer",
        .source = "lowering f",
        .missing = "not implemented yet",
    },
    {
        .name = "box-cube-m",
        .after = Language::kPlanned,
        .optional = true,
        .summary = "align the M extent of cube operands, accumulators included",
        .source = "lowering k",
        .missing = "not implemented yet",
    },
    {
        .name = "box-cube-n",
        .after = Language::kPlanned,
        .optional = true,
        .summary = "align the N extent of cube operands",
        .source = "lowering k",
        .missing = "not implemented yet",
    },
    {
        .name = "share-loads",
        .after = Language::kPlanned,
        .optional = true,
        .summary = "one entry load for each parameter that nobody writes",
        .source = "lowering h",
        .missing = "not implemented yet",
    },
    {
        .name = "bridge-operands",
        .after = Language::kBridged,
        .optional = false,
        .summary = "put loads, moves and transpose views in front of the operators that need them",
        .source = "lowering i.1, i.3",
        .missing = "not implemented yet",
    },
    {
        .name = "lower-producers",
        .after = Language::kBridged,
        .optional = true,
        .summary = "slices become loads into the demanded space, accumulators are created boxed",
        .source = "lowering i.2, k.5",
        .missing = "not implemented yet",
    },
    {
        .name = "convert-ops",
        .after = Language::kTiled,
        .optional = false,
        .summary = "tensor operators become tile operators by the conversion registry",
        .source = "lowering j; op-conversions",
        .breaks = kAivSplit,
        .missing = "not implemented yet",
    },
    {
        .name = "resolve-casts",
        .after = Language::kResolved,
        .optional = false,
        .summary = "fold the cast pairs away; casts remain only at returns",
        .source = "lowering j.4, j.5",
        .establishes = kAivSplit,
        .missing = "not implemented yet",
    },
    {
        .name = "place-exit-stores",
        .after = Language::kStored,
        .optional = false,
        .summary = "store what is returned; returned assemble loops become store loops",
        .source = "lowering m",
        .establishes = kSsa,
        .missing = "not implemented yet",
    },
    {
        .name = "apply-cache-policy",
        .after = Language::kStored,
        .optional = true,
        .summary = "the cache policy of a kernel becomes a kwarg of its loads",
        .source = "lowering o",
        .missing = "not implemented yet",
    },
    {
        .name = "allocate-call-outputs",
        .after = Language::kLinked,
        .optional = false,
        .summary = "kernels get Out parameters, their callers allocate and pass them",
        .source = "lowering q",
        .establishes = kTileOps,
        .missing = "not implemented yet",
    },
    {
        .name = "forward-wrapper-outputs",
        .after = Language::kLinked,
        .optional = true,
        .summary = "Group and Spmd wrappers forward outputs instead of allocating them",
        .source = "lowering p",
        .missing = "not implemented yet",
    },
    {
        .name = "upgrade-directions",
        .after = Language::kLinked,
        .optional = true,
        .summary = "In becomes Out or InOut where the kernel or its callees write",
        .source = "lowering n",
        .missing = "not implemented yet",
    },
    {
        .name = "narrow-acc-carries",
        .after = Language::kLinked,
        .optional = true,
        .summary = "loop-carried accumulators are declared at the extent their yields prove",
        .source = "lowering l",
        .missing = "not implemented yet",
    },
    {
        .name = "finish",
        .after = Language::kLowered,
        .optional = false,
        .summary = "drop every t2t attribute, refuse mixed store channels, check the final contract",
        .source = "lowering d, o, s",
        .requires_before = kSsa,
        .establishes = kContract,
        .missing = "not implemented yet",
    },
};

}  // namespace

absl::Span<const Stage> Stages() { return kStages; }

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
