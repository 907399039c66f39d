// Runs the registered conversions over a straight-line function, without the pass around them: operands that stand for
// a tile are handed over as that tile, everything else as it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"

namespace t2t {

struct Converted {
  std::string statements;              // printed without annotations; casts left out
  std::string error;                   // message of the converter or of the reader; then `statements` is empty
  std::vector<std::string> operators;  // whose conversions ran
};

// `params`: the signature; a parameter `x__tile` of tile type can be used in the body as the tensor `x`.
// `body`: statements, one per line, unindented. Every call of an operator with a conversion is converted.
Converted ConvertBody(std::string_view params, std::string_view body, Backend backend = Backend::kNone);

// Converts every such call of every function; `operators` gets the names of the converted ones.
absl::Status ConvertProgram(Program& program, std::vector<std::string>& operators, Backend backend = Backend::kNone);

}  // namespace t2t
