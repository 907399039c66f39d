#include "ir/eval/value.h"

namespace t2t::eval {

double Scalar::AsDouble() const {
  if (IsFloat(dtype)) return f;
  return dtype == DType::kUint64 ? static_cast<double>(static_cast<uint64_t>(i)) : static_cast<double>(i);
}

Scalar Scalar::As(DType to) const {
  Scalar s;
  if (IsFloat(to)) {
    s = Float(AsDouble(), to);
  } else if (IsFloat(dtype)) {
    s = Int(SaturateToInt(f, to, Rounding::kTrunc), to);
  } else {
    s = Int(i, to);
  }
  s.poison = poison;
  return s;
}

}  // namespace t2t::eval
