#include "verifiers/write_range.h"

#include <algorithm>
#include <cstdlib>

namespace t2t {
namespace {

int64_t UpToLine(int64_t bytes) { return (bytes + kCacheLine - 1) / kCacheLine * kCacheLine; }
int64_t FloorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }
// Is it known where in its line an address is? Terms of whole lines do not matter; others may put it anywhere.
bool IsPlaced(const Affine& at) {
  return std::all_of(at.terms.begin(), at.terms.end(), [](const auto& term) { return term.second % kCacheLine == 0; });
}

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
  const int64_t lead =
      IsPlaced(range.at) ? range.at.base - FloorDiv(range.at.base, kCacheLine) * kCacheLine : kCacheLine - range.element;
  return std::max(apart, -apart) >= UpToLine(lead + range.width);
}

bool ShareLines(WriteRange a, WriteRange b, ValueId index, std::optional<int64_t> count) {
  const int64_t apart = std::abs(a.at.Take(index)), other = std::abs(b.at.Take(index));
  Affine distance = b.at;
  distance.Add(a.at, -1);
  if (apart == 0 || apart != other || !distance.IsConstant() || !IsPlaced(a.at)) return false;
  // In lines: `b` of k values further on reaches from first + k * step to last + k * step, seen from where `a` lies.
  const int64_t step = apart / kCacheLine, lead = a.at.base - FloorDiv(a.at.base, kCacheLine) * kCacheLine;
  const int64_t end = FloorDiv(lead + a.width - 1, kCacheLine);
  const int64_t first = FloorDiv(lead + distance.base, kCacheLine), last = FloorDiv(lead + distance.base + b.width - 1, kCacheLine);
  const int64_t lowest = -FloorDiv(last, step), highest = FloorDiv(end - first, step);  // values of k that meet
  const int64_t most = count.value_or(INT64_MAX) - 1;
  return (highest >= 1 && std::max<int64_t>(lowest, 1) <= std::min(highest, most)) ||
         (lowest <= -1 && std::min<int64_t>(highest, -1) >= std::max(lowest, -most));
}

}  // namespace t2t
