// pld.*, builtin.* and dist.* operators (types-and-ops 6C.1).
#include "ir/core/show.h"
#include "ir/ops/collectives.h"
#include "ir/ops/paired_rules.h"
#include "ir/ops/register_all.h"
#include "ir/ops/transfers.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

using enum DType;
using enum MemorySpace;

template <size_t kOperand>
absl::StatusOr<TypeId> TypeOfOperand(DeduceContext& c) {
  return c.TypeIdOf(kOperand);
}
template <DType kType>
absl::StatusOr<TypeId> Scalar(DeduceContext& c) {
  return c.p.ScalarType(kType);
}
template <DType kType>
absl::StatusOr<TypeId> OfContext(DeduceContext& c) {
  if (c.TypeOf(0).kind != TypeKind::kCommCtx) {
    return c.Fail("ctx must be a communication context (pld.system.get_comm_ctx), but is {}",
                  KindName(c.TypeOf(0).kind));
  }
  return c.p.ScalarType(kType);
}
absl::StatusOr<TypeId> CommContext(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  return c.p.SimpleType(TypeKind::kCommCtx);
}
absl::StatusOr<TypeId> AllocWindow(DeduceContext& c) {
  RETURN_IF_ERROR(NeedIntScalar(c, 0));
  // Peers find each other's storage by its name.
  if (c.p[c.Kwarg("name")->string()].empty()) return c.Fail("kwarg name must not be empty");
  return c.p.SimpleType(TypeKind::kPtr);
}

absl::StatusOr<TypeId> Window(DeduceContext& c) {
  const TypeKind storage = c.TypeOf(0).kind;
  if (storage != TypeKind::kPtr && storage != TypeKind::kWindowBuffer) {
    return c.Fail("buf must be storage from pld.tensor.alloc_window_buffer, but is {}", KindName(storage));
  }
  ASSIGN_OR_RETURN(const Shape shape, ExtentTuple(c, 1));
  return c.p.DistributedTensorType(*c.DTypeKwarg("dtype"), shape, View{});
}

absl::StatusOr<TypeId> RemoteLoad(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  const TensorLayout layout = c.EffectiveView(0).layout;
  if (IsMx(layout)) {
    return c.Fail("target has the MX layout {}, which cannot be loaded from a peer", EnumName(layout));
  }
  if (c.BoolKwarg("allow_physical_tail_padding", false)) RETURN_IF_ERROR(NeedDType(c, 0, {kFp16}));
  ASSIGN_OR_RETURN(const std::vector<ExprId> offsets, c.TupleElements(2));
  ASSIGN_OR_RETURN(const std::vector<ExprId> shape, c.TupleElements(3));
  std::vector<ExprId> requested;
  if (c.Has(4)) {
    ASSIGN_OR_RETURN(requested, c.TupleElements(4));
    for (ExprId extent : requested) {
      if (!IsInt(c.p[extent].dtype) || ProvenGt(c.p, c.p.Int(0, c.p[extent].dtype), extent)) {
        return c.Fail("valid_shape must hold integers that are not negative, got {}", ShapeText(c.p, requested));
      }
    }
  }
  WindowRead read;
  read.physical = c.Shape(0);
  read.valid = c.Valid(0);
  read.offsets = offsets;
  read.window = shape;
  read.requested = requested;
  read.clamped = true;
  read.materialize = true;
  absl::StatusOr<Shape> valid = WindowReadValid(c.p, read);
  if (!valid.ok()) return Named(c, valid.status());
  for (ExprId& v : *valid) {
    const DType dtype = c.p[v].dtype;
    if (dtype == kIndex) continue;
    v = c.p.IsConstInt(v) ? c.p.Int(c.p[v].int_value()) : c.p.Unary(ExprKind::kCast, v, kIndex);
  }
  View view = DefaultTileView();
  if (!c.TypeOf(0).view) {
    view.blayout = ImplicitLayout(c.p, shape, kUnset).blayout;
  } else if (c.EffectiveView(0).layout == TensorLayout::kDN) {
    view.blayout = TileLayout::kColMajor;
  }
  return Tile(c.p, c.TypeOf(0).dtype, shape, *valid, view);
}

Effect NotifyEffect(const Program& p, AttrsId kwargs) {
  constexpr int64_t kSet = 1;  // NotifyOp: AtomicAdd 0, Set 1
  const Attr* op = p.FindAttr(kwargs, "op");
  return op != nullptr && op->int_value() == kSet ? Effect::kWrite : Effect::kReadWrite;
}

}  // namespace

