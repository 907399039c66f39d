#include "pipeline/compare_values.h"

#include <cmath>

#include "fmt/format.h"
#include "ir/eval/copy.h"

namespace t2t {
namespace {

using eval::Dims;
using eval::Nd;
using eval::RtValue;

std::string NumberText(const eval::Scalar& s) {
  return IsFloat(s.dtype) ? fmt::format("{}", s.f) : fmt::format("{}", s.i);
}

// Same bits; NaN equals NaN; zeros differ by sign.
bool SameNumber(const eval::Scalar& a, const eval::Scalar& b) {
  if (a.dtype != b.dtype) return false;
  if (!IsFloat(a.dtype)) return a.i == b.i;
  if (std::isnan(a.f) || std::isnan(b.f)) return std::isnan(a.f) && std::isnan(b.f);
  return a.f == b.f && std::signbit(a.f) == std::signbit(b.f);
}

std::string PositionText(absl::Span<const int64_t> at) {
  std::string text = "[";
  for (size_t i = 0; i < at.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", at[i]);
  return text + "]";
}

// Calls f(position) for every position of the box until it returns false.
template <class F>
void ForEachPosition(const Dims& box, F f) {
  if (eval::NumElements(box) == 0) return;
  Dims at(box.size(), 0);
  while (f(at)) {
    size_t axis = box.size();
    while (axis > 0) {
      --axis;
      if (++at[axis] < box[axis]) break;
      at[axis] = 0;
      if (axis == 0) return;
    }
    if (box.empty()) return;
  }
}

std::string PoisonOf(const eval::Machine& m, eval::PoisonId id) {
  return "holds no number (" + eval::PoisonText(m.program(), m.poison()[id]) + ")";
}

}  // namespace

void Flatten(std::string name, const RtValue& value, std::vector<Item>& out) {
  if (value.kind == RtValue::Kind::kTuple) {
    for (size_t i = 0; i < value.items->size(); ++i) Flatten(fmt::format("{}[{}]", name, i), (*value.items)[i], out);
    return;
  }
  if (value.kind == RtValue::Kind::kNone || value.kind == RtValue::Kind::kOpaque) return;
  if (value.kind == RtValue::Kind::kScalar && value.scalar.dtype == DType::kTaskId) return;
  out.push_back({std::move(name), value});
}

std::optional<Difference> CompareItems(const std::vector<Item>& before, const std::vector<Item>& after,
                                       const eval::Machine& machine, ComparedElements& counts) {
  if (before.size() != after.size()) {
    return Difference{0, {}, fmt::format("{} values come out, there were {}", after.size(), before.size())};
  }
  for (size_t k = 0; k < before.size(); ++k) {
    const RtValue &x = before[k].value, &y = after[k].value;
    if (x.kind == RtValue::Kind::kScalar) {
      if (y.kind != RtValue::Kind::kScalar) return Difference{k, {}, before[k].name + " is no scalar any more"};
      if (x.scalar.poison != 0) continue;
      ++counts.equal;
      if (y.scalar.poison != 0) return Difference{k, {}, fmt::format("{} {}, was {}", before[k].name, PoisonOf(machine, y.scalar.poison), NumberText(x.scalar))};
      if (!SameNumber(x.scalar, y.scalar)) {
        return Difference{k, {}, fmt::format("{} is {}, was {}", before[k].name, NumberText(y.scalar), NumberText(x.scalar))};
      }
      continue;
    }
    if (!y.IsNd()) return Difference{k, {}, before[k].name + " holds no elements any more"};
    const Nd &a = x.nd, &b = y.nd;
    if (a.shape != b.shape) {
      return Difference{k, {}, fmt::format("{} has extents {}, had {}", before[k].name, PositionText(b.shape), PositionText(a.shape))};
    }
    if (a.dtype != b.dtype) {
      return Difference{k, {}, fmt::format("{} has elements of {}, had {}", before[k].name, DTypeName(b.dtype), DTypeName(a.dtype))};
    }
    if (!eval::CheckInside(a, a.valid).ok()) continue;
    std::optional<Difference> found;
    ForEachPosition(a.valid, [&](const Dims& at) {
      const eval::Scalar u = eval::ElementAt(a, at);
      if (u.poison != 0) {
        ++counts.undefined;
        return true;
      }
      ++counts.equal;
      Nd here = b;
      here.offset = eval::OffsetOf(b, at);
      if (!eval::CheckInside(here, Dims(b.rank(), 1)).ok()) {
        found = Difference{k, at, fmt::format("{} {} is outside of its storage", before[k].name, PositionText(at))};
        return false;
      }
      const eval::Scalar v = eval::ElementAt(b, at);
      if (v.poison != 0) {
        found = Difference{k, at, fmt::format("{} {} {}, was {}", before[k].name, PositionText(at), PoisonOf(machine, v.poison), NumberText(u))};
      } else if (!SameNumber(u, v)) {
        found = Difference{k, at, fmt::format("{} {} is {}, was {}", before[k].name, PositionText(at), NumberText(v), NumberText(u))};
      }
      return !found.has_value();
    });
    if (found) return found;
  }
  return std::nullopt;
}

std::string WriterText(const eval::Machine& m, const std::vector<Item>& items, const Difference& d) {
  if (d.item >= items.size() || !items[d.item].value.IsNd()) return "";
  const Nd& nd = items[d.item].value.nd;
  if (d.at.size() != nd.rank() || nd.buffer->writer.empty()) return "";
  const int64_t at = eval::OffsetOf(nd, d.at);
  if (at < 0 || at >= static_cast<int64_t>(nd.buffer->writer.size())) return "";
  const uint32_t writer = nd.buffer->writer[static_cast<size_t>(at)];
  if (writer == 0) return "nobody";
  StmtId stmt(writer - 1);
  std::string text = m.Place(stmt);
  if (const StmtId origin = m.program()[stmt].origin; origin && m.program()[origin].span.known()) {
    text += fmt::format(", from line {}", m.program()[origin].span.line);
  }
  return text;
}

}  // namespace t2t
