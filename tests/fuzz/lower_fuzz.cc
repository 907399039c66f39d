// Any program the reader accepts: the chain lowers it or says what is wrong with it; it neither crashes nor hangs. Blaming
// ourselves (exit 3) stops the fuzzer only when T2T_FUZZ_BLAME is set: inputs the fuzzer breaks on purpose rarely deserve it.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "fmt/core.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  t2t::Diagnostics diagnostics;
  std::optional<t2t::Program> program = t2t::ReadProgram(text, diagnostics);
  if (!program) return 0;
  t2t::RunPlan plan;
  plan.last = t2t::NumStages();
  plan.backend = size % 3 == 0 ? t2t::Backend::kAscend950 : t2t::Backend::kNone;
  const t2t::RunResult result = t2t::RunChain(*program, t2t::Stages(), plan, {}, diagnostics);
  t2t::RenderDiagnostics(diagnostics.all(), "fuzz.py", text);
  if (result.verdict == t2t::Verdict::kOurFault && std::getenv("T2T_FUZZ_BLAME") != nullptr) {
    fmt::print(stderr, "{}\n", result.failure);
    std::abort();
  }
  return 0;
}
