// Binary floating formats and their bits. Private to number_format.cc and number_rows.cc.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "ir/eval/number_format.h"

namespace t2t::eval {

// A binary floating format. `special` says what the highest exponent means.
struct Format {
  enum class Special : uint8_t { kIeee, kNanOnly, kNone };
  int exponent_bits;
  int mantissa_bits;
  Special special;
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  int max_field() const { return (1 << exponent_bits) - 1; }
};

inline constexpr Format kFp4Format{2, 1, Format::Special::kNone};
inline constexpr Format kE4M3{4, 3, Format::Special::kNanOnly};
inline constexpr Format kE5M2{5, 2, Format::Special::kIeee};
inline constexpr Format kHalf{5, 10, Format::Special::kIeee};
inline constexpr Format kBFloat{8, 7, Format::Special::kIeee};
inline constexpr Format kSingle{8, 23, Format::Special::kIeee};

inline const Format& FormatOf(DType dtype) {
  switch (dtype) {
    case DType::kFp4: return kFp4Format;
    case DType::kFp8E4M3FN: return kE4M3;
    case DType::kFp8E5M2: return kE5M2;
    case DType::kFp16: return kHalf;
    case DType::kBf16: return kBFloat;
    default: return kSingle;
  }
}

// Every mode and every range.
uint32_t EncodeGeneric(double value, const Format& f, Rounding rounding);

// The common case, without ldexp: a result in the normal range, rounded to even.
inline uint32_t EncodeFast(double value, const Format& f) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023;
  if (exponent < 1 - f.bias() || exponent >= f.bias()) return EncodeGeneric(value, f, Rounding::kRint);
  const int shift = 52 - f.mantissa_bits;
  const uint64_t rounded = bits + (uint64_t{1} << (shift - 1)) - 1 + ((bits >> shift) & 1);
  const uint32_t sign = static_cast<uint32_t>(bits >> 63) << (f.exponent_bits + f.mantissa_bits);
  const uint64_t magnitude = (rounded & 0x7fffffffffffffff) >> shift;
  return sign | static_cast<uint32_t>(magnitude - (static_cast<uint64_t>(1023 - f.bias()) << f.mantissa_bits));
}

// FP16 by its bits.
const std::array<float, 65536>& HalfTable();

}  // namespace t2t::eval
