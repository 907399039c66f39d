#include "pipeline/compare_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

std::string PoisonOf(const eval::Machine& m, eval::PoisonId id) {
  return "holds no number (" + eval::PoisonText(m.program(), m.poison()[id]) + ")";
}

bool HoldsNumbers(const Nd& nd, int64_t first, int64_t n) {
  const std::vector<eval::PoisonId>& poison = nd.buffer->poison;
  if (poison.empty()) return true;
  if (nd.dtype != nd.buffer->dtype) return false;  // for the slow way to find out
  return std::all_of(poison.begin() + first, poison.begin() + first + n, [](eval::PoisonId id) { return id == 0; });
}

// Do two rows of the last axis hold the same bits, and numbers all of them? Rows that do are most of what is compared.
bool SameBits(const Nd& a, int64_t first_a, const Nd& b, int64_t first_b, int64_t n) {
  if (BitWidth(a.dtype) % 8 != 0 || (n != 1 && (a.stride.back() != 1 || b.stride.back() != 1))) return false;
  if (!HoldsNumbers(a, first_a, n) || !HoldsNumbers(b, first_b, n)) return false;
  const int64_t size = ByteSize(a.dtype);
  return std::memcmp(a.buffer->bytes.data() + first_a * size, b.buffer->bytes.data() + first_b * size, static_cast<size_t>(n * size)) == 0;
}

// Element by element along one row.
std::optional<Difference> CompareRow(const Item& before, const Nd& a, const Nd& b, Dims at, int64_t n, size_t item,
                                     const eval::Machine& machine, ComparedElements& counts) {
  for (int64_t i = 0; i < n; ++i) {
    if (!at.empty()) at.back() = i;
    const eval::Scalar u = eval::ElementAt(a, at);
    if (u.poison != 0) {
      ++counts.undefined;
      continue;
    }
    ++counts.equal;
    const eval::Scalar v = eval::ElementAt(b, at);
    if (v.poison != 0) return Difference{item, at, fmt::format("{} {} {}, was {}", before.name, PositionText(at), PoisonOf(machine, v.poison), NumberText(u))};
    if (!SameNumber(u, v)) return Difference{item, at, fmt::format("{} {} is {}, was {}", before.name, PositionText(at), NumberText(v), NumberText(u))};
  }
  return std::nullopt;
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
    if (!eval::CheckInside(b, a.valid).ok()) return Difference{k, {}, before[k].name + " is larger than its storage"};
    std::optional<Difference> found;
    const Dims strides[] = {a.stride, b.stride};
    const int64_t bases[] = {a.offset, b.offset};
    eval::ForEachRow(a.valid, strides, bases, [&](const eval::RowStep& row) {
      if (found) return;
      if (SameBits(a, row.offset[0], b, row.offset[1], row.n)) {
        counts.equal += row.n;
        return;
      }
      Dims at(row.position.begin(), row.position.end());
      if (a.rank() > 0) at.push_back(0);
      found = CompareRow(before[k], a, b, std::move(at), row.n, k, machine, counts);
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
