#include "passes/lower_producers.h"

#include <algorithm>
#include <string>
#include <vector>

#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/casts.h"
#include "passes/demand.h"
#include "passes/facts.h"
#include "passes/kernel_grant.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"
#include "passes/loads.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

class Lowering {
 public:
  Lowering(PassContext& context, const TileValues& tiles)
      : p_(context.program), grant_(context.fuel), tiles_(tiles) {}

  // A kernel is lowered as a whole or not at all: a boxed slice and the accumulator it is multiplied into must agree.
  void EnterKernel(FuncId kernel) { grant_.EnterKernel(kernel); }

  absl::Status Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind != StmtKind::kAssign || !p_.IsOpCall(s.value())) return absl::OkStatus();
    const Call& call = p_.CallOf(s.value());
    const Demand demand = Demands::OfCall(p_, call);
    if (demand.space == MemorySpace::kUnset) return absl::OkStatus();
    if (call.op == Known().tensor_slice) return Slice(stmt, call, demand);
    if (call.op == Known().tensor_create && demand.box.align > 0) return Create(stmt, call, demand);
    return absl::OkStatus();
  }

 private:
  absl::Status Slice(StmtId stmt, const Call& slice, const Demand& demand) {
    const absl::Span<const ExprId> args = p_[slice.args];
    // Nothing loads L0C: the natural load is kept, and whoever infers memory reports it at the consumer.
    if (demand.space == MemorySpace::kAcc || tiles_.Has(p_, args[0])) return absl::OkStatus();
    const bool drops = args.size() > 4 && !p_.Elements(args[4]).empty();
    if (drops && p_.Elements(args[4]).size() == p_.Elements(args[1]).size()) {
      return UserError("tensor.slice drops every dimension, and rank-0 tiles do not exist; keep one unit axis, or read "
                       "the element with tensor.read");
    }
    // The window as it is before dimensions are dropped: its valid region is what the load moves.
    ASSIGN_OR_RETURN(const TypeId window, DeduceCall(p_, slice.op, args.subspan(0, std::min<size_t>(args.size(), 4)),
                                                     slice.kwargs));
    if (!grant_.Take()) return absl::OkStatus();
    const ValueId var = p_[stmt].var();
    const std::string name = AutoName(p_[p_[var].name], "tile");
    Builder at = Builder::Before(p_, stmt, slice.span);
    const Box box = drops ? Box{} : demand.box;
    const ExprId shape = p_.Tuple(BoxedShape(p_, p_.Shape(window), box));
    ASSIGN_OR_RETURN(ExprId tile, EmitLoad(at, drops ? name + "_full_rank" : name, args[0], args[2], shape,
                                           p_.Tuple(p_.ValidShape(window)), demand.space));
    if (drops) {
      const ExprId operands[] = {tile, p_.Tuple(p_.Shape(p_[var].type))};
      ASSIGN_OR_RETURN(const ExprId reshape,
                       MakeCall(p_, CallSpec{Known().tile_reshape, operands, {}, {}, slice.span}));
      tile = at.LetVar(name, reshape);
    }
    StandFor(stmt, tile);
    return absl::OkStatus();
  }

  absl::Status Create(StmtId stmt, const Call& create, const Demand& demand) {
    const ValueId var = p_[stmt].var();
    const absl::Span<const ExprId> shape = p_.Shape(p_[var].type);
    const std::vector<ExprId> boxed = BoxedShape(p_, shape, demand.box);
    if (shape.size() != 2 || absl::MakeConstSpan(boxed) == shape || !grant_.Take()) return absl::OkStatus();
    std::vector<Attr> kwargs = {p_.EnumAttr("dtype", AttrKind::kDType, p_.TypeOf(var).dtype),
                                p_.EnumAttr("target_memory", AttrKind::kMemorySpace, demand.space)};
    if (demand.space == MemorySpace::kAcc) kwargs.push_back(p_.BoolAttr("compact", true));
    const std::string name = AutoName(p_[p_[var].name], "tile");
    Builder at = Builder::Before(p_, stmt, create.span);
    const ExprId storage_shape[] = {p_.Tuple(boxed)};
    ASSIGN_OR_RETURN(const ExprId storage, MakeCall(p_, CallSpec{Known().tile_create, storage_shape,
                                                                 p_.MakeAttrs(kwargs), {}, create.span}));
    const ExprId operands[] = {at.LetVar(name + "_storage", storage), shape[0], shape[1]};
    ASSIGN_OR_RETURN(const ExprId narrowed,
                     MakeCall(p_, CallSpec{Known().tile_set_validshape, operands, {}, {}, create.span}));
    StandFor(stmt, at.LetVar(name, narrowed));
    return absl::OkStatus();
  }

  // The statement's variable goes on as what the tile stands for.
  void StandFor(StmtId stmt, ExprId tile) {
    const ValueId var = p_[stmt].var();
    Builder at = Builder::Before(p_, stmt, p_[stmt].span);
    DefineAsTensor(at, var, tile);
    p_.Unlink(stmt);
  }

  Program& p_;
  KernelGrant grant_;
  const TileValues& tiles_;
};

}  // namespace

absl::StatusOr<Change> LowerProducers::Run(PassContext& context) {
  Program& p = context.program;
  const TileValues tiles(p);
  Lowering lowering(context, tiles);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(p, [&](FuncId kernel) {
    const uint32_t version = p[kernel].version;
    lowering.EnterKernel(kernel);
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) {
      const absl::Status result = lowering.Statement(stmt);
      if (absl::IsInvalidArgument(result)) {
        context.diagnostics.Error("conversion", p[stmt].span, std::string(MessageOf(result)));
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
