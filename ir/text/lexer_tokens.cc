// Single tokens: numbers, strings, symbols, names.
#include <algorithm>

#include "ir/text/char_class.h"
#include "ir/text/lexer.h"

namespace t2t {

using text_internal::Is;
using text_internal::kDigit;
using text_internal::kLetter;

bool IsIdentifier(std::string_view text) {
  return !text.empty() && Is(text[0], kLetter) &&
         std::all_of(text.begin(), text.end(), [](char c) { return Is(c, kLetter | kDigit); });
}

Token Lexer::Number(uint32_t begin) {
  Tok kind = Tok::kInt;
  uint32_t i = begin;
  while (i < end_ && Is(text_[i], kDigit)) ++i;
  if (At(i) == '.') {
    kind = Tok::kFloat;
    ++i;
    while (i < end_ && Is(text_[i], kDigit)) ++i;
  }
  if (At(i) == 'e' || At(i) == 'E') {
    const uint32_t digits = At(i + 1) == '+' || At(i + 1) == '-' ? i + 2 : i + 1;
    if (Is(At(digits), kDigit)) {
      kind = Tok::kFloat;
      i = digits;
      while (i < end_ && Is(text_[i], kDigit)) ++i;
    }
  }
  if (i < end_ && Is(text_[i], kLetter)) {  // 12ab, 0x10: not a number of this language
    kind = Tok::kBad;
    while (i < end_ && Is(text_[i], kLetter | kDigit)) ++i;
  }
  pos_ = i;
  return Make(kind, begin, i);
}

Token Lexer::String(uint32_t begin) {
  const char quote = text_[begin];
  const bool triple = At(begin + 1) == quote && At(begin + 2) == quote;
  Token token = Make(Tok::kString, begin, begin);
  uint32_t i = begin + (triple ? 3 : 1);
  while (i < end_) {
    const char c = text_[i];
    if (c == '\\' && i + 1 < end_) {
      if (text_[i + 1] == '\n') {
        ++line_;
        line_begin_ = i + 2;
      }
      i += 2;
      continue;
    }
    if (c == '\n') {
      if (!triple) break;
      ++line_;
      line_begin_ = i + 1;
    }
    if (c == quote && (!triple || (At(i + 1) == quote && At(i + 2) == quote))) {
      pos_ = token.end = i + (triple ? 3 : 1);
      return token;
    }
    ++i;
  }
  pos_ = token.end = std::min(i, end_);
  token.kind = Tok::kBad;
  return token;
}

Token Lexer::Symbol(uint32_t begin) {
  const char c = text_[begin];
  const char d = At(begin + 1);
  const auto make = [&](Tok kind, uint32_t length) {
    pos_ = begin + length;
    return Make(kind, begin, pos_);
  };
  const auto open = [&](Tok kind) {
    if (++depth_ == 1) outermost_ = Make(kind, begin, begin + 1);
    return make(kind, 1);
  };
  const auto close = [&](Tok kind) {
    if (depth_ > 0) --depth_;
    return make(kind, 1);
  };
  switch (c) {
    case '(': return open(Tok::kLParen);
    case '[': return open(Tok::kLBracket);
    case '{': return open(Tok::kLBrace);
    case ')': return close(Tok::kRParen);
    case ']': return close(Tok::kRBracket);
    case '}': return close(Tok::kRBrace);
    case ',': return make(Tok::kComma, 1);
    case ':': return make(Tok::kColon, 1);
    case ';': return make(Tok::kSemicolon, 1);
    case '@': return make(Tok::kAt, 1);
    case '+': return make(Tok::kPlus, 1);
    case '-': return d == '>' ? make(Tok::kArrow, 2) : make(Tok::kMinus, 1);
    case '*': return d == '*' ? make(Tok::kStarStar, 2) : make(Tok::kStar, 1);
    case '/': return d == '/' ? make(Tok::kSlashSlash, 2) : make(Tok::kSlash, 1);
    case '%': return make(Tok::kPercent, 1);
    case '&': return make(Tok::kAmp, 1);
    case '|': return make(Tok::kPipe, 1);
    case '^': return make(Tok::kCaret, 1);
    case '~': return make(Tok::kTilde, 1);
    case '=': return d == '=' ? make(Tok::kEq, 2) : make(Tok::kAssign, 1);
    case '!': return d == '=' ? make(Tok::kNe, 2) : make(Tok::kBad, 1);
    case '<': return d == '<' ? make(Tok::kShl, 2) : d == '=' ? make(Tok::kLe, 2) : make(Tok::kLt, 1);
    case '>': return d == '>' ? make(Tok::kShr, 2) : d == '=' ? make(Tok::kGe, 2) : make(Tok::kGt, 1);
    case '.':
      if (d == '.' && At(begin + 2) == '.') return make(Tok::kEllipsis, 3);
      return make(Tok::kDot, 1);
    default: break;
  }
  return static_cast<unsigned char>(c) >= 0x80 ? Foreign(begin) : make(Tok::kBad, 1);
}

// What looks like a name, or a run of bytes outside ASCII: one bad token, not one per byte.
Token Lexer::Foreign(uint32_t begin) {
  pos_ = begin;
  while (pos_ < end_ && (static_cast<unsigned char>(text_[pos_]) >= 0x80 || Is(text_[pos_], kLetter | kDigit))) ++pos_;
  return Make(Tok::kBad, begin, pos_);
}

std::string DecodeString(std::string_view token) {
  const size_t quotes = token.size() >= 6 && token[1] == token[0] && token[2] == token[0] ? 3 : 1;
  const std::string_view body = token.substr(quotes, token.size() - 2 * quotes);
  std::string out;
  out.reserve(body.size());
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\' || i + 1 == body.size()) {
      out += body[i];
      continue;
    }
    const char c = body[++i];
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case '\n': break;
      case '\\': case '\'': case '"': out += c; break;
      default:  // like Python: an unknown escape stays as written
        out += '\\';
        out += c;
    }
  }
  return out;
}

}  // namespace t2t
