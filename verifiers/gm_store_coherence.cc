// GmStoreCoherence: the two store paths, MTE3 and the scalar data cache, do not see each other's writes.
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/analysis/mixed_stores.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a GM tensor is written through both paths"},
};

void VerifyGmStoreCoherence(VerifyContext& c) {
  GmAccess access(c.program);
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(c.program, f)) continue;
    access.Analyze(f);
    for (const GmAccess::Root& root : access.roots()) {
      if (!root.MixesChannels()) continue;
      c.Error(1, root.first_scalar_store, MixedStoresMessage(c.program, f, root), MixedStoresHelp());
    }
  }
}

}  // namespace

constinit const Verifier kGmStoreCoherence = {
    .property = "GmStoreCoherence",
    .kind = VerifierKind::kProperty,
    .summary = "no GM tensor is written by DMA and by scalar stores in one kernel",
    .source = "verifiers 7.4; lowering d",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyGmStoreCoherence,
};

}  // namespace t2t
