#include "ir/text/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace t2t {
namespace {

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
constexpr std::array<uint8_t, 256> kClasses = MakeClasses();

bool Is(char c, unsigned classes) { return (kClasses[static_cast<unsigned char>(c)] & classes) != 0; }

}  // namespace

bool IsIdentifier(std::string_view text) {
  return !text.empty() && Is(text[0], kLetter) &&
         std::all_of(text.begin(), text.end(), [](char c) { return Is(c, kLetter | kDigit); });
}

Span Lexer::SpanOf(const Token& from, uint32_t end) {
  const uint32_t column = from.begin - from.line_begin + 1;
  const uint32_t length = end > from.begin ? end - from.begin : 0;
  return {from.line, static_cast<uint16_t>(std::min(column, 65535u)),
          static_cast<uint16_t>(std::min(length, 65535u))};
}

void Lexer::Restart(const Token& at, uint32_t indent, uint32_t end) {
  pos_ = at.end;
  line_ = at.line;
  line_begin_ = at.line_begin;
  end_ = end;
  depth_ = 0;
  at_line_start_ = false;
  line_has_token_ = true;
  indents_.assign(1, indent);
  pending_dedents_ = 0;
  reindent_ = 0;
  comments_.clear();
}

void Lexer::SkipTo(uint32_t offset, uint32_t line) {
  pos_ = line_begin_ = offset;
  line_ = line;
  depth_ = 0;
  at_line_start_ = true;
  line_has_token_ = false;
  comments_.clear();
}

char Lexer::PeekChar() const {
  uint32_t i = pos_;
  while (i < end_ && Is(text_[i], kBlank)) ++i;
  return At(i);
}

char Lexer::PeekSecondChar() const {
  uint32_t i = pos_;
  while (i < end_ && Is(text_[i], kBlank)) ++i;
  return At(i + 1);
}

void Lexer::TakeComment() {
  const void* newline = std::memchr(text_.data() + pos_, '\n', end_ - pos_);
  const uint32_t stop =
      newline == nullptr ? end_ : static_cast<uint32_t>(static_cast<const char*>(newline) - text_.data());
  std::string_view body = text_.substr(pos_ + 1, stop - pos_ - 1);
  if (body.starts_with(' ')) body.remove_prefix(1);
  if (body.ends_with('\r')) body.remove_suffix(1);
  comments_.push_back({body, pos_ - line_begin_});
  pos_ = stop;
}

// At the first byte of a line: skips blank and comment lines, then compares indents. True when a token was made.
bool Lexer::LineStart(Token* token) {
  while (true) {
    uint32_t column = 0;
    const uint32_t start = pos_;
    while (pos_ < end_ && Is(text_[pos_], kBlank)) {
      column = text_[pos_] == '\t' ? (column / 8 + 1) * 8 : column + 1;
      ++pos_;
    }
    if (pos_ < end_ && text_[pos_] == '#') TakeComment();
    if (pos_ < end_ && text_[pos_] == '\n') {
      ++pos_;
      ++line_;
      line_begin_ = pos_;
      continue;
    }
    at_line_start_ = false;
    if (pos_ >= end_) column = 0;
    if (column > indents_.back()) {
      indents_.push_back(column);
      *token = Make(Tok::kIndent, start, pos_);
      return true;
    }
    if (column == indents_.back()) return false;
    while (indents_.size() > 1 && column < indents_.back()) {
      indents_.pop_back();
      ++pending_dedents_;
    }
    // Comments that stood deeper than what follows belonged to the block that ends here (text-format 4.12).
    std::erase_if(comments_, [&](const Comment& c) { return c.column > column; });
    if (column > indents_.back()) {  // between two levels: what follows is a block that nothing opened
      reindent_ = column;
    }
    return false;
  }
}

