// Fractal boxes of the matrix unit (lowering k.2), how a demand for them is written down, and the mark of loads that were made
// for its operands. Passes and verifiers read one table and draw their own conclusions from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/core/program.h"

namespace t2t {

inline constexpr uint32_t kFractalRows = 16;  // height of a fractal, and both sides of an L0C block

// Rows and columns of one fractal box; zero where the space is not boxed or the storage width does not divide the box.
struct Granularity {
  uint32_t rows = 0;
  uint32_t cols = 0;
};
Granularity FractalBox(MemorySpace space, DType dtype);

// One axis rounded up to whole multiples.
struct Box {
  uint32_t axis = 0;
  uint32_t align = 0;  // 0 = not boxed
  friend bool operator==(Box, Box) = default;
};

inline constexpr std::string_view kBoxMark = "t2t.box";          // "axis:align" demanded of this producer
inline constexpr std::string_view kBoxOperandMark = "t2t.box.";  // + operand index: of the load that operand still needs
std::string BoxText(Box box);
Box ParseBox(std::string_view text);  // text that does not parse means "not boxed"

// Marks loads into Mat that the lowering made, for the memory-space inference downstream.
inline constexpr std::string_view kMatBridgeAttr = "__compiler_tensor_to_tile_mat_bridge";

}  // namespace t2t
