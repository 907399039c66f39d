// Cross-core flags, arrays (types-and-ops 6C.2).
#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(SyncFlags, OneEventEach) {
  ExpectCases({
      {"", "system.sync_set(pipe=pl.PipeType.MTE3, event_id=14, core_type='aic')", "!0 to 13"},
      {"", "system.sync_wait(pipe=pl.PipeType.MTE3, event_id=-1, core_type='aic')", "!0 to 13"},
      {"", "system.sync_set(pipe=pl.PipeType.MTE3, event_id=1, ffts_mode=3, core_type='aic')", "!0 to 2"},
      {"", "system.sync_set(pipe=pl.PipeType.MTE3, event_id=1, core_type='cube')", "!cube"},
      {"", "system.sync_set(pipe=pl.PipeType.MTE3, core_type='aic')", "!no event"},
      {"", "system.sync_wait(N, pipe=pl.PipeType.MTE3, event_id=1, core_type='aic')", "!not both"},
      {"e: S[INT32]", "system.sync_wait(e, pipe=pl.PipeType.MTE3, core_type='aic')", "!INDEX"},
      {"", "system.sync_set(event_id=1, core_type='aic')", "!pipe"},
      {"w: T[[255], INT64]", "system.set_ffts(w)", "!256"},
      {"w: T[[256], FP32]", "system.set_ffts(w)", "!FP32"},
  });
}

TEST(Array, ElementTypes) {
  ExpectCases({
      {"", "array.create(4, dtype=pl.INT32)", "pl.Array[4, pl.INT32]"},
      {"", "array.create(0, dtype=pl.INT32)", "!positive"},
      {"", "array.create(4, dtype=pl.FP32)", "!FP32"},
      {"a: pl.Array[4, pl.INT32]", "array.get_element(a, 0)", "S[INT32]"},
      {"a: pl.Array[4, pl.INT32]", "array.get_element(a, 1.0)", "!integer"},
      {"a: pl.Array[4, pl.INT32], v: S[INDEX]", "array.update_element(a, 0, v)", "pl.Array[4, pl.INT32]"},
      {"a: pl.Array[4, pl.INT32], v: S[INT64]", "array.update_element(a, 0, v)", "!INT64"},
      {"a: pl.Array[4, pl.INDEX], v: S[INT64]", "array.update_element(a, 0, v)", "pl.Array[4, pl.INDEX]"},
  });
}

TEST(System, Flags) {
  ExpectEach("sync_set sync_wait", {
      {"", "system.{}(pipe=pl.PipeType.MTE3, event_id=13, core_type='aic')", "pl.UnknownType"},
      {"", "system.{}(N, pipe=pl.PipeType.MTE3)", "pl.UnknownType"},
      {"", "system.{}(pipe=3, event_id=14)", "!0 to 13"},
  });
  ExpectEach("sync_src sync_dst", {
      {"", "system.{}(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V, event_id=0)", "pl.UnknownType"},
      {"", "system.{}(set_pipe=pl.PipeType.MTE2, wait_pipe=pl.PipeType.V)", "!'event_id'"},
      {"", "system.{}(set_pipe=pl.PipeType.MTE2, event_id=0)", "!'wait_pipe'"},
  });
  ExpectEach("bar_v bar_m bar_all fence", {
      {"", "system.{}()", "pl.UnknownType"},
      {"", "system.{}(0)", "!takes 0 operands, got 1"},
  });
  ExpectCases({
      {"w: T[[256], INT64]", "system.set_ffts(w)", "pl.UnknownType"},
      {"w: T[[4096], INT32]", "system.syncall(mode='soft', core_type='mix', gm_workspace=w, used_cores=8)", "pl.UnknownType"},
      {"", "system.syncall(core_type='mix')", "pl.UnknownType"},
      {"", "system.syncall(core_type=1)", "!must be a quoted text"},
      {"t: T[[64], FP32]", "system.cacheinvalid(t, [64], [0])", "pl.UnknownType"},
      {"", "system.cacheinvalid(core=1)", "!'core'"},
  });
}

