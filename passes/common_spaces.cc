#include "passes/common_spaces.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/strong_components.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/meetings.h"
#include "passes/retype.h"

namespace t2t {
namespace {

// Where every tile of a kernel lives once all ways agree.
class Places {
 public:
  explicit Places(const Program& p) : p_(p) {
    ForEachKernel(p_, [&](FuncId kernel) {
      for (ValueId param : p_.Params(kernel)) Stated(param);
      ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) { Statement(stmt); });
    });
    if (in_acc_.empty() || outside_.empty()) return;  // nothing can meet
    std::sort(edges_.begin(), edges_.end());
    const DirectedGraph graph = GraphOf(static_cast<uint32_t>(p_.num_values()), edges_);
    space_.resize(p_.num_values(), MemorySpace::kUnset);
    // A tile outside of L0C keeps everything it meets outside, so those spread first.
    for (const auto& [value, space] : outside_) Spread(graph, value, space);
    for (ValueId value : in_acc_) Spread(graph, value, MemorySpace::kAcc);
  }

  bool empty() const { return space_.empty(); }
  // Acc, or where the tile lives outside of it; unset while that is open.
  MemorySpace Of(ValueId v) const {
    return v && v.index() < space_.size() ? space_[v.index()] : MemorySpace::kUnset;
  }

 private:
  void Statement(StmtId stmt) {
    const StmtKind kind = p_[stmt].kind;
    if (kind == StmtKind::kAssign) Definition(p_[stmt].var(), p_[stmt].value());
    ForEachMeeting(p_, stmt, [&](const Meeting& m) {
      for (const Way& way : m.ways) Edge(way.value, m.target);
    });
    if (kind != StmtKind::kFor && kind != StmtKind::kWhile) return;
    const Region& r = p_.RegionOf(stmt);
    for (uint32_t i = 0; i < std::min(r.iter_args.size, r.results.size); ++i) {
      Edge(p_[r.iter_args][i], p_[r.results][i]);
    }
  }

  void Definition(ValueId var, ExprId value) {
    if (!p_.TypeOf(var).IsTile()) return;
    if (AsVar(p_, value)) return Edge(value, var);
    if (!p_.IsOpCall(value)) return Stated(var);
    const Call& call = p_.CallOf(value);
    if (Ops()[call.op].output.rule == OutputMemory::Rule::kInherit) {
      for (ExprId arg : p_[call.args]) {
        if (!p_.TypeOf(arg).IsTile()) continue;
        Edge(arg, var);
        if (p_.TypeOf(arg).space != MemorySpace::kUnset) return;  // the operand whose space is inherited
      }
      return;
    }
    const Type& type = p_.TypeOf(var);
    const bool adds_up = type.dtype == DType::kFp32 || type.dtype == DType::kInt32;
    if (type.space == MemorySpace::kUnset && (call.op == Known().tile_load || (call.op == Known().tile_create && !adds_up))) {
      outside_.emplace_back(var, MemorySpace::kVec);  // nothing loads L0C, which holds no other element types
    } else {
      Stated(var);
    }
  }

  // A tile that lives where its type says, if that says something.
  void Stated(ValueId tile) {
    const Type& type = p_.TypeOf(tile);
    if (!type.IsTile() || type.space == MemorySpace::kUnset) return;
    if (type.space == MemorySpace::kAcc) {
      in_acc_.push_back(tile);
    } else {
      outside_.emplace_back(tile, type.space);
    }
  }

  void Edge(ExprId from, ValueId to) {
    if (const ValueId v = AsVar(p_, from)) Edge(v, to);
  }
  void Edge(ValueId from, ValueId to) { edges_.emplace_back(from.index(), to.index()); }

  void Spread(const DirectedGraph& graph, ValueId value, MemorySpace space) {
    std::vector<uint32_t> work = {value.index()};
    while (!work.empty()) {
      const uint32_t v = work.back();
      work.pop_back();
      if (space_[v] != MemorySpace::kUnset) continue;
      space_[v] = space;
      work.insert(work.end(), graph.From(v).begin(), graph.From(v).end());
    }
  }

  const Program& p_;
  std::vector<std::pair<uint32_t, uint32_t>> edges_;
  std::vector<ValueId> in_acc_;
  std::vector<std::pair<ValueId, MemorySpace>> outside_;
  std::vector<MemorySpace> space_;  // by value
};

std::string_view SpaceWord(MemorySpace space) { return space == MemorySpace::kMat ? "mat" : "vec"; }

// A tile on its way out of L0C.
struct Move {
  Way way, other;
  MemorySpace space = MemorySpace::kUnset;
  StmtId stmt = {};  // the move
};

class Mover {
 public:
  Mover(Program& p, FuncId kernel, std::vector<Move> moves) : p_(p), kernel_(kernel), moves_(std::move(moves)) {}

