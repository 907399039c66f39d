#include "ir/text/lexer.h"

#include <algorithm>
#include <cstring>

#include "ir/text/char_class.h"

namespace t2t {

using text_internal::Is;
using text_internal::kBlank;
using text_internal::kDigit;
using text_internal::kLetter;

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

// `NAME = ...`, `A, B = ...`, an import or `if __name__ ...`, in the first column: no part of a function, wherever that is
// indented to.
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

}  // namespace t2t
