// The command line, understood: names resolved, contradictions refused.
#pragma once

#include <string>
#include <vector>

#include "pipeline/dot.h"
#include "pipeline/function_filter.h"
#include "pipeline/runner.h"
#include "pipeline/selector.h"
#include "tools/flags.h"
#include "tools/silence.h"

namespace t2t {

struct Options {
  RunPlan plan;
  std::vector<std::string> verify_only;   // owns what plan.verify_only views
  Selector dump_after, dump_before;
  DotOptions dot;
  FunctionFilter functions;
  // Flags as one would type them, for headers and reproducers: what changes the chain, its slice, its checks.
  std::string toggles, slice, checks;
  int value_seeds = 0;                    // inputs per function that --check-values runs; 0 = none
  Silence silence;                        // warnings that are not shown
  size_t error_limit = 0;                 // 0 = none
};

// "" or the usage error.
std::string Understand(const CommandLine& line, Options& options);

}  // namespace t2t
