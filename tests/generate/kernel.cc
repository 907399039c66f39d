#include "tests/generate/kernel.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"

namespace t2t {
namespace {

using eval::Rng;

std::string TypeOf(int rows, int columns, std::string_view dtype) {
  return fmt::format("pl.Tensor[[{}, {}], pl.{}]", rows, columns, dtype);
}
enum class Channel : uint8_t { kNone, kDma, kScalar };

struct Target {              // a parameter that the kernel may write
  Var var;
  Channel channel = Channel::kNone;
  std::string direction;
};

bool IsReal(std::string_view t) { return t == "FP32" || t == "FP16" || t == "BF16"; }

class Kernel {
 public:
  Kernel(Rng& rng, const GenerateOptions& options, std::string name) : rng_(rng), options_(options), name_(std::move(name)) {}

  std::string Generate(KernelSignature* signature) {
    const int count = 1 + static_cast<int>(rng_.Below(3));
    rows_ = Pick({4, 8, 16, 17, 32, 40});
    columns_ = Pick({8, 16, 24, 32, 64});
    for (int i = 0; i < count; ++i) {
      Var v{fmt::format("x{}", i), rows_, columns_, rng_.OneIn(3) ? "INT32" : "FP32", false, true};
      signature->tensors.push_back(v);
      signature->directions.push_back("");
      if (rng_.OneIn(3)) {
        signature->directions.back() = "InOut";
        targets_.push_back({v, Channel::kNone, "InOut"});
      }
      vars_.push_back(v);
    }
    if (rng_.OneIn(2)) {  // operands of the matrix unit, of any size
      const int m = Pick({1, 7, 16, 24, 40}), k = Pick({16, 32, 48}), n = Pick({8, 16, 20, 32});
      const std::string t = rng_.OneIn(3) ? "FP32" : rng_.OneIn(2) ? "BF16" : "FP16";
      matrix_[0] = {"ma", m, k, t, false, true};
      matrix_[1] = {"mb", k, n, t, false, true};
      for (const Var& v : matrix_) {
        signature->tensors.push_back(v);
        signature->directions.push_back("");
      }
      has_matrix_ = true;
    }
    if (rng_.OneIn(2)) {
      Var v{"out", rows_, columns_, "FP32", false, true};
      signature->tensors.push_back(v);
      signature->directions.push_back("Out");
      targets_.push_back({v, Channel::kNone, "Out"});
    }
    signature->name = name_;
    budget_ = 3 + static_cast<int>(rng_.Below(options_.max_statements - 2));
    Body(0);
    const std::string body = std::move(text_);

    std::string returns;
    std::vector<Var> candidates;
    for (const Var& v : vars_) {
      if (!v.gm && !v.partial) candidates.push_back(v);
    }
    if (candidates.empty()) {
      text_.clear();
      candidates.push_back(Emit(rows_, columns_, vars_[0].dtype, fmt::format("pl.tensor.neg({})", vars_[0].name), 0));
      returns = text_;
    }
    const int results = candidates.size() > 1 && rng_.OneIn(3) ? 2 : 1;
    std::string list, types;
    for (int i = 0; i < results; ++i) {
      const Var& v = rng_.OneIn(3) ? candidates[static_cast<size_t>(rng_.Below(static_cast<int64_t>(candidates.size())))]
                                   : candidates[candidates.size() - 1 - static_cast<size_t>(i)];
      signature->returns.push_back(v);
      list += (i == 0 ? "" : ", ") + v.name;
      types += (i == 0 ? "" : ", ") + TypeOf(v);
    }
    std::string params;
    for (size_t i = 0; i < signature->tensors.size(); ++i) {
      const std::string t = TypeOf(signature->tensors[i]), &d = signature->directions[i];
      params += fmt::format("{}{}: {}", i == 0 ? "" : ", ", signature->tensors[i].name, d.empty() ? t : "pl." + d + "[" + t + "]");
    }
    return fmt::format("    @pl.function(type=pl.FunctionType.InCore)\n    def {}({}, n: pl.Scalar[pl.INDEX]) -> {}:\n{}{}        return {}\n",
                       name_, params, results == 1 ? types : "tuple[" + types + "]", body, returns, list);
  }

