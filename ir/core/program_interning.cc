#include "ir/core/program_interning.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace t2t {

double Attr::float_value() const { return std::bit_cast<double>((uint64_t{b} << 32) | a); }

// The candidate is stored first and taken back when an equal one exists: the sets hold ids only.
TypeId Program::Intern(const Type& type) {
  const TypeId id = types_.Add(type);
  auto [it, inserted] = interning_->types.insert(id);
  if (!inserted) types_.PopBack();
  return *it;
}

TypeId Program::InternFresh(const Type& type) {
  const uint32_t before = types_.size();
  const TypeId id = Intern(type);
  if (types_.size() == before) {
    lists_.TakeBack(type.shape);
    lists_.TakeBack(type.elements);
  }
  return id;
}

ViewId Program::InternView(const View& view) {
  const ViewId id = views_.Add(view);
  auto [it, inserted] = interning_->views.insert(id);
  if (!inserted) views_.PopBack();
  return *it;
}

ExprId Program::InternExpr(const Expr& expr) {
  const ExprId id = exprs_.Add(expr);
  if (expr.has_call) return id;
  auto [it, inserted] = interning_->exprs.insert(id);
  if (!inserted) exprs_.PopBack();
  return *it;
}

AttrsId Program::MakeAttrs(absl::Span<const Attr> attrs) {
  if (attrs.empty()) return {};
  const AttrsId id(static_cast<uint32_t>(attrs_.size()));
  const bool holds_exprs = std::any_of(attrs.begin(), attrs.end(), [](const Attr& attr) {
    return attr.kind == AttrKind::kExpr || attr.kind == AttrKind::kExprList;
  });
  const auto* words = reinterpret_cast<const uint32_t*>(attrs.data());
  attrs_.push_back({lists_.Add(absl::MakeConstSpan(words, attrs.size() * kAttrWords)), holds_exprs});
  auto [it, inserted] = interning_->attrs.insert(id);
  if (!inserted) {
    lists_.TakeBack(attrs_.back().words);
    attrs_.pop_back();
  }
  return *it;
}

// ---- attributes ----------------------------------------------------------------------------------------------------

const Attr* Program::FindAttr(AttrsId attrs, std::string_view key) const {
  for (const Attr& attr : (*this)[attrs]) {
    if (strings_[attr.key] == key) return &attr;
  }
  return nullptr;
}

AttrsId Program::SetAttr(AttrsId attrs, const Attr& attr) {
  const absl::Span<const Attr> old = (*this)[attrs];
  std::vector<Attr> items(old.begin(), old.end());
  for (Attr& item : items) {
    if (item.key == attr.key) {
      if (item == attr) return attrs;  // also where another attribute holds expressions, which are not interned
      item = attr;
      return MakeAttrs(items);
    }
  }
  items.push_back(attr);
  return MakeAttrs(items);
}

AttrsId Program::EraseAttr(AttrsId attrs, std::string_view key) {
  if (FindAttr(attrs, key) == nullptr) return attrs;
  std::vector<Attr> items;
  for (const Attr& item : (*this)[attrs]) {
    if (strings_[item.key] != key) items.push_back(item);
  }
  return MakeAttrs(items);
}

Attr Program::IntAttr(std::string_view key, int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return {Str(key), AttrKind::kInt, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}
Attr Program::BoolAttr(std::string_view key, bool value) { return {Str(key), AttrKind::kBool, value ? 1u : 0u, 0}; }
Attr Program::FloatAttr(std::string_view key, double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  return {Str(key), AttrKind::kFloat, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}
Attr Program::StringAttr(std::string_view key, std::string_view value) {
  return {Str(key), AttrKind::kString, Str(value).index(), 0};
}
Attr Program::ExprAttr(std::string_view key, ExprId value) { return {Str(key), AttrKind::kExpr, value.index(), 0}; }

}  // namespace t2t
