// Types of tiles in the printed form, for tables of operator tests.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

// Tile("[16, 64]", "FP32", "Vec", "valid_shape=[n, 64]"); no space or view: left out of the type.
inline std::string Tile(std::string_view shape, std::string_view dtype = "FP32", std::string_view space = "Vec",
                        std::string_view view = "") {
  std::string text = "pl.Tile[" + std::string(shape) + ", pl." + std::string(dtype);
  if (!space.empty()) text += ", pl.Mem." + std::string(space);
  if (!view.empty()) text += ", pl.TileView(" + std::string(view) + ")";
  return text + "]";
}
inline std::string Param(std::string_view name, const std::string& type) { return std::string(name) + ": " + type; }
inline std::string Valid(std::string_view extents) { return "valid_shape=" + std::string(extents); }

constexpr std::string_view kColMajor = "blayout=pl.TileLayout.col_major";

}  // namespace t2t
