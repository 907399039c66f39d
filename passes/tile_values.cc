#include "passes/tile_values.h"

#include "passes/convert/registry.h"
#include "passes/kernels.h"

namespace t2t {
namespace {

bool Converts(OpId op) { return Conversions().Find(op) != nullptr; }

std::vector<FuncId> KernelsOf(const Program& program) {
  std::vector<FuncId> kernels;
  ForEachKernel(program, [&](FuncId kernel) { kernels.push_back(kernel); });
  return kernels;
}

}  // namespace

bool ProjectsConverted(const Program& program, ExprId expr) { return ProjectsComputed(program, expr, Converts); }

TileValues::TileValues(const Program& program) : ComputedValues(program, KernelsOf(program), Converts) {}

}  // namespace t2t
