// Hashing for the comparison of effects (effects.h): 64 bits, the same in every run.
#pragma once

#include <cstdint>
#include <string_view>

namespace t2t::effects {

inline constexpr uint64_t kUnwritten = 0;  // content of storage that nobody has written

inline uint64_t Mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ull + (h << 12) + (h >> 4);
  h *= 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}
inline uint64_t Word(std::string_view text) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h;
}
template <class... T>
uint64_t Digest(std::string_view what, T... parts) {
  uint64_t h = Word(what);
  ((h = Mix(h, parts)), ...);
  return h | 1;  // never kUnwritten
}

}  // namespace t2t::effects
