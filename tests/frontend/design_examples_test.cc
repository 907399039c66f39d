// The programs of the design document as they stand there, fragments inside the smallest kernel that gives their names a
// type: the front end reads them, and the chain does to them what the document says.
#include "pipeline/runner.h"
#include "tests/frontend/frontend_test_util.h"

namespace t2t {
namespace {

using testing::HasSubstr;
using testing::Not;

// The lowered program without annotations on assignments; findings when it is refused.
std::string Lowered(std::string_view text, bool concise = true) {
  Diagnostics d;
  std::optional<Program> p = ReadProgram(text, d);
  if (!p) return RenderDiagnostics(d.all(), "f", "");
  RunPlan plan;
  plan.last = static_cast<int>(Stages().size());
  plan.verify = VerifyLevel::kStrict;
  const RunResult result = RunChain(*p, Stages(), plan, {}, d);
  if (result.verdict != Verdict::kDone) return result.failure + RenderDiagnostics(d.all(), "f", "");
  PrintOptions options;
  options.concise = concise;
  return PrintProgram(*p, options);
}
std::string Jit(std::string_view params, std::string_view body) {
  return "@pl.jit.incore\ndef kernel(" + std::string(params) + "):\n" + Indented(body);
}

TEST(Design, GmIdentityAndOrder) {
  const std::string text = Lowered(R"(
@pl.jit.incore
def kernel(
    x: pl.InOut[pl.Tensor[[16, 32], pl.FP32]],
    out: pl.Out[pl.Tensor[[16, 1], pl.FP32]],
):
    r = pl.row_max(x)
    out[0:16, 0:1] = r
    pl.tensor.write(x, [0, 0], pl.const(1.0, pl.FP32))
    return out
)");
  EXPECT_THAT(text, HasSubstr("pl.tile.load(x__ssa_v0, [0, 0], [16, 32], [16, 32])"));
  EXPECT_THAT(text, HasSubstr("pl.tensor.write(x__ssa_v0, [0, 0], 1.0)"));
  EXPECT_THAT(text, Not(HasSubstr("tile.write")));
}

TEST(Design, MixedStoreChannelsAreRefused) {
  EXPECT_THAT(Lowered(Jit("output: pl.Out[pl.Tensor[[1, 32], pl.INT32]]",
                          "output[0:1, 0:16] = pl.full([1, 16], dtype=pl.INT32, value=-1)\n"
                          "for i in pl.range(4):\n"
                          "    pl.write(output, [0, i], pl.cast(i, pl.INT32))\n"
                          "return output")),
              HasSubstr("f:5:9: error: parameter output__ssa_v0 of kernel kernel mixes MTE3 and scalar stores"));
}

TEST(Design, StagedOnChipThenStoredOnce) {
  const std::string text = Lowered(Jit("output: pl.Out[pl.Tensor[[1, 32], pl.INT32]]",
                                       "staged = pl.full([1, 32], dtype=pl.INT32, value=-1)\n"
                                       "for i in pl.range(4):\n"
                                       "    pl.write(staged, [0, i], pl.cast(i, pl.INT32))\n"
                                       "output[0:1, 0:32] = staged\n"
                                       "return output"));
  EXPECT_THAT(text, HasSubstr("pl.tile.write(staged__tile, [0, i__idx_v0], pl.cast(i__idx_v0, pl.INT32))"));
  EXPECT_THAT(text, HasSubstr("pl.tile.store(staged__tile, [0, 0], output__ssa_v0)"));
}

TEST(Design, ExplicitCacheBeatsTheDeclaration) {
  const std::string text = Lowered(Jit("x: pl.Tensor[[32, 64], pl.FP32], out: pl.Out[pl.Tensor[[32, 64], pl.FP32]]",
                                       "pl.func_attr({\"cache_policy\": [(0, 1)]})\n"
                                       "t = pl.load(x, [0, 0], [32, 64], cache=pl.CachePolicy.DEFAULT)\n"
                                       "u = pl.load(x, [0, 0], [32, 64])\n"
                                       "out = pl.store(pl.add(t, u), [0, 0], out)\n"
                                       "return out"));
  EXPECT_THAT(text, HasSubstr("t__ssa_v0 = pl.tile.load(x__ssa_v0, [0, 0], [32, 64], [32, 64], cache=0)"));
  EXPECT_THAT(text, HasSubstr("u__ssa_v0 = pl.tile.load(x__ssa_v0, [0, 0], [32, 64], [32, 64], cache=1)"));
}

TEST(Design, ADemandPassesThroughViews) {
  const std::string text = Lowered("K = 128\n" + Jit("a: pl.Tensor[[64, 512], pl.FP16], b: pl.Tensor[[128, 64], pl.FP16], "
                                                     "rows: pl.Scalar[pl.INDEX]",
                                                     "return pl.matmul(pl.set_validshape(a[:, :K], rows, K), b)"));
  EXPECT_THAT(text, HasSubstr("pl.tile.load(a, [0, 0], [64, 128], [64, 128], target_memory=pl.Mem.Mat"));
  EXPECT_THAT(text, Not(HasSubstr("tile.move")));
}

TEST(Design, ATransposedWindowOfAResidentParent) {
  const std::string text = Lowered(Jit("query: pl.Tensor[[512, 128], pl.FP16], key: pl.Tensor[[64, 128], pl.FP16]",
                                       "parent = pl.slice(query, [512, 128], [0, 0])      # loaded to Mat once\n"
                                       "for q in pl.range(8):\n"
                                       "    window = pl.slice(parent, [64, 128], [q * 64, 0])\n"
                                       "    dot = pl.matmul(key, window, b_trans=True)\n"
                                       "return key"));
  EXPECT_THAT(text, HasSubstr("parent__tile = pl.tile.load(query, [0, 0], [512, 128], [512, 128], target_memory=pl.Mem.Mat"));
  EXPECT_THAT(text, HasSubstr("window__tile = pl.tile.slice(parent__tile, [64, 128], [q * 64, 0])"));
  EXPECT_THAT(text, HasSubstr("pl.tile.transpose_view(window__tile)"));
}

TEST(Design, TheRowsOfAProductAreBoxed) {
  const std::string text = Lowered(Jit("a: pl.Tensor[[100, 256], pl.FP16], b: pl.Tensor[[256, 512], pl.FP16]",
                                       "y = tensor.matmul(a, b)          # a: Tensor[[100, 256]]\nreturn y"),
                                   false);
  EXPECT_THAT(text, HasSubstr("pl.tile.load(a, [0, 0], [112, 256], [100, 256], target_memory=pl.Mem.Mat"));
  EXPECT_THAT(text, HasSubstr("y__tile: pl.Tile[[112, 512], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[100, 512]"));
}

TEST(Design, SoIsItsAccumulator) {
  const std::string text = Lowered(Jit("a: pl.Tensor[[100, 128], pl.FP16], b: pl.Tensor[[128, 64], pl.FP16]",
                                       "acc = pl.create_tensor([100, 64], pl.FP32)\nc = pl.matmul_acc(acc, a, b)\nreturn c"));
  EXPECT_THAT(text, HasSubstr("pl.tile.create([112, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)"));
  EXPECT_THAT(text, HasSubstr(", 100, 64)"));
  EXPECT_THAT(text, HasSubstr("pl.tile.load(a, [0, 0], [112, 128], [100, 128], target_memory=pl.Mem.Mat"));
}

// What the document shows as the result is itself a program.
TEST(Design, TheLoweredFormsOfTheDocument) {
  const std::string text = Shown(Jit(
      "a: pl.Tensor[[128, 100], pl.FP16], b: pl.Tensor[[128, 64], pl.FP16]",
      "a_mat = pl.tile.load(a, [0, 0], [128, 112], [128, 100], target_memory=pl.Mem.Mat)\n"
      "a_t   = pl.tile.transpose_view(a_mat)   # Tile[[112, 128]], valid [100, 128]\n"
      "acc_storage = pl.tile.create([112, 64], dtype=pl.FP32, target_memory=pl.Mem.Acc, compact=True)\n"
      "acc_tile = pl.tile.set_validshape(acc_storage, 100, 64)   # Tile[[112, 64]], valid [100, 64]\n"
      "b_mat = pl.tile.load(b, [0, 0], [128, 64], [128, 64], target_memory=pl.Mem.Mat)\n"
      "c_tile = pl.tile.matmul_acc(acc_tile, a_t, b_mat)"));
  EXPECT_THAT(text, HasSubstr("a_t: pl.Tile[[112, 128], pl.FP16, pl.Mem.Mat, pl.TileView(valid_shape=[100, 128]"));
  EXPECT_THAT(text, HasSubstr("acc_tile: pl.Tile[[112, 64], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[100, 64]"));
  EXPECT_THAT(text, HasSubstr("c_tile: pl.Tile[[112, 64], pl.FP32, pl.Mem.Acc, pl.TileView(valid_shape=[100, 64]"));
}

TEST(Design, TransposeHasThreeOperands) {
  EXPECT_THAT(Lowered(Jit("x: pl.Tensor[[32, 64], pl.FP32]", "y = tensor.transpose(x, 0, 1)\nreturn y")),
              HasSubstr("y__tile = pl.tile.transpose(x__tile, 0, 1)\n"));
  EXPECT_THAT(Shown(Jit("x: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec]",
                        "transpose_tmp = pl.tile.create(x.shape, x.dtype, target_memory=x.memory_space)\n"
                        "y_tile = pl.tile.transpose(x, 0, 1, transpose_tmp)")),
              HasSubstr("pl.tile.create([32, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)"));
}

TEST(Design, FlatGather) {
  const std::string text = Lowered(Jit("src: pl.Tensor[[64, 32], pl.FP32], idx: pl.Tensor[[8, 32], pl.INT32]",
                                       "a = pl.gather(src, index=idx)\nb = pl.gather(src, idx)\nreturn a, b"));
  EXPECT_THAT(text, HasSubstr("a__tile = pl.tile.mgather(src, "));
  EXPECT_THAT(text, HasSubstr("b__tile = pl.tile.mgather(src, "));
  EXPECT_THAT(text, Not(HasSubstr("pl.tile.load(src")));
}

TEST(Design, PagedGatherIsALoopOfRows) {
  const std::string text = Lowered(Jit("src: pl.Tensor[[4096, 64], pl.BF16], indices: pl.Tensor[[128], pl.INT32], "
                                       "block_table: pl.Tensor[[64], pl.INT32], q: pl.Tensor[[16, 64], pl.BF16]",
                                       "kv = tensor.paged_gather(src, indices, block_table, block_size=64, size=64, max_indices=128)\n"
                                       "return pl.matmul(q, kv, b_trans=True)"));
  EXPECT_THAT(text, HasSubstr("pl.tile.create([128, 64], dtype=pl.BF16, target_memory=pl.Mem.Mat)"));
  EXPECT_THAT(text, HasSubstr("pl.tile.gather_row("));
}

TEST(Design, RowRunsOfDynamicLength) {
  const std::string text = Lowered(
      "HEAD_DIM = 128\n" +
      Jit("q: pl.Tensor[[16, HEAD_DIM], pl.BF16], pool: pl.Tensor[[4096, HEAD_DIM], pl.BF16], b0: pl.Scalar[pl.INDEX], "
          "b1: pl.Scalar[pl.INDEX], r1: pl.Scalar[pl.INDEX]",
          "kv = pl.create_l1([128, HEAD_DIM], pl.BF16)\n"
          "kv = pl.gather_row(kv, pool, [0, 0],  [b0, 0], [128, HEAD_DIM], valid_shape=[r1, HEAD_DIM])\n"
          "kv = pl.gather_row(kv, pool, [r1, 0], [b1, 0], [128, HEAD_DIM], valid_shape=[128 - r1, HEAD_DIM])\n"
          "oi = pl.matmul(q, kv, b_trans=True)\n"
          "return oi"));
  EXPECT_THAT(text, HasSubstr("pl.tile.create([128, 128], dtype=pl.BF16, target_memory=pl.Mem.Mat, transpose=False)"));
  EXPECT_THAT(text, HasSubstr("[r1__ssa_v0, 0], [b1__ssa_v0, 0], [128, 128], valid_shape=[128 - r1__ssa_v0, 128]"));
}

TEST(Design, SplitRegion) {
  const std::string text = Lowered(
      Jit("q: pl.Tensor[[64, 128], pl.BF16], k: pl.Tensor[[64, 128], pl.BF16], v: pl.Tensor[[64, 128], pl.FP32]",
          "raw = pl.matmul(q, k, b_trans=True, out_dtype=pl.FP32)   # Tensor, outside of the region\n"
          "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n"
          "    h = pl.aiv_shard(raw)     # C->V: the whole block -> this lane's half\n"
          "    s = pl.softmax(h)\n"
          "    full = pl.aic_gather(s)   # V->C: the halves -> the whole block\n"
          "oi = pl.matmul(full, v, out_dtype=pl.FP32)\n"
          "return oi"),
      false);
  EXPECT_THAT(text, HasSubstr("h__tile: pl.Tile[[32, 64], pl.FP32, pl.Mem.Vec] = pl.tile.aiv_shard("));
  EXPECT_THAT(text, HasSubstr("full__tile: pl.Tile[[64, 64], pl.FP32, pl.Mem.Mat] = pl.tile.aic_gather("));
}

TEST(Design, BeforeAndAfter) {
  const std::string before = Lowered(R"(
@pl.program
class Before:
    @pl.function(type=pl.FunctionType.InCore)
    def main_incore_0(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = pl.add(x, x)
        return y

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        y: pl.Tensor[[64], pl.FP32] = self.main_incore_0(x)
        return y
)");
  EXPECT_THAT(before, HasSubstr("x__tile = pl.tile.load(x, [0], [64], [64])\n"));
  EXPECT_THAT(before, HasSubstr("y__tile = pl.tile.add(x__tile, x__tile)\n"));
  EXPECT_THAT(before, HasSubstr("ret0__store = pl.tile.store(y__tile, [0], ret0__out)\n"));
  EXPECT_THAT(before, HasSubstr("ret0__out = pl.tensor.create([64], dtype=pl.FP32, layout=pl.TensorLayout.ND)\n"));
  EXPECT_THAT(before, HasSubstr("y = self.main_incore_0(x, ret0__out)\n"));
  const std::string after = Lowered(R"(
@pl.program
class After:
    @pl.function(type=pl.FunctionType.InCore)
    def main_incore_0(
        self, x: pl.Tensor[[64], pl.FP32],
        ret0_out: pl.Out[pl.Tensor[[64], pl.FP32]]
    ) -> pl.Tensor[[64], pl.FP32]:
        x_tile: pl.Tile[[64], pl.FP32] = pl.load(x, (0,), (64,))
        y_tile: pl.Tile[[64], pl.FP32] = pl.tile.add(x_tile, x_tile)
        ret0_store: pl.Tensor[[64], pl.FP32] = pl.store(y_tile, (0,), ret0_out)
        return ret0_store

    @pl.function(type=pl.FunctionType.Orchestration)
    def main(self, x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
        ret0_out: pl.Tensor[[64], pl.FP32] = pl.tensor.create((64,), dtype=pl.FP32)
        y: pl.Tensor[[64], pl.FP32] = self.main_incore_0(x, ret0_out)
        return y
)");
  EXPECT_THAT(after, HasSubstr("x_tile = pl.tile.load(x, [0], [64], [64])\n"));
  EXPECT_THAT(after, HasSubstr("ret0_store = pl.tile.store(y_tile, [0], ret0_out)\n"));
}

TEST(Design, ANarrowedProductAgainstItsSeed) {
  const std::string text = Lowered(
      "M = 96\nN = 128\nK = 256\nK_TILE = 64\n" +
          Jit("x: pl.Tensor[[192, K], pl.INT8], w: pl.Tensor[[N, K], pl.INT8], m0: pl.Scalar[pl.INDEX], v: pl.Scalar[pl.INDEX]",
              "acc = pl.create_tensor([M, N], dtype=pl.INT32)          # the full box\n"
              "for k0 in pl.pipeline(0, K, K_TILE, stage=2):\n"
              "    wk = pl.slice(w, [N, K_TILE], [0, k0])\n"
              "    xk = pl.slice(x, [M, K_TILE], [m0, k0], valid_shape=[v, K_TILE])   # v at run time\n"
              "    if k0 == 0:\n"
              "        acc = pl.matmul(xk, wk, b_trans=True, out_dtype=pl.INT32)\n"
              "    else:\n"
              "        acc = pl.matmul_acc(acc, xk, wk, b_trans=True)\n"
              "return acc"),
      false);
  EXPECT_THAT(text, HasSubstr("pl.tile.create([96, 128], dtype=pl.INT32, target_memory=pl.Mem.Acc, compact=True)"));
  EXPECT_THAT(text, HasSubstr("v__ssa_v0, 128)"));
  EXPECT_THAT(text, HasSubstr("acc__rv_v2: pl.Tile[[96, 128], pl.INT32, pl.Mem.Acc, pl.TileView(valid_shape=[v__ssa_v0, 128], "
                              "compact=pl.CompactMode.normal)]"));
}

}  // namespace
}  // namespace t2t