 private:
  int Pick(std::initializer_list<int> values) {
    return *(values.begin() + rng_.Below(static_cast<int64_t>(values.size())));
  }
  std::string_view PickName(std::initializer_list<std::string_view> values) {
    return *(values.begin() + rng_.Below(static_cast<int64_t>(values.size())));
  }
  std::string Fresh() { return fmt::format("v{}", next_++); }
  std::string Indent(int depth) const { return std::string(static_cast<size_t>(8 + 4 * depth), ' '); }

  Var Emit(int rows, int columns, std::string_view dtype, const std::string& value, int depth, bool annotate = true) {
    Var v{Fresh(), rows, columns, std::string(dtype), false, false};
    text_ += fmt::format("{}{}{} = {}\n", Indent(depth), v.name, annotate ? ": " + TypeOf(v) : "", value);
    vars_.push_back(v);
    return v;
  }

  // A visible variable that satisfies `f`; empty name when there is none.
  template <class F>
  Var Find(F f) {
    std::vector<const Var*> found;
    for (const Var& v : vars_) {
      if (f(v)) found.push_back(&v);
    }
    if (found.empty()) return {};
    // Recent ones twice as likely.
    const auto n = static_cast<int64_t>(found.size());
    return *found[static_cast<size_t>(std::max(rng_.Below(n), rng_.Below(n)))];
  }
  Var Any(std::string_view dtype = "") {
    return Find([&](const Var& v) { return v.rows == rows_ && v.columns == columns_ && !v.partial && (dtype.empty() || v.dtype == dtype); });
  }
  std::string Constant(std::string_view dtype) {
    if (dtype == "INT32") return fmt::format("pl.const({}, pl.INT32)", rng_.Below(7) + 1);
    return fmt::format("pl.const({}.5, pl.{})", rng_.Below(4), dtype);
  }

  void Body(int depth) {
    const int statements = 1 + static_cast<int>(rng_.Below(5)) + (depth == 0 ? 2 : 0);
    for (int i = 0; i < statements && budget_ > 0; ++i) {
      --budget_;
      Statement(depth);
    }
  }

  void Statement(int depth) {
    const int64_t kind = rng_.Below(100);
    if (kind < 26) return Binary(depth);
    if (kind < 38) return UnaryOrScalar(depth);
    if (kind < 50) return ReduceAndExpand(depth);
    if (kind < 57) return Casts(depth);
    if (kind < 67) return Windows(depth);
    if (kind < 79) return Store(depth);
    if (kind < 86) return Product(depth);
    if (depth >= options_.max_depth) return UnaryOrScalar(depth);
    if (kind < 94) return Loop(depth);
    Branch(depth);
  }

  void Binary(int depth) {
    const Var a = Any();
    const Var b = Any(a.dtype);
    const bool real = IsReal(a.dtype);
    const std::string_view op = real ? PickName({"add", "sub", "mul", "maximum", "minimum", "div", "part_add", "cmp"})
                                     : PickName({"add", "sub", "mul", "maximum", "and_", "or_", "xor", "fmod"});
    if (op == "div" && a.dtype == "BF16") return;
    Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({}, {}{})", op, a.name, b.name, op == "cmp" ? fmt::format(", cmp_type={}", rng_.Below(6)) : ""), depth);
  }

  void UnaryOrScalar(int depth) {
    const Var a = Any();
    if (rng_.OneIn(2)) {
      const std::string_view op = IsReal(a.dtype) ? PickName({"adds", "subs", "muls", "maximum", "minimum"}) : PickName({"adds", "subs", "muls", "ands", "maximum"});
      Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({}, {})", op, a.name, Constant(a.dtype)), depth);
      return;
    }
    const std::string_view op = IsReal(a.dtype) ? PickName({"neg", "abs", "exp", "sqrt", "rsqrt", "recip"}) : PickName({"neg", "abs"});
    Emit(rows_, columns_, a.dtype, fmt::format("pl.tensor.{}({})", op, a.name), depth);
  }

