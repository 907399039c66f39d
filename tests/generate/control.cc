// Statements that order others: writes to GM, loops, branches.
#include "tests/generate/kernel_writer.h"

#include "fmt/format.h"

namespace t2t {

// Writes to GM, and reads what was written.
void KernelWriter::Store(int depth) {
  if (targets_.empty()) return Binary(depth);
  Target& t = targets_[static_cast<size_t>(rng_.Below(static_cast<int64_t>(targets_.size())))];
  if (t.channel == Channel::kNone) t.channel = rng_.OneIn(2) ? Channel::kDma : Channel::kScalar;
  if (t.channel == Channel::kScalar) {
    text_ += fmt::format("{}pl.tensor.write({}, [{}, {}], {})\n", Indent(depth), t.var.name, Symbolic() ? 0 : rng_.Below(rows_), rng_.Below(columns_), Constant(t.var.dtype));
    return;
  }
  const Var a = Any(t.var.dtype);
  if (a.name.empty() || a.name == t.var.name) return;
  text_ += fmt::format("{}{} = pl.tensor.assemble({}, {}, [0, 0])\n", Indent(depth), Fresh(), t.var.name, a.name);
  if (t.direction == "Out" && depth == 0) {
    const Var again = t.var;
    Emit(rows_, columns_, again.dtype, fmt::format("pl.tensor.neg({})", again.name), depth);
  }
}

// Rows of unknown number in steps of a fixed size, the last one partly valid.
void KernelWriter::Chunks(int depth) {
  const Var a = Any("FP32");
  if (a.name.empty() || targets_.empty() || depth >= options_.max_depth) return UnaryOrScalar(depth);
  Target& t = targets_.back();
  if (t.direction != "Out" || t.channel == Channel::kScalar) return Binary(depth);
  t.channel = Channel::kDma;
  const int step = Pick({8, 16, 20});
  const std::string i = Fresh(), in = Indent(depth + 1), w = Fresh(), e = Fresh();
  text_ += fmt::format("{}for {} in pl.range(0, R, {}):\n", Indent(depth), i, step);
  text_ += fmt::format("{}{} = pl.tensor.slice({}, [{}, {}], [{}, 0], [pl.min(R - {}, {}), {}])\n", in, w, a.name, step, columns_, i, i, step, columns_);
  if (rng_.OneIn(2)) {
    const std::string m = Fresh();
    text_ += fmt::format("{}{} = pl.tensor.row_{}({})\n", in, m, PickName({"sum", "max", "min"}), w);
    text_ += fmt::format("{}{} = pl.tensor.row_expand_{}({}, {})\n", in, e, PickName({"sub", "mul", "add"}), w, m);
  } else {
    text_ += fmt::format("{}{} = pl.tensor.{}({})\n", in, e, PickName({"exp", "neg", "abs"}), w);
  }
  text_ += fmt::format("{}{} = pl.tensor.assemble({}, {}, [{}, 0])\n", in, Fresh(), t.var.name, e, i);
}

// The rows of this block of an SPMD launch.
void KernelWriter::Block(int depth) {
  const Var a = Any("FP32");
  if (a.name.empty() || targets_.empty() || rows_ % 2 != 0) return UnaryOrScalar(depth);
  Target& t = targets_.back();
  if (t.direction != "Out" || t.channel == Channel::kScalar) return Binary(depth);
  t.channel = Channel::kDma;
  const int half = rows_ / 2;
  const std::string b = Fresh(), w = Fresh(), e = Fresh(), in = Indent(depth);
  text_ += fmt::format("{}{}: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()\n", in, b);
  text_ += fmt::format("{}{} = pl.tensor.slice({}, [{}, {}], [{} * {}, 0])\n", in, w, a.name, half, columns_, b, half);
  text_ += fmt::format("{}{} = pl.tensor.{}({})\n", in, e, PickName({"exp", "neg", "abs"}), w);
  text_ += fmt::format("{}{} = pl.tensor.assemble({}, {}, [{} * {}, 0])\n", in, Fresh(), t.var.name, e, b, half);
}

void KernelWriter::Loop(int depth) {
  const Var seed = Any();
  const std::string i = Fresh(), carry = Fresh(), result = Fresh();
  const size_t outer = vars_.size();
  const std::string_view kind = PickName({"range", "range", "parallel"});
  const bool carries = kind == "range" && !rng_.OneIn(4);
  if (carries) {
    text_ += fmt::format("{}for {}, ({},) in pl.{}(0, {}, 1, init_values=({},)):\n", Indent(depth), i, carry, kind, rng_.OneIn(3) ? std::string("n") : std::to_string(1 + rng_.Below(3)), seed.name);
    vars_.push_back({carry, seed.rows, seed.columns, seed.dtype, false, false});
  } else {
    text_ += fmt::format("{}for {} in pl.{}(0, {}, 1):\n", Indent(depth), i, kind, 1 + rng_.Below(3));
  }
  const size_t before = text_.size();
  Body(depth + 1);
  if (carries) {
    Var last = Find([&](const Var& v) { return v.rows == seed.rows && v.columns == seed.columns && v.dtype == seed.dtype && !v.partial && !v.gm; });
    if (last.name.empty() || rng_.OneIn(2)) {
      last = Emit(seed.rows, seed.columns, seed.dtype, fmt::format("pl.tensor.add({}, {})", carry, seed.name), depth + 1);
    }
    text_ += fmt::format("{}{}: {} = pl.yield_({})\n", Indent(depth + 1), result, TypeOf(seed), last.name);
  } else if (text_.size() == before) {
    Emit(seed.rows, seed.columns, seed.dtype, fmt::format("pl.tensor.neg({})", seed.name), depth + 1);
  }
  vars_.resize(outer);
  if (carries) vars_.push_back({result, seed.rows, seed.columns, seed.dtype, false, false});
}

void KernelWriter::Branch(int depth) {
  const Var like = Any();
  const std::string result = Fresh();
  const size_t outer = vars_.size();
  text_ += fmt::format("{}if n {} {}:\n", Indent(depth), PickName({">", "==", "<"}), rng_.Below(3));
  for (int arm = 0; arm < 2; ++arm) {
    if (arm == 1) text_ += fmt::format("{}else:\n", Indent(depth));
    Body(depth + 1);
    Var v = Find([&](const Var& x) { return x.rows == like.rows && x.columns == like.columns && x.dtype == like.dtype && !x.partial; });
    if (arm == 0 && v.gm) v = Emit(like.rows, like.columns, like.dtype, fmt::format("pl.tensor.neg({})", like.name), depth + 1);
    text_ += fmt::format("{}{}: {} = pl.yield_({})\n", Indent(depth + 1), result, TypeOf(like), v.name);
    vars_.resize(outer);
  }
  vars_.push_back({result, like.rows, like.columns, like.dtype, false, false});
}

}  // namespace t2t
