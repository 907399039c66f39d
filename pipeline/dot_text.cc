#include "pipeline/dot_text.h"

#include <cctype>
#include <cstdint>

namespace t2t {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes of the well-formed character at the start of `text`, 0 when there is none (Unicode 15, table 3-7).
size_t CharacterAt(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    if (!follows(1) || !follows(2)) return 0;
    if (first == 0xe0 && byte(1) < 0xa0) return 0;  // overlong
    if (first == 0xed && byte(1) > 0x9f) return 0;  // surrogate
    return 3;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    if (!follows(1) || !follows(2) || !follows(3)) return 0;
    if (first == 0xf0 && byte(1) < 0x90) return 0;
    if (first == 0xf4 && byte(1) > 0x8f) return 0;
    return 4;
  }
  return 0;
}

// f(character): every character of `text`, replaced where it cannot be shown.
template <class F>
void ForEachCharacter(std::string_view text, F&& f) {
  while (!text.empty()) {
    const size_t n = CharacterAt(text);
    const auto first = static_cast<uint8_t>(text[0]);
    std::string_view character = n == 0 || first < 0x20 || first == 0x7f ? kReplacement : text.substr(0, n);
    if (first == '\n' || first == '\t') character = " ";
    // U+FFFE and U+FFFF are no characters of XML.
    if (n == 3 && (character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF")) character = kReplacement;
    f(character);
    text.remove_prefix(n == 0 ? 1 : n);
  }
}

}  // namespace

std::string HtmlText(std::string_view text) {
  if (text.empty()) return "&#160;";
  std::string out;
  ForEachCharacter(text, [&](std::string_view character) {
    switch (character[0]) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += character;
    }
  });
  return out;
}

std::string DotQuoted(std::string_view text) {
  std::string out = "\"";
  ForEachCharacter(text, [&](std::string_view character) {
    if (character[0] == '"' || character[0] == '\\') out += '\\';
    out += character;
  });
  return out + '"';
}

std::string FileWord(std::string_view text) {
  constexpr size_t kLongest = 80;
  std::string out;
  for (char c : text.substr(0, kLongest)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    out += plain ? c : '_';
  }
  return out.empty() ? "_" : out;
}

}  // namespace t2t
