// What each stage holds: statements, loads, stores, moves and casts in the whole program.
#pragma once

#include <string>
#include <vector>

#include "pipeline/observer.h"

namespace t2t {

class StatsObserver final : public Observer {
 public:
  void Begin(Program& program) override { Count(program, 0, "frontend", false); }
  void After(const StageEvent& event) override {
    Count(event.program, event.ordinal, event.stage.name, event.changed);
  }
  std::string Table() const;
  std::string Json() const;

 private:
  struct Row {
    int ordinal = 0;
    std::string name;
    bool changed = false;
    uint32_t statements = 0, tensor = 0, tile = 0, loads = 0, stores = 0, moves = 0, casts = 0;
  };
  void Count(const Program& program, int ordinal, std::string_view name, bool changed);

  std::vector<Row> rows_;
};

}  // namespace t2t
