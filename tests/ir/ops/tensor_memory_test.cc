// Creation, element access, assemble, padding, and what these operators declare about memory.
#include "ir/ops/registry.h"
#include "tests/ir/ops/op_cases.h"

namespace t2t {
namespace {

TEST(TensorMemory, Elements) {
  ExpectCases({
      {"a: T[[16, 64], FP16], i: S[INDEX]", "tensor.read(a, [i, 3])", "S[FP16]"},
      {"a: T[[16, 64], FP16]", "tensor.read(a, [3])", "!needs 2"},
      {"a: T[[16], FP16], i: S[BOOL]", "tensor.read(a, [i])", "!not an integer"},
      {"a: T[[16], FP16|valid=[8]], v: S[FP16]", "tensor.write(a, [0], v)", "T[[16], FP16|valid=[8]]"},
      {"a: T[[16], FP16], v: S[FP32]", "tensor.write(a, [0], v)", "!same element type"},
      {"a: T[[16, 64], FP16]", "tensor.dim(a, -2)", "S[INDEX]"},
      {"a: T[[16, 64], FP16]", "tensor.dim(a, -3)", "!out of range"},
      {"a: D[[16, 64], FP16]", "tensor.dim(a, 0)", "!must be a Tensor"},
  });
}

TEST(TensorMemory, Creation) {
  ExpectCases({
      {"", "tensor.create([M, 64], dtype=pl.FP32, layout=pl.TensorLayout.ND)", "T[[M, 64], FP32]"},
      {"", "tensor.create([4, 64], dtype=pl.FP32, layout=pl.TensorLayout.DN)", "T[[4, 64], FP32|layout=DN]"},
      {"b: S[BOOL]", "tensor.create([b], dtype=pl.FP32, layout=pl.TensorLayout.ND)", "!not an integer extent"},
      {"", "tensor.create([16, 4], dtype=pl.FP4, layout=pl.TensorLayout.ND)", "T[[16, 4], FP4]"},
      {"", "tensor.create([16, 3], dtype=pl.FP4, layout=pl.TensorLayout.ND)", "!even"},
      {"", "tensor.full([16], dtype=pl.FP32, value=0.0)", "T[[16], FP32]"},
      {"", "tensor.full([16], dtype=pl.BOOL, value=True)", "!constant number"},
      {"s: S[FP32]", "tensor.full([16], dtype=pl.FP32, value=s)", "!constant number"},
      // An integer element is the very number, a floating one the nearest.
      {"", "tensor.full([16], dtype=pl.INT32, value=1.5)", "!value 1.5 is no INT32"},
      {"", "tensor.full([16], dtype=pl.INT32, value=1.0)", "T[[16], INT32]"},
      {"", "tensor.full([16], dtype=pl.INT8, value=300)", "!value 300 is no INT8"},
      {"", "tensor.full([16], dtype=pl.INT8, value=128)", "!value 128 is no INT8"},
      {"", "tensor.full([16], dtype=pl.INT8, value=-128)", "T[[16], INT8]"},
      {"", "tensor.full([16], dtype=pl.UINT8, value=255)", "T[[16], UINT8]"},
      {"", "tensor.full([16], dtype=pl.UINT8, value=-1)", "!value -1 is no UINT8"},
      {"", "tensor.full([16], dtype=pl.UINT8, value=256.0)", "!value 256 is no UINT8"},
      {"", "tensor.full([16], dtype=pl.BOOL, value=1)", "T[[16], BOOL]"},
      {"", "tensor.full([16], dtype=pl.BOOL, value=2)", "T[[16], BOOL]"},
      {"", "tensor.full([16], dtype=pl.INT64, value=9223372036854775807)", "T[[16], INT64]"},
      {"", "tensor.full([16], dtype=pl.FP16, value=0.1)", "T[[16], FP16]"},
      {"s: S[INT32]", "tensor.ci(s, [1, 16], dtype=pl.INT32, descending=False)", "T[[1, 16], INT32]"},
      {"s: S[INT32]", "tensor.ci(s, [2, 16], dtype=pl.INT32, descending=False)", "!one row"},
      {"s: S[INT32]", "tensor.ci(s, [16, 1], dtype=pl.INT32, descending=False)", "!one row"},
      {"s: S[INT16]", "tensor.ci(s, [16], dtype=pl.INT32, descending=False)", "!start is INT16"},
      {"s: S[INT32]", "tensor.random(s, s, s, s, s, s, [16, 64], dtype=pl.UINT32, rounds=7)", "T[[16, 64], UINT32]"},
      {"s: S[INT32]", "tensor.random(s, s, s, s, s, s, [16, 64], dtype=pl.UINT32, rounds=8)", "!7 or 10"},
      {"s: S[INT32]", "tensor.random(s, s, s, s, s, s, [16], dtype=pl.UINT32, rounds=7)", "!2 dimensions"},
      {"", "tensor.create_l1([16, 64], dtype=pl.FP16, transpose=False)", "T[[16, 64], FP16]"},
      {"", "tensor.create_l1([N, 64], dtype=pl.FP16, transpose=False)", "!positive constants"},
      {"", "tensor.get_block_idx()", "S[INDEX]"},
  });
}

TEST(TensorMemory, AssembleJoinsRegions) {
  const std::string part = "t: T[[64, 32], FP32|valid=[16, 32]], s: T[[16, 32], FP32]";
  ExpectCases({
      {"t: T[[64, 32], FP32], s: T[[16, 32], FP16]", "tensor.assemble(t, s, [48, 0])", "T[[64, 32], FP32]"},
      {"t: T[[64, 32], FP32], s: T[[16, 32], FP32]", "tensor.assemble(t, s, [49, 0])", "!leaves its target"},
      {"t: T[[64, 32], FP32], s: T[[16, 32], FP32]", "tensor.assemble(t, s, [-1, 0])", "!start inside"},
      {part, "tensor.assemble(t, s, [16, 0])", "T[[64, 32], FP32|valid=[32, 32]]"},
      {part, "tensor.assemble(t, s, [17, 0])", "!gap"},
      {"t: T[[64, 32], FP32|valid=[16, 32]|pad=zero], s: T[[16, 32], FP32]", "tensor.assemble(t, s, [0, 0])",
       "T[[64, 32], FP32|valid=[16, 32]]"},
      {"t: T[[64, 32], FP32|valid=[16, 16]], s: T[[32, 32], FP32]", "tensor.assemble(t, s, [16, 0])", "!L-shape"},
      {"t: T[[4, 64, 32], FP32|valid=[4, 16, 32]], s: T[[16, 32], FP32]", "tensor.assemble(t, s, [0, 0, 0])",
       "T[[4, 64, 32], FP32]"},
      {"t: D[[64, 32], FP32], s: T[[16, 32], FP32]", "tensor.assemble(t, s, [0, 0])", "D[[64, 32], FP32]"},
      {"t: T[[64], INT8], s: T[[16], INT8]", "tensor.assemble(t, s, [0], atomic=pl.AtomicType.Add)", "T[[64], INT8]"},
      {"t: T[[64], INT64], s: T[[16], INT64]", "tensor.assemble(t, s, [0], atomic=pl.AtomicType.Add)", "!INT64"},
  });
}

TEST(TensorMemory, PaddingFillsTheShape) {
  ExpectCases({
      {"a: T[[16, 64], FP32|valid=[8, 64]|pad=max]", "tensor.fillpad(a, pad_value=pl.PadValue.zero)",
       "T[[16, 64], FP32|pad=max]"},
      {"a: T[[16, 64], FP32]", "tensor.fillpad(a, pad_value=pl.PadValue.null)", "!null"},
      {"a: D[[16, 64], FP32]", "tensor.fillpad(a, pad_value=pl.PadValue.zero)", "!must be a Tensor"},
      {"a: T[[16, 64], FP32|valid=[8, 64]]", "tensor.fillpad_expand(a, [16, 128], pad_value=pl.PadValue.min)",
       "T[[16, 128], FP32|pad=min]"},
      {"a: T[[16, 64], FP32]", "tensor.fillpad_expand(a, [15, 64], pad_value=pl.PadValue.min)", "!would shrink"},
      {"a: T[[16, 64], FP32]", "tensor.fillpad_expand(a, [N, 64], pad_value=pl.PadValue.min)", "!positive constants"},
  });
}

TEST(TensorMemory, QuestionsAboutTheKernel) {
  ExpectEach("get_block_idx get_block_num get_subblock_idx", {
      {"", "tensor.{}()", "S[INDEX]"},
      {"", "tensor.{}(0)", "!takes 0 operands, got 1"},
  });
  ExpectCases({
      {"", "tensor.alloc(pl.Mem.DDR, 4096)", "pl.Ptr"},
      {"", "tensor.alloc(pl.Mem.DDR)", "!takes 2 operands, got 1"},
      {"", "tensor.create([4, 64])", "!'dtype'"},
      {"", "tensor.full([4, 64], value=0.0)", "!'dtype'"},
  });
}

TEST(TensorMemory, AtomicAssembleReadsItsTarget) {
  Program p;
  const OpDef& op = Ops()[Ops().Find("tensor.assemble")];
  Call call;
  call.op = Ops().Find("tensor.assemble");
  EXPECT_EQ(EffectOn(p, call, 0), Effect::kWrite);
  call.kwargs = p.MakeAttrs({p.IntAttr("atomic", 1)});
  EXPECT_EQ(EffectOn(p, call, 0), Effect::kReadWrite);
  EXPECT_EQ(EffectOn(p, call, 1), Effect::kRead);
  EXPECT_EQ(op.channel, WriteChannel::kDma);
  EXPECT_EQ(ResultNames(op), 0);
  EXPECT_EQ(Ops()[Ops().Find("tensor.write")].channel, WriteChannel::kScalar);
}

}  // namespace
}  // namespace t2t
