#include "pipeline/stats.h"

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

void StatsObserver::Count(const Program& program, int ordinal, std::string_view name, bool changed) {
  Row row{ordinal, std::string(name), changed};
  if (ordinal > 0 && !changed && !rows_.empty()) {
    row = rows_.back();
    row.ordinal = ordinal;
    row.name = name;
    row.changed = false;
    rows_.push_back(row);
    return;
  }
  static const OpId load = Ops().Find("tile.load"), store = Ops().Find("tile.store"), move = Ops().Find("tile.move");
  for (uint32_t f = 0; f < program.num_functions(); ++f) {
    ForEachStmt(program, program[FuncId(f)].body, [&](StmtId stmt) {
      ++row.statements;
      ForEachExpr(program, stmt, [&](ExprId expr) {
        if (!program[expr].has_call) return;
        ForEachCall(program, expr, [&](ExprId call) {
          const OpId op = program.CallOf(call).op;
          if (!op) return;
          const OpCategory category = Ops()[op].category;
          row.tensor += category == OpCategory::kTensor;
          row.tile += category == OpCategory::kTile;
          row.casts += category == OpCategory::kCast;
          row.loads += op == load;
          row.stores += op == store;
          row.moves += op == move;
        });
      });
    });
  }
  rows_.push_back(std::move(row));
}

std::string StatsObserver::Table() const {
  std::string out = " stmts tensor  tile loads stores moves casts  stage (* = changed)\n";
  for (const Row& r : rows_) {
    out += fmt::format("{:6} {:6} {:5} {:5} {:6} {:5} {:5}  {:02} {}{}\n", r.statements, r.tensor, r.tile, r.loads,
                       r.stores, r.moves, r.casts, r.ordinal, r.name, r.changed ? " *" : "");
  }
  return out;
}

std::string StatsObserver::Json() const {
  std::string out = "[";
  for (const Row& r : rows_) {
    out += fmt::format(
        "{}\n  {{\"ordinal\": {}, \"name\": \"{}\", \"changed\": {}, \"statements\": {}, \"tensor_ops\": {}, "
        "\"tile_ops\": {}, \"loads\": {}, \"stores\": {}, \"moves\": {}, \"casts\": {}}}",
        out.size() == 1 ? "" : ",", r.ordinal, r.name, r.changed, r.statements, r.tensor, r.tile, r.loads, r.stores,
        r.moves, r.casts);
  }
  return out + "\n]\n";
}

}  // namespace t2t
