// The tokens of a text and what is wrong with it: looking ahead, skipping, errors with their place, limits on nesting. What
// the tokens mean is for the parser on top.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "ir/support/diagnostics.h"
#include "ir/text/lexer.h"
#include "ir/text/vocabulary.h"

namespace t2t {

class TokenReader {
 protected:
  TokenReader(std::string_view text, Diagnostics& diagnostics) : lex_(text), diags_(diagnostics) { Advance(); }

  void Advance();
  bool At(Tok kind) const { return tok_.kind == kind; }
  bool AtName(std::string_view name) const { return tok_.kind == Tok::kName && Text() == name; }
  std::string_view Text() const { return lex_.Text(tok_); }
  bool Accept(Tok kind);
  bool AcceptName(std::string_view name);
  // Reports "expected WHAT" when the token is another one.
  bool Expect(Tok kind, std::string_view what);
  void SkipLine();     // to the end of the logical line, and over the block it opens
  void SkipBlock();
  bool IsLastOfLine() const { return At(Tok::kNewline) && lex_.depth() == 0; }

  struct Position {
    Lexer lex;
    Token tok;
    uint32_t last_end = 0, last_line = 0;
  };
  Position Where() const { return {lex_, tok_, last_end_, last_line_}; }
  void GoTo(Position at);

  Span Here() const { return Lexer::SpanOf(tok_, tok_.end); }
  Span From(const Token& first) const;  // from `first` to the token consumed last, on the line of `first`
  std::string Shown() const;  // the current token, for messages
  // Always false. Behind kMaxErrors the text counts as read.
  bool Error(Span span, std::string message, std::string help = {}, std::string_view kind = "syntax");
  bool ErrorHere(std::string message, std::string help = {});

  // Meaning of a path or name token; null when it has none.
  const Word* WordOf(std::string_view path) const;
  const Word* CurrentWord() const { return WordOf(Text()); }
  bool AtForm(Form form) const;
  std::string HelpForPath(std::string_view path) const;  // of one that has no meaning (sugar_suggest.cc)

  // One level deeper; false (and an error) when that is too deep.
  bool Nest(std::string_view remedy = "name inner expressions with assignments");
  bool NestBehindJump();
  void Unnest() { --nesting_; }

  Lexer lex_;
  Diagnostics& diags_;
  Token tok_;
  uint32_t last_end_ = 0;        // end of the token consumed last
  uint32_t last_line_ = 0;
  int nesting_ = 0;
  bool stop_ = false;            // too many errors
  bool failed_ = false;          // an error was reported; whoever begins a function resets it
  std::string_view speaking_of_; // the function that errors name
  std::string prefix_ = "pl.";

 private:
  static constexpr size_t kMaxErrors = 50;
  std::set<std::string, std::less<>> foreign_names_;  // outside ASCII and reported: once is enough
};

}  // namespace t2t
