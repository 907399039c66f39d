// HasMemRefs: memory has been found for every tile of a kernel. The pass that does it stands behind this lowering, so it is
// checked on demand.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "verifiers/all.h"
#include "verifiers/each_value.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tile has no memref"},
    {2, "a memref names its allocation, but not where in it"},
};

void VerifyHasMemRefs(VerifyContext& c) {
  const Program& p = c.program;
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(p, f)) continue;
    ForEachValue(p, f, [&](ValueId v, Span place) {
      const Type& type = p.TypeOf(v);
      if (!type.memref) {
        if (type.IsTile()) c.Error(1, f, place, fmt::format("tile {} has no memref", p[p[v].name]), "give it memory (InitMemRef)");
      } else if (!p[type.memref].byte_offset) {
        c.Error(2, f, place, fmt::format("the memref of {} names its allocation {}, but no offset and size in it", p[p[v].name],
                                         p[p[type.memref].name]),
                "resolve it to pl.MemRef(base, offset, size)");
      }
    });
  }
}

}  // namespace

constinit const Verifier kHasMemRefs = {
    .property = "HasMemRefs",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "every tile has its place in an allocation",
    .source = "verifiers 1.3; text-format 2.4",
    .rules = kRules,
    .run = VerifyHasMemRefs,
};

}  // namespace t2t
