#include "tests/generate/kernel.h"

#include <algorithm>

#include "fmt/format.h"
#include "tests/generate/kernel_writer.h"

namespace t2t {

std::string TypeOf(int rows, int columns, const std::string& dtype) {
  return fmt::format("pl.Tensor[[{}, {}], pl.{}]", rows == kSymbolicRows ? "R" : std::to_string(rows), columns, dtype);
}
std::string TypeOf(const Var& v) { return TypeOf(v.rows, v.columns, v.dtype); }

std::string ParameterType(const Var& v, const std::string& direction) {
  return direction.empty() ? TypeOf(v) : "pl." + direction + "[" + TypeOf(v) + "]";
}

void KernelWriter::AddParameters(KernelSignature* signature) {
  const auto add = [&](const Var& v, const std::string& direction = "") {
    signature->tensors.push_back(v);
    signature->directions.push_back(direction);
    if (!direction.empty()) targets_.push_back({v, Channel::kNone, direction});
  };
  const int count = 1 + static_cast<int>(rng_.Below(3));
  rows_ = rng_.OneIn(6) ? kSymbolicRows : Pick({4, 8, 16, 17, 32, 40});
  columns_ = Pick({8, 16, 24, 32, 64});
  for (int i = 0; i < count; ++i) {
    const Var v{fmt::format("x{}", i), rows_, columns_, rng_.OneIn(3) ? "INT32" : "FP32", false, true};
    add(v, rng_.OneIn(3) ? "InOut" : "");
    vars_.push_back(v);
  }
  if (rng_.OneIn(2)) {  // operands of the matrix unit, of any size
    const int m = Pick({1, 7, 16, 24, 40}), k = Pick({16, 32, 48}), n = Pick({8, 16, 20, 32});
    const std::string t = rng_.OneIn(3) ? "FP32" : rng_.OneIn(2) ? "BF16" : "FP16";
    matrix_[0] = {"ma", m, k, t, false, true};
    matrix_[1] = {"mb", k, n, t, false, true};
    for (const Var& v : matrix_) add(v);
    has_matrix_ = true;
  }
  if (!Symbolic() && rng_.OneIn(3)) {
    index_ = {"ix", rows_, columns_, "INT32", false, true};
    order_ = {"order", rows_, columns_, "UINT32", false, true};
    add(index_);
    add(order_);
  }
  if (rng_.OneIn(2)) add({"out", rows_, columns_, "FP32", false, true}, "Out");
}

// The values returned; statements that a kernel without any needs go to the text.
std::string KernelWriter::Returns(KernelSignature* signature, std::string* types) {
  std::vector<Var> candidates;
  for (const Var& v : vars_) {
    if (!v.gm && !v.partial) candidates.push_back(v);
  }
  if (candidates.empty()) {
    candidates.push_back(Emit(rows_, columns_, vars_[0].dtype, fmt::format("pl.tensor.neg({})", vars_[0].name), 0));
  }
  const int results = candidates.size() > 1 && rng_.OneIn(3) ? 2 : 1;
  std::string list;
  for (int i = 0; i < results; ++i) {
    const Var& v = rng_.OneIn(3) ? candidates[static_cast<size_t>(rng_.Below(static_cast<int64_t>(candidates.size())))]
                                 : candidates[candidates.size() - 1 - static_cast<size_t>(i)];
    signature->returns.push_back(v);
    list += (i == 0 ? "" : ", ") + v.name;
    *types += (i == 0 ? "" : ", ") + TypeOf(v);
  }
  if (results > 1) *types = "tuple[" + *types + "]";
  return list;
}

std::string KernelWriter::Generate(KernelSignature* signature) {
  signature->name = name_;
  AddParameters(signature);
  budget_ = 3 + static_cast<int>(rng_.Below(options_.max_statements - 2));
  Body(0);
  std::string types, params;
  const std::string list = Returns(signature, &types);
  for (size_t i = 0; i < signature->tensors.size(); ++i) {
    params += fmt::format("{}{}: {}", i == 0 ? "" : ", ", signature->tensors[i].name,
                          ParameterType(signature->tensors[i], signature->directions[i]));
  }
  return fmt::format("    @pl.function(type=pl.FunctionType.InCore)\n    def {}({}, n: pl.Scalar[pl.INDEX]) -> {}:\n{}        return {}\n",
                     name_, params, types, text_, list);
}

int KernelWriter::Pick(std::initializer_list<int> values) {
  return *(values.begin() + rng_.Below(static_cast<int64_t>(values.size())));
}
std::string_view KernelWriter::PickName(std::initializer_list<std::string_view> values) {
  return *(values.begin() + rng_.Below(static_cast<int64_t>(values.size())));
}

Var KernelWriter::Emit(int rows, int columns, std::string_view dtype, const std::string& value, int depth, bool annotate) {
  Var v{Fresh(), rows, columns, std::string(dtype), false, false};
  text_ += fmt::format("{}{}{} = {}\n", Indent(depth), v.name, annotate ? ": " + TypeOf(v) : "", value);
  vars_.push_back(v);
  return v;
}

Var KernelWriter::EmitHidden(int rows, int columns, std::string_view dtype, const std::string& value, int depth) {
  const Var v = Emit(rows, columns, dtype, value, depth, false);
  vars_.back().partial = true;
  return v;
}

Var KernelWriter::Any(std::string_view dtype) {
  return Find([&](const Var& v) {
    return v.rows == rows_ && v.columns == columns_ && !v.partial && (dtype.empty() || v.dtype == dtype);
  });
}

std::string KernelWriter::Constant(std::string_view dtype) {
  if (dtype == "INT32") return fmt::format("pl.const({}, pl.INT32)", rng_.Below(7) + 1);
  return fmt::format("pl.const({}.5, pl.{})", rng_.Below(4), dtype);
}

void KernelWriter::Body(int depth) {
  const int statements = 1 + static_cast<int>(rng_.Below(5)) + (depth == 0 ? 2 : 0);
  for (int i = 0; i < statements && budget_ > 0; ++i) {
    --budget_;
    Statement(depth);
  }
}

void KernelWriter::Statement(int depth) {
  const int64_t kind = rng_.Below(100);
  if (kind < 20) return Binary(depth);
  if (kind < 30) return UnaryOrScalar(depth);
  if (kind < 40) return ReduceAndExpand(depth);
  if (kind < 46) return Casts(depth);
  if (kind < 54) return Windows(depth);
  if (kind < 64) return Store(depth);
  if (kind < 68) return Symbolic() ? Chunks(depth) : Block(depth);
  if (kind < 71) return Gather(depth);
  if (kind < 74) return Scatter(depth);
  if (kind < 77) return Sort(depth);
  if (kind < 85) return Product(depth);
  if (depth >= options_.max_depth) return UnaryOrScalar(depth);
  if (kind < 94) return Loop(depth);
  Branch(depth);
}

std::string GenerateKernel(eval::Rng& rng, const GenerateOptions& options, const std::string& name,
                           KernelSignature* signature) {
  return KernelWriter(rng, options, name).Generate(signature);
}

}  // namespace t2t
