// The command line, understood: names resolved, contradictions refused.
#pragma once

#include <string>
#include <vector>

#include "pipeline/dot.h"
#include "pipeline/runner.h"
#include "pipeline/selector.h"
#include "tools/flags.h"

namespace t2t {

struct Options {
  RunPlan plan;
  std::vector<std::string> verify_only;   // owns what plan.verify_only views
  Selector dump_after, dump_before;
  DotOptions dot;
  std::string toggles;                    // flags that change what the chain does, for headers and reproducers
  int bisect_limit = -1;                  // -1 = none
};

// "" or the usage error.
std::string Understand(const CommandLine& line, Options& options);

}  // namespace t2t