TEST(System, Pipes) {
  const std::string b = "b: S[INT32], t: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]";
  ExpectEach("aic_initialize_pipe aiv_initialize_pipe", {
      {b, "system.{}(b, b, dir_mask=1, slot_size=512, slot_num=8, id=0)", "pl.UnknownType"},
      {b, "system.{}(b, b, dir_mask=1)", "!'slot_size'"},
      {b, "system.{}(b, b, slot_size=512)", "!'dir_mask'"},
  });
  ExpectEach("tfree_to_aic tfree_to_aiv", {
      {b, "system.{}(t, split=1, id=0)", "pl.UnknownType"},
      {b, "system.{}(split=1)", "!takes 1 operand, got 0"},
  });
  ExpectCases({
      {"", "system.reserve_buffer(name='q', size=4096, base=-1)", "S[INT32]"},
      {"", "system.reserve_buffer(name='q')", "!'size'"},
      {"", "system.import_peer_buffer(name='q', peer_func='f')", "S[INT32]"},
      {"", "system.import_peer_buffer(name='q')", "!'peer_func'"},
  });
}

TEST(System, Tasks) {
  ExpectEach("available_cluster_count available_aiv_count", {
      {"", "system.{}()", "S[INT32]"},
      {"", "system.{}(1)", "!takes 0 operands"},
  });
  ExpectCases({
      {"", "system.task_invalid()", "S[TASK_ID]"},
      {"", "system.task_invalid(1)", "!takes 0 operands"},
      {"i: S[TASK_ID]", "system.task_dummy(deps=[i])", "S[TASK_ID]"},
      {"i: S[TASK_ID]", "system.task_dummy(i)", "!takes 0 operands"},
      {"i: S[TASK_ID]", "system.task_is_valid(i)", "S[BOOL]"},
      {"", "system.task_is_valid()", "!takes 1 operand"},
  });
}

TEST(Prefetch, ContextToEvent) {
  const std::string c = "x: T[[64], FP32], c: pl.PrefetchAsyncContext, e: pl.AsyncEvent, s: pl.AsyncSession";
  ExpectCases({
      {c, "prefetch.make_context()", "pl.PrefetchAsyncContext"},
      {c, "prefetch.make_context(x)", "!takes 0 operands"},
      {c, "prefetch.async_prefetch(x, c)", "pl.AsyncEvent"},
      {c, "prefetch.async_prefetch(x)", "!takes 2 operands"},
      {c, "prefetch.session(c)", "pl.AsyncSession"},
      {c, "prefetch.session()", "!takes 1 operand"},
      {c, "prefetch.wait(e, s)", "S[BOOL]"},
      {c, "prefetch.wait(e)", "!takes 2 operands"},
  });
}

TEST(HostSide, Submissions) {
  ExpectCases({
      {"r: S[INT64], n: S[INT64]", "dist.make_tensor(r, n)", "pl.UnknownType"},
      {"r: S[INT64]", "dist.make_tensor(r)", "!takes 2 operands"},
      {"r: S[INT64], n: S[INT64]", "dist.tree_reduce(r, n)", "pl.UnknownType"},
      {"r: S[INT64]", "dist.tree_reduce(r)", "!takes 2 operands"},
  });
  ExpectEach("submit_worker submit_orchestrator future_get", {
      {"r: S[INT64]", "dist.{}(r)", "pl.UnknownType"},
      {"", "dist.{}()", "!takes 1 operand"},
  });
}

TEST(Unconverted, HasAnOperatorToSpeakOf) {
  ExpectCases({
      {"x: T[[16], FP32]", "test.tensor_op_no_conv(x)", "pl.UnknownType"},
      {"", "test.tensor_op_no_conv()", "!takes 1 operand"},
  });
}

TEST(PrivateCasts, TensorAndTileOfOneShape) {
  ExpectCases({
      {"x: T[[16, 64], FP32|valid=[N, 64]]", "t2t.as_tile(x)",
       "pl.Tile[[16, 64], pl.FP32, pl.TileView(valid_shape=[N, 64])]"},
      {"x: S[FP32]", "t2t.as_tile(x)", "!must be a Tensor"},
      {"x: pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec]", "t2t.as_tensor(x)", "T[[16, 64], FP32]"},
      {"x: T[[16, 64], FP32]", "t2t.as_tensor(x)", "!must be a Tile"},
  });
}

}  // namespace
}  // namespace t2t
