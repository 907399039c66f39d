// absl::Status is how t2t reports failure across functions. Three codes are in use:
//   kInvalidArgument  the input is wrong (exit 1); the message is what the user must read, without its place (place.h)
//   kInternal         t2t is wrong (exit 3)
//   kFailedPrecondition  a t2t. mark does not fit the program: somebody edited the dump that the chain goes on from, or else
//                        the pass that left the mark is wrong; the runner knows which
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fmt/core.h"

namespace t2t {

inline std::string_view MessageOf(const absl::Status& status) {
  return {status.message().data(), status.message().size()};
}

template <class... Args>
absl::Status UserError(fmt::format_string<Args...> format, Args&&... args) {
  return absl::InvalidArgumentError(fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
absl::Status MarkError(fmt::format_string<Args...> format, Args&&... args) {
  return absl::FailedPreconditionError(fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
absl::Status InternalError(fmt::format_string<Args...> format, Args&&... args) {
  return absl::InternalError(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace t2t

#define T2T_CONCAT_INNER(a, b) a##b
#define T2T_CONCAT(a, b) T2T_CONCAT_INNER(a, b)
#define RETURN_IF_ERROR(expr)                         \
  do {                                                \
    if (absl::Status s_ = (expr); !s_.ok()) return s_; \
  } while (false)
#define ASSIGN_OR_RETURN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                          \
  if (!tmp.ok()) return tmp.status();         \
  lhs = *std::move(tmp)
#define ASSIGN_OR_RETURN(lhs, expr) ASSIGN_OR_RETURN_IMPL(T2T_CONCAT(status_or_, __LINE__), lhs, expr)
