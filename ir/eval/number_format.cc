#include "ir/eval/number_format.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "ir/eval/float_format.h"

namespace t2t::eval {
namespace {

// Largest finite magnitude, as bits without sign.
uint32_t MaxFinite(const Format& f) {
  const uint32_t mantissa = (1u << f.mantissa_bits) - 1;
  switch (f.special) {
    case Format::Special::kIeee: return (static_cast<uint32_t>(f.max_field() - 1) << f.mantissa_bits) | mantissa;
    case Format::Special::kNanOnly: return (static_cast<uint32_t>(f.max_field()) << f.mantissa_bits) | (mantissa - 1);
    case Format::Special::kNone: return (static_cast<uint32_t>(f.max_field()) << f.mantissa_bits) | mantissa;
  }
  return 0;
}

uint32_t NanBits(const Format& f) {
  const uint32_t exponent = static_cast<uint32_t>(f.max_field()) << f.mantissa_bits;
  if (f.special == Format::Special::kIeee) return exponent | (1u << (f.mantissa_bits - 1));
  return f.special == Format::Special::kNanOnly ? exponent | ((1u << f.mantissa_bits) - 1) : 0;
}

// Rounds a non-negative magnitude to an integer; `negative` matters for the directed modes.
double RoundMagnitude(double m, bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::kNone:
    case Rounding::kRint: return std::nearbyint(m);
    case Rounding::kRound: return std::round(m);
    case Rounding::kFloor: return negative ? std::ceil(m) : std::floor(m);
    case Rounding::kCeil: return negative ? std::floor(m) : std::ceil(m);
    case Rounding::kTrunc: return std::floor(m);
    case Rounding::kOdd: {
      const double down = std::floor(m);
      return down == m || std::fmod(down, 2.0) == 1.0 ? down : down + 1;
    }
  }
  return m;
}

bool OverflowsToInfinity(bool negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::kFloor: return negative;
    case Rounding::kCeil: return !negative;
    case Rounding::kTrunc:
    case Rounding::kOdd: return false;
    default: return true;
  }
}

double DecodeGeneric(uint32_t bits, const Format& f) {
  const uint32_t mantissa = bits & ((1u << f.mantissa_bits) - 1);
  const int field = static_cast<int>(bits >> f.mantissa_bits) & f.max_field();
  const bool negative = ((bits >> (f.exponent_bits + f.mantissa_bits)) & 1) != 0;
  double magnitude = 0;
  if (field == f.max_field() && f.special == Format::Special::kIeee) {
    magnitude = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (f.special == Format::Special::kNanOnly && (bits & ((1u << (f.exponent_bits + f.mantissa_bits)) - 1)) == NanBits(f)) {
    magnitude = std::numeric_limits<double>::quiet_NaN();
  } else if (field == 0) {
    magnitude = std::ldexp(mantissa, 1 - f.bias() - f.mantissa_bits);
  } else {
    magnitude = std::ldexp(mantissa + (1u << f.mantissa_bits), field - f.bias() - f.mantissa_bits);
  }
  return negative ? -magnitude : magnitude;
}

}  // namespace

uint32_t EncodeGeneric(double value, const Format& f, Rounding rounding) {
  const bool negative = std::signbit(value);
  const uint32_t sign = negative ? 1u << (f.exponent_bits + f.mantissa_bits) : 0;
  if (std::isnan(value)) return sign | NanBits(f);
  const bool ieee = f.special == Format::Special::kIeee;
  const uint32_t infinity = static_cast<uint32_t>(f.max_field()) << f.mantissa_bits;
  if (std::isinf(value)) return sign | (ieee ? infinity : MaxFinite(f));
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return sign;
  // Integer multiple of the last place at this exponent; subnormals share the lowest exponent.
  int place = std::max(std::ilogb(magnitude), 1 - f.bias()) - f.mantissa_bits;
  double units = RoundMagnitude(std::ldexp(magnitude, -place), negative, rounding);
  const double one = std::ldexp(1.0, f.mantissa_bits);
  if (units >= 2 * one) {
    units /= 2;
    ++place;
  }
  if (units < one) return sign | static_cast<uint32_t>(units);
  const int field = place + f.mantissa_bits + f.bias();
  const uint32_t bits = field > f.max_field() ? std::numeric_limits<uint32_t>::max()
                                              : (static_cast<uint32_t>(field) << f.mantissa_bits) |
                                                    static_cast<uint32_t>(units - one);
  if (bits <= MaxFinite(f)) return sign | bits;
  return sign | (ieee && OverflowsToInfinity(negative, rounding) ? infinity : MaxFinite(f));
}

