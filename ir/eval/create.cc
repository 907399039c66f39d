// Operators that make storage: create, full, ranges, triangles, random numbers.
#include "ir/eval/copy.h"
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

ValueId TargetOf(const OpContext& c) {
  return c.p[c.stmt].kind == StmtKind::kAssign ? c.p[c.stmt].var() : ValueId();
}

absl::Status Create(OpContext& c) {
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  out.buffer->owner = TargetOf(c);
  // What the host allocates is global memory, and so is what stands for an output of a kernel.
  out.buffer->gm = c.p[c.type].IsTensorLike() && (!c.exec.kernel || c.p.FindAttr(c.call.attrs, "t2t.out") != nullptr);
  if (const Attr* init = c.Kwarg("init_value"); init != nullptr) {
    FillBox(c, out, out.shape, Scalar::Float(init->float_value(), DType::kFp32).As(out.dtype));
  } else {
    PoisonAll(*out.buffer, c.poison.Add(PoisonKind::kNeverWritten, c.stmt));
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status Full(OpContext& c) {
  ASSIGN_OR_RETURN(const Dims shape, c.IntsArg(0));
  ASSIGN_OR_RETURN(const Scalar value, c.ScalarArg(1));
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(shape, c.p[c.type].dtype));
  RETURN_IF_ERROR(c.NeedArithmetic(out.dtype));
  FillBox(c, out, out.shape, value);
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// start, start + 1, ... (or downwards) in row-major order.
absl::Status Range(OpContext& c) {
  ASSIGN_OR_RETURN(const Scalar start, c.ScalarArg(0));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, start));
  if (done) return absl::OkStatus();
  ASSIGN_OR_RETURN(const Dims shape, c.IntsArg(1));
  ASSIGN_OR_RETURN(Nd out, c.NewResultOf(shape, c.p[c.type].dtype));
  if (IsFloat(out.dtype)) return c.Fail("ranges are integers");
  const int64_t step = c.BoolKwarg("descending", false) ? -1 : 1;
  const int64_t n = NumElements(out.shape);
  std::vector<int64_t> values(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) values[static_cast<size_t>(i)] = AddInt(start.i, MulInt(step, i));
  StoreRow(out, 0, 1, n, values.data());
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Ones on and below the diagonal j - i = d (`upper`: on and above it), zeros elsewhere.
absl::Status Triangle(OpContext& c) {
  ASSIGN_OR_RETURN(const int64_t diagonal, c.IntArg(0));
  const bool upper = c.BoolKwarg("upper", false);
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  if (out.rank() != 2) return c.Fail("a triangle has two axes");
  for (int64_t i = 0; i < out.valid[0]; ++i) {
    for (int64_t j = 0; j < out.valid[1]; ++j) {
      const bool one = upper ? j - i >= diagonal : j - i <= diagonal;
      const int64_t at[] = {i, j};
      SetElementAt(c, out, at, Scalar::Int(one ? 1 : 0, DType::kInt32));
    }
  }
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Philox 4x32 (Salmon et al. 2011): counter and key as given, the first counter word counts groups of four elements.
struct Philox {
  uint32_t counter[4];
  uint32_t key[2];
  void Round() {
    const uint64_t a = uint64_t{0xD2511F53u} * counter[0], b = uint64_t{0xCD9E8D57u} * counter[2];
    const uint32_t next[4] = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
                              static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    std::copy(next, next + 4, counter);
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
};

absl::Status Random(OpContext& c) {
  uint32_t words[6];
  for (size_t i = 0; i < 6; ++i) {
    ASSIGN_OR_RETURN(const int64_t w, c.IntArg(i));
    words[i] = static_cast<uint32_t>(w);
  }
  const int64_t rounds = c.IntKwarg("rounds", 10);
  ASSIGN_OR_RETURN(Nd out, c.NewResult(c.type, c.p[c.type].dtype));
  int64_t count = 0;
  const Dims strides[] = {out.stride};
  const int64_t bases[] = {out.offset};
  ForEachRow(out.shape, strides, bases, [&](const RowStep& row) {
    for (int64_t i = 0; i < row.n; ++i, ++count) {
      Philox g{{words[2] + static_cast<uint32_t>(count / 4), words[3], words[4], words[5]}, {words[0], words[1]}};
      for (int64_t r = 0; r < rounds; ++r) g.Round();
      const int64_t v = g.counter[count % 4];
      if (PoisonAt(out, row.offset[0] + i) == 0) StoreRow(out, row.offset[0] + i, 0, 1, &v);
    }
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

}  // namespace

void AddCreate(EvalTable& t) {
  t.Both("create", Create);
  t.Add("tensor.create_l1", Create);
  t.Both("full", Full);
  t.Both("ci", Range);
  t.Both("tri", Triangle);
  t.Both("random", Random);
}

}  // namespace t2t::eval
