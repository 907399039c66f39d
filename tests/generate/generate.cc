#include "tests/generate/generate.h"

#include <vector>

#include "fmt/format.h"
#include "tests/generate/kernel.h"

namespace t2t {
namespace {

using eval::Rng;

// The host: every kernel once or twice, directly, as a task, or through a wrapper.
std::string Host(Rng& rng, const std::vector<KernelSignature>& kernels, std::string* wrappers) {
  std::string params, body, last;
  int next = 0;
  for (const KernelSignature& k : kernels) {
    std::string args, pass;
    for (size_t i = 0; i < k.tensors.size(); ++i) {
      const std::string name = fmt::format("{}_{}", k.name, k.tensors[i].name), t = TypeOf(k.tensors[i]);
      params += fmt::format("{}: {}, ", name, k.directions[i].empty() ? t : "pl." + k.directions[i] + "[" + t + "]");
      args += name + ", ";
    }
    args += "n";
    std::string callee = k.name;
    if (k.returns.size() == 1 && rng.OneIn(3)) {  // through a wrapper
      callee = "w_" + k.name;
      std::string wrapped;
      std::string inner;
      for (size_t i = 0; i < k.tensors.size(); ++i) {
        const std::string t = TypeOf(k.tensors[i]);
        wrapped += fmt::format("{}: {}, ", k.tensors[i].name, k.directions[i].empty() ? t : "pl." + k.directions[i] + "[" + t + "]");
        inner += k.tensors[i].name + ", ";
      }
      *wrappers += fmt::format(
          "    @pl.function(type=pl.FunctionType.Group)\n    def {}(self, {}n: pl.Scalar[pl.INDEX]) -> {}:\n"
          "        r: {} = self.{}({}n)\n        return r\n",
          callee, wrapped, TypeOf(k.returns[0]), TypeOf(k.returns[0]), k.name, inner);
    }
    const std::string r = fmt::format("r{}", next++);
    if (k.returns.size() == 1) {
      if (rng.OneIn(3)) {
        body += fmt::format("        s{} = pl.submit(self.{}, {})\n        {}: {} = s{}[0]\n", next, callee, args, r, TypeOf(k.returns[0]), next);
      } else {
        body += fmt::format("        {}: {} = self.{}({})\n", r, TypeOf(k.returns[0]), callee, args);
      }
    } else {
      body += fmt::format("        t{} = self.{}({})\n        {}: {} = t{}[0]\n", next,
                          callee, args, r, TypeOf(k.returns[0]), next);
    }
    last = r;
  }
  const Var& v = kernels.back().returns[0];
  return fmt::format("    @pl.function(type=pl.FunctionType.Orchestration)\n    def main(self, {}n: pl.Scalar[pl.INDEX]) -> {}:\n{}        return {}\n",
                     params, TypeOf(v), body, last);
}

}  // namespace

std::string GenerateProgram(uint64_t seed, const GenerateOptions& options) {
  Rng rng(seed);
  std::string text = fmt::format("# generated from seed {}\nimport pypto.language as pl\n\n@pl.program\nclass Generated:\n", seed);
  const int64_t count = 1 + rng.Below(options.max_kernels);
  std::vector<KernelSignature> kernels(static_cast<size_t>(count));
  for (size_t i = 0; i < kernels.size(); ++i) text += GenerateKernel(rng, options, fmt::format("k{}", i), &kernels[i]);
  std::string wrappers;
  const std::string host = Host(rng, kernels, &wrappers);
  return text + wrappers + host;
}

}  // namespace t2t
