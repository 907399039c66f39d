// Runs optional passes only up to an ordinal, so that a wrong result can be hunted down by halving. Mandatory passes run
// regardless: without them the languages do not meet.
#pragma once

#include "pipeline/observer.h"

namespace t2t {

class BisectObserver final : public Observer {
 public:
  explicit BisectObserver(int limit) : limit_(limit) {}
  bool ShouldRun(const StageEvent& event) override { return event.ordinal <= limit_; }

 private:
  int limit_;
};

}  // namespace t2t
