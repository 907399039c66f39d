// When a pass is to blame: one file with the program in front of it and the flags to run just that pass. The file is
// ordinary input; `--run-repro=FILE` reads the flags back from its comment.
#pragma once

#include <string>

#include "pipeline/observer.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"

namespace t2t {

class ReproducerObserver final : public Observer {
 public:
  // `source` must outlive the observer. Nothing is copied while the chain goes well: since every run is the same, the
  // program in front of the failing pass is made again from the source.
  ReproducerObserver(std::string dir, std::string_view source, const RunPlan& plan, Provenance provenance)
      : dir_(std::move(dir)), source_(source), plan_(plan), provenance_(std::move(provenance)) {}
  void Failed(const StageEvent& event, std::string_view why) override;
  const std::string& path() const { return path_; }   // "" when none was written

 private:
  std::string dir_;
  std::string_view source_;
  const RunPlan& plan_;
  Provenance provenance_;
  std::string path_;
};

inline constexpr std::string_view kReproFlags = "# flags: ";

// The flags a reproducer (or a stage test) names in its leading comments, separated by blanks.
std::string FlagsInHeader(std::string_view text);

}  // namespace t2t
