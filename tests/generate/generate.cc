#include "tests/generate/generate.h"

#include <vector>

#include "fmt/format.h"
#include "tests/generate/host.h"
#include "tests/generate/kernel.h"

namespace t2t {

std::string GenerateProgram(uint64_t seed, const GenerateOptions& options) {
  eval::Rng rng(seed);
  const int64_t count = 1 + rng.Below(options.max_kernels);
  std::vector<KernelSignature> kernels(static_cast<size_t>(count));
  std::string text;
  bool symbolic = false;
  for (size_t i = 0; i < kernels.size(); ++i) {
    text += GenerateKernel(rng, options, fmt::format("k{}", i), &kernels[i]);
    symbolic = symbolic || kernels[i].tensors[0].rows == kSymbolicRows;
  }
  text += GenerateHost(rng, kernels);
  return fmt::format("# generated from seed {}\nimport pypto.language as pl\n\n{}@pl.program\nclass Generated:\n{}", seed,
                     symbolic ? "R = pl.dynamic(\"R\")\n\n" : "", text);
}

}  // namespace t2t
