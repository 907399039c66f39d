// A place in the input text. Eight bytes, so that every statement and call carries its own.
#pragma once

#include <cstdint>

namespace t2t {

struct Span {
  uint32_t line = 0;    // 1-based; 0 = no place known
  uint16_t column = 0;  // 1-based, in bytes; saturates at 65535
  uint16_t length = 0;  // bytes covered on that line, 0 = a point

  bool known() const { return line != 0; }
  friend bool operator==(Span, Span) = default;
  friend auto operator<=>(Span, Span) = default;
};

}  // namespace t2t
