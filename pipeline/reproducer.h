// When a pass is to blame: one file with the program in front of it and the flags to run just that pass. The file is
// ordinary input; `--run-repro=FILE` reads the flags back from its comment. Where the pass alone does not go wrong in the
// same way, the file holds the whole input and the flags of the whole run.
#pragma once

#include <string>

#include "pipeline/observer.h"
#include "pipeline/runner.h"

namespace t2t {

inline constexpr std::string_view kReproFlags = "# flags: ";

// A reproducer: `what` in one line, the flags (the default ones when there are none), an empty line that ends the comments, the program as it is.
std::string ReproducerText(std::string_view what, std::string_view flags, std::string_view program);
// The flags a reproducer (or a stage test) names in its leading comments, separated by blanks.
std::string FlagsInHeader(std::string_view text);

struct ReproducerOptions {
  std::string dir;          // where the file goes
  std::string_view source;  // the text of the input; must outlive the observer
  std::string toggles;      // flags that change what the chain does, as one would type them
  std::string slice;        // --start-after and the like, the same way
  std::string checks;       // --verify and the like, the same way
};

// The whole input and the flags of the whole run.
std::string WholeRunReproducer(std::string_view what, const ReproducerOptions& options);

class ReproducerObserver final : public Observer {
 public:
  // Nothing is copied while the chain goes well: since every run is the same, the program in front of the failing pass is
  // made again from the source. `plan` must outlive the observer.
  ReproducerObserver(ReproducerOptions options, const RunPlan& plan) : options_(std::move(options)), plan_(plan) {}
  void Failed(const StageEvent& event, std::string_view why) override;
  const std::string& path() const { return path_; }    // "" when none was written
  const std::string& error() const { return error_; }  // why it could not be written

 private:
  std::string OfThePassAlone(const StageEvent& event, std::string_view why) const;

  ReproducerOptions options_;
  const RunPlan& plan_;
  std::string path_, error_;
};

}  // namespace t2t