const std::array<float, 65536>& HalfTable() {
  static const auto* table = [] {
    auto* t = new std::array<float, 65536>;
    for (uint32_t i = 0; i < 65536; ++i) (*t)[i] = static_cast<float>(DecodeGeneric(i, kHalf));
    return t;
  }();
  return *table;
}

bool HasArithmetic(DType dtype) {
  return dtype != DType::kHf4 && dtype != DType::kHf8 && dtype != DType::kTaskId && dtype != DType::kNone;
}

uint32_t EncodeFloat(double value, DType dtype, Rounding rounding) {
  const bool even = rounding <= Rounding::kRint;
  if (dtype == DType::kFp32 && even) return std::bit_cast<uint32_t>(static_cast<float>(value));
  if (dtype == DType::kFp8E8M0) {  // a bare power of two, no sign: the scale of a block
    if (!(value > 0)) return std::isnan(value) ? 0xff : 0;
    if (std::isinf(value)) return 0xfe;
    const int e = std::ilogb(value) + (std::ldexp(value, -std::ilogb(value)) > 1.5 && even ? 1 : 0);
    return static_cast<uint32_t>(std::clamp(e + 127, 0, 254));
  }
  return even ? EncodeFast(value, FormatOf(dtype)) : EncodeGeneric(value, FormatOf(dtype), rounding);
}

double DecodeFloat(uint32_t bits, DType dtype) {
  switch (dtype) {
    case DType::kFp32: return std::bit_cast<float>(bits);
    case DType::kBf16: return std::bit_cast<float>(bits << 16);
    case DType::kFp16: return HalfTable()[bits & 0xffff];
    case DType::kFp8E8M0:
      return bits == 0xff ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, static_cast<int>(bits) - 127);
    default: return DecodeGeneric(bits, FormatOf(dtype));
  }
}

double RoundFloat(double value, DType dtype, Rounding rounding) {
  return DecodeFloat(EncodeFloat(value, dtype, rounding), dtype);
}

int64_t WrapInt(int64_t value, DType dtype) {
  switch (dtype) {
    case DType::kBool: return value != 0 ? 1 : 0;
    case DType::kInt4: return ((value & 0xf) ^ 8) - 8;
    case DType::kUint4: return value & 0xf;
    case DType::kInt8: return static_cast<int8_t>(value);
    case DType::kUint8: return static_cast<uint8_t>(value);
    case DType::kInt16: return static_cast<int16_t>(value);
    case DType::kUint16: return static_cast<uint16_t>(value);
    case DType::kInt32: return static_cast<int32_t>(value);
    case DType::kUint32: return static_cast<uint32_t>(value);
    default: return value;
  }
}

double RoundToInteger(double value, Rounding rounding) {
  if (!std::isfinite(value)) return value;
  return std::copysign(RoundMagnitude(std::fabs(value), std::signbit(value), rounding), value);
}

int64_t MinInt(DType dtype) {
  if (IsUnsignedInt(dtype) || dtype == DType::kBool) return 0;
  const int bits = BitWidth(dtype);
  return bits >= 64 ? std::numeric_limits<int64_t>::min() : -(int64_t{1} << (bits - 1));
}

int64_t MaxInt(DType dtype) {
  if (dtype == DType::kBool) return 1;
  const int bits = BitWidth(dtype);
  if (IsUnsignedInt(dtype)) return bits >= 64 ? -1 : (int64_t{1} << bits) - 1;
  return bits >= 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (bits - 1)) - 1;
}

int64_t SaturateToInt(double value, DType dtype, Rounding rounding) {
  if (std::isnan(value)) return 0;
  if (dtype == DType::kBool) return value != 0 ? 1 : 0;
  const double r = RoundToInteger(value, rounding);
  if (dtype == DType::kUint64) {
    if (r <= 0) return 0;
    return r >= 18446744073709551616.0 ? -1 : static_cast<int64_t>(static_cast<uint64_t>(r));
  }
  if (r <= static_cast<double>(MinInt(dtype))) return MinInt(dtype);
  if (r >= static_cast<double>(MaxInt(dtype))) return MaxInt(dtype);
  return static_cast<int64_t>(r);
}

}  // namespace t2t::eval
