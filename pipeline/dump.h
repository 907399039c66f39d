// Dumps: the program behind (or in front of) chosen passes, to files that PyPTO's trace viewer reads as a folder, or to
// a stream. Every dump is valid input: `--start-after=PASS` goes on from it.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "pipeline/function_filter.h"
#include "pipeline/observer.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"
#include "pipeline/selector.h"

namespace t2t {

struct DumpOptions {
  Selector after, before;
  std::string dir;            // "" = to the stream
  FunctionFilter functions;
  std::FILE* stream = stderr;
};

// A folder holds, per chosen stage and written when the stage ends, NN_after_PASS.py and, where there is something to
// say, NN_after_PASS.log: why the pass did nothing, what it found out about the user's program. The input is
// 00_frontend.py (behind pass N of an earlier run: NN_after_PASS.py). A failing pass leaves its input NN_before_PASS.py
// and what it made of it NN_failed_PASS.py. index.txt has one line per stage, chosen or not.
class DumpObserver final : public Observer {
 public:
  // `source` (the text of the input, for the program in front of a failing pass) and `plan` must outlive the observer.
  DumpObserver(DumpOptions options, Provenance provenance, std::string_view source, const RunPlan& plan)
      : options_(std::move(options)), provenance_(std::move(provenance)), source_(source), plan_(plan) {}
  void Begin(Program& program) override;
  void Before(const StageEvent& event) override;
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view why) override;

  // First file that could not be written; "" when all were. The chain goes on all the same.
  const std::string& error() const { return error_; }
  // For a folder: "20 passes run, 1 left out, 22 dumps written to DIR", and the files of other runs that lie there too.
  std::string Summary() const;

 private:
  void Write(const Program& program, int ordinal, DumpKind kind, std::string_view note);
  void Log(const StageEvent& event, std::string_view name, std::string_view first);
  void File(const std::string& name, std::string_view text);
  void Index(int ordinal, std::string_view state, std::string_view why);
  std::vector<std::string> OtherFiles() const;

  DumpOptions options_;
  Provenance provenance_;
  std::string_view source_;
  const RunPlan& plan_;
  std::string error_;
  std::string body_;                  // the program as last printed
  bool fresh_ = false;                // body_ is the program as it is now
  std::string index_;
  std::vector<std::string> files_;    // written by this run, sorted as they come
  std::string of_stage_;              // the dump of the stage at hand, "" = none
  int dumps_ = 0, run_ = 0, left_out_ = 0;
};

}  // namespace t2t
