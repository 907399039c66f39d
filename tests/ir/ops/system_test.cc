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

}  // namespace
}  // namespace t2t
