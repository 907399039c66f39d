// Closed vocabularies of the IR, in the words and numeric codes of the printed form (types-and-ops 1.1, 2.1, 3.4).
// EnumName gives the printed name (without the `pl.X.` prefix), ParseEnum<E>(name) the way back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/types/span.h"

namespace t2t {

enum class DType : uint8_t {
  kBool = 0x00,
  kInt4 = 0x10, kInt8, kInt16, kInt32, kInt64, kIndex,
  kUint4 = 0x20, kUint8, kUint16, kUint32, kUint64,
  kFp4 = 0x30, kFp8E4M3FN, kFp8E5M2, kFp16, kFp32, kFp8E8M0 = 0x36,
  kBf16 = 0x40, kHf4, kHf8,
  kTaskId = 0x50,
  kNone = 0xff,  // "no scalar": the type of an expression that is not one
};

enum class MemorySpace : uint8_t {
  kDDR, kVec, kMat, kLeft, kRight, kAcc, kBias, kScalarLocal, kLeftScale, kRightScale,
  kUnset = 0xff,
};
enum class TensorLayout : uint8_t { kND, kDN, kNZ, kMxAZz, kMxBNn };
enum class TileLayout : uint8_t { kNoneBox, kRowMajor, kColMajor };
enum class PadValue : uint8_t { kNull, kZero, kMax, kMin };
enum class CompactMode : uint8_t { kNull, kNormal };
enum class ParamDirection : uint8_t { kIn, kOut, kInOut };
enum class ArgDirection : uint8_t { kInput, kOutput, kInOut, kOutputExisting, kNoDep, kScalar };
enum class FunctionType : uint8_t { kOpaque, kOrchestration, kInCore, kAIC, kAIV, kGroup, kSpmd, kInline, kGraph };
enum class Level : uint8_t {
  kAIV, kAIC, kCoreGroup, kChipDie, kChip, kHost, kCluster0, kCluster1, kCluster2, kGlobal,
  kUnset = 0xff,
};
enum class Role : uint8_t { kOrchestrator, kSubWorker, kUnset = 0xff };
enum class IrStage : uint8_t { kFunctional, kBuffer };
enum class LoopKind : uint8_t { kSequential, kParallel, kUnroll, kPipeline };
enum class SplitMode : uint8_t { kNone, kUpDown, kLeftRight };

template <class E>
struct EnumEntry {
  E value;
  std::string_view name;
};
// The complete table of an enumeration, in code order. Specialised in enums.cc for every enum above that is printed.
template <class E>
absl::Span<const EnumEntry<E>> EnumTable();

template <class E>
std::string_view EnumName(E value) {
  for (const EnumEntry<E>& entry : EnumTable<E>()) {
    if (entry.value == value) return entry.name;
  }
  return "?";
}
template <class E>
std::optional<E> ParseEnum(std::string_view name) {
  for (const EnumEntry<E>& entry : EnumTable<E>()) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}
// Dense codes, so names of data types are one table look-up on the printer's hot path.
std::string_view DTypeName(DType dtype);

constexpr bool IsSignedInt(DType t) { return (static_cast<uint8_t>(t) & 0xf0) == 0x10; }
constexpr bool IsUnsignedInt(DType t) { return (static_cast<uint8_t>(t) & 0xf0) == 0x20; }
constexpr bool IsInt(DType t) { return IsSignedInt(t) || IsUnsignedInt(t); }
constexpr bool IsFloat(DType t) {
  return (static_cast<uint8_t>(t) & 0xf0) == 0x30 || (static_cast<uint8_t>(t) & 0xf0) == 0x40;
}
constexpr bool IsIndexLike(DType t) { return t == DType::kInt64 || t == DType::kUint64 || t == DType::kIndex; }
// Bits of one element; 0 for kNone. BOOL is 1 bit but is stored in a byte.
int BitWidth(DType dtype);
inline int ByteSize(DType dtype) { return (BitWidth(dtype) + 7) / 8; }
// Storage bits: packed nibbles for the 4-bit types, whole bytes otherwise.
inline int StorageBits(DType dtype) { return BitWidth(dtype) == 4 ? 4 : ByteSize(dtype) * 8; }
// Element type of an operation on two tensors or tiles (types-and-ops 1.3). Never fails.
DType Promote(DType a, DType b);

constexpr bool IsInCoreLike(FunctionType t) {
  return t == FunctionType::kInCore || t == FunctionType::kAIC || t == FunctionType::kAIV;
}
constexpr bool IsWrapper(FunctionType t) { return t == FunctionType::kGroup || t == FunctionType::kSpmd; }
constexpr bool IsOrchestrationLike(FunctionType t) {
  return t == FunctionType::kOrchestration || t == FunctionType::kGraph;
}
// Level and role that a function type implies; kUnset where it implies none (types-and-ops 3.4).
Level DerivedLevel(FunctionType type);
Role DerivedRole(FunctionType type);

}  // namespace t2t
