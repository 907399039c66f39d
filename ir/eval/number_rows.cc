// Rows of elements between memory and the types that are computed in.
#include <algorithm>
#include <cstring>
#include <limits>

#include "ir/eval/float_format.h"
#include "ir/support/check.h"

namespace t2t::eval {
namespace {

// The storage type behind an element type of whole bytes.
template <class F>
void WithStorage(DType dtype, F&& f) {
  switch (dtype) {
    case DType::kBool:
    case DType::kUint8: f(uint8_t{}); return;
    case DType::kInt8: f(int8_t{}); return;
    case DType::kInt16: f(int16_t{}); return;
    case DType::kUint16: f(uint16_t{}); return;
    case DType::kInt32: f(int32_t{}); return;
    case DType::kUint32: f(uint32_t{}); return;
    case DType::kInt64:
    case DType::kIndex:
    case DType::kUint64:
    case DType::kTaskId: f(int64_t{}); return;
    default: T2T_UNREACHABLE();
  }
}

template <class S>
S Peek(const uint8_t* base, int64_t i) {
  S s;
  std::memcpy(&s, base + i * static_cast<int64_t>(sizeof(S)), sizeof(S));
  return s;
}
template <class S>
void Poke(uint8_t* base, int64_t i, S s) {
  std::memcpy(base + i * static_cast<int64_t>(sizeof(S)), &s, sizeof(S));
}

uint32_t PeekNibble(const uint8_t* base, int64_t i) { return (base[i / 2] >> (4 * (i % 2))) & 0xfu; }
void PokeNibble(uint8_t* base, int64_t i, uint32_t bits) {
  const int shift = static_cast<int>(4 * (i % 2));
  base[i / 2] = static_cast<uint8_t>((base[i / 2] & ~(0xf << shift)) | static_cast<int>((bits & 0xf) << shift));
}
bool IsNibble(DType dtype) { return BitWidth(dtype) == 4; }

int64_t NibbleToInt(uint32_t bits, DType dtype) {
  return dtype == DType::kInt4 && bits >= 8 ? static_cast<int64_t>(bits) - 16 : static_cast<int64_t>(bits);
}

}  // namespace

void LoadRow(DType dtype, const uint8_t* base, int64_t first, int64_t stride, int64_t n, double* out) {
  if (!HasArithmetic(dtype)) {  // moved, never computed with: asked all the same, because an annotation says so, it has no numbers
    std::fill(out, out + n, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  switch (dtype) {
    case DType::kFp32:
      for (int64_t i = 0; i < n; ++i) out[i] = Peek<float>(base, first + i * stride);
      return;
    case DType::kFp16: {
      const std::array<float, 65536>& table = HalfTable();
      for (int64_t i = 0; i < n; ++i) out[i] = table[Peek<uint16_t>(base, first + i * stride)];
      return;
    }
    case DType::kBf16:
      for (int64_t i = 0; i < n; ++i) {
        out[i] = std::bit_cast<float>(static_cast<uint32_t>(Peek<uint16_t>(base, first + i * stride)) << 16);
      }
      return;
    case DType::kFp8E4M3FN:
    case DType::kFp8E5M2:
    case DType::kFp8E8M0:
      for (int64_t i = 0; i < n; ++i) out[i] = DecodeFloat(base[first + i * stride], dtype);
      return;
    case DType::kFp4:
      for (int64_t i = 0; i < n; ++i) out[i] = DecodeFloat(PeekNibble(base, first + i * stride), dtype);
      return;
    case DType::kInt4:
    case DType::kUint4:
      for (int64_t i = 0; i < n; ++i) {
        out[i] = static_cast<double>(NibbleToInt(PeekNibble(base, first + i * stride), dtype));
      }
      return;
    case DType::kUint64:
      for (int64_t i = 0; i < n; ++i) out[i] = static_cast<double>(Peek<uint64_t>(base, first + i * stride));
      return;
    default:
      WithStorage(dtype, [&](auto s) {
        for (int64_t i = 0; i < n; ++i) out[i] = static_cast<double>(Peek<decltype(s)>(base, first + i * stride));
      });
  }
}

void LoadRow(DType dtype, const uint8_t* base, int64_t first, int64_t stride, int64_t n, int64_t* out) {
  if (IsNibble(dtype)) {
    for (int64_t i = 0; i < n; ++i) out[i] = NibbleToInt(PeekNibble(base, first + i * stride), dtype);
    return;
  }
  if (IsFloat(dtype)) {  // as a store of floats into integers converts
    for (int64_t i = 0; i < n; ++i) {
      double value = 0;
      LoadRow(dtype, base, first + i * stride, 0, 1, &value);
      out[i] = SaturateToInt(value, DType::kInt64, Rounding::kTrunc);
    }
    return;
  }
  WithStorage(dtype, [&](auto s) {
    for (int64_t i = 0; i < n; ++i) out[i] = static_cast<int64_t>(Peek<decltype(s)>(base, first + i * stride));
  });
}

void StoreRow(DType dtype, uint8_t* base, int64_t first, int64_t stride, int64_t n, const double* in) {
  if (!HasArithmetic(dtype)) return;
  if (!IsFloat(dtype)) {
    for (int64_t i = 0; i < n; ++i) {
      const int64_t value = SaturateToInt(in[i], dtype, Rounding::kTrunc);
      StoreRow(dtype, base, first + i * stride, 0, 1, &value);
    }
    return;
  }
  switch (dtype) {
    case DType::kFp32:
      for (int64_t i = 0; i < n; ++i) Poke(base, first + i * stride, static_cast<float>(in[i]));
      return;
    case DType::kFp16:
    case DType::kBf16: {
      const Format& format = FormatOf(dtype);
      for (int64_t i = 0; i < n; ++i) Poke(base, first + i * stride, static_cast<uint16_t>(EncodeFast(in[i], format)));
      return;
    }
    case DType::kFp4:
      for (int64_t i = 0; i < n; ++i) PokeNibble(base, first + i * stride, EncodeFloat(in[i], dtype));
      return;
    default:
      for (int64_t i = 0; i < n; ++i) base[first + i * stride] = static_cast<uint8_t>(EncodeFloat(in[i], dtype));
  }
}

void StoreRow(DType dtype, uint8_t* base, int64_t first, int64_t stride, int64_t n, const int64_t* in) {
  if (IsNibble(dtype)) {
    for (int64_t i = 0; i < n; ++i) PokeNibble(base, first + i * stride, static_cast<uint32_t>(in[i]));
    return;
  }
  if (IsFloat(dtype)) {
    for (int64_t i = 0; i < n; ++i) {
      const auto value = static_cast<double>(in[i]);
      StoreRow(dtype, base, first + i * stride, 0, 1, &value);
    }
    return;
  }
  if (dtype == DType::kBool) {
    for (int64_t i = 0; i < n; ++i) base[first + i * stride] = in[i] != 0 ? 1 : 0;
    return;
  }
  WithStorage(dtype, [&](auto s) {
    for (int64_t i = 0; i < n; ++i) Poke(base, first + i * stride, static_cast<decltype(s)>(in[i]));
  });
}

void CopyRow(DType dtype, const uint8_t* from, int64_t from_first, int64_t from_stride, uint8_t* to, int64_t to_first,
             int64_t to_stride, int64_t n) {
  if (IsNibble(dtype)) {
    for (int64_t i = 0; i < n; ++i) PokeNibble(to, to_first + i * to_stride, PeekNibble(from, from_first + i * from_stride));
    return;
  }
  const int64_t size = ByteSize(dtype);
  if (from_stride == 1 && to_stride == 1) {
    std::memmove(to + to_first * size, from + from_first * size, static_cast<size_t>(n * size));
    return;
  }
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(to + (to_first + i * to_stride) * size, from + (from_first + i * from_stride) * size,
                static_cast<size_t>(size));
  }
}

int64_t StorageBytes(DType dtype, int64_t n) { return IsNibble(dtype) ? (n + 1) / 2 : n * ByteSize(dtype); }

}  // namespace t2t::eval
