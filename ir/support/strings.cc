#include "ir/support/strings.h"

#include <utility>

#include "absl/container/flat_hash_map.h"

namespace t2t {
namespace {

constexpr size_t kInPlace = 15;  // characters a std::string keeps inside itself

}  // namespace

struct StringTable::Index {
  absl::flat_hash_map<std::string_view, StrId> by_text;
};

StringTable::StringTable() : index_(std::make_unique<Index>()) {}
StringTable::StringTable(StringTable&&) noexcept = default;
StringTable& StringTable::operator=(StringTable&&) noexcept = default;
StringTable::~StringTable() = default;

StringTable::StringTable(const StringTable& other)
    : texts_(other.texts_), long_bytes_(other.long_bytes_), index_(std::make_unique<Index>()) {
  index_->by_text.reserve(texts_.size());
  for (uint32_t i = 0; i < texts_.size(); ++i) index_->by_text.emplace(texts_[i], StrId(i));
}
StringTable& StringTable::operator=(const StringTable& other) {
  if (this != &other) *this = StringTable(other);
  return *this;
}

StrId StringTable::Intern(std::string_view text) {
  if (const StrId known = Find(text)) return known;
  const StrId id(static_cast<uint32_t>(texts_.size()));
  texts_.emplace_back(text);
  if (text.size() > kInPlace) long_bytes_ += text.size() + 1;
  index_->by_text.emplace(texts_.back(), id);
  return id;
}

StrId StringTable::Find(std::string_view text) const {
  const auto it = index_->by_text.find(text);
  return it == index_->by_text.end() ? StrId() : it->second;
}

size_t StringTable::bytes() const {
  constexpr size_t kSlot = sizeof(std::pair<std::string_view, StrId>) + 1;  // one control byte each
  return texts_.size() * sizeof(std::string) + long_bytes_ + index_->by_text.capacity() * kSlot;
}

}  // namespace t2t
