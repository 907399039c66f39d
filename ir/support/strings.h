// Interned text: one StrId per distinct string, stable views.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "ir/support/ids.h"

namespace t2t {

class StringTable {
 public:
  StringTable();
  StringTable(StringTable&&) noexcept;
  StringTable& operator=(StringTable&&) noexcept;
  StringTable(const StringTable& other);
  StringTable& operator=(const StringTable& other);
  ~StringTable();

  StrId Intern(std::string_view text);
  StrId Find(std::string_view text) const;  // invalid when the text was never interned
  std::string_view operator[](StrId id) const { return id ? std::string_view(texts_[id.index()]) : std::string_view(); }
  size_t size() const { return texts_.size(); }
  // Heap bytes, with texts too long for the string object itself counted at their length.
  size_t bytes() const;

 private:
  struct Index;  // a hash map by text; kept out of this header, which nearly every file includes

  std::deque<std::string> texts_;  // deque: views stay valid while it grows
  size_t long_bytes_ = 0;
  std::unique_ptr<Index> index_;
};

}  // namespace t2t
