// AccCompactValid: the matrix unit packs a product of r valid rows at a pitch of ceil(r / 16) * 16; who reads the buffer must
// count rows the same way.
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/symbolic/prove.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "an accumulator of another pitch than its operand is not compact"},
    {2, "set_validshape changes the pitch of a compact accumulator"},
    {3, "a tile outside Left, Right and Acc is compact"},
};

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
    for (ValueId param : p_.Params(f)) Space(f, p_.ParamSpan(param), p_[param].type);
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.HasRegion()) {
        for (ValueId v : p_[p_.RegionOf(stmt).iter_args]) Space(f, s.span, p_[v].type);
        for (ValueId v : p_[p_.RegionOf(stmt).results]) Space(f, s.span, p_[v].type);
      }
      if (s.kind != StmtKind::kAssign) return;
      Space(f, s.span, p_[s.var()].type);
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

  void Space(FuncId f, Span place, TypeId type) {
    const Type& t = p_[type];
    for (TypeId element : p_[t.elements]) Space(f, place, element);
    if (!t.IsTile() || !Compact(type)) return;
    const MemorySpace s = t.space;
    if (s == MemorySpace::kUnset || s == MemorySpace::kLeft || s == MemorySpace::kRight || s == MemorySpace::kAcc) return;
    c_.Error(3, f, place, fmt::format("a tile in {} cannot be compact", EnumName(s)));
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
    if (call.args.size < 2) return;
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

void VerifyAccCompact(VerifyContext& c) {
  AccCompact checker(c);
  for (FuncId f : c.functions) checker.Function(f);
}

}  // namespace

constinit const Verifier kAccCompactValid = {
    .property = "AccCompactValid",
    .kind = VerifierKind::kProperty,
    .summary = "accumulators are read at the pitch they are written with",
    .source = "verifiers 8.5",
    .rules = kRules,
    .run = VerifyAccCompact,
};

}  // namespace t2t
