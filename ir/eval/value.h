// What a variable holds while a program runs.
#pragma once

#include <memory>
#include <vector>

#include "ir/eval/buffer.h"

namespace t2t::eval {

// `i` for integers and BOOL, `f` for floating types, already rounded to `dtype`.
struct Scalar {
  DType dtype = DType::kIndex;
  int64_t i = 0;
  double f = 0;
  PoisonId poison = 0;

  static Scalar Int(int64_t value, DType dtype) { return {dtype, WrapInt(value, dtype), 0, 0}; }
  static Scalar Float(double value, DType dtype) { return {dtype, 0, RoundFloat(value, dtype), 0}; }
  static Scalar Bool(bool value) { return {DType::kBool, value ? 1 : 0, 0, 0}; }
  double AsDouble() const;
  // Stored into another type: floats round to even, float to integer truncates and saturates, integers wrap.
  Scalar As(DType dtype) const;
};

struct RtValue {
  enum class Kind : uint8_t {
    kNone,     // no value: unknown type
    kScalar,
    kTensor,   // plain and distributed
    kTile,
    kTuple,
    kArray,    // a one-dimensional window
    kOpaque,   // contexts, pointers, events: nothing looks inside
  };
  Kind kind = Kind::kNone;
  Scalar scalar;
  Nd nd;
  MemorySpace space = MemorySpace::kUnset;           // kTile
  std::shared_ptr<const std::vector<RtValue>> items;  // kTuple

  bool IsNd() const { return kind == Kind::kTensor || kind == Kind::kTile || kind == Kind::kArray; }
  static RtValue Of(Scalar s) { RtValue v; v.kind = Kind::kScalar; v.scalar = s; return v; }
  static RtValue Tensor(Nd nd) { RtValue v; v.kind = Kind::kTensor; v.nd = std::move(nd); return v; }
  static RtValue Tile(Nd nd, MemorySpace space) {
    RtValue v;
    v.kind = Kind::kTile;
    v.nd = std::move(nd);
    v.space = space;
    return v;
  }
  static RtValue Tuple(std::vector<RtValue> items) {
    RtValue v;
    v.kind = Kind::kTuple;
    v.items = std::make_shared<const std::vector<RtValue>>(std::move(items));
    return v;
  }
  static RtValue Opaque() { RtValue v; v.kind = Kind::kOpaque; return v; }
};

}  // namespace t2t::eval
