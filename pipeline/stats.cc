#include "pipeline/stats.h"

#include <nlohmann/json.hpp>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

using Json = nlohmann::ordered_json;

// Bytes of the valid region, which is what a transfer moves; -1 when an extent is not a constant.
int64_t BytesOf(const Program& program, TypeId type) {
  int64_t bits = StorageBits(program[type].dtype);
  for (ExprId extent : program.ValidShape(type)) {
    if (!program.IsConstInt(extent)) return -1;
    if (__builtin_mul_overflow(bits, program[extent].int_value(), &bits)) return -1;
  }
  return bits < 0 ? -1 : (bits + 7) / 8;
}

}  // namespace

void StatsObserver::Transfer(const Program& program, TypeId moved, MemorySpace into, Row& row) {
  const int64_t bytes = program[moved].IsShaped() ? BytesOf(program, moved) : -1;
  const auto space = static_cast<size_t>(into);
  if (bytes < 0 || space >= kSpaces) {
    ++row.unsized;
  } else {
    row.bytes[space] += bytes;
  }
}

void StatsObserver::Count(const Program& program, int ordinal, std::string_view name, bool changed) {
  Row row;
  if (ordinal > 0 && !changed && !rows_.empty()) row = rows_.back();
  row.ordinal = ordinal;
  row.name = name;
  row.changed = changed;
  if (ordinal > 0 && !changed && !rows_.empty()) {
    rows_.push_back(std::move(row));
    return;
  }
  static const OpId load = Ops().Find("tile.load"), store = Ops().Find("tile.store"), move = Ops().Find("tile.move");
  const auto count = [&](ExprId expr) {
    const Call& call = program.CallOf(expr);
    if (!call.op) return;
    const OpCategory category = Ops()[call.op].category;
    row.tensor += category == OpCategory::kTensor;
    row.tile += category == OpCategory::kTile;
    row.casts += category == OpCategory::kCast;
    if (call.op == load || call.op == move) {
      ++(call.op == load ? row.loads : row.moves);
      // A tile whose type names no memory yet is one in Vec, where a load goes by default.
      const MemorySpace space = program.TypeOf(expr).space;
      Transfer(program, program[expr].type, space == MemorySpace::kUnset ? MemorySpace::kVec : space, row);
    } else if (call.op == store && call.args.size > 0) {
      ++row.stores;
      Transfer(program, program[program.Args(expr)[0]].type, MemorySpace::kDDR, row);
    }
  };
  for (uint32_t f = 0; f < program.num_functions(); ++f) {
    ForEachStmt(program, program[FuncId(f)].body, [&](StmtId stmt) {
      ++row.statements;
      ForEachExpr(program, stmt, [&](ExprId expr) {
        if (program[expr].has_call) ForEachCall(program, expr, count);
      });
    });
  }
  rows_.push_back(std::move(row));
}

std::string StatsObserver::Table() const {
  std::array<bool, kSpaces> used = {};
  bool unsized = false;
  for (const Row& r : rows_) {
    unsized |= r.unsized > 0;
    for (size_t i = 0; i < kSpaces; ++i) used[i] |= r.bytes[i] != 0;
  }
  const auto spaces = EnumTable<MemorySpace>();
  std::string out = " stmts tensor  tile loads stores moves casts";
  for (const auto& entry : spaces) {
    if (used[static_cast<size_t>(entry.value)]) out += fmt::format(" {:>9}", fmt::format("B->{}", entry.name));
  }
  if (unsized) out += " unsized";
  out += "  stage (* = changed)\n";
  for (const Row& r : rows_) {
    out += fmt::format("{:6} {:6} {:5} {:5} {:6} {:5} {:5}", r.statements, r.tensor, r.tile, r.loads, r.stores, r.moves,
                       r.casts);
    for (const auto& entry : spaces) {
      const auto i = static_cast<size_t>(entry.value);
      if (used[i]) out += fmt::format(" {:9}", r.bytes[i]);
    }
    if (unsized) out += fmt::format(" {:7}", r.unsized);
    out += fmt::format("  {:02} {}{}\n", r.ordinal, r.name, r.changed ? " *" : "");
  }
  return out;
}

std::string StatsObserver::Json() const {
  t2t::Json rows = t2t::Json::array();
  for (const Row& r : rows_) {
    t2t::Json bytes = t2t::Json::object();
    for (const auto& entry : EnumTable<MemorySpace>()) {
      if (const int64_t n = r.bytes[static_cast<size_t>(entry.value)]; n != 0) bytes[std::string(entry.name)] = n;
    }
    rows.push_back({{"ordinal", r.ordinal},
                    {"name", r.name},
                    {"changed", r.changed},
                    {"statements", r.statements},
                    {"tensor_ops", r.tensor},
                    {"tile_ops", r.tile},
                    {"loads", r.loads},
                    {"stores", r.stores},
                    {"moves", r.moves},
                    {"casts", r.casts},
                    {"bytes_into", bytes},
                    {"unsized_transfers", r.unsized}});
  }
  return rows.dump(1) + "\n";
}

}  // namespace t2t
