// Values computed from values: element-wise, reductions, casts, windows, matrix products.
#include "tests/generate/kernel_writer.h"

#include "fmt/format.h"

namespace t2t {

void KernelWriter::Binary(int depth) {
  const Var a = Any();
  const Var b = Any(a.dtype);
  const bool real = IsReal(a.dtype);
  // With rows of unknown number there is no scratch tile: what needs one stands in Chunks.
  const std::string_view op = Symbolic() ? PickName({"add", "sub", "mul", "maximum"}) : real ? PickName({"add", "sub", "mul", "maximum", "minimum", "div", "part_add", "cmp"})
                                   : PickName({"add", "sub", "mul", "maximum", "and_", "or_", "xor", "fmod"});
  if (op == "div" && a.dtype == "BF16") return;
  Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({}, {}{})", op, a.name, b.name, op == "cmp" ? fmt::format(", cmp_type={}", rng_.Below(6)) : ""), depth);
}

void KernelWriter::UnaryOrScalar(int depth) {
  const Var a = Any();
  if (rng_.OneIn(2)) {
    const std::string_view op = IsReal(a.dtype) ? PickName({"adds", "subs", "muls", "maximum", "minimum"}) : PickName({"adds", "subs", "muls", "ands", "maximum"});
    Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({}, {})", op, a.name, Constant(a.dtype)), depth);
    return;
  }
  const std::string_view op = IsReal(a.dtype) ? PickName({"neg", "abs", "exp", "sqrt", "rsqrt", "recip"}) : PickName({"neg", "abs"});
  Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({})", op, a.name), depth);
}

void KernelWriter::ReduceAndExpand(int depth) {
  const Var a = Any("FP32");
  if (a.name.empty()) return;
  if (!Symbolic() && rng_.OneIn(2)) {
    const Var r = Emit(rows_, 1, "FP32", fmt::format("pl.tensor.row_{}({})", PickName({"sum", "max", "min"}), a.name), depth);
    if (rng_.OneIn(4)) {  // a plain operator, the column on either side
      const bool left = rng_.OneIn(3);
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.{}({}, {})", PickName({"add", "sub", "mul"}), left ? r.name : a.name, left ? a.name : r.name), depth);
    } else {
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.row_expand_{}({}, {})", PickName({"sub", "mul", "div", "max"}), a.name, r.name), depth);
    }
    return;
  }
  const Var c = Emit(1, columns_, "FP32", fmt::format("pl.tensor.col_{}({})", PickName({"sum", "max", "min"}), a.name), depth);
  Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.col_expand_{}({}, {})", PickName({"sub", "mul", "add"}), a.name, c.name), depth);
}

void KernelWriter::Casts(int depth) {
  const Var a = Any();
  std::string to(a.dtype == "FP32" ? PickName({"FP16", "BF16", "INT32"}) : PickName({"FP32"}));
  const Var half = Emit(rows_, columns_, to, fmt::format("pl.tensor.cast({}, target_type=pl.{}, mode='rint')", a.name, to), depth);
  if (to != "FP32") Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.cast({}, target_type=pl.FP32, mode='rint')", half.name), depth);
}

// A window of a parameter or value, perhaps partly valid, put back into a whole value.
void KernelWriter::Windows(int depth) {
  const Var a = Any("FP32");
  if (a.name.empty()) return;
  const int64_t kind = Symbolic() ? 3 : rng_.Below(4);
  if (kind == 0 && rows_ % 2 == 0) {
    const int half = rows_ / 2;
    const int at = rng_.OneIn(2) ? 0 : half;
    const Var w = Emit(half, columns_, "FP32", fmt::format("pl.tensor.slice({}, [{}, {}], [{}, 0])", a.name, half, columns_, at), depth);
    Emit(half, columns_, "FP32", fmt::format("pl.tensor.{}({})", PickName({"exp", "neg", "abs"}), w.name), depth);
    const Var e = vars_.back();
    const Var base = Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.muls({}, pl.const(1.0, pl.FP32))", a.name), depth);
    Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.assemble({}, {}, [{}, 0])", base.name, e.name, half - at), depth);
  } else if (kind == 1) {
    const Var t = EmitHidden(columns_, rows_, "FP32", fmt::format("pl.tensor.transpose({}, 0, 1)", a.name), depth);
    const Var u = EmitHidden(columns_, rows_, "FP32", fmt::format("pl.tensor.neg({})", t.name), depth);
    EmitHidden(rows_, columns_, "FP32", fmt::format("pl.tensor.transpose({}, 0, 1)", u.name), depth);
  } else if (kind == 2) {
    const Var r = Emit(rows_ * 2, columns_ / 2, "FP32", fmt::format("pl.tensor.reshape({}, [{}, {}])", a.name, rows_ * 2, columns_ / 2), depth);
    const Var s = Emit(rows_ * 2, columns_ / 2, "FP32", fmt::format("pl.tensor.adds({}, pl.const(0.5, pl.FP32))", r.name), depth);
    Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.reshape({}, [{}, {}])", s.name, rows_, columns_), depth);
  } else {
    const int valid = Symbolic() ? 1 : 1 + static_cast<int>(rng_.Below(rows_));
    const Var p = EmitHidden(rows_, columns_, "FP32", fmt::format("pl.tensor.set_validshape({}, {}, {})", a.name, valid, columns_), depth);
    const Var e = EmitHidden(rows_, columns_, "FP32", fmt::format("pl.tensor.{}({})", PickName({"exp", "neg"}), p.name), depth);
    EmitHidden(rows_, columns_, "FP32", fmt::format("pl.tensor.fillpad({}, pad_value=pl.PadValue.{})", e.name, PickName({"zero", "max", "min"})), depth);
  }
}

void KernelWriter::Product(int depth) {
  if (!has_matrix_) return Binary(depth);
  const Var &a = matrix_[0], &b = matrix_[1];
  const std::string flags = "a_trans=False, b_trans=False";
  if (rng_.OneIn(3) && a.columns % 2 == 0 && depth < options_.max_depth) {
    const int half = a.columns / 2;
    const Var seed = Emit(a.rows, b.columns, "FP32", fmt::format("pl.tensor.create([{}, {}], dtype=pl.FP32, layout=pl.TensorLayout.ND)", a.rows, b.columns), depth);
    const std::string i = Fresh(), carry = Fresh(), r = Fresh(), in = Indent(depth + 1);
    const std::string ca = Fresh(), cb = Fresh(), c = Fresh();
    text_ += fmt::format("{}for {}, ({},) in pl.range(0, {}, {}, init_values=({},)):\n", Indent(depth), i, carry, a.columns, half, seed.name);
    text_ += fmt::format("{}{} = pl.tensor.slice({}, [{}, {}], [0, {}])\n", in, ca, a.name, a.rows, half, i);
    text_ += fmt::format("{}{} = pl.tensor.slice({}, [{}, {}], [{}, 0])\n", in, cb, b.name, half, b.columns, i);
    text_ += fmt::format("{}{}: {} = pl.tensor.matmul_acc({}, {}, {}, {} == 0, {})\n", in, c, TypeOf(a.rows, b.columns, "FP32"), carry, ca, cb, i, flags);
    text_ += fmt::format("{}{}: {} = pl.yield_({})\n", in, r, TypeOf(a.rows, b.columns, "FP32"), c);
    vars_.back().partial = true;  // the seed holds nothing
    vars_.push_back({r, a.rows, b.columns, "FP32", false, false});
    return;
  }
  const Var c = Emit(a.rows, b.columns, "FP32", fmt::format("pl.tensor.matmul({}, {}, {}, c_matrix_nz=False, out_dtype=pl.FP32)", a.name, b.name, flags), depth);
  if (!rng_.OneIn(2)) return;
  // A vector operator on the product, and another product of that with itself.
  const Var d = Emit(c.rows, c.columns, "FP32", fmt::format("pl.tensor.{}({})", PickName({"neg", "exp", "abs"}), c.name), depth);
  if (c.rows < 16 || c.rows > 32 || rng_.OneIn(2)) return;
  const bool left = rng_.OneIn(2);  // read transposed
  const int n = left ? d.columns : d.rows;
  Emit(n, n, "FP32", fmt::format("pl.tensor.matmul({}, {}, a_trans={}, b_trans={}, c_matrix_nz=False, out_dtype=pl.FP32)", d.name, d.name, left ? "True" : "False", left ? "False" : "True"), depth);
}

}  // namespace t2t
