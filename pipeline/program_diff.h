// What changed between two printed programs, function by function and statement by statement. One statement is one line
// of the printed form, and names are stable from stage to stage, so a statement is known again by the name it defines.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "pipeline/function_filter.h"
#include "pipeline/observer.h"

namespace t2t {

struct DiffCounts {
  int functions = 0;  // with a difference
  int added = 0, removed = 0, rewritten = 0, moved = 0;  // statements
  std::string Text() const;  // "2 statements added, 1 rewritten in 1 function"
};

// Hunks in unified form, each headed by the function and the regions it stands in; an old statement is directly followed
// by its new form. "" when the programs print alike. Functions the filter does not want are left out of hunks and counts.
std::string ProgramDiff(std::string_view before, std::string_view after, const FunctionFilter& filter,
                        DiffCounts& counts);

// On `stream`, for every pass that changed something: what it changed. In colour when the stream is a terminal.
class DiffObserver final : public Observer {
 public:
  DiffObserver(std::FILE* stream, FunctionFilter filter) : stream_(stream), filter_(std::move(filter)) {}
  void Begin(Program& program) override;
  void After(const StageEvent& event) override;

 private:
  std::FILE* stream_;
  FunctionFilter filter_;
  std::string last_;
};

}  // namespace t2t
