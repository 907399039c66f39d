// system.*, array.* and prefetch.* operators (types-and-ops 6C.2).
#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/ops/shared_rules.h"

namespace t2t {
namespace {

using enum DType;

template <DType kType>
absl::StatusOr<TypeId> Scalar(DeduceContext& c) {
  return c.p.ScalarType(kType);
}
template <TypeKind kKind>
absl::StatusOr<TypeId> Handle(DeduceContext& c) {
  return c.p.SimpleType(kKind);
}

Effect SyncAllEffect(const Program& p, AttrsId kwargs) {
  const Attr* mode = p.FindAttr(kwargs, "mode");
  const bool soft = mode != nullptr && mode->kind == AttrKind::kString && p[mode->string()] == "soft";
  return soft ? Effect::kReadWrite : Effect::kRead;
}

// A cross-core flag is named by a number of the text or by a run-time INDEX, never by both.
absl::StatusOr<TypeId> Flag(DeduceContext& c) {
  constexpr int64_t kLastEvent = 13, kLastMode = 2;
  const Attr* number = c.Kwarg("event_id");
  if (c.Has(0)) {
    RETURN_IF_ERROR(c.NeedScalar(0));
    RETURN_IF_ERROR(NeedDType(c, 0, {kIndex}));
    if (number != nullptr) return c.Fail("give either the event operand or kwarg event_id, not both");
  } else if (number == nullptr) {
    return c.Fail("names no event; give kwarg event_id or an event operand");
  } else if (number->int_value() < 0 || number->int_value() > kLastEvent) {
    return c.Fail("event_id must be 0 to {}, got {}", kLastEvent, number->int_value());
  }
  if (const Attr* mode = c.Kwarg("ffts_mode"); mode && (mode->int_value() < 0 || mode->int_value() > kLastMode)) {
    return c.Fail("ffts_mode must be 0 to {}, got {}", kLastMode, mode->int_value());
  }
  if (const Attr* core = c.Kwarg("core_type"); core && c.p[core->string()] != "aic" && c.p[core->string()] != "aiv") {
    return c.Fail("core_type must be 'aic' or 'aiv', got '{}'", c.p[core->string()]);
  }
  return c.p.UnknownType();
}

absl::StatusOr<TypeId> SetFfts(DeduceContext& c) {
  constexpr int64_t kWords = 256;
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(NeedDType(c, 0, {kInt64}));
  RETURN_IF_ERROR(NeedRank(c, 0, 1));
  const ExprId extent = c.Shape(0)[0];
  if (c.p.IsConstInt(extent) && c.p[extent].int_value() < kWords) {
    return c.Fail("workspace must hold at least {} elements, got {}", kWords, ExprText(c.p, extent));
  }
  return c.p.UnknownType();
}

absl::StatusOr<TypeId> CreateArray(DeduceContext& c) {
  const DType dtype = *c.DTypeKwarg("dtype");
  if (!IsInt(dtype) && dtype != kBool && dtype != kTaskId) {
    return c.Fail("an array holds integers, BOOL or TASK_ID, not {}", DTypeName(dtype));
  }
  if (!c.p.IsConstInt(c.args[0]) || c.p[c.args[0]].int_value() <= 0) {
    return c.Fail("extent must be a positive constant, got {}", ExprText(c.p, c.args[0]));
  }
  return c.p.ArrayType(dtype, c.args[0]);
}

absl::Status CheckArray(DeduceContext& c) {
  if (!c.Has(0) || c.TypeOf(0).kind != TypeKind::kArray) return c.Fail("operand 0 must be an Array");
  return NeedIntScalar(c, 1);
}
absl::StatusOr<TypeId> GetElement(DeduceContext& c) {
  RETURN_IF_ERROR(CheckArray(c));
  return c.p.ScalarType(c.TypeOf(0).dtype);
}
absl::StatusOr<TypeId> UpdateElement(DeduceContext& c) {
  RETURN_IF_ERROR(CheckArray(c));
  RETURN_IF_ERROR(c.NeedScalar(2));
  const DType array = c.TypeOf(0).dtype, value = c.TypeOf(2).dtype;
  const bool fits = array == value || (value == kIndex && IsInt(array)) || (array == kIndex && IsInt(value));
  if (!fits) return c.Fail("a {} value cannot go into an array of {}", DTypeName(value), DTypeName(array));
  return c.TypeIdOf(0);
}

}  // namespace

void RegisterSystem(OpRegistryBuilder& r) {
  auto cross = [&](std::string_view name, std::string_view summary) {
    return r.Op(name, summary).Category(OpCategory::kCrossCore);
  };
  auto task = [&](std::string_view name, std::string_view summary) {
    return r.Op(name, summary).Category(OpCategory::kTask);
  };
  r.Op("system.sync_src", "sets an event between pipes").Kwargs("set_pipe:int! wait_pipe:int! event_id:int!");
  r.Op("system.sync_dst", "waits for an event between pipes").Kwargs("set_pipe:int! wait_pipe:int! event_id:int!");
  r.Op("system.bar_v", "barrier of the vector pipe");
  r.Op("system.bar_m", "barrier of the matrix pipe");
  r.Op("system.bar_all", "barrier of all pipes");
  r.Op("system.fence", "orders memory accesses");
  r.Op("system.cacheinvalid", "invalidates cached GM").Operands("tensor? shapes? offsets?");
  r.Op("system.syncall", "barrier of all cores").Operands("gm_workspace? used_cores?")
      .Kwargs("core_type:string=mix mode:string").EffectBy(0, SyncAllEffect);
  cross("system.sync_set", "sets a cross-core flag").Operands("event_id_dyn?")
      .Kwargs("pipe:int! event_id:int ffts_mode:int core_type:string").Deduce(Flag);
  cross("system.sync_wait", "waits for a cross-core flag").Operands("event_id_dyn?")
      .Kwargs("pipe:int! event_id:int core_type:string").Deduce(Flag);
  cross("system.set_ffts", "sets the workspace of cross-core flags").Operands("workspace").NoArgWrites()
      .Deduce(SetFfts);
  cross("system.tfree_to_aic", "returns a received tile to the cube core").Operands("tile").Kwargs("split:int id:int")
      .Affinity(CoreAffinity::kVector);
  cross("system.tfree_to_aiv", "returns a received tile to the vector cores").Operands("tile")
      .Kwargs("split:int id:int").Affinity(CoreAffinity::kCube);
  constexpr std::string_view kPipe = "dir_mask:int! slot_size:int! slot_num:int local_slot_num:int id:int";
  cross("system.aic_initialize_pipe", "opens the cube side of a pipe").Operands("c2v_consumer_buf v2c_consumer_buf")
      .Kwargs(kPipe).Affinity(CoreAffinity::kCube);
  cross("system.aiv_initialize_pipe", "opens the vector side of a pipe").Operands("c2v_consumer_buf v2c_consumer_buf")
      .Kwargs(kPipe).Affinity(CoreAffinity::kVector);
  cross("system.reserve_buffer", "reserves on-chip memory by name").Kwargs("name:string! size:int! base:int=-1")
      .Deduce(Scalar<kInt32>);
  cross("system.import_peer_buffer", "address of a buffer that the peer function reserved")
      .Kwargs("name:string! peer_func:string!").Deduce(Scalar<kInt32>);
  task("system.available_cluster_count", "clusters that are free").Deduce(Scalar<kInt32>);
  task("system.available_aiv_count", "vector cores that are free").Deduce(Scalar<kInt32>);
  task("system.task_invalid", "the id of no task").Deduce(Scalar<kTaskId>);
  task("system.task_dummy", "an empty task that only has dependencies").Deduce(Scalar<kTaskId>);
  task("system.task_is_valid", "is this the id of a task").Operands("task_id").Deduce(Scalar<kBool>);

  r.Op("test.tensor_op_no_conv", "stands for a tensor operator that nobody converts yet: what is said about one is testable")
      .Operands("x").Category(OpCategory::kTensor).InternalOnly();

  r.Op("array.create", "a new array of scalars").Operands("extent").Kwargs("dtype:dtype!").View().Deduce(CreateArray);
  r.Op("array.get_element", "one element").Operands("array index").Deduce(GetElement);
  r.Op("array.update_element", "the array with one element replaced").Operands("array index value").ReadsWrites(0)
      .Deduce(UpdateElement);

  auto prefetch = [&](std::string_view name, std::string_view summary) {
    return r.Op(name, summary).Affinity(CoreAffinity::kVector);
  };
  prefetch("prefetch.make_context", "a context for prefetches").Deduce(Handle<TypeKind::kPrefetchAsyncContext>);
  prefetch("prefetch.async_prefetch", "starts a prefetch").Operands("src ctx").Deduce(Handle<TypeKind::kAsyncEvent>);
  prefetch("prefetch.session", "the session of a context").Operands("ctx").Deduce(Handle<TypeKind::kAsyncSession>);
  prefetch("prefetch.wait", "waits for a prefetch").Operands("event session").Deduce(Scalar<kBool>);
}

}  // namespace t2t
