// Definitions of `@pl.inline` functions: what has to be known to read their bodies at the calls (text-format 7.6).
#include <algorithm>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

// One parameter: its name, what Python is told about its type, and the constant for calls that leave it out.
bool Parser::InlineParameter(Inlined& f) {
  const Token name = tok_;
  const uint32_t depth = lex_.depth();
  if (!At(Tok::kName)) {
    return ErrorHere(fmt::format("expected the name of a parameter here, found {}", Shown()),
                     "every parameter has a name: there is no '*' and no '/'");
  }
  Advance();
  if (f.params.empty() && lex_.Text(name) == "self") return true;
  const StrId id = p_.Str(lex_.Text(name));
  const Span span = Lexer::SpanOf(name, name.end);
  if (std::find(f.params.begin(), f.params.end(), id) != f.params.end()) {
    return Error(span, fmt::format("parameter '{}' is named twice", p_[id]));
  }
  if (Accept(Tok::kColon)) {
    while (!At(Tok::kEnd) && lex_.depth() >= depth && !(lex_.depth() == depth && (At(Tok::kComma) || At(Tok::kAssign)))) Advance();
  }
  ExprId fallback;
  if (Accept(Tok::kAssign)) {
    fallback = ConstantValue("a default value must be a number or a list of numbers");
    if (!fallback) return false;
  } else if (!f.defaults.empty() && f.defaults.back()) {
    return Error(span, fmt::format("'{}' needs a default value: the parameter in front of it has one", p_[id]));
  }
  f.params.push_back(id);
  f.defaults.push_back(fallback);
  return true;
}

// Behind the name.
bool Parser::InlineSignature(Inlined& f) {
  if (!Expect(Tok::kLParen, "'(' and the parameters")) return false;
  while (!At(Tok::kRParen)) {
    if (!InlineParameter(f)) return false;
    if (!Accept(Tok::kComma)) break;
  }
  if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  while (!At(Tok::kColon) && !At(Tok::kNewline) && !At(Tok::kEnd)) Advance();  // what it returns
  f.header = tok_;
  return Expect(Tok::kColon, "':'");
}

// At the decorator. A function that is wrong is known all the same, so that its calls are not wrong once more.
void Parser::InlineDef() {
  const uint32_t indent = lex_.indent();
  Advance();
  if (Accept(Tok::kLParen)) Expect(Tok::kRParen, "')': pl.inline takes no arguments");
  Accept(Tok::kNewline);
  if (!AcceptName("def")) {
    ErrorHere(fmt::format("expected 'def' behind '@pl.inline', found {}", Shown()));
    return SkipLine();
  }
  Inlined f;
  f.indent = indent;
  const Token name = tok_;
  uint32_t line = 0;
  const uint32_t end = f.end = lex_.EndOfBody(tok_, indent, &line);
  if (Expect(Tok::kName, "the name of the function")) {
    const StrId id = p_.Str(lex_.Text(name));
    if (p_.FindFunction(id) || inlined_.contains(id)) {
      Error(Lexer::SpanOf(name, name.end), fmt::format("function '{}' is defined twice", p_[id]), "give one of them another name");
    } else {
      const bool ok = InlineSignature(f);
      if (ok) inlined_[id] = std::move(f);
      if (!ok) refused_.insert(id);
    }
  }
  nesting_ = 0;
  lex_.SkipTo(end, line);
  Advance();
}

}  // namespace t2t
