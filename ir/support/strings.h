// Interned text: one StrId per distinct string, stable views.
#pragma once

#include <deque>
#include <string>
#include <string_view>

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
    for (uint32_t i = 0; i < texts_.size(); ++i) index_.emplace(texts_[i], StrId(i));
    return *this;
  }

  StrId Intern(std::string_view text) {
    auto it = index_.find(text);
    if (it != index_.end()) return it->second;
    const StrId id(static_cast<uint32_t>(texts_.size()));
    texts_.emplace_back(text);
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

 private:
  std::deque<std::string> texts_;  // deque: views stay valid while it grows
  absl::flat_hash_map<std::string_view, StrId> index_;
};

}  // namespace t2t
