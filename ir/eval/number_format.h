// How a number is stored: bits of every element type, and what rounding a value into a type means.
//
// Computation happens in `double` (floating types) and `int64_t` (integer types); a result is brought into its element type
// when it is stored. For + - * / and sqrt of FP32, FP16 and BF16 that is the correctly rounded result of the type itself,
// because 53 bits are more than twice 24 plus two. Integers wrap around.
#pragma once

#include <cmath>
#include <cstdint>

#include "ir/core/enums.h"

namespace t2t::eval {

// Codes of the `mode` kwarg of casts (types-and-ops 3.4). kNone rounds like kRint.
enum class Rounding : uint8_t { kNone, kRint, kRound, kFloor, kCeil, kTrunc, kOdd };

// Element types with arithmetic. HF4, HF8 (no encoding is specified) and TASK_ID have none; they can still be moved.
bool HasArithmetic(DType dtype);

// Bits of `value` in a floating type, and back. Overflow gives infinity where the type has one and the mode rounds
// outwards, the largest finite value otherwise (FP8E4M3FN, FP4: always). NaN without an encoding (FP4) becomes zero.
uint32_t EncodeFloat(double value, DType dtype, Rounding rounding = Rounding::kRint);
double DecodeFloat(uint32_t bits, DType dtype);

// The value as stored in `dtype` and read again.
double RoundFloat(double value, DType dtype, Rounding rounding = Rounding::kRint);
int64_t WrapInt(int64_t value, DType dtype);

// Rounds to an integer in floating point; kRint is to even, kRound is half away from zero, kOdd keeps an integer and sends
// everything else to the odd neighbour.
double RoundToInteger(double value, Rounding rounding);
// Float to integer as casts do it: rounded, then saturated to the range of `dtype`; NaN becomes 0.
int64_t SaturateToInt(double value, DType dtype, Rounding rounding);
int64_t MinInt(DType dtype);
int64_t MaxInt(DType dtype);   // of UINT64: the bit pattern, -1

// `n` elements starting at element `first`, `stride` elements apart (0 repeats one element). The double form also reads
// integers; the integer form only integers and BOOL, UINT64 as its bit pattern.
void LoadRow(DType dtype, const uint8_t* base, int64_t first, int64_t stride, int64_t n, double* out);
void LoadRow(DType dtype, const uint8_t* base, int64_t first, int64_t stride, int64_t n, int64_t* out);
void StoreRow(DType dtype, uint8_t* base, int64_t first, int64_t stride, int64_t n, const double* in);
void StoreRow(DType dtype, uint8_t* base, int64_t first, int64_t stride, int64_t n, const int64_t* in);
// Same element type on both sides: bits are copied.
void CopyRow(DType dtype, const uint8_t* from, int64_t from_first, int64_t from_stride, uint8_t* to, int64_t to_first,
             int64_t to_stride, int64_t n);
// Bytes that hold `n` elements.
int64_t StorageBytes(DType dtype, int64_t n);

}  // namespace t2t::eval
