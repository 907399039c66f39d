#include "tests/bench/scaled_program.h"

#include <algorithm>

#include "fmt/format.h"

namespace t2t::bench {
namespace {

constexpr int kPerKernel = 40;
constexpr const char* kTensor = "pl.Tensor[[64, 128], pl.FP32]";

// Statement `i` of a kernel reads values defined shortly before it, so that live ranges stay as short as in real kernels.
std::string Statement(int i) {
  const std::string last = i == 0 ? "x" : fmt::format("v{}", i - 1);
  switch (i % 8) {
    case 2: return fmt::format("v{}: {} = pl.tensor.muls({}, 0.5)", i, kTensor, last);
    case 3: return fmt::format("v{}: {} = pl.tensor.add({}, v{})", i, kTensor, last, i - 2);
    case 5: return fmt::format("v{}: {} = pl.tensor.exp({})", i, kTensor, last);
    case 6: return fmt::format("v{}: {} = pl.tensor.maximum({}, v{})", i, kTensor, last, i - 3);
    case 7: return fmt::format("v{}: {} = pl.tensor.col_expand_mul({}, g)", i, kTensor, last);
    default: return fmt::format("v{}: {} = pl.tensor.sub({}, x)", i, kTensor, last);
  }
}

void AppendKernel(std::string& text, int kernel, int statements) {
  fmt::format_to(std::back_inserter(text),
                 "    @pl.function(type=pl.FunctionType.InCore)\n"
                 "    def k{}(x: {}, g: pl.Tensor[[1, 128], pl.FP32]) -> {}:\n",
                 kernel, kTensor, kTensor);
  for (int i = 0; i + 1 < statements; ++i) text += "        " + Statement(i) + "\n";
  text += statements > 1 ? fmt::format("        return v{}\n", statements - 2) : "        return x\n";
}

}  // namespace

std::string ScaledProgram(int statements) {
  std::string text = "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass Scaled:\n";
  int kernels = 0;
  for (int left = statements; left > 0; left -= kPerKernel) AppendKernel(text, kernels++, std::min(left, kPerKernel));
  fmt::format_to(std::back_inserter(text),
                 "    @pl.function(type=pl.FunctionType.Orchestration)\n"
                 "    def main(x: {}, g: pl.Tensor[[1, 128], pl.FP32]) -> {}:\n",
                 kTensor, kTensor);
  for (int k = 0; k < kernels; ++k) {
    fmt::format_to(std::back_inserter(text), "        y{}: {} = self.k{}({}, g)\n", k, kTensor, k,
                   k == 0 ? "x" : fmt::format("y{}", k - 1));
  }
  text += fmt::format("        return y{}\n", kernels - 1);
  return text;
}

}  // namespace t2t::bench
