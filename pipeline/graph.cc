#include "pipeline/graph.h"

namespace t2t {
namespace {

constexpr PlaceStyle kStyles[kNumPlaces] = {
    {"GM", "#dbeafe", "#2563eb"},    {"Vec", "#bbf7d0", "#15803d"},   {"Mat", "#fde68a", "#b45309"},
    {"Left", "#fed7aa", "#c2410c"},  {"Right", "#fdba74", "#c2410c"}, {"Acc", "#fecaca", "#b91c1c"},
    {"Bias", "#e9d5ff", "#7e22ce"},  {"scales", "#f5d0fe", "#a21caf"}, {"tile, space open", "#ecfccb", "#4d7c0f"},
    {"scalar", "#f3f4f6", "#6b7280"},
};

}  // namespace

Place PlaceOf(const Type& type) {
  if (type.IsTensorLike()) return Place::kGm;
  if (!type.IsTile()) return Place::kScalar;
  switch (type.space) {
    case MemorySpace::kDDR: return Place::kGm;
    case MemorySpace::kVec: return Place::kVec;
    case MemorySpace::kMat: return Place::kMat;
    case MemorySpace::kLeft: return Place::kLeft;
    case MemorySpace::kRight: return Place::kRight;
    case MemorySpace::kAcc: return Place::kAcc;
    case MemorySpace::kBias: return Place::kBias;
    case MemorySpace::kLeftScale: case MemorySpace::kRightScale: return Place::kScale;
    case MemorySpace::kScalarLocal: return Place::kScalar;
    case MemorySpace::kUnset: return Place::kOpen;
  }
  return Place::kOpen;
}

const PlaceStyle& StyleOf(Place place) { return kStyles[static_cast<size_t>(place)]; }

}  // namespace t2t
