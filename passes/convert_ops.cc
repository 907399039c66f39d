#include "passes/convert_ops.h"

#include <string>
#include <utility>
#include <vector>

#include "ir/analysis/refused_values.h"
#include "ir/core/names.h"
#include "ir/core/rewrite.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/bridge_operands.h"
#include "passes/casts.h"
#include "passes/common_element_types.h"
#include "passes/common_spaces.h"
#include "passes/convert/registry.h"
#include "passes/converted_values.h"
#include "passes/facts.h"
#include "passes/kernel_conversion.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"
#include "passes/operand_hints.h"
#include "passes/region_types.h"

namespace t2t {
namespace {

class Driver {
 public:
  explicit Driver(PassContext& context) : context_(context), p_(context.program), now_(p_), refused_(p_), stored_(p_) {}

  absl::Status Kernel(FuncId kernel) {
    WalkStructured(p_, p_[kernel].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) status_.Update(Enter(stmt));
      if (event == WalkEvent::kLeave) Leave(stmt);
    });
    for (StmtId stmt : dropped_) p_.Unlink(stmt);
    dropped_.clear();
    return status_;
  }

 private:
  absl::Status Enter(StmtId stmt) {
    switch (p_[stmt].kind) {
      case StmtKind::kAssign: case StmtKind::kEval: return Judged(stmt);
      case StmtKind::kYield:
        MapExprs(p_, stmt, [&](ExprId part) { return now_.Resolve(part); });
        RefuseTuplesOfTiles(stmt, p_[stmt].values());
        return absl::OkStatus();
      case StmtKind::kFor: case StmtKind::kWhile: case StmtKind::kIf: case StmtKind::kScope:
        // Seeds, and attributes that name values.
        MapExprs(p_, stmt, [&](ExprId part) { return now_.Resolve(part); });
        if (p_[stmt].kind != StmtKind::kFor && p_[stmt].kind != StmtKind::kWhile) return absl::OkStatus();
        refused_.EnterLoop(stmt);
        RefuseTuplesOfTiles(stmt, p_.RegionOf(stmt).inits);
        TakeSeedTypes(p_, now_, stmt);
        return absl::OkStatus();
      case StmtKind::kReturn: case StmtKind::kBreak: case StmtKind::kContinue: return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  void Leave(StmtId stmt) {
    if (p_[stmt].kind == StmtKind::kScope) return;
    refused_.LeaveRegion(stmt);
    if (p_[stmt].kind != StmtKind::kIf) return RefuseUnequalRounds(context_, refused_, stmt);
    TakeYieldTypes(p_, now_, stmt);
    RefuseUnequalSides(context_, refused_, stmt);
  }

  // ---- statements ----

  absl::Status Judged(StmtId stmt) {
    const size_t errors = context_.diagnostics.errors();
    if (!refused_.Reads(stmt)) {
      RETURN_IF_ERROR(p_[stmt].kind == StmtKind::kAssign ? Assignment(stmt) : Evaluation(stmt));
      if (context_.diagnostics.errors() == errors) return absl::OkStatus();
    }
    refused_.Refuse(stmt);
    return absl::OkStatus();
  }

  absl::Status Assignment(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    if (!p_.IsOpCall(value)) {
      IsFunctionCall(value) ? FunctionCall(stmt) : Bind(stmt, now_.Resolve(value), "");
      return absl::OkStatus();
    }
    const OpId op = p_.CallOf(value).op;
    if (op == Known().as_tensor || op == Known().as_tile) {
      now_.Set(p_[stmt].var(), now_.Resolve(p_.Args(value)[0]));
      if (op == Known().as_tile) dropped_.push_back(stmt);
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
    if (!p_.IsOpCall(value)) {
      if (IsFunctionCall(value)) FunctionCall(stmt);
      return absl::OkStatus();
    }
    if (Conversions().Find(p_.CallOf(value).op) == nullptr) return PassThrough(stmt);
    ASSIGN_OR_RETURN(const ExprId result, Convert(stmt));
    if (result) p_.SetStmtValue(stmt, result);
    return absl::OkStatus();
  }

  bool IsFunctionCall(ExprId value) const {
    return p_[value].kind == ExprKind::kCall || p_[value].kind == ExprKind::kSubmit;
  }

  // A call of a function or a Submit passes GM values on. A function that takes a tile may be given one.
  void FunctionCall(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    Call call = p_.CallOf(value);
    const absl::Span<const ValueId> params = p_.Params(call.callee);
    const absl::Span<const ExprId> old = p_[call.args];
    std::vector<ExprId> args;
    for (size_t i = 0; i < old.size(); ++i) {
      args.push_back(now_.Resolve(old[i]));
      const bool takes_tile = i < params.size() && HoldsTile(p_, p_[params[i]].type);
      if (!HoldsTile(p_, p_[args[i]].type) || takes_tile) continue;
      Error(call, fmt::format("operand {} of the call of {} is computed in this kernel and lives on chip, but {} takes "
                              "global memory", i, p_[p_[call.callee].name], p_[p_[call.callee].name]),
            "write the value into an output parameter first and pass that");
      return;
    }
    if (absl::MakeConstSpan(args) == old) return;
    call.args = p_.MakeList(args);
    const TypeId type = p_[value].type;
    p_.SetStmtValue(stmt, call.submit ? p_.AddSubmit(call, Submit(p_[call.submit]), type) : p_.AddCall(call, type));
  }

  // Gives the assignment its new value. A result that became a tile gets a variable of its own; the old variable goes on
  // as what the tile stands for. Everything else keeps its variable. `role` names the new variable ("" = old name).
  void Bind(StmtId stmt, ExprId value, std::string_view role) {
    const ValueId var = p_[stmt].var();
    const TypeId type = p_[value].type;
    if (type == p_[var].type || !HoldsTile(p_, type) || p_.TypeOf(var).IsTile()) {
      p_.SetStmtValue(stmt, value);
      now_.Retype(var, type);
      facts_.Define(p_, var, value);
      return;
    }
    const std::string_view old = p_[p_[var].name];
    const StrId name = role.empty() ? p_[var].name : p_.Str(AutoName(old, role));
    const ValueId tile = p_.AddValue(ValueKind::kLocal, name, type, p_[var].func);
    p_.SetAssignVar(stmt, tile);
    p_.SetStmtValue(stmt, value);
    now_.Set(var, p_.Var(tile));
    facts_.Define(p_, tile, value);
    if (p_[type].kind == TypeKind::kTuple) return;  // projections resolve to the new tuple, nothing else names the old
    const Stmt& s = p_[stmt];
    Builder after = s.next ? Builder::Before(p_, s.next, s.span) : Builder::AtEnd(p_, s.block, s.span);
    after.SetOrigin(stmt);
    DefineAsTensor(after, var, p_.Var(tile));
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
    const ExprList args = now_.Resolve(call.args);
    if (call.op == Known().tensor_view && !p_.TypeOf(p_[args][0]).IsTensorLike()) {
      Error(call, "tensor.view needs a GM input, but its operand is the result of an op lowered to Tile",
            "view the GM tensor before computing with it");
      return absl::OkStatus();
    }
    if (!now_.Affects(call)) {
      if (p_[stmt].kind == StmtKind::kAssign) facts_.Define(p_, p_[stmt].var(), value);
      return absl::OkStatus();
    }
    AttrsId attrs = call.attrs;
    if (p_.FindAttr(attrs, kBridgeMoveAttr) != nullptr) {
      const ExprId source = p_[args][0];
      if (p_.TypeOf(source).space == MemorySpace::kMat) {
        now_.Set(p_[stmt].var(), source);
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
    std::vector<ExprId> operands;
    for (ExprId arg : p_[call.args]) operands.push_back(now_.Resolve(arg));
    Builder at = Builder::Before(p_, stmt, call.span);
    const StmtId before = p_[stmt].prev;
    KernelConversion conversion(context_, at, stmt, call, std::move(operands), facts_, stored_);
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

  // ---- errors ----

  // The type of a carried tuple says GM for every element.
  void RefuseTuplesOfTiles(StmtId stmt, ExprList values) {
    for (ExprId value : p_[values]) {
      if (p_.TypeOf(value).kind != TypeKind::kTuple || !HoldsTile(p_, p_[value].type)) continue;
      context_.diagnostics.Error("conversion", p_[stmt].span, "a tuple that holds a computed value is carried as one",
                                 "carry its elements one by one");
      return;
    }
  }

  void Error(const Call& call, std::string message, std::string help) {
    context_.diagnostics.Error("conversion", call.span, std::move(message), std::move(help));
  }
  // What an operator refuses is the user's program; anything else is ours.
  absl::Status Refused(const Call& call, const absl::Status& status) {
    if (!absl::IsInvalidArgument(status)) return status;
    std::string message(MessageOf(status)), help = PaddingHint(p_, p_[call.args], p_[now_.Resolve(call.args)], message);
    const std::string& name = Ops()[call.op].name;
    if (message.find(name) == std::string::npos) {  // said by a tile operator
      message = fmt::format("{}: {}", name, message);
      if (help.empty()) help = RuntimeExtentHint(p_, p_[call.args]);
      if (help.empty()) {
        help = fmt::format("the tile operator accepts less than {} does: bring the operands into that form first; "
                           "--explain-op={} shows the conversion", name, name);
      }
    }
    Error(call, std::move(message), std::move(help));
    return absl::OkStatus();
  }

  PassContext& context_;
  Program& p_;
  CompactFacts facts_;
  ConvertedValues now_;
  RefusedValues refused_;
  StoredTypes stored_;
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
  if (context.diagnostics.errors() != 0) return change;  // types that nobody found out agree with nothing
  ASSIGN_OR_RETURN(const Change moved, AgreeOnSpaces(context));
  if (context.diagnostics.errors() != 0) return change;
  ASSIGN_OR_RETURN(const Change cast, AgreeOnElementTypes(context));
  return moved == Change::kChanged || cast == Change::kChanged ? Change::kChanged : change;
}

}  // namespace t2t
