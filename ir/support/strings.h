// Interned text: one StrId per distinct string, stable views.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "ir/support/ids.h"

namespace t2t {

class StringTable {
 public:
  StringTable() = default;
  StringTable(StringTable&&) noexcept = default;
  StringTable& operator=(StringTable&&) noexcept = default;
  StringTable(const StringTable& other) { *this = other; }
  StringTable& operator=(const StringTable& other) {
    if (this == &other) return *this;
    index_.clear();
    texts_ = other.texts_;
    long_bytes_ = other.long_bytes_;
    for (uint32_t i = 0; i < texts_.size(); ++i) index_.emplace(texts_[i], StrId(i));
    return *this;
  }

  StrId Intern(std::string_view text) {
    auto it = index_.find(text);
    if (it != index_.end()) return it->second;
    const StrId id(static_cast<uint32_t>(texts_.size()));
    texts_.emplace_back(text);
    if (text.size() > kInPlace) long_bytes_ += text.size() + 1;
    index_.emplace(texts_.back(), id);
    return id;
  }
  // Invalid when the text was never interned.
  StrId Find(std::string_view text) const {
    auto it = index_.find(text);
    return it == index_.end() ? StrId() : it->second;
  }
  std::string_view operator[](StrId id) const { return id ? std::string_view(texts_[id.index()]) : std::string_view(); }
  size_t size() const { return texts_.size(); }
  // Heap bytes, with texts too long for the string object itself counted at their length.
  size_t bytes() const { return texts_.size() * sizeof(std::string) + long_bytes_ + index_.capacity() * kIndexSlot; }

 private:
  static constexpr size_t kIndexSlot = sizeof(std::pair<std::string_view, StrId>) + 1;  // one control byte each
  static constexpr size_t kInPlace = 15;

  size_t long_bytes_ = 0;
  std::deque<std::string> texts_;  // deque: views stay valid while it grows
  absl::flat_hash_map<std::string_view, StrId> index_;
};

}  // namespace t2t
