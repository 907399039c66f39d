// Elements chosen by others: gather, scatter, sort. Index operands hold small numbers on tame inputs, so every kernel runs
// on some input; out-of-range indices on the wilder ones are refused alike before and after lowering.
#include "tests/generate/kernel_writer.h"

#include "fmt/format.h"

namespace t2t {
namespace {
constexpr int kLargestIndex = 7;  // of a tame input
}

void KernelWriter::Gather(int depth) {
  const Var a = Any(rng_.OneIn(2) ? "FP32" : "INT32");  // 16-bit data wants 16-bit indices
  if (index_.name.empty() || a.name.empty()) return Binary(depth);
  std::string index = index_.name;
  if (rng_.OneIn(3)) {  // a computed index is in range on every input
    index = EmitHidden(rows_, columns_, "INT32", fmt::format("pl.tensor.ands({}, pl.const(3, pl.INT32))", index), depth).name;
  }
  if (rng_.OneIn(2)) {
    Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.gather({}, {}, dim={})", a.name, index, rng_.OneIn(2) ? 1 : -1), depth);
    return;
  }
  // From the flattened input, which must be a tile of its own.
  const Var own = EmitHidden(rows_, columns_, a.dtype, fmt::format("pl.tensor.neg({})", a.name), depth);
  Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.gather({}, {})", own.name, index), depth);
}

void KernelWriter::Scatter(int depth) {
  const Var a = Any(rng_.OneIn(2) ? "FP32" : "INT32");
  if (index_.name.empty() || a.name.empty()) return UnaryOrScalar(depth);
  switch (rng_.Below(3)) {
    case 0: {
      const Var b = Any(a.dtype);
      Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.scatter({}, {}, {}, dim={})", a.name, index_.name, b.name, rng_.OneIn(2) ? 1 : -1), depth);
      return;
    }
    case 1: {
      if (rows_ <= kLargestIndex) return Binary(depth);
      const Var index = EmitHidden(1, 4, "INT32", fmt::format("pl.tensor.slice({}, [1, 4], [{}, 0])", index_.name, rng_.Below(4)), depth);
      const Var rows = EmitHidden(4, columns_, a.dtype, fmt::format("pl.tensor.slice({}, [4, {}], [{}, 0])", a.name, columns_, rng_.Below(4)), depth);
      Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.scatter_update({}, {}, {}, dim=-2)", a.name, index.name, rows.name), depth);
      return;
    }
    default: {  // half or a quarter of the columns out and back in
      if (columns_ < 32) return Binary(depth);
      const int pattern = 1 + static_cast<int>(rng_.Below(6)), part = columns_ / (pattern <= 2 ? 2 : 4);
      const Var picked = EmitHidden(rows_, part, a.dtype, fmt::format("pl.tensor.gather_mask({}, mask_pattern={})", a.name, pattern), depth);
      const Var changed = EmitHidden(rows_, part, a.dtype, fmt::format("pl.tensor.neg({})", picked.name), depth);
      Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.scatter_mask({}, {}, mask_pattern={})", changed.name, a.name, pattern), depth);
    }
  }
}

// Values sorted in runs of 32, merged where there are enough of them, and the values taken out of the pairs again.
void KernelWriter::Sort(int depth) {
  const Var a = Any("FP32");
  if (order_.name.empty() || a.name.empty() || columns_ % 32 != 0) return UnaryOrScalar(depth);
  const int n = rows_ * columns_;
  const auto flat = [&](const std::string& v) { return fmt::format("pl.tensor.reshape({}, [1, {}])", v, n); };
  const Var values = EmitHidden(1, n, "FP32", flat(a.name), depth), order = EmitHidden(1, n, "UINT32", flat(order_.name), depth);
  Var pairs = EmitHidden(1, 2 * n, "FP32", fmt::format("pl.tensor.sort32({}, {})", values.name, order.name), depth);
  if (2 * n % 256 == 0 && rng_.OneIn(2)) {
    pairs = EmitHidden(1, 2 * n, "FP32", fmt::format("pl.tensor.mrgsort_format1({}, pl.const(64, pl.INT32))", pairs.name), depth);
  }
  const Var sorted = EmitHidden(1, n, "FP32", fmt::format("pl.tensor.gather_mask({}, mask_pattern=1)", pairs.name), depth);
  Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.reshape({}, [{}, {}])", sorted.name, rows_, columns_), depth);
}

}  // namespace t2t
