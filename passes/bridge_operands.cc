#include "passes/bridge_operands.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/casts.h"
#include "passes/convert/registry.h"
#include "passes/facts.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

std::string LowerSpace(MemorySpace space) {
  std::string name(EnumName(space));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return name;
}

// One call and the statements that go in front of it.
class Bridge {
 public:
  Bridge(Program& program, const TileValues& tiles, const Demands& demands, StmtId stmt)
      : p_(program), tiles_(tiles), demands_(demands), stmt_(stmt), expr_(program[stmt].value()),
        args_(program.Args(expr_).begin(), program.Args(expr_).end()), kwargs_(program.CallOf(expr_).kwargs),
        at_(Builder::Before(program, stmt, program.CallOf(expr_).span)) {}

  // The operand of t2t.as_tile: a seed or yield that is still GM.
  absl::Status Cast() {
    if (IsGm(args_[0])) RETURN_IF_ERROR(LoadDefault(0));
    return Finish();
  }

  absl::Status Registered(const Conversion& conversion) {
    if (HasDefaultTileInputs(conversion.from)) {
      for (size_t i = 0; i < args_.size(); ++i) {
        if (conversion.Requirement(i) == nullptr && IsGm(args_[i])) RETURN_IF_ERROR(LoadDefault(i));
      }
    }
    for (const OperandRequirement& requirement : conversion.requirements) {
      if (requirement.operand < args_.size() && requirement.space.Get() != MemorySpace::kAcc) {
        RETURN_IF_ERROR(Require(requirement));
      }
    }
    return Finish();
  }

 private:
  bool IsGm(ExprId operand) const {
    return p_.TypeOf(operand).IsTensorLike() && !tiles_.Has(p_, ResolveProjection(p_, operand));
  }

  absl::Status LoadDefault(size_t i) {
    const ExprId source = args_[i];
    for (const auto& [loaded, stand_in] : loaded_) {
      if (loaded == source) {
        args_[i] = stand_in;
        return absl::OkStatus();
      }
    }
    ASSIGN_OR_RETURN(const ExprId tile, EmitWholeLoad(at_, LoadName(p_, source), source, demands_.Of(source)));
    args_[i] = EmitAsTensor(at_, StandInName(source), tile, p_[source].type);
    loaded_.emplace_back(source, args_[i]);
    return absl::OkStatus();
  }

  absl::Status Require(const OperandRequirement& requirement) {
    const size_t i = requirement.operand;
    const ExprId source = args_[i];
    if (!p_.TypeOf(source).IsTensorLike()) return absl::OkStatus();
    const bool transposed = TakeTransposeFlag(requirement.transpose_kwarg);
    ExprId tile;
    std::string name;
    if (IsGm(source)) {
      name = BridgeName(source, requirement);
      Demand demand{requirement.space.Get(), {}};
      const std::string key = fmt::format("{}{}", facts::kBoxOperand, i);
      if (const Attr* box = p_.FindAttr(p_.CallOf(expr_).attrs, key)) demand.box = ParseBox(p_[box->string()]);
      ASSIGN_OR_RETURN(tile, EmitWholeLoad(at_, name, source, demand));
      if (!transposed) {
        args_[i] = EmitAsTensor(at_, StandInName(source), tile, p_[source].type);
        return absl::OkStatus();
      }
    } else {
      if (!transposed) return absl::OkStatus();
      name = LoadName(p_, source);
      ASSIGN_OR_RETURN(const ExprId computed, EmitAsTile(at_, name, source));
      name += "_mat";
      ASSIGN_OR_RETURN(tile, Move(name, computed));
    }
    const ExprId operands[] = {tile};
    ASSIGN_OR_RETURN(const ExprId view,
                     MakeCall(p_, CallSpec{Known().tile_transpose_view, operands, {}, {}, at_.span()}));
    tile = at_.LetVar(name + "_t", view);
    args_[i] = EmitAsTensor(at_, StandInName(source), tile, Transposed(p_[source].type));
    return absl::OkStatus();
  }