  absl::Status Run(Diagnostics& diagnostics) {
    Retyper retyper(p_, kernel_, LoopResults::kTakeCarries);
    for (Move& move : moves_) RETURN_IF_ERROR(Insert(move, retyper));
    RETURN_IF_ERROR(retyper.Run(diagnostics, "its operand is carried by a loop or chosen by a branch, and another tile that comes "
                                             "this way is not in L0C; accumulate into a tile of its own, and combine the two "
                                             "behind it"));
    if (diagnostics.errors() != 0) return absl::OkStatus();  // the types behind a refused operator are not known
    // What a tile meets has its final layout only now: it may follow from what was moved elsewhere.
    Retyper again(p_, kernel_, LoopResults::kTakeCarries);
    for (const Move& move : moves_) RETURN_IF_ERROR(MatchLayout(move, again));
    return again.needed() ? again.Run(diagnostics) : absl::OkStatus();
  }

 private:
  absl::Status Insert(Move& move, Retyper& retyper) {
    const Way& way = move.way;
    const ExprId tile = way.value;
    Builder at = Builder::Before(p_, way.at, p_[way.at].span);
    const TileLayoutInfo plain = ImplicitLayout(p_, p_.Shape(p_[tile].type), move.space);
    ASSIGN_OR_RETURN(const ExprId call, MakeMove(p_, tile, move.space, plain, at.span()));
    const std::string_view name = p_[p_[AsVar(p_, tile)].name];
    const ExprId moved = at.LetVar(fmt::format("{}_{}", name, SpaceWord(move.space)), call);
    move.stmt = p_[AsVar(p_, moved)].def;
    SendInstead(retyper, p_, way, moved);
    return absl::OkStatus();
  }

  absl::Status MatchLayout(const Move& move, Retyper& retyper) {
    const TypeId met = p_[ValueOf(p_, move.other)].type;
    const View have = p_.EffectiveView(p_[p_[move.stmt].var()].type), want = p_.EffectiveView(met);
    if (p_[met].space != move.space || (have.blayout == want.blayout && have.slayout == want.slayout)) {
      return absl::OkStatus();
    }
    const Call& call = p_.CallOf(p_[move.stmt].value());
    ASSIGN_OR_RETURN(const ExprId moved, MakeMove(p_, p_[call.args][0], move.space,
                                                  {want.blayout, want.slayout, want.fractal}, call.span));
    p_.SetStmtValue(move.stmt, moved);
    retyper.TakeValueType(move.stmt);
    return absl::OkStatus();
  }

  Program& p_;
  FuncId kernel_;
  std::vector<Move> moves_;
};

std::vector<Move> MovesOf(const Program& p, const Places& places, FuncId kernel) {
  std::vector<Move> moves;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    ForEachMeeting(p, stmt, [&](const Meeting& m) {
      const MemorySpace space = places.Of(m.target);
      if (space == MemorySpace::kAcc) return;
      for (size_t i : {0u, 1u}) {
        if (places.Of(AsVar(p, m.ways[i].value)) == MemorySpace::kAcc) moves.push_back({m.ways[i], m.ways[1 - i], space});
      }
    });
  });
  return moves;
}

// What is yielded from L1 into a carry or result in Vec, or the other way round, is moved there where both spell out a view: the
// text would contradict itself. Without, memory inference, which is behind this lowering, moves it (lowering j.5).
absl::StatusOr<Change> BringHome(Program& p, FuncId kernel) {
  std::vector<std::pair<Way, TypeId>> away;
  ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
    ForEachMeeting(p, stmt, [&](const Meeting& m) {
      const MemorySpace home = p.TypeOf(m.target).space;
      for (const Way& way : m.ways) {
        const MemorySpace from = p.TypeOf(way.value).space;
        const auto settled = [](MemorySpace space) { return space == MemorySpace::kVec || space == MemorySpace::kMat; };
        const bool spelled = p.TypeOf(way.value).view && p.TypeOf(m.target).view;
        if (p[way.at].kind == StmtKind::kYield && settled(home) && settled(from) && from != home && spelled) {
          away.emplace_back(way, p[m.target].type);
        }
      }
    });
  });
  for (const auto& [way, home] : away) {
    Builder at = Builder::Before(p, way.at, p[way.at].span);
    const View view = p.EffectiveView(home);
    ASSIGN_OR_RETURN(const ExprId move, MakeMove(p, way.value, p[home].space, {view.blayout, view.slayout, view.fractal}, at.span()));
    const ExprId moved = at.LetVar(fmt::format("{}_{}", p[p[AsVar(p, way.value)].name], SpaceWord(p[home].space)), move);
    std::vector<ExprId> values(p[p[way.at].values()].begin(), p[p[way.at].values()].end());
    values[way.index] = moved;
    p.SetStmtValues(way.at, p.MakeList(values));
  }
  return away.empty() ? Change::kNone : Change::kChanged;
}

}  // namespace

absl::StatusOr<Change> AgreeOnSpaces(PassContext& context) {
  const Places places(context.program);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) {
    std::vector<Move> moves = places.empty() ? std::vector<Move>() : MovesOf(context.program, places, kernel);
    if (!status.ok()) return;
    if (!moves.empty()) {
      status = Mover(context.program, kernel, std::move(moves)).Run(context.diagnostics);
      change = Change::kChanged;
    }
    if (!status.ok() || context.diagnostics.errors() != 0) return;
    const absl::StatusOr<Change> brought = BringHome(context.program, kernel);
    status = brought.status();
    if (brought.ok() && *brought == Change::kChanged) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
