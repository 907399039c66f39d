// Words that a person may write out of habit, each with what to say of it.
#pragma once

#include <string_view>

#include "absl/types/span.h"

namespace t2t {

struct Advice {
  std::string_view word, help;
};

// What `advice` says of the word; "" when it knows nothing of it.
inline std::string_view AdviceOn(absl::Span<const Advice> advice, std::string_view word) {
  for (const Advice& a : advice) {
    if (a.word == word) return a.help;
  }
  return {};
}

}  // namespace t2t