  absl::StatusOr<ExprId> Move(std::string_view name, ExprId computed) {
    const ExprId operands[] = {computed};
    CallSpec spec;
    spec.op = Known().tile_move;
    spec.args = operands;
    spec.kwargs = p_.MakeAttrs({p_.EnumAttr("target_memory", AttrKind::kMemorySpace, MemorySpace::kMat)});
    spec.attrs = p_.MakeAttrs({p_.BoolAttr(kBridgeMoveAttr, true)});
    spec.span = at_.span();
    ASSIGN_OR_RETURN(const ExprId move, MakeCall(p_, spec));
    return at_.LetVar(name, move);
  }

  bool TakeTransposeFlag(std::string_view key) {
    const Attr* flag = key.empty() ? nullptr : p_.FindAttr(kwargs_, key);
    if (flag == nullptr || !flag->bool_value()) return false;
    kwargs_ = p_.SetAttr(kwargs_, p_.BoolAttr(key, false));
    return true;
  }

  // The GM type with its last two axes exchanged: what the transposed view stands for.
  TypeId Transposed(TypeId type) {
    const absl::Span<const ExprId> extents = p_.Shape(type), valid_extents = p_.ValidShape(type);
    std::vector<ExprId> shape(extents.begin(), extents.end()), valid(valid_extents.begin(), valid_extents.end());
    if (shape.size() >= 2) {
      std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
      std::swap(valid[valid.size() - 1], valid[valid.size() - 2]);
    }
    View view;
    view.valid_shape = p_.MakeList(valid);
    return p_.TensorType(p_[type].dtype, shape, view);
  }

  std::string BridgeName(ExprId source, const OperandRequirement& requirement) const {
    const ValueId v = AsVar(p_, source);
    if (!v || p_[v].kind == ValueKind::kIterArg) return fmt::format("bridged_{}", requirement.operand);
    return fmt::format("{}_{}", p_[p_[v].name], LowerSpace(requirement.space.Get()));
  }
  std::string StandInName(ExprId source) const {
    const ValueId v = AsVar(p_, source);
    return AutoName(v ? p_[p_[v].name] : std::string_view("operand"), "gm");
  }

  absl::Status Finish() {
    const Call& call = p_.CallOf(expr_);
    AttrsId attrs = call.attrs;
    for (size_t i = 0; i < args_.size() && attrs; ++i) {
      attrs = p_.EraseAttr(attrs, fmt::format("{}{}", facts::kBoxOperand, i));
    }
    if (absl::MakeConstSpan(args_) == p_[call.args] && kwargs_ == call.kwargs && attrs == call.attrs) {
      return absl::OkStatus();
    }
    p_.SetStmtValue(stmt_, WithAttrs(p_, WithKwargs(p_, WithArgs(p_, expr_, args_), kwargs_), attrs));
    return absl::OkStatus();
  }

  Program& p_;
  const TileValues& tiles_;
  const Demands& demands_;
  const StmtId stmt_;
  const ExprId expr_;
  std::vector<ExprId> args_;
  AttrsId kwargs_;
  Builder at_;
  std::vector<std::pair<ExprId, ExprId>> loaded_;  // GM operand of this statement and what stands for its load
};

}  // namespace

absl::StatusOr<Change> BridgeOperands::Run(PassContext& context) {
  Program& p = context.program;
  const TileValues tiles(p);
  const ConversionRegistry& conversions = Conversions();
  absl::Status status;
  Change change = Change::kNone;
  ForEachKernel(p, [&](FuncId kernel) {
    const uint32_t version = p[kernel].version;
    const Demands demands(p, kernel);
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p[stmt];
      if ((s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) || !p.IsOpCall(s.value())) return;
      const OpId op = p.CallOf(s.value()).op;
      const Conversion* conversion = conversions.Find(op);
      if (op != Known().as_tile && conversion == nullptr) return;
      Bridge bridge(p, tiles, demands, stmt);
      const absl::Status result = conversion != nullptr ? bridge.Registered(*conversion) : bridge.Cast();
      if (absl::IsInvalidArgument(result)) {
        context.diagnostics.Error("conversion", p.CallOf(p[stmt].value()).span, std::string(MessageOf(result)));
      } else {
        status.Update(result);
      }
    });
    if (p[kernel].version != version) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
