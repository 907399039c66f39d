// Scalars of the machine, extents, arrays, the halves of a split region, and everything that only orders work: statements
// run one after the other here, so synchronisation has nothing to do.
#include "ir/eval/copy.h"
#include "ir/eval/families.h"

namespace t2t::eval {
namespace {

absl::Status Nothing(OpContext& c) {
  const Type& t = c.p[c.type];
  if (t.IsScalar()) c.result = RtValue::Of(Scalar::Int(0, t.dtype));
  else if (t.kind != TypeKind::kUnknown) c.result = RtValue::Opaque();
  return absl::OkStatus();
}
absl::Status One(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(1, c.p[c.type].dtype));
  return absl::OkStatus();
}

absl::Status BlockIndex(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(c.exec.block_index, c.p[c.type].dtype));
  return absl::OkStatus();
}
absl::Status BlockCount(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(c.exec.block_count, c.p[c.type].dtype));
  return absl::OkStatus();
}
absl::Status SubblockIndex(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(c.exec.lane, c.p[c.type].dtype));
  return absl::OkStatus();
}

absl::Status Dim(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(int64_t axis, c.IntArg(1));
  if (axis < 0) axis += static_cast<int64_t>(nd->rank());
  if (axis < 0 || static_cast<size_t>(axis) >= nd->rank()) return c.OutOfRange("no axis {}", axis);
  c.result = RtValue::Of(Scalar::Int(nd->shape[static_cast<size_t>(axis)], c.p[c.type].dtype));
  return absl::OkStatus();
}

absl::Status ArrayCreate(OpContext& c) {
  const Type& t = c.p[c.type];
  if (t.kind != TypeKind::kArray) return c.Fail("the type of the result is no array");
  ASSIGN_OR_RETURN(const int64_t n, c.extent(c.p.Shape(c.type)[0]));
  if (n < 0 || n > (1 << 20)) return c.OutOfRange("an array of {} elements", n);
  const int64_t shape[] = {n};
  c.result = RtValue::Tensor(NewNd(t.dtype, shape));
  c.result.kind = RtValue::Kind::kArray;
  PoisonAll(*c.result.nd.buffer, c.poison.Add(PoisonKind::kNeverWritten, c.stmt));
  return absl::OkStatus();
}

absl::Status ArrayGet(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const int64_t i, c.IntArg(1));
  const int64_t at[] = {i};
  RETURN_IF_ERROR(CheckPosition(c, *nd, at));
  c.result = RtValue::Of(ElementAt(*nd, at));
  return absl::OkStatus();
}

absl::Status ArraySet(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  ASSIGN_OR_RETURN(const int64_t i, c.IntArg(1));
  ASSIGN_OR_RETURN(const Scalar value, c.ScalarArg(2));
  const int64_t at[] = {i};
  RETURN_IF_ERROR(CheckPosition(c, *nd, at));
  Nd target = *nd;
  SetElementAt(c, target, at, value);
  c.result = c.args[0];
  return absl::OkStatus();
}

absl::Status TaskInvalid(OpContext& c) {
  c.result = RtValue::Of(Scalar::Int(-1, DType::kTaskId));
  return absl::OkStatus();
}
absl::Status TaskIsValid(OpContext& c) {
  ASSIGN_OR_RETURN(const int64_t id, c.IntArg(0));
  c.result = RtValue::Of(Scalar::Bool(id >= 0));
  return absl::OkStatus();
}
absl::Status True(OpContext& c) {
  c.result = RtValue::Of(Scalar::Bool(true));
  return absl::OkStatus();
}

// aiv_shard: this lane's half (upper or left first, the odd one to the first lane); split 0 hands over the whole.
absl::Status Shard(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(0));
  const int64_t split = c.IntKwarg("split", 0);
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, nd->dtype));
  Nd half = *nd;
  if (split != 0) {
    if (!c.exec.in_split) return c.CannotRun("outside of a split region there is no lane to take a half for");
    if (nd->rank() != 2 || split > 2) return c.Fail("split {} of {} axes", split, nd->rank());
    Dims at(2, 0);
    const auto axis = static_cast<size_t>(split - 1);
    at[axis] = c.exec.lane * out.shape[axis];
    ASSIGN_OR_RETURN(half, WindowAt(c, *nd, at, "the operand"));
  }
  RETURN_IF_ERROR(CopyBox(c, half, out, out.valid));
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// aic_gather: both lanes' halves, one behind the other. The operands of all lanes are passed in order of lanes.
absl::Status Unshard(OpContext& c) {
  const int64_t split = c.IntKwarg("split", 0);
  ASSIGN_OR_RETURN(const Nd* first, c.NdArg(0));
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, first->dtype));
  if (split == 0) {
    RETURN_IF_ERROR(CopyBox(c, *first, out, out.valid));
  } else {
    if (c.args.size() < 2 || !c.exec.in_split) return c.CannotRun("outside of a split region there are no halves to join");
    if (first->rank() != 2 || split > 2) return c.Fail("split {} of {} axes", split, first->rank());
    const auto axis = static_cast<size_t>(split - 1);
    PoisonAll(*out.buffer, c.Poison(PoisonKind::kOutsideValid));
    for (size_t lane = 0; lane < c.args.size(); ++lane) {
      Dims at(2, 0);
      at[axis] = static_cast<int64_t>(lane) * first->shape[axis];
      ASSIGN_OR_RETURN(const Nd target, WindowAt(c, out, at, "the result"));
      RETURN_IF_ERROR(CopyBox(c, c.args[lane].nd, target, c.args[lane].nd.valid));
    }
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

}  // namespace

void AddSystem(EvalTable& t) {
  t.Both("get_block_idx", BlockIndex);
  t.Both("get_block_num", BlockCount);
  t.Both("get_subblock_idx", SubblockIndex);
  t.Add("tensor.dim", Dim);
  t.Both("alloc", Nothing);
  t.Add("array.create", ArrayCreate);
  t.Add("array.get_element", ArrayGet);
  t.Add("array.update_element", ArraySet);
  t.Both("aiv_shard", Shard);
  t.Both("aic_gather", Unshard);
  for (const OpDef& op : Ops().all()) {
    if (op.name == "system.task_invalid") t.Add(op.name, TaskInvalid);
    else if (op.name == "system.task_is_valid") t.Add(op.name, TaskIsValid);
    else if (op.name.starts_with("system.available_")) t.Add(op.name, One);
    else if (op.name == "prefetch.wait") t.Add(op.name, True);
    else if (op.name.starts_with("system.") || op.name.starts_with("prefetch.")) t.Add(op.name, Nothing);
  }
}

}  // namespace t2t::eval
