// How long each pass took, its verification apart, and what the rest (reading, checking, printing) took beside it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pipeline/observer.h"

namespace t2t {

// Put last among the observers: then what the others do is in nobody's time.
class TimingObserver final : public Observer {
 public:
  TimingObserver() : start_(Clock::now()), mark_(start_) {}
  // Ends the phase that began where the last one ended: "read", "print".
  void Phase(std::string_view name);
  void Begin(Program&) override { Phase("check input"); }
  void Before(const StageEvent&) override { before_ = Clock::now(); }
  void Ran(const StageEvent&) override { ran_ = Clock::now(); }
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view why) override;

  std::string Table() const;  // one row per pass, share of the whole
  std::string Tree() const;   // passes grouped under the language they lead to, verification below each
  std::string Json() const;   // [{ordinal, name, ms, verify_ms, ran, changed}]
  std::string Trace() const;  // Chrome trace events, as chrome://tracing and Perfetto read them

 private:
  using Clock = std::chrono::steady_clock;
  struct Row {
    int ordinal = 0;  // 0: a phase
    std::string name;
    double begin = 0, pass = 0, verify = 0;  // seconds; begin since the start of the process
    bool ran = true, changed = false;
    int64_t changes = 0;
    double all() const { return pass + verify; }
  };
  double Since(Clock::time_point from, Clock::time_point to) const {
    return std::chrono::duration<double>(to - from).count();
  }
  double Total() const;

  Clock::time_point start_, mark_, before_, ran_;
  std::vector<Row> rows_;
};

}  // namespace t2t
