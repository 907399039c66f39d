#include "passes/convert_ops.h"

#include <string>
#include <utility>
#include <vector>

#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/bridge_operands.h"
#include "passes/casts.h"
#include "passes/convert/compact_facts.h"
#include "passes/convert/registry.h"
#include "passes/facts.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"

namespace t2t {
namespace {

class Context final : public ConvertContext {
 public:
  Context(PassContext& pass, Builder& at, const Call& original, std::vector<ExprId> operands, const CompactFacts& facts)
      : ConvertContext(pass, at, original, std::move(operands)), facts_(facts) {}
  bool ProvenCompact(ExprId tile) const override { return facts_.IsCompact(p, tile); }

 private:
  const CompactFacts& facts_;
};

class Driver {
 public:
  explicit Driver(PassContext& context) : context_(context), p_(context.program) {}

  absl::Status Kernel(FuncId kernel) {
    WalkStructured(p_, p_[kernel].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) status_.Update(Enter(stmt));
      if (event == WalkEvent::kLeave && p_[stmt].kind == StmtKind::kIf) RetypeBranchResults(stmt);
    });
    for (StmtId stmt : dropped_) p_.Unlink(stmt);
    dropped_.clear();
    return status_;
  }

 private:
  absl::Status Enter(StmtId stmt) {
    switch (p_[stmt].kind) {
      case StmtKind::kAssign: return Assignment(stmt);
      case StmtKind::kEval: return Evaluation(stmt);
      case StmtKind::kYield: {
        const ExprList values = Resolve(p_[stmt].values());
        if (values != p_[stmt].values()) p_.SetStmtValues(stmt, values);
        return absl::OkStatus();
      }
      case StmtKind::kFor: case StmtKind::kWhile: Loop(stmt); return absl::OkStatus();
      case StmtKind::kIf: case StmtKind::kScope: case StmtKind::kReturn: case StmtKind::kBreak:
      case StmtKind::kContinue: return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  // ---- operands ----

  // What an operand is by now: the tile behind a cast or a converted tuple, itself otherwise.
  ExprId Resolve(ExprId operand) {
    const Expr& e = p_[operand];
    if (e.kind == ExprKind::kVar) {
      const uint32_t v = e.var().index();
      return v < now_.size() && now_[v] ? now_[v] : operand;
    }
    if (e.kind == ExprKind::kTupleGet) {
      const ExprId tuple = Resolve(e.tuple());
      return tuple == e.tuple() ? operand : p_.TupleGet(tuple, e.tuple_index());
    }
    if (e.kind == ExprKind::kTuple) {
      const ExprList elements = Resolve(e.elements());
      return elements == e.elements() ? operand : p_.Tuple(p_[elements]);
    }
    return operand;
  }
  ExprList Resolve(ExprList exprs) {
    std::vector<ExprId> items;
    bool changed = false;
    for (uint32_t i = 0; i < exprs.size; ++i) {
      items.push_back(Resolve(p_[exprs][i]));
      changed |= items.back() != p_[exprs][i];
    }
    return changed ? p_.MakeList(items) : exprs;
  }
  void SetNow(ValueId value, ExprId tile) {
    if (now_.size() <= value.index()) now_.resize(p_.num_values());
    now_[value.index()] = tile;
  }

  // ---- statements ----

  absl::Status Assignment(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    if (!p_.IsOpCall(value)) {
      if (p_[value].kind != ExprKind::kCall && p_[value].kind != ExprKind::kSubmit) Bind(stmt, Resolve(value), "");
      return absl::OkStatus();
    }
    const OpId op = p_.CallOf(value).op;
    if (op == Known().as_tensor) {
      SetNow(p_[stmt].var(), Resolve(p_.Args(value)[0]));
      return absl::OkStatus();
    }
    if (op == Known().as_tile) {
      SetNow(p_[stmt].var(), Resolve(p_.Args(value)[0]));
      dropped_.push_back(stmt);
      return absl::OkStatus();
    }
    if (Conversions().Find(op) == nullptr || p_.FindAttr(p_.CallOf(value).attrs, facts::kOut) != nullptr) {
      return PassThrough(stmt);
    }
    ASSIGN_OR_RETURN(const ExprId result, Convert(stmt));
    if (result) Bind(stmt, result, "tile");
    return absl::OkStatus();
  }

  absl::Status Evaluation(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    if (!p_.IsOpCall(value)) return absl::OkStatus();
    if (Conversions().Find(p_.CallOf(value).op) == nullptr) return PassThrough(stmt);
    ASSIGN_OR_RETURN(const ExprId result, Convert(stmt));
    if (result) p_.SetStmtValue(stmt, result);
    return absl::OkStatus();
  }

  // Gives the assignment its new value. A result that became a tile gets a variable of its own; the old variable goes on
  // as what the tile stands for. Everything else keeps its variable. `role` names the new variable ("" = old name).
  void Bind(StmtId stmt, ExprId value, std::string_view role) {
    const ValueId var = p_[stmt].var();
    const TypeId type = p_[value].type;
    if (type == p_[var].type || !HoldsTile(type) || p_.TypeOf(var).IsTile()) {
      p_.SetStmtValue(stmt, value);
      p_.SetValueType(var, type);
      facts_.Define(p_, var, value);
      return;
    }
    const std::string_view old = p_[p_[var].name];
    const StrId name = role.empty() ? p_[var].name : p_.Str(AutoName(old, role));
    const ValueId tile = p_.AddValue(ValueKind::kLocal, name, type, p_[var].func);
    p_.SetAssignVar(stmt, tile);
    p_.SetStmtValue(stmt, value);
    SetNow(var, p_.Var(tile));
    facts_.Define(p_, tile, value);
    if (p_[type].kind == TypeKind::kTuple) return;  // projections resolve to the new tuple, nothing else names the old
    const Stmt& s = p_[stmt];
    Builder after = s.next ? Builder::Before(p_, s.next, s.span) : Builder::AtEnd(p_, s.block, s.span);
    after.SetOrigin(stmt);
    DefineAsTensor(after, var, p_.Var(tile));
  }

  bool HoldsTile(TypeId type) const {
    const Type& t = p_[type];
    if (t.IsTile()) return true;
    for (TypeId element : p_[t.elements]) {
      if (HoldsTile(element)) return true;
    }
    return false;
  }

  // An operator without conversion: operands are substituted, and the result deduced again where their types changed.
  absl::Status PassThrough(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    const Call call = p_.CallOf(value);
    const OpDef& def = Ops()[call.op];
    if (def.category == OpCategory::kTensor && call.op != Known().tensor_dim && call.op != Known().tensor_view &&
        p_.FindAttr(call.attrs, facts::kOut) == nullptr) {
      Error(call, fmt::format("{} has no registered tile conversion", def.name),
            "it cannot be used in a kernel that is lowered to tiles");
      return absl::OkStatus();
    }
    const ExprList args = Resolve(call.args);
    if (call.op == Known().tensor_view && !p_.TypeOf(p_[args][0]).IsTensorLike()) {
      Error(call, "tensor.view needs a GM input, but its operand is the result of an op lowered to Tile",
            "view the GM tensor before computing with it");
      return absl::OkStatus();
    }
    if (args == call.args) {
      if (p_[stmt].kind == StmtKind::kAssign) facts_.Define(p_, p_[stmt].var(), value);
      return absl::OkStatus();
    }
    AttrsId attrs = call.attrs;
    if (p_.FindAttr(attrs, kBridgeMoveAttr) != nullptr) {
      const ExprId source = p_[args][0];
      if (p_.TypeOf(source).space == MemorySpace::kMat) {
        SetNow(p_[stmt].var(), source);
        dropped_.push_back(stmt);
        return absl::OkStatus();
      }
      attrs = p_.EraseAttr(attrs, kBridgeMoveAttr);
    }
    absl::StatusOr<ExprId> made = MakeCall(p_, CallSpec{call.op, p_[args], call.kwargs, attrs, call.span});
    if (!made.ok()) return Refused(call, made.status());
    if (p_[stmt].kind == StmtKind::kEval) {
      p_.SetStmtValue(stmt, *made);
    } else {
      Bind(stmt, *made, "");
    }
    return absl::OkStatus();
  }

  // The converted call, everything it needs emitted in front; invalid when the user's program is refused.
  absl::StatusOr<ExprId> Convert(StmtId stmt) {
    const Call call = p_.CallOf(p_[stmt].value());
    if (call.op == Known().tensor_reinterpret_view) {
      const Type& source = p_.TypeOf(p_[call.args][0]);
      if (source.view && p_[source.view].layout != TensorLayout::kND) {
        Error(call, "tensor.reinterpret_view currently supports only packed ND tensors in an InCore function",
              "the source layout decides which axis is contiguous, and a tile cannot preserve that");
        return ExprId();
      }
    }
    std::vector<ExprId> operands;
    for (ExprId arg : p_[call.args]) operands.push_back(Resolve(arg));
    Builder at = Builder::Before(p_, stmt, call.span);
    const StmtId before = p_[stmt].prev;
    Context conversion(context_, at, call, std::move(operands), facts_);
    absl::StatusOr<ExprId> result = Conversions().Find(call.op)->convert(conversion);
    if (!result.ok()) {
      RETURN_IF_ERROR(Refused(call, result.status()));
      return ExprId();
    }
    if (SameCall(p_, *result, p_[stmt].value())) return p_[stmt].value();  // a GM access converts to itself
    StmtId made = before ? p_[before].next : p_[p_[stmt].block].first;
    for (; made != stmt; made = p_[made].next) {
      if (p_[made].kind == StmtKind::kAssign) facts_.Define(p_, p_[made].var(), p_[made].value());
    }
    return result;
  }

  void Loop(StmtId stmt) {
    Region r = p_.RegionOf(stmt);
    r.inits = Resolve(r.inits);
    if (r.inits != p_.RegionOf(stmt).inits) p_.SetRegion(stmt, r);
    for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
      const ValueId carry = p_[r.iter_args][i];
      if (!p_.TypeOf(carry).IsTile()) continue;
      const TypeId type = p_[p_[r.inits][i]].type;
      if (!p_[type].IsTile()) continue;
      p_.SetValueType(carry, type);
      if (i < r.results.size) p_.SetValueType(p_[r.results][i], type);
    }
  }

  void RetypeBranchResults(StmtId stmt) {
    const Region& r = p_.RegionOf(stmt);
    StmtId yield = TrailingYield(p_, r.body);
    if (!yield) yield = TrailingYield(p_, r.else_body);
    if (!yield) return;
    const absl::Span<const ExprId> values = p_[p_[yield].values()];
    for (size_t i = 0; i < r.results.size && i < values.size(); ++i) {
      const ValueId result = p_[r.results][i];
      if (p_.TypeOf(result).IsTile() && p_.TypeOf(values[i]).IsTile()) p_.SetValueType(result, p_[values[i]].type);
    }
  }

  // ---- errors ----

  void Error(const Call& call, std::string message, std::string help) {
    context_.diagnostics.Error("conversion", call.span, std::move(message), std::move(help));
  }
  // What an operator refuses is the user's program; anything else is ours.
  absl::Status Refused(const Call& call, const absl::Status& status) {
    if (!absl::IsInvalidArgument(status)) return status;
    std::string message(MessageOf(status));
    const std::string& name = Ops()[call.op].name;
    if (message.find(name) == std::string::npos) message = fmt::format("{}: {}", name, message);
    Error(call, std::move(message), "");
    return absl::OkStatus();
  }

  PassContext& context_;
  Program& p_;
  CompactFacts facts_;
  std::vector<ExprId> now_;      // by value: what reads of it have become
  std::vector<StmtId> dropped_;  // casts and moves that folded away; unlinked after the walk
  absl::Status status_;
};

}  // namespace

absl::StatusOr<Change> ConvertOps::Run(PassContext& context) {
  Driver driver(context);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(context.program, [&](FuncId kernel) {
    const uint32_t version = context.program[kernel].version;
    status.Update(driver.Kernel(kernel));
    if (context.program[kernel].version != version) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