Token Lexer::Next() {
  if (at_line_start_ && depth_ == 0) {
    Token token;
    if (LineStart(&token)) return token;
  }
  if (pending_dedents_ > 0) {
    --pending_dedents_;
    return Make(Tok::kDedent, pos_, pos_);
  }
  if (reindent_ > 0) {
    indents_.push_back(reindent_);
    reindent_ = 0;
    return Make(Tok::kIndent, pos_, pos_);
  }
  while (true) {
    while (pos_ < end_ && Is(text_[pos_], kBlank)) ++pos_;
    if (pos_ >= end_) break;
    const char c = text_[pos_];
    if (c == '#') {
      TakeComment();
      continue;
    }
    if (c == '\\' && (At(pos_ + 1) == '\n' || (At(pos_ + 1) == '\r' && At(pos_ + 2) == '\n'))) {
      pos_ += At(pos_ + 1) == '\n' ? 2 : 3;
      ++line_;
      line_begin_ = pos_;
      continue;
    }
    if (c != '\n') break;
    if (depth_ == 0) {
      const Token token = Make(Tok::kNewline, pos_, pos_);
      ++pos_;
      ++line_;
      line_begin_ = pos_;
      at_line_start_ = true;
      line_has_token_ = false;
      return token;
    }
    ++pos_;
    ++line_;
    line_begin_ = pos_;
  }
  if (pos_ >= end_) {
    if (line_has_token_) {
      line_has_token_ = false;
      return Make(Tok::kNewline, end_, end_);
    }
    if (indents_.size() > 1) {
      indents_.pop_back();
      return Make(Tok::kDedent, end_, end_);
    }
    return Make(Tok::kEnd, end_, end_);
  }
  line_has_token_ = true;
  const uint32_t begin = pos_;
  const char c = text_[begin];
  if (Is(c, kLetter)) {
    Tok kind = Tok::kName;
    uint32_t i = begin + 1;
    while (true) {
      while (i < end_ && Is(text_[i], kLetter | kDigit)) ++i;
      if (At(i) != '.' || !Is(At(i + 1), kLetter)) break;
      kind = Tok::kPath;
      i += 2;
    }
    if (i < end_ && static_cast<unsigned char>(text_[i]) >= 0x80) return Foreign(begin);
    pos_ = i;
    return Make(kind, begin, i);
  }
  if (Is(c, kDigit) || (c == '.' && Is(At(begin + 1), kDigit))) return Number(begin);
  if (c == '"' || c == '\'') return String(begin);
  return Symbol(begin);
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

// `NAME = ...`, `A, B = ...`, an import or `if __name__ ...`, in the first column: no part of a function, wherever that is indented to.
bool Lexer::IsModuleLine(uint32_t begin) const {
  const std::string_view rest = text_.substr(begin, std::min<size_t>(11, end_ - begin));
  if (rest.starts_with("import ") || rest.starts_with("from ") || rest == "if __name__") return true;
  uint32_t i = begin;
  while (true) {
    if (!Is(At(i), kLetter)) return false;
    while (Is(At(i), kLetter | kDigit)) ++i;
    if (At(i) != ',' || At(i + 1) != ' ') break;
    i += 2;
  }
  return At(i) == ' ' && At(i + 1) == '=' && At(i + 2) != '=';
}

// Only a decorator, a `def` or a `class` at the indent of the function or left of it ends its body; whatever else stands
// there is left to the parser of the body, which complains about it at its place.
uint32_t Lexer::EndOfBody(const Token& header, uint32_t indent, uint32_t* number) const {
  uint32_t i = header.end;
  *number = header.line;
  while (i < end_) {
    const void* newline = std::memchr(text_.data() + i, '\n', end_ - i);
    if (newline == nullptr) return end_;
    const uint32_t line = static_cast<uint32_t>(static_cast<const char*>(newline) - text_.data()) + 1;
    ++*number;
    i = line;
    while (i < end_ && Is(text_[i], kBlank) && i - line <= indent) ++i;
    if (i - line > indent) continue;
    const std::string_view rest = text_.substr(i, std::min<size_t>(8, end_ - i));
    if (rest.starts_with('@') || rest.starts_with("def ") || rest.starts_with("class ")) return line;
    if (i == line && IsModuleLine(line)) return line;
  }
  return end_;
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
