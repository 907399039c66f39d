// One random kernel. Private to the generator.
#pragma once

#include <string>
#include <vector>

#include "ir/eval/inputs.h"
#include "tests/generate/generate.h"

namespace t2t {

inline constexpr int kSymbolicRows = -1;   // printed as the program's symbol R

struct Var {
  std::string name;
  int rows = 0, columns = 0;
  std::string dtype;         // "FP32"
  bool partial = false;      // valid region smaller than the extents
  bool gm = false;           // a parameter
};

// "pl.Tensor[[16, 32], pl.FP32]"
std::string TypeOf(const Var& v);
std::string TypeOf(int rows, int columns, const std::string& dtype);
// "pl.Out[pl.Tensor[[16, 32], pl.FP32]]"
std::string ParameterType(const Var& v, const std::string& direction);

struct KernelSignature {
  std::string name;
  std::vector<Var> tensors;              // in order; behind them stands the INDEX scalar n
  std::vector<std::string> directions;   // "", "Out", "InOut"
  std::vector<Var> returns;
};

// The text of the function, indented as in a program.
std::string GenerateKernel(eval::Rng& rng, const GenerateOptions& options, const std::string& name,
                           KernelSignature* signature);

}  // namespace t2t
