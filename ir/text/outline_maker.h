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
  // How a statement or block ends: on every path by a jump, and flags of the jumps on some path. Only jumps that can
  // become branches count: `break` and `continue` of the innermost loop, `return` outside of loops and scopes.
  struct Exits {
    bool always = false;
    bool may_return = false;
    std::vector<StrId> flags;
  };
  static void Add(Exits& to, const Exits& more);

  // Tokens up to the end of the line, or up to the colon of a header.
  void TakeLine(bool header);
  Exits Suite(Region* region);
  Exits Stmt(Region* region);
  Exits Simple(Region* region);
  void For(Region* region);
  void While();
  Exits If(Region* region, bool may_join = true);
  Exits With(Region* region);
  // outline_jumps.cc
  Exits Rest(Region* region, Exits before);
  Exits Guarded(Region* region, const Exits& before);
  Exits Jump();
  void Sealed(Region* region, Outline::Trap trap);
  void EndLoop(uint32_t around, const Region& region);
  StrId Flag(StrId Outline::Block::* field, std::string_view name);
  bool AtBlockEnd() const { return At(Tok::kDedent) || At(Tok::kEnd); }

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
  uint32_t loop_ = Outline::kNoBlock;  // innermost
  int scopes_ = 0;                     // `with` and the like around
  Outline::Trap trap_ = Outline::Trap::kNone;  // the innermost of them that cannot be left
  int depth_ = 0;
};

}  // namespace t2t