void RegisterDistributed(OpRegistryBuilder& r) {
  // The collectives exist twice: as the user writes them and as the compiler's twins with the element type spelled out.
  struct Collective {
    std::string_view name, operands, kwargs, twin_operands, twin_kwargs;
    void (*effects)(OpBuilder&);
    Deducer deduce;
    Deducer twin_deduce;
  };
  const auto both = [](OpBuilder& op) { op.ReadsWrites(0).ReadsWrites(1).AliasOf(0); };
  const auto first = [](OpBuilder& op) { op.ReadsWrites(0).AliasOf(0); };
  const auto gather = [](OpBuilder& op) { op.Writes(1).ReadsWrites(2).AliasOf(1); };
  const auto gather_v = [](OpBuilder& op) { op.Writes(1).ReadsWrites(2).Writes(4).AliasOf(1); };
  const Collective kCollectives[] = {
      {"allreduce", "target signal?", "op:int! mode:string=mesh core_num:int=1", "src signal",
       "op:int dtype:dtype core_num:int", both, DeduceAllReduce, TypeOfOperand<0>},
      {"barrier", "signal", "", "signal", "", first, DeduceBarrier, TypeOfOperand<0>},
      {"broadcast", "target signal", "root:int!", "target signal", "root:int dtype:dtype", both, DeduceBroadcast,
       TypeOfOperand<0>},
      {"allgather", "input target signal", "", "input target signal", "dtype:dtype", gather, DeduceAllGather,
       TypeOfOperand<1>},
      {"all_to_all", "input target signal", "", "input target signal", "dtype:dtype", gather, DeduceAllToAll,
       TypeOfOperand<1>},
      {"all_to_all_v", "input target signal send_counts recv_counts", "",
       "input target signal send_counts recv_counts", "dtype:dtype", gather_v, DeduceAllToAllV, TypeOfOperand<1>},
      {"reduce_scatter", "target signal", "op:int!", "target signal", "op:int dtype:dtype", both, DeduceReduceScatter,
       TypeOfOperand<0>},
  };
  for (const Collective& x : kCollectives) {
    OpBuilder user = r.Op(fmt::format("pld.tensor.{}", x.name), "collective over all ranks").Operands(x.operands)
                         .Kwargs(x.kwargs).Deduce(x.deduce);
    x.effects(user);
    OpBuilder twin = r.Op(fmt::format("builtin.tensor.{}", x.name), "collective, as the compiler calls it")
                         .Operands(x.twin_operands).Kwargs(x.twin_kwargs).InternalOnly().Deduce(x.twin_deduce);
    x.effects(twin);
  }
  OpBuilder ring = r.Op("builtin.tensor.allreduce_ring", "ring form of the collective").Operands("src signal")
                       .Kwargs("op:int dtype:dtype").InternalOnly().Deduce(TypeOfOperand<0>);
  both(ring);

  constexpr std::string_view kChunks = "chunk_rows:int chunk_cols:int pipeline:bool";
  r.Op("pld.tensor.get", "reads a peer's window into GM").Operands("dst peer src dst_offsets? src_offsets? shape?")
      .Kwargs(kChunks).Writes(0).Dma().Affinity(CoreAffinity::kVector).Deduce(DeduceTensorGet);
  r.Op("pld.tensor.put", "writes GM into a peer's window").Operands("dst peer src dst_offsets? src_offsets? shape?")
      .Kwargs("atomic:int chunk_rows:int chunk_cols:int pipeline:bool").EffectBy(0, AtomicEffect).Dma()
      .Affinity(CoreAffinity::kVector).Deduce(DeduceTensorPut);
  r.Op("pld.tile.get", "reads a peer's window through staging tiles")
      .Operands("dst peer src stage stage2? dst_offsets? src_offsets? shape?").Writes(0).Dma()
      .Affinity(CoreAffinity::kVector).Deduce(DeduceTileGet);
  r.Op("pld.tile.put", "writes a peer's window through staging tiles")
      .Operands("dst peer src stage stage2? dst_offsets? src_offsets? shape?").Kwargs("atomic:int")
      .EffectBy(0, AtomicEffect).Dma().Affinity(CoreAffinity::kVector).Deduce(DeduceTilePut);
  r.Op("pld.tile.remote_load", "loads a window of a peer").Operands("target peer offsets shape valid_shape?")
      .Kwargs("allow_physical_tail_padding:bool=False").NoArgWrites().Deduce(RemoteLoad);
  r.Op("pld.tile.remote_store", "stores a tile into a peer's window").Operands("src_tile target peer offsets")
      .Kwargs("atomic:int=0").In(0, {kVec, kAcc}).EffectBy(1, AtomicEffect).Dma()
      .Deduce(DeduceTileRemoteStore);
  r.Op("pld.tensor.remote_store", "stores into a peer's window").Operands("src target peer offsets")
      .Kwargs("atomic:int=0").EffectBy(1, AtomicEffect).Dma().Deduce(DeduceTensorRemoteStore);
  r.Op("pld.system.notify", "signals a peer").Operands("target peer offsets value").Kwargs("op:int!")
      .EffectBy(0, NotifyEffect).NoDuplicate().Deduce(DeduceNotify);
  r.Op("pld.system.wait", "waits for a signal").Operands("signal offsets expected").Kwargs("cmp:int!").NoArgWrites()
      .Deduce(DeduceWait);
  r.Op("pld.system.defer_wait", "waits for a signal when the task ends").Operands("signal offsets expected")
      .Kwargs("cmp:int!").NoArgWrites().Deduce(DeduceDeferWait);
  r.Op("pld.system.get_comm_ctx", "communication context of a window").Operands("dist_tensor").Deduce(CommContext);
  r.Op("pld.system.rank", "this rank").Operands("ctx").Deduce(OfContext<kInt32>);
  r.Op("pld.system.nranks", "number of ranks").Operands("ctx").Deduce(OfContext<kInt32>);
  r.Op("pld.system.world_size", "number of ranks of the world").Deduce(Scalar<kInt64>);
  r.Op("pld.tensor.alloc_window_buffer", "storage for a window").Operands("size").Kwargs("name:string!")
      .Deduce(AllocWindow);
  r.Op("pld.tensor.window", "a window in allocated storage").Operands("buf shape").Kwargs("dtype:dtype!").Deduce(Window);
  r.Op("dist.make_tensor", "host side: a tensor").Operands("rt count");
  r.Op("dist.tree_reduce", "host side: reduction").Operands("rt leaves");
  r.Op("dist.submit_worker", "host side: submission to a worker").Operands("rt");
  r.Op("dist.submit_orchestrator", "host side: submission to an orchestrator").Operands("rt");
  r.Op("dist.future_get", "host side: result of a submission").Operands("future");
}

}  // namespace t2t
