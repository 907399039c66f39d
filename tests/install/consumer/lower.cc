// A tool of somebody else: lowers the program on stdin.
#include <iostream>
#include <iterator>
#include <string>

#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

int main() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  t2t::Diagnostics diagnostics;
  std::optional<t2t::Program> program = t2t::ReadProgram(text, diagnostics);
  if (!program) return 1;
  t2t::RunPlan plan;
  plan.last = t2t::NumStages();
  if (t2t::RunChain(*program, t2t::Stages(), plan, {}, diagnostics).verdict != t2t::Verdict::kDone) return 1;
  std::cout << t2t::PrintProgram(*program) << "\n";
}
