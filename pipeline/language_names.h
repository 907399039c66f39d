// The named languages of the chain, in order. What each of them allows stands in pipeline/languages.cc; this header is
// apart so that the stage table does not depend on the walker.
#pragma once

#include <cstdint>
#include <string_view>

namespace t2t {

enum class Language : uint8_t { kSource, kPlanned, kBridged, kTiled, kResolved, kStored, kLinked, kLowered };
inline constexpr int kNumLanguages = 8;

constexpr std::string_view LanguageName(Language language) {
  constexpr std::string_view kNames[kNumLanguages] = {"source",   "planned", "bridged", "tiled",
                                                      "resolved", "stored",  "linked",  "lowered"};
  return kNames[static_cast<int>(language)];
}

}  // namespace t2t
