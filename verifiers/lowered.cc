// What the lowering leaves behind (verifiers 7.2, 7.4, 8.5; lowering d, s).
//   GmStoreCoherence  1  one GM tensor, one store path
//   IncoreTileOps     1  no tensor operator with a tile form in a lowered kernel, GM element reads and writes aside
//   AccCompactValid   1  an accumulator that is read at another pitch than it is packed with is compact
//                     2  set_validshape does not change the pitch of a compact accumulator
//                     3  only Left, Right and Acc tiles are compact
//   AnnotationFree    1  no private cast; 2  no t2t. attribute
//   TypesDeduced      1  a call's annotation is what its operands give
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/check_deduced.h"
#include "ir/ops/registry.h"
#include "ir/support/status.h"
#include "ir/symbolic/prove.h"
#include "verifiers/all.h"
#include "verifiers/lowered.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr int64_t kBlockRows = 16;

// Rows at which the matrix unit packs a product of `rows` valid rows; 0 when unknown.
int64_t Pitch(const Program& p, ExprId rows) {
  return p.IsConstInt(rows) ? (p[rows].int_value() + kBlockRows - 1) / kBlockRows * kBlockRows : 0;
}

// Is the packed pitch of `valid` rows that of the physical ones?
bool PitchesCoincide(Program& p, ExprId valid, ExprId physical) {
  if (IsFullExtent(p, valid, physical)) return true;
  if (!p.IsConstInt(physical)) return false;
  const int64_t rows = p[physical].int_value();
  return p.IsConstInt(valid) ? Pitch(p, valid) == rows : rows == kBlockRows;
}

class AccCompact {
 public:
  explicit AccCompact(VerifyContext& c)
      : c_(c), p_(c.program), matmul_acc_(Ops().Find("tile.matmul_acc")), mx_acc_(Ops().Find("tile.matmul_mx_acc")),
        set_validshape_(Ops().Find("tile.set_validshape")) {}

  void Function(FuncId f) {
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign) return;
      Space(stmt, p_[s.var()].type);
      if (!p_.IsOpCall(s.value())) return;
      const Call& call = p_.CallOf(s.value());
      if (call.op == matmul_acc_ || call.op == mx_acc_) Accumulate(stmt, call);
      if (call.op == set_validshape_) Narrow(stmt, call);
    });
  }

 private:
  bool Compact(TypeId type) const {
    const Type& t = p_[type];
    return t.view && p_[t.view].compact == CompactMode::kNormal;
  }

  void Space(StmtId stmt, TypeId type) {
    const Type& t = p_[type];
    for (TypeId element : p_[t.elements]) Space(stmt, element);
    if (!t.IsTile() || !Compact(type)) return;
    const MemorySpace s = t.space;
    if (s == MemorySpace::kUnset || s == MemorySpace::kLeft || s == MemorySpace::kRight || s == MemorySpace::kAcc) return;
    c_.Error(3, stmt, fmt::format("a tile in {} cannot be compact", EnumName(s)));
  }

  void Accumulate(StmtId stmt, const Call& call) {
    const absl::Span<const ExprId> args = p_[call.args];
    if (args.size() < 3 || !p_.TypeOf(args[0]).IsTile() || !p_.TypeOf(args[1]).IsTile()) return;
    if (Compact(p_[args[0]].type) || p_.Shape(p_[args[0]].type).empty() || p_.Shape(p_[args[1]].type).empty()) return;
    const ExprId physical = p_.Shape(p_[args[0]].type)[0], valid = p_.ValidShape(p_[args[1]].type)[0];
    if (!p_.TypeOf(args[1]).view || p_[p_.TypeOf(args[1]).view].valid_shape.empty()) return;
    if (PitchesCoincide(p_, valid, physical)) return;
    c_.Error(1, stmt,
             fmt::format("{} packs {} valid rows at a pitch of ceil(rows / 16) * 16, but its accumulator of {} physical "
                         "rows is not declared compact",
                         Ops()[call.op].name, ExprText(p_, valid), ExprText(p_, physical)),
             "create the accumulator with compact=True, or seed it with a matmul");
  }

  void Narrow(StmtId stmt, const Call& call) {
    const ExprId source = p_[call.args][0];
    const Type& t = p_.TypeOf(source);
    if (!t.IsTile() || t.space != MemorySpace::kAcc || !Compact(p_[source].type)) return;
    const ExprId old_rows = p_.ValidShape(p_[source].type)[0], new_rows = p_[call.args][1];
    if (IsFullExtent(p_, old_rows, p_.Shape(p_[source].type)[0])) return;
    const int64_t before = Pitch(p_, old_rows), after = Pitch(p_, new_rows);
    if (before == 0 || after == 0 || before == after) return;
    c_.Error(2, stmt, fmt::format("set_validshape changes the pitch of a compact accumulator from {} to {} rows", before,
                                  after));
  }

  VerifyContext& c_;
  Program& p_;
  const OpId matmul_acc_, mx_acc_, set_validshape_;
};

}  // namespace

