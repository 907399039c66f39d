// What each stage holds: statements, operators, and what moves between the memory spaces. Counts are static: a statement
// in a loop counts once.
#pragma once

#include <array>
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
  static constexpr size_t kSpaces = 16;  // by MemorySpace
  struct Row {
    int ordinal = 0;
    std::string name;
    bool changed = false;
    uint32_t statements = 0, tensor = 0, tile = 0, loads = 0, stores = 0, moves = 0, casts = 0;
    std::array<int64_t, kSpaces> bytes = {};  // that loads, stores and moves bring into a memory space
    uint32_t unsized = 0;                     // transfers whose extents are known at run time only
  };
  void Count(const Program& program, int ordinal, std::string_view name, bool changed);
  static void Transfer(const Program& program, TypeId moved, MemorySpace into, Row& row);

  std::vector<Row> rows_;
};

}  // namespace t2t
