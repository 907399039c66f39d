#include "verifiers/write_range.h"

#include <algorithm>

namespace t2t {
namespace {

int64_t UpToLine(int64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }

}  // namespace

WriteRange ElementRange(const Program& p, StmtId write, ExprId target, ExprId indices) {
  const TypeId type = p[target].type;
  const int bits = StorageBits(p[type].dtype);
  WriteRange range;
  range.write = write;
  range.element = range.width = std::max(bits / 8, 1);
  const auto shape = p.Shape(type);
  const auto index = p[indices].kind == ExprKind::kTuple ? p.Elements(indices) : absl::Span<const ExprId>();
  range.at.known = bits >= 8 && index.size() == shape.size();
  Affine pitch;  // bytes between neighbours along dimension d
  pitch.base = range.element;
  for (size_t d = shape.size(); d-- > 0 && range.at.known;) {
    range.at.known = pitch.IsConstant();
    range.at.Add(AffineOf(p, index[d]), pitch.base);
    const Affine extent = AffineOf(p, shape[d]);
    pitch.known = pitch.known && extent.IsConstant() && !__builtin_mul_overflow(pitch.base, extent.base, &pitch.base);
  }
  return range;
}

void Widen(WriteRange& range, ValueId index, std::optional<int64_t> count) {
  const int64_t step = range.at.Take(index);
  if (step == 0) return;
  int64_t span = 0;
  if (!count || __builtin_mul_overflow(step, std::max<int64_t>(*count, 1) - 1, &span) || span == INT64_MIN ||
      __builtin_add_overflow(range.width, std::max(span, -span), &range.width)) {
    range.at.known = false;
    return;
  }
  Affine below;
  below.base = std::min<int64_t>(span, 0);
  range.at.Add(below, 1);
}

bool OwnsLines(WriteRange range, ValueId index) {
  const int64_t apart = range.at.Take(index);
  if (!range.at.known || apart == INT64_MIN || apart % kCacheLine != 0 || range.width > INT64_MAX / 2) return false;
  // Where in its line does a range begin? Terms of whole lines do not matter; others may put it anywhere.
  const bool placed = std::all_of(range.at.terms.begin(), range.at.terms.end(),
                                  [](const auto& term) { return term.second % kCacheLine == 0; });
  const int64_t lead = placed ? (range.at.base % kCacheLine + kCacheLine) % kCacheLine : kCacheLine - range.element;
  return std::max(apart, -apart) >= UpToLine(lead + range.width);
}

}  // namespace t2t