  void ReduceAndExpand(int depth) {
    const Var a = Any("FP32");
    if (a.name.empty()) return;
    if (rng_.OneIn(2)) {
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

  void Casts(int depth) {
    const Var a = Any();
    std::string to(a.dtype == "FP32" ? PickName({"FP16", "BF16", "INT32"}) : PickName({"FP32"}));
    const Var half = Emit(rows_, columns_, to, fmt::format("pl.tensor.cast({}, target_type=pl.{}, mode='rint')", a.name, to), depth);
    if (to != "FP32") Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.cast({}, target_type=pl.FP32, mode='rint')", half.name), depth);
  }

  // A window of a parameter or value, perhaps partly valid, put back into a whole value.
  void Windows(int depth) {
    const Var a = Any("FP32");
    if (a.name.empty()) return;
    const int64_t kind = rng_.Below(4);
    if (kind == 0 && rows_ % 2 == 0) {
      const int half = rows_ / 2;
      const int at = rng_.OneIn(2) ? 0 : half;
      const Var w = Emit(half, columns_, "FP32", fmt::format("pl.tensor.slice({}, [{}, {}], [{}, 0])", a.name, half, columns_, at), depth);
      Emit(half, columns_, "FP32", fmt::format("pl.tensor.{}({})", PickName({"exp", "neg", "abs"}), w.name), depth);
      const Var e = vars_.back();
      const Var base = Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.muls({}, pl.const(1.0, pl.FP32))", a.name), depth);
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.assemble({}, {}, [{}, 0])", base.name, e.name, half - at), depth);
    } else if (kind == 1) {
      const Var t = Emit(columns_, rows_, "FP32", fmt::format("pl.tensor.transpose({}, 0, 1)", a.name), depth, false);
      vars_.back().partial = true;  // of another layout: only used here
      const Var u = Emit(columns_, rows_, "FP32", fmt::format("pl.tensor.neg({})", t.name), depth, false);
      vars_.back().partial = true;
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.transpose({}, 0, 1)", u.name), depth, false);
      vars_.back().partial = true;
    } else if (kind == 2) {
      const Var r = Emit(rows_ * 2, columns_ / 2, "FP32", fmt::format("pl.tensor.reshape({}, [{}, {}])", a.name, rows_ * 2, columns_ / 2), depth);
      const Var s = Emit(rows_ * 2, columns_ / 2, "FP32", fmt::format("pl.tensor.adds({}, pl.const(0.5, pl.FP32))", r.name), depth);
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.reshape({}, [{}, {}])", s.name, rows_, columns_), depth);
    } else {
      const int valid = 1 + static_cast<int>(rng_.Below(rows_));
      const Var p = Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.set_validshape({}, {}, {})", a.name, valid, columns_), depth, false);
      vars_.back().partial = true;
      const Var e = Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.{}({})", PickName({"exp", "neg"}), p.name), depth, false);
      vars_.back().partial = true;
      Emit(rows_, columns_, "FP32", fmt::format("pl.tensor.fillpad({}, pad_value=pl.PadValue.{})", e.name, PickName({"zero", "max", "min"})), depth, false);
      vars_.back().partial = true;
    }
  }

  // Writes to GM, and reads what was written.
  void Store(int depth) {
    if (targets_.empty()) return Binary(depth);
    Target& t = targets_[static_cast<size_t>(rng_.Below(static_cast<int64_t>(targets_.size())))];
    if (t.channel == Channel::kNone) t.channel = rng_.OneIn(2) ? Channel::kDma : Channel::kScalar;
    if (t.channel == Channel::kScalar) {
      text_ += fmt::format("{}pl.tensor.write({}, [{}, {}], {})\n", Indent(depth), t.var.name, rng_.Below(rows_), rng_.Below(columns_), Constant(t.var.dtype));
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

  void Product(int depth) {
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
    Emit(a.rows, b.columns, "FP32", fmt::format("pl.tensor.matmul({}, {}, {}, c_matrix_nz=False, out_dtype=pl.FP32)", a.name, b.name, flags), depth);
  }

  void Loop(int depth) {
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

  void Branch(int depth) {
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

  Rng& rng_;
  GenerateOptions options_;
  std::string name_;
  std::string text_;
  std::vector<Var> vars_;
  std::vector<Target> targets_;
  Var matrix_[2];
  bool has_matrix_ = false;
  int rows_ = 0, columns_ = 0, next_ = 0, budget_ = 0;
};

}  // namespace

std::string TypeOf(const Var& v) { return TypeOf(v.rows, v.columns, v.dtype); }

std::string GenerateKernel(Rng& rng, const GenerateOptions& options, const std::string& name, KernelSignature* signature) {
  return Kernel(rng, options, name).Generate(signature);
}

}  // namespace t2t
