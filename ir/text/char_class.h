// What a byte can be part of: blanks between tokens, names, numbers.
#pragma once

#include <array>
#include <cstdint>

namespace t2t::text_internal {

enum : uint8_t { kOther = 0, kBlank = 1, kLetter = 2, kDigit = 4 };

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> c = {};
  for (char b : {' ', '\t', '\r', '\f'}) c[static_cast<unsigned char>(b)] = kBlank;
  for (unsigned char l = 'a'; l <= 'z'; ++l) c[l] = kLetter;
  for (unsigned char l = 'A'; l <= 'Z'; ++l) c[l] = kLetter;
  for (unsigned char d = '0'; d <= '9'; ++d) c[d] = kDigit;
  c['_'] = kLetter;
  return c;
}
inline constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

inline bool Is(char c, unsigned classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

}  // namespace t2t::text_internal
