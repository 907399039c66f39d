// Makes an Outline from the tokens of a function body: a descent over lines and blocks that knows no expressions.
#pragma once

#include <vector>

#include "ir/text/outline.h"

namespace t2t {

class OutlineMaker {
 public:
  OutlineMaker(Lexer lexer, Outline& out) : lex_(std::move(lexer)), o_(out) {}
  void Make(absl::Span<const StrId> params);

 private:
  // Names that a yield gives to the results of the loop or branch around it.
  struct Region {
    bool yields = false;
    std::vector<StrId> names;
  };

  void Advance() { tok_ = lex_.Next(); }
  bool At(Tok kind) const { return tok_.kind == kind; }
  bool AtName(std::string_view name) const { return At(Tok::kName) && lex_.Text(tok_) == name; }
  // Tokens up to the end of the line, or up to the colon of a header.
  void TakeLine(bool header);
  void Suite(Region* region);
  void Stmt(Region* region);
  void Simple(Region* region);
  void For(Region* region);
  void While();
  void If();
  void With(Region* region);

  uint32_t Open(Outline::Kind kind, uint32_t begin);
  void Close(const Region& region);
  void Uses(size_t from, size_t to);
  void Targets(size_t to, bool augmented, std::vector<StrId>& assigned);
  void Read(const Token& token);
  void Assign(StrId name);
  void Count(StrId name, uint32_t times);
  StrId NameOf(const Token& token);

  Lexer lex_;
  Outline& o_;
  Token tok_;
  std::vector<Token> line_;
  uint32_t block_ = 0;
  int depth_ = 0;
};

}  // namespace t2t