std::string MixedStoresMessage(const Program& p, ValueId param) {
  return fmt::format("{} mixes MTE3 and scalar stores inside one InCore function: tile.store and tensor.assemble go "
                     "through MTE3, tensor.write through the scalar D-cache, and neither their order nor the coherence of "
                     "their cache lines is guaranteed",
                     p[p[param].name]);
}
std::string_view MixedStoresHelp() {
  return "update one UB tile with tile.write and store it once, or use tensor.write for every element of that tensor";
}

void VerifyGmStoreCoherence(VerifyContext& c) {
  GmAccess access(c.program);
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(c.program, f)) continue;
    access.Analyze(f);
    for (const GmAccess::Root& root : access.roots()) {
      if (!root.MixesChannels()) continue;
      c.Error(1, root.first_scalar_store, MixedStoresMessage(c.program, root.value), std::string(MixedStoresHelp()));
    }
  }
}

void VerifyIncoreTileOps(VerifyContext& c) {
  const Program& p = c.program;
  const OpId read = Ops().Find("tensor.read"), write = Ops().Find("tensor.write"), dim = Ops().Find("tensor.dim"),
             view = Ops().Find("tensor.view");
  for (FuncId f : c.functions) {
    if (!IsLoweredKernel(p, f)) continue;
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p.IsOpCall(s.value())) return;
      const Call& call = p.CallOf(s.value());
      const OpDef& op = Ops()[call.op];
      // A private cast is a leftover like any other: it stands for a load or a store that was not made.
      if (!op.private_cast && (op.category != OpCategory::kTensor || call.op == dim || call.op == view)) return;
      const bool element = (call.op == read || call.op == write) && p.TypeOf(p[call.args][0]).IsTensorLike();
      if (element) return;
      c.Error(1, stmt, fmt::format("{} found in InCore function {} (should have been converted)", op.name, p[p[f].name]));
    });
  }
}

void VerifyAccCompact(VerifyContext& c) {
  AccCompact checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

void VerifyAnnotationFree(VerifyContext& c) {
  const Program& p = c.program;
  auto check = [&](AttrsId attrs, auto report) {
    for (const Attr& attr : p[attrs]) {
      if (p[attr.key].starts_with("t2t.")) report(p[attr.key]);
    }
  };
  for (FuncId f : c.functions) {
    check(p[f].attrs, [&](std::string_view key) { c.Error(2, f, fmt::format("attribute {} is left", key)); });
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      auto report = [&](std::string_view key) { c.Error(2, stmt, fmt::format("attribute {} is left", key)); };
      if (p[stmt].HasRegion()) check(p.RegionOf(stmt).attrs, report);
      ForEachExpr(p, stmt, [&](ExprId e) {
        if (!p[e].has_call) return;
        ForEachCall(p, e, [&](ExprId call) {
          check(p.CallOf(call).attrs, report);
          const OpId op = p.CallOf(call).op;
          if (op && Ops()[op].private_cast) c.Error(1, stmt, fmt::format("{} is left", Ops()[op].name));
        });
      });
    });
  }
}

void VerifyTypesDeduced(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) {
      const Stmt s = c.program[stmt];
      if (s.kind != StmtKind::kAssign || !c.program.IsOpCall(s.value())) return;
      const absl::Status status = CheckDeduced(c.program, s.value(), c.program[s.var()].type);
      if (!status.ok()) c.Error(1, stmt, std::string(MessageOf(status)));
    });
  }
}

}  // namespace t2t
