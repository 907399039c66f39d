// Runs the chain over a program text and shows what an observer of it made.
#pragma once

#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {

inline std::string ReadSource(const std::string& name) {
  std::ifstream in(std::string(T2T_SOURCE_DIR) + "/" + name);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_FALSE(text.str().empty()) << name;
  return text.str();
}

// A whole program around the functions of its class, which stand at indent 4.
inline std::string InProgram(const std::string& functions) {
  return "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass Example:\n" + functions;
}

// The program behind pass `last`; what was wrong with it, if anything, goes to `diagnostics`.
inline std::optional<Program> RunObserved(const std::string& text, absl::Span<Observer* const> observers,
                                          Diagnostics& diagnostics, int last = NumStages()) {
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) return program;
  RunPlan plan;
  plan.last = last;
  const RunResult result = RunChain(*program, Stages(), plan, observers, diagnostics);
  EXPECT_NE(result.verdict, Verdict::kOurFault) << result.failure;
  return program;
}

}  // namespace t2t
