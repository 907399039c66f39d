#include "pipeline/replay.h"

#include "ir/text/reader.h"

namespace t2t {

std::optional<Program> ProgramBefore(std::string_view source, const RunPlan& plan, int ordinal) {
  Diagnostics ignored;
  std::optional<Program> program = ReadProgram(source, ignored);
  if (!program) return std::nullopt;
  RunPlan in_front = plan;
  in_front.last = ordinal - 1;
  in_front.verify = VerifyLevel::kNone;
  if (RunChain(*program, Stages(), in_front, {}, ignored).verdict != Verdict::kDone) return std::nullopt;
  return program;
}

}  // namespace t2t
