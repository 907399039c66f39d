#include "passes/box_demands.h"

#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "passes/consumer_demands.h"
#include "passes/facts.h"
#include "passes/kernel_grant.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"

namespace t2t {
namespace {

class Boxer {
 public:
  Boxer(PassContext& context, CubeAxis axis)
      : p_(context.program), grant_(context.fuel), axis_(axis), demands_(p_), tiles_(p_) {}

  void Kernel(FuncId kernel) {
    grant_.EnterKernel(kernel);
    Params(kernel);
    ForEachStmt(p_, p_[kernel].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign || !p_.IsOpCall(s.value())) return;
      Producer(stmt);
      Consumer(stmt);
    });
  }

 private:
  bool Changes(TypeId type, Box box) {
    const absl::Span<const ExprId> shape = p_.Shape(type);
    return BoxedShape(p_, shape, box) != std::vector<ExprId>(shape.begin(), shape.end());
  }

  // Boxing of the parameter's entry load; the recorded spaces and the other axis stay as they are.
  void Params(FuncId kernel) {
    const Demands recorded(p_, kernel);
    std::vector<Demand> all;
    for (ValueId param : p_.Params(kernel)) {
      Demand demand = recorded.Of(p_.Var(param));
      if (demand.space != MemorySpace::kUnset && demands_.AxisOf(param) == axis_ &&
          Changes(p_[param].type, demands_.Of(param).box)) {
        demand.box = demands_.Of(param).box;
      }
      all.push_back(demand);
    }
    const AttrsId attrs = WithParamDemands(p_, p_[kernel].attrs, all);
    if (attrs != p_[kernel].attrs && grant_.Take()) SetFunctionAttrs(p_, kernel, attrs);
  }

  void Producer(StmtId stmt) {
    const ValueId var = p_[stmt].var();
    const ExprId value = p_[stmt].value();
    const AttrsId attrs = p_.CallOf(value).attrs;
    if (demands_.AxisOf(var) != axis_ || p_.FindAttr(attrs, facts::kSpace) == nullptr) return;
    const Box box = demands_.Of(var).box;
    if (!Changes(p_[var].type, box)) return;
    const AttrsId boxed = p_.SetAttr(attrs, p_.StringAttr(facts::kBox, BoxText(box)));
    if (boxed != attrs && grant_.Take()) p_.SetStmtValue(stmt, WithAttrs(p_, value, boxed));
  }

  void Consumer(StmtId stmt) {
    const ExprId value = p_[stmt].value();
    const Call& call = p_.CallOf(value);
    const Conversion* conversion = Conversions().Find(call.op);
    if (conversion == nullptr) return;
    AttrsId attrs = call.attrs;
    for (const OperandRequirement& requirement : conversion->requirements) {
      if (AxisOf(requirement) != axis_ || requirement.operand >= call.args.size) continue;
      const ExprId operand = p_[call.args][requirement.operand];
      if (requirement.space.Get() == MemorySpace::kAcc || !p_.TypeOf(operand).IsTensorLike()) continue;
      if (tiles_.Has(p_, operand)) continue;  // only a load can pad
      const Box box = RequiredBox(p_, call, *conversion, requirement);
      if (!Changes(p_[operand].type, box)) continue;
      attrs = p_.SetAttr(attrs, p_.StringAttr(fmt::format("{}{}", facts::kBoxOperand, requirement.operand),
                                              BoxText(box)));
    }
    if (attrs != call.attrs && grant_.Take()) p_.SetStmtValue(stmt, WithAttrs(p_, value, attrs));
  }

  Program& p_;
  KernelGrant grant_;
  const CubeAxis axis_;
  const ConsumerDemands demands_;
  const TileValues tiles_;
};

}  // namespace

Change WriteBoxes(PassContext& context, CubeAxis axis) {
  Program& program = context.program;
  Boxer boxer(context, axis);
  Change change = Change::kNone;
  ForEachKernel(program, [&](FuncId kernel) {
    const uint32_t version = program[kernel].version;
    boxer.Kernel(kernel);
    if (program[kernel].version != version) change = Change::kChanged;
  });
  return change;
}

}  // namespace t2t
