// DirectionsSound: the signature of a lowered kernel admits every write its body makes.
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a parameter declared In is written"},
};

void VerifyDirectionsSound(VerifyContext& context) {
  const Program& p = context.program;
  GmAccess access(p);
  for (FuncId function : context.functions) {
    if (!IsLoweredKernel(p, function)) continue;
    access.Analyze(function);
    for (uint32_t i = 0; i < access.num_params(); ++i) {
      const GmAccess::Root& root = access.root(i);
      if (!root.written || p.Direction(function, i) != ParamDirection::kIn) continue;
      context.Error(1, root.first_write,
                    fmt::format("'{}' writes its In parameter '{}'", p[p[function].name], p[p[root.value].name]),
                    "declare it Out when nothing of it is read, InOut otherwise");
    }
  }
}

}  // namespace

constinit const Verifier kDirectionsSound = {
    .property = "DirectionsSound",
    .kind = VerifierKind::kProperty,
    .summary = "a kernel writes no parameter that its signature declares In",
    .source = "verifiers 9.4; lowering n",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyDirectionsSound,
};

}  // namespace t2t
