// LoadSharing: a tensor that stands for a loaded tile holds what memory held at the load. Whoever reads it instead of the memory
// must find nothing written in between, on any path and in any round of a loop (lowering g.3, g.4). Holds while operands still
// name the tensors their loads stand for: from share-loads until slices become loads, which are copies by their own right.
#include <algorithm>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a load is read behind a write to its memory"},
    {2, "a load is read in a loop that writes its memory and does not load again"},
    {3, "a load is read behind a call, which may write any parameter"},
};

class Sharing {
 public:
  explicit Sharing(VerifyContext& c)
      : c_(c), p_(c.program), access_(p_), as_tensor_(Ops().Find("t2t.as_tensor")), load_(Ops().Find("tile.load")),
        transposed_(Ops().Find("tile.transpose_view")) {}

  void Kernel(FuncId f) {
    if (FindLoads(f)) Reads(f);
    for (ValueId v : touched_) load_of_[v.index()] = StmtId();
    touched_.clear();
  }

 private:
  // One of the places at which memory is written, or a call that may write any.
  struct Write {
    uint32_t at = 0;
    StmtId stmt;
  };
  using Writes = std::vector<Write>;  // in program order

  void Reads(FuncId f) {
    GmAccess::Options options;
    options.out_creates = true;
    access_.Analyze(f, options);
    if (!calls_out_ && !std::any_of(touched_.begin(), touched_.end(), [&](ValueId v) { return IsWritten(v); })) return;
    FindWrites(f);
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      ForEachUse(p_, stmt, [&](ValueId v) {
        // The tile itself is a copy, and may be read whenever.
        if (const StmtId load = load_of_[v.index()]; load && p_.TypeOf(v).IsTensorLike()) Read(load, v, stmt);
      });
    });
  }

  // Are there loads that something stands for, and writes that could make them stale?
  bool FindLoads(FuncId f) {
    load_of_.resize(p_.num_values());
    bool writes = false, stands = false;
    calls_out_ = false;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;
      const ExprKind kind = p_[s.value()].kind;
      const bool assigns = s.kind == StmtKind::kAssign;
      if (assigns && kind == ExprKind::kVar) return SameAs(s.var(), s.value());
      if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return;
      const Call& call = p_.CallOf(s.value());
      writes = writes || !call.op || Ops()[call.op].declares_effects;
      calls_out_ = calls_out_ || !call.op;
      if (!assigns || !call.op || call.args.empty()) return;
      if (call.op == load_) {
        load_of_[s.var().index()] = stmt;
        touched_.push_back(s.var());
      } else if (call.op == as_tensor_ || call.op == transposed_) {
        SameAs(s.var(), p_[call.args][0]);
        stands = stands || (call.op == as_tensor_ && load_of_[s.var().index()]);
      }
    });
    return writes && stands;
  }

  // Is the memory that `v` was loaded from written anywhere?
  bool IsWritten(ValueId v) const {
    if (p_[v].def != load_of_[v.index()]) return false;  // the load itself is asked
    const auto roots = access_.origins(p_.Args(p_[p_[v].def].value())[0]);
    return std::any_of(roots.begin(), roots.end(), [&](uint32_t root) { return access_.root(root).written; });
  }

  // Another name of a load, or what stands for it.
  void SameAs(ValueId var, ExprId loaded) {
    const ValueId from = AsVar(p_, loaded);
    if (!from || !load_of_[from.index()]) return;
    load_of_[var.index()] = load_of_[from.index()];
    touched_.push_back(var);
  }

  void FindWrites(FuncId f) {
    begin_.resize(p_.num_stmts());
    end_.resize(p_.num_stmts());
    calls_.clear();
    writes_.assign(access_.roots().size(), {});
    uint32_t at = 0;
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kLeave) end_[stmt.index()] = at;
      if (event != WalkEvent::kEnter) return;
      begin_[stmt.index()] = end_[stmt.index()] = ++at;
      ForEachExpr(p_, stmt, [&](ExprId expr) {
        if (p_[expr].has_call) ForEachCall(p_, expr, [&](ExprId call) { AddWrites(stmt, p_.CallOf(call)); });
      });
    });
  }

  void AddWrites(StmtId stmt, const Call& call) {
    const Write write{begin_[stmt.index()], stmt};
    if (!call.op) return calls_.push_back(write);
    const OpDef& op = Ops()[call.op];
    if (!op.declares_effects || op.private_cast) return;
    const auto args = p_[call.args];
    for (size_t i = 0; i < args.size(); ++i) {
      if (!t2t::Writes(EffectOn(p_, call, i)) || p_.TypeOf(args[i]).IsTile()) continue;
      for (uint32_t root : access_.origins(args[i])) writes_[root].push_back(write);
    }
  }

  void Read(StmtId load, ValueId stand_in, StmtId stmt) {
    const ExprId source = p_.Args(p_[load].value())[0];
    for (uint32_t root : access_.origins(source)) {
      if (Between(1, writes_[root], load, stand_in, stmt)) return;
    }
    if (!access_.origins(source).empty()) Between(3, calls_, load, stand_in, stmt);
  }

  // Reports a write that may happen behind `load` and in front of `stmt`. From the inside out: what stands in front of the
  // statement in its block, then in front of the statement around it; all of a loop that does not load again.
  bool Between(int rule, const Writes& writes, StmtId load, ValueId stand_in, StmtId stmt) {
    if (writes.empty()) return false;
    StmtId at = stmt;
    while (p_[at].block != p_[load].block) {
      const StmtId parent = p_[p_[at].block].parent;
      if (!parent) return false;  // the load does not dominate: UseAfterDef says so
      const bool loop = p_[parent].kind == StmtKind::kFor || p_[parent].kind == StmtKind::kWhile;
      const StmtId first = p_[p_[at].block].first;
      const StmtId found = loop ? First(writes, begin_[parent.index()], end_[parent.index()] + 1)
                                : First(writes, begin_[first.index()], begin_[at.index()]);
      if (found) return Report(rule == 1 && loop ? 2 : rule, load, stand_in, stmt, found);
      at = parent;
    }
    const StmtId found = First(writes, begin_[load.index()] + 1, begin_[at.index()]);
    return found && Report(rule, load, stand_in, stmt, found);
  }

  static StmtId First(const Writes& writes, uint32_t from, uint32_t to) {
    const auto it = std::lower_bound(writes.begin(), writes.end(), from,
                                     [](const Write& w, uint32_t place) { return w.at < place; });
    return it != writes.end() && it->at < to ? it->stmt : StmtId();
  }

  bool Report(int rule, StmtId load, ValueId stand_in, StmtId stmt, StmtId write) {
    const ExprId source = p_.Args(p_[load].value())[0];
    const ValueId memory = access_.SourceOf(source);
    c_.Error(rule, stmt,
             fmt::format("{} stands for {} as it was loaded in line {}, but line {} {}", p_[p_[stand_in].name],
                         memory ? p_[p_[memory].name] : "memory", p_[load].span.line, p_[write].span.line,
                         rule == 1   ? "writes it in between"
                         : rule == 2 ? "writes it in every round"
                                     : "calls a function, which may write it"),
             "load again behind the write");
    return true;
  }

  VerifyContext& c_;
  const Program& p_;
  GmAccess access_;
  const OpId as_tensor_, load_, transposed_;
  std::vector<StmtId> load_of_;           // by value: the load that it holds or stands for
  std::vector<ValueId> touched_;          // where load_of_ says something
  std::vector<Writes> writes_;            // by root
  Writes calls_;
  bool calls_out_ = false;
  std::vector<uint32_t> begin_, end_;     // by statement: its place in program order, and that of the last one inside
};

void VerifyLoadSharing(VerifyContext& c) {
  Sharing sharing(c);
  for (FuncId f : c.functions) {
    if (IsLoweredKernel(c.program, f)) sharing.Kernel(f);
  }
}

}  // namespace

constinit const Verifier kLoadSharing = {
    .property = "LoadSharing",
    .kind = VerifierKind::kProperty,
    .summary = "what stands for a load is read only while memory still holds the same",
    .source = "verifiers 9.4; lowering g.3, g.4",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyLoadSharing,
};

}  // namespace t2t
