#include "ir/analysis/fractal_box.h"

#include <algorithm>
#include <charconv>

#include "fmt/format.h"

namespace t2t {
namespace {

constexpr int kBoxBits = 256;  // one row of a 512-byte fractal is 32 bytes

uint32_t NumberOr0(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? value : 0;
}

}  // namespace

Granularity FractalBox(MemorySpace space, DType dtype) {
  const int bits = StorageBits(dtype);
  if (bits <= 0 || kBoxBits % bits != 0) return {};
  const auto wide = static_cast<uint32_t>(kBoxBits / bits);
  switch (space) {
    case MemorySpace::kMat: case MemorySpace::kLeft: return {kFractalRows, wide};
    case MemorySpace::kRight: return {wide, kFractalRows};
    case MemorySpace::kAcc: return {kFractalRows, kFractalRows};
    default: return {};
  }
}

std::string BoxText(Box box) { return fmt::format("{}:{}", box.axis, box.align); }

Box ParseBox(std::string_view text) {
  const size_t colon = std::min(text.find(':'), text.size());
  return {NumberOr0(text.substr(0, colon)), NumberOr0(text.substr(std::min(colon + 1, text.size())))};
}

}  // namespace t2t
