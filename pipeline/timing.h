// How long each pass took, and what the rest (reading, verifying, printing, other observers) took beside it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pipeline/observer.h"

namespace t2t {

class TimingObserver final : public Observer {
 public:
  TimingObserver() : start_(Clock::now()), mark_(start_) {}
  // Ends the phase that began where the last one ended: "read", "verify", "print".
  void Phase(std::string_view name);
  void Begin(Program&) override { Phase("check input"); }
  void Before(const StageEvent&) override { before_ = Clock::now(); }
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view) override { After(event); }

  std::string Table() const;  // one row per pass, share of the whole
  std::string Tree() const;   // passes grouped under the language they lead to
  std::string Json() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Row {
    int ordinal = 0;  // 0: a phase
    std::string name;
    double seconds = 0;
    bool ran = true;
  };
  double Total() const;

  Clock::time_point start_, mark_, before_;
  std::vector<Row> rows_;
};

}  // namespace t2t
