#include "ir/support/place.h"

#include <cstring>
#include <string>

#include "absl/strings/cord.h"

namespace t2t {
namespace {

constexpr const char* kKey = "t2t.place";

}  // namespace

absl::Status WithPlace(absl::Status status, Span place) {
  if (status.ok() || !place.known() || status.GetPayload(kKey)) return status;
  char bytes[sizeof(Span)];
  std::memcpy(bytes, &place, sizeof place);
  status.SetPayload(kKey, absl::Cord(absl::string_view(bytes, sizeof bytes)));
  return status;
}

Span PlaceOf(const absl::Status& status) {
  Span place;
  if (const auto payload = status.GetPayload(kKey); payload) {
    const std::string bytes(*payload);
    std::memcpy(&place, bytes.data(), sizeof place);
  }
  return place;
}

}  // namespace t2t
