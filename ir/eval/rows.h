// The one loop behind element-wise operators: walk the valid region of a result row by row, load the operands' elements
// as double or int64_t, compute, store, and carry poison along.
#pragma once

#include <array>
#include <cstring>

#include "ir/eval/op_context.h"
#include "ir/support/check.h"

namespace t2t::eval {

// An operand aligned to the axes of a result: stride 0 along broadcast axes.
struct Operand {
  const Nd* nd = nullptr;
  Dims stride;
  Dims valid;              // along the result's axes; broadcast axes count as covered
  bool covers = true;      // its valid region covers the region computed
  DType as = DType::kNone; // its elements are cast to this type first, floats by mode round, integers wrapping; kNone = taken as
                           // they are
};

// Right-aligned broadcast of `nd` to a box of extents `box`; `region` is the part that is computed.
absl::StatusOr<Operand> AlignOperand(const OpContext& c, const Nd& nd, absl::Span<const int64_t> box,
                                     absl::Span<const int64_t> region);

// The type an operand is cast to where the result has type `result`: kNone where that changes no number. Floats beside
// floats stay as they are, the computation is wide enough for both.
inline DType CastFirst(DType operand, DType result) {
  return operand == result || (IsFloat(operand) && IsFloat(result)) ? DType::kNone : result;
}

// That cast.
inline double Cast(double value, DType to) { return RoundFloat(value, to, Rounding::kRound); }
inline int64_t Cast(int64_t value, DType to) { return WrapInt(value, to); }

inline constexpr int64_t kChunk = 512;

// Poison of one piece of a row. Returns false when there is none; otherwise `out` holds the reasons.
bool RowPoison(const OpContext& c, absl::Span<const Operand> operands, absl::Span<const int64_t> position,
               const int64_t* first, int64_t from, int64_t n, PoisonId* out);

// Operands and result of one axis each where the memory allows it, so that [N,1] does not walk rows of one element.
bool CollapseAxes(const Nd& out, absl::Span<const Operand> operands, absl::Span<const int64_t> region);

// f(n, in, out, undefined): in[k] and out are arrays of n elements; setting undefined[i] poisons element i.
template <class T>
using RowFunction = absl::FunctionRef<void(int64_t n, const std::array<const T*, 4>& in, T* out, uint8_t* undefined)>;

// T is double or int64_t.
template <class T>
absl::Status MapRows(OpContext& c, Nd& out, absl::Span<const Operand> operands, RowFunction<T> f);

// Computes the whole result from operands `indices` (aligned by broadcast) with a function for floating and one for
// integer results.
absl::Status Elementwise(OpContext& c, absl::Span<const size_t> indices, RowFunction<double> on_float,
                         RowFunction<int64_t> on_int);

// A poisoned scalar operand makes the whole result poison; true when that happened and the result is set.
absl::StatusOr<bool> PoisonedByScalar(OpContext& c, const Scalar& s);

// Less-than in the order of the type: UINT64 compares unsigned.
inline bool LessInt(int64_t a, int64_t b, DType t) {
  return t == DType::kUint64 ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
}
// NaN wins; of two zeros the second operand.
// Neither depends on the order of its operands: +0 counts as larger than -0.
inline double MaxFloat(double a, double b) {
  return std::isnan(a) ? a : std::isnan(b) ? b : a > b || (a == b && !std::signbit(a)) ? a : b;
}
inline double MinFloat(double a, double b) {
  return std::isnan(a) ? a : std::isnan(b) ? b : a < b || (a == b && std::signbit(a)) ? a : b;
}
inline int64_t AddInt(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
inline int64_t SubInt(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b)); }
inline int64_t MulInt(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); }
// Truncating division; the caller has excluded zero. INT64_MIN / -1 wraps.
inline int64_t DivInt(int64_t a, int64_t b, DType t) {
  if (t == DType::kUint64) return static_cast<int64_t>(static_cast<uint64_t>(a) / static_cast<uint64_t>(b));
  return b == -1 ? SubInt(0, a) : a / b;
}
inline int64_t ModInt(int64_t a, int64_t b, DType t) { return SubInt(a, MulInt(DivInt(a, b, t), b)); }
// eq, ne, lt, le, gt, ge by code; NaN compares unequal and unordered.
inline bool CompareFloat(double a, double b, int64_t code) {
  switch (code) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a <= b;
    case 4: return a > b;
    default: return a >= b;
  }
}
inline bool CompareInt(int64_t a, int64_t b, int64_t code, DType t) {
  switch (code) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return LessInt(a, b, t);
    case 3: return !LessInt(b, a, t);
    case 4: return LessInt(b, a, t);
    default: return !LessInt(a, b, t);
  }
}

}  // namespace t2t::eval
