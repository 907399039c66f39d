// Tokens of the IR text: Python's lexical rules as far as the printed form and formatted dumps need them.
// A dotted path (`pl.tile.load`, `self.kernel`) is one token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/support/span.h"

namespace t2t {

enum class Tok : uint8_t {
  kEnd, kNewline, kIndent, kDedent,
  kName,      // without a dot
  kPath,      // with at least one dot
  kInt, kFloat, kString,
  kLParen, kRParen, kLBracket, kRBracket, kLBrace, kRBrace,
  kComma, kColon, kAssign, kArrow, kAt, kEllipsis, kDot, kSemicolon,
  kPlus, kMinus, kStar, kStarStar, kSlash, kSlashSlash, kPercent, kAmp, kPipe, kCaret, kTilde, kShl, kShr,
  kEq, kNe, kLt, kLe, kGt, kGe,
  kBad,       // a character no token begins with, or a string without an end
};

struct Token {
  Tok kind = Tok::kEnd;
  uint32_t begin = 0;       // offset in the text
  uint32_t end = 0;
  uint32_t line = 1;
  uint32_t line_begin = 0;  // offset of the first byte of that line
};

class Lexer {
 public:
  // Offsets are 32 bits: the caller refuses longer texts.
  explicit Lexer(std::string_view text) : text_(text), end_(static_cast<uint32_t>(text.size())) {}

  // Continues behind `at` as inside a block whose header is indented by `indent` columns; stops at offset `end`.
  void Restart(const Token& at, uint32_t indent, uint32_t end);

  Token Next();

  std::string_view Text(const Token& t) const { return text_.substr(t.begin, t.end - t.begin); }
  std::string_view text() const { return text_; }
  static Span SpanOf(const Token& from, uint32_t end);
  // First byte behind the last token that is not blank; 0 at the end.
  char PeekChar() const;
  // The byte behind that one.
  char PeekSecondChar() const;
  uint32_t depth() const { return depth_; }   // open brackets
  // The outermost bracket that is still open, where depth() > 0.
  const Token& outermost() const { return outermost_; }
  uint32_t indent() const { return indents_.back(); }
  // Forgets open brackets: the rest of the line is being skipped after an error.
  void ForgetBrackets() { depth_ = 0; }

  // Comment lines met since they were last taken, without `#` and one blank behind it.
  struct Comment {
    std::string_view text;
    uint32_t column;
  };
  std::vector<Comment>& comments() { return comments_; }

  // From a token of a `def` line: the offset of the line that begins what follows the function, and its number.
  uint32_t EndOfBody(const Token& header, uint32_t indent, uint32_t* line) const;
  // Goes on at the beginning of that line, in the block the lexer is in.
  void SkipTo(uint32_t offset, uint32_t line);

 private:
  Token Make(Tok kind, uint32_t begin, uint32_t end) const { return {kind, begin, end, line_, line_begin_}; }
  bool LineStart(Token* token);
  void TakeComment();
  bool IsModuleLine(uint32_t begin) const;
  Token Number(uint32_t begin);
  Token String(uint32_t begin);
  Token Symbol(uint32_t begin);
  Token Foreign(uint32_t begin);
  char At(uint32_t i) const { return i < end_ ? text_[i] : '\0'; }

  std::string_view text_;
  uint32_t end_ = 0;
  uint32_t pos_ = 0;
  uint32_t line_ = 1;
  uint32_t line_begin_ = 0;
  uint32_t depth_ = 0;
  Token outermost_;
  bool at_line_start_ = true;
  bool line_has_token_ = false;
  std::vector<uint32_t> indents_ = {0};
  uint32_t pending_dedents_ = 0;
  uint32_t reindent_ = 0;
  std::vector<Comment> comments_;
};

// Text of a string token without quotes, escapes resolved.
std::string DecodeString(std::string_view token);
bool IsIdentifier(std::string_view text);

}  // namespace t2t
