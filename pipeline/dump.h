// Dumps: the program behind (or in front of) chosen passes, to files that PyPTO's trace viewer reads as a folder, or to
// a stream. Every dump is valid input: `--start-after=PASS` goes on from it.
#pragma once

#include <cstdio>
#include <string>

#include "pipeline/observer.h"
#include "pipeline/provenance.h"
#include "pipeline/selector.h"

namespace t2t {

struct DumpOptions {
  Selector after, before;
  std::string dir;          // "" = to the stream
  std::string functions;    // glob over function names; "" = all
  std::FILE* stream = stderr;
};

class DumpObserver final : public Observer {
 public:
  DumpObserver(DumpOptions options, Provenance provenance)
      : options_(std::move(options)), provenance_(std::move(provenance)) {}
  void Begin(Program& program) override;
  void Before(const StageEvent& event) override;
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view why) override;
  // First file that could not be written; "" when all were.
  const std::string& error() const { return error_; }

 private:
  void Write(const Program& program, int ordinal, const std::string& file, std::string_view when,
             std::string_view note);

  DumpOptions options_;
  Provenance provenance_;
  std::string error_;
};

// Shell pattern with * and ?; no backtracking beyond the last star, so linear in practice and never exponential.
bool GlobMatches(std::string_view pattern, std::string_view text);

}  // namespace t2t
