// Distributed operators as one rank sees them: rank 0 of 1, every peer is the rank itself, and whoever is waited for has
// signalled. Reductions and exchanges over one rank leave or copy its own contribution.
#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

CopyMode ModeOf(const OpContext& c) { return c.IntKwarg("atomic", 0) == 1 ? CopyMode::kAtomicAdd : CopyMode::kOverwrite; }

absl::Status First(OpContext& c) {  // the result is operand 0, unchanged
  if (c.args.empty()) return c.Fail("no operand");
  c.result = c.args[0];
  return absl::OkStatus();
}
absl::Status Nothing(OpContext&) { return absl::OkStatus(); }

// allgather, all_to_all (input, target, signal): the own block is the only one.
absl::Status Exchange(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* input, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(1));
  RETURN_IF_ERROR(StoreRegion(c, *input, *target, Dims(target->rank(), 0), nullptr, CopyMode::kOverwrite));
  c.result = c.args[1];
  return absl::OkStatus();
}

// put, get (dst, peer, src, [stages,] [dst_offsets, src_offsets, shape]).
absl::Status Transfer(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* dst, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(2));
  Nd from = *src, to = *dst;
  Dims extent = src->valid;
  if (c.args.size() >= 6 && c.args[c.args.size() - 1].kind == RtValue::Kind::kTuple) {
    ASSIGN_OR_RETURN(const Dims to_at, c.IntsArg(c.args.size() - 3));
    ASSIGN_OR_RETURN(const Dims from_at, c.IntsArg(c.args.size() - 2));
    ASSIGN_OR_RETURN(extent, c.IntsArg(c.args.size() - 1));
    ASSIGN_OR_RETURN(to, WindowAt(c, *dst, to_at, "the destination"));
    ASSIGN_OR_RETURN(from, WindowAt(c, *src, from_at, "the source"));
  }
  if (extent.size() != to.rank() || extent.size() != from.rank()) {
    return StoreRegion(c, from, to, Dims(to.rank(), 0), nullptr, ModeOf(c));
  }
  for (size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] > to.shape[i] || extent[i] > from.shape[i]) return c.OutOfRange("axis {}: {} elements", i, extent[i]);
  }
  return CopyBox(c, from, to, extent, ModeOf(c));
}

absl::Status RemoteLoad(OpContext& c) {  // (target, peer, offsets, shape[, valid_shape])
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims offsets, c.IntsArg(2));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, target->dtype));
  ASSIGN_OR_RETURN(const Nd window, WindowAt(c, *target, offsets, "the window"));
  if (window.rank() != out.rank()) return c.Fail("the result has {} axes", out.rank());
  for (size_t i = 0; i < out.rank(); ++i) {
    if (NumElements(out.valid) != 0 && out.valid[i] > window.shape[i]) return c.OutOfRange("axis {} leaves the window", i);
  }
  RETURN_IF_ERROR(CopyBox(c, window, out, out.valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status RemoteStore(OpContext& c) {  // (src, target, peer, offsets)
  ASSIGN_OR_RETURN(const Nd* src, c.NdArg(0));
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(1));
  ASSIGN_OR_RETURN(const Dims offsets, c.IntsArg(3));
  return StoreRegion(c, *src, *target, offsets, nullptr, ModeOf(c));
}

absl::Status Notify(OpContext& c) {  // (target, peer, offsets, value){op: 0 add, 1 set}
  ASSIGN_OR_RETURN(const Nd* target, c.NdArg(0));
  ASSIGN_OR_RETURN(const Dims at, c.IntsArg(2));
  ASSIGN_OR_RETURN(Scalar value, c.ScalarArg(3));
  RETURN_IF_ERROR(CheckPosition(c, *target, at));
  Nd out = *target;
  if (c.IntKwarg("op", 0) == 0) {
    const Scalar old = ElementAt(out, at);
    value = Scalar::Int(AddInt(old.i, value.As(out.dtype).i), out.dtype);
    value.poison = old.poison;
  }
  SetElementAt(c, out, at, value);
  return absl::OkStatus();
}

absl::Status AllocWindow(OpContext& c) {
  ASSIGN_OR_RETURN(const int64_t bytes, c.IntArg(0));
  if (bytes < 0 || bytes > (int64_t{1} << 31)) return c.OutOfRange("a window of {} bytes", bytes);
  c.result = RtValue::Opaque();
  c.result.nd.buffer = NewBuffer(DType::kUint8, bytes);
  c.result.nd.buffer->gm = true;
  PoisonAll(*c.result.nd.buffer, c.poison.Add(PoisonKind::kNeverWritten, c.stmt));
  return absl::OkStatus();
}

absl::Status Window(OpContext& c) {
  Dims shape, valid;
  RETURN_IF_ERROR(c.DimsOf(c.type, &shape, &valid));
  Nd nd;
  nd.dtype = c.p[c.type].dtype;
  nd.shape = shape;
  nd.valid = valid;
  nd.stride = PackedStrides(shape);
  nd.buffer = c.Has(0) ? c.args[0].nd.buffer : nullptr;
  if (nd.buffer == nullptr) return c.CannotRun("the storage behind the window is not known");
  RETURN_IF_ERROR(CheckInside(nd, shape));
  c.SetResult(std::move(nd));
  return absl::OkStatus();
}

absl::Status Context(OpContext& c) {
  c.result = RtValue::Opaque();
  return absl::OkStatus();
}
template <int kValue>
absl::Status Number(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(kValue, c.p[c.type].dtype));
  return absl::OkStatus();
}

}  // namespace

void AddDistributed(EvalTable& t) {
  for (const char* op : {"pld.tensor.allreduce", "pld.tensor.barrier", "pld.tensor.broadcast", "pld.tensor.reduce_scatter"}) {
    t.Add(op, First);
  }
  for (const char* op : {"pld.tensor.allgather", "pld.tensor.all_to_all"}) t.Add(op, Exchange);
  t.Cannot("pld.tensor.all_to_all_v", "counts per rank need more than one rank");
  for (const char* op : {"pld.tensor.put", "pld.tensor.get", "pld.tile.put", "pld.tile.get"}) t.Add(op, Transfer);
  t.Add("pld.tile.remote_load", RemoteLoad);
  for (const char* op : {"pld.tensor.remote_store", "pld.tile.remote_store"}) t.Add(op, RemoteStore);
  t.Add("pld.system.notify", Notify);
  for (const char* op : {"pld.system.wait", "pld.system.defer_wait"}) t.Add(op, Nothing);
  t.Add("pld.system.get_comm_ctx", Context);
  t.Add("pld.system.rank", Number<0>);
  t.Add("pld.system.nranks", Number<1>);
  t.Add("pld.system.world_size", Number<1>);
  t.Add("pld.tensor.alloc_window_buffer", AllocWindow);
  t.Add("pld.tensor.window", Window);
}

}  // namespace t2t::eval
