// One mistake, one error: what a refused definition or statement would have given its name to is a value of unknown type
// from there on, and whatever is made of that is not judged.
#include <algorithm>

#include "fmt/format.h"
#include "ir/text/advice.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

// Words that begin a statement in Python and have no meaning in a function of the language.
constexpr Advice kStatements[] = {
    {"def", "a helper is a '@pl.inline' function of the module"},
    {"class", "write it outside of the function"},
    {"import", "imports stand at the top of the text"},
    {"from", "imports stand at the top of the text"},
    {"try", "a kernel raises nothing: leave it out"},
    {"except", "a kernel raises nothing: leave it out"},
    {"finally", "a kernel raises nothing: leave it out"},
    {"raise", "a kernel raises nothing: pl.static_assert(condition, text) checks constants while the text is read"},
    {"assert", "pl.static_assert(condition, text) checks constants while the text is read"},
    {"del", "a name needs no end: leave it out"},
    {"global", "pass the value as an argument, and return what is new"},
    {"nonlocal", "pass the value as an argument, and return what is new"},
    {"lambda", "a helper is a '@pl.inline' function of the module"},
    {"async", "nothing is awaited here: leave it out"},
    {"await", "nothing is awaited here: leave it out"},
    {"yield", "return the value"},
    {"match", "write if, elif and else"},
};

}  // namespace

// At the first word of a statement. `match` is a name as well.
bool Parser::RefusesStatement() {
  const std::string_view word = Text();
  const std::string help = HelpForKeyword(word);
  if (help.empty()) return false;
  const char next = lex_.PeekChar();
  const bool soft = word == "match";
  if (soft && !IsIdentifier({&next, 1}) && !(next >= '0' && next <= '9')) return false;
  ErrorHere(fmt::format("'{}' has no place in a function body", word), help);
  const bool names = word == "def" || word == "class" || word == "import" || word == "from";
  while (names && hand_ && !At(Tok::kNewline) && !At(Tok::kEnd) && !At(Tok::kLParen)) {
    Advance();
    if (At(Tok::kName)) BindUnknown(p_.Str(Text()));
  }
  return true;
}

std::string Parser::HelpForKeyword(std::string_view word) const {
  return std::string(AdviceOn(kStatements, word));
}

ExprId Parser::BindUnknown(StrId name) {
  const ValueId value = p_.AddValue(ValueKind::kUndefined, name, p_.UnknownType(), func_);
  Bind(name, value);
  return p_.Var(value);
}

// A value that only an error gave rise to.
ExprId Parser::AfterError() {
  failed_ = true;
  depth_ = 1;
  return p_.Var(p_.AddValue(ValueKind::kUndefined, p_.Str("_"), p_.UnknownType(), func_));
}

bool Parser::IsUnknown(ExprId value) const {
  if (p_[value].kind != ExprKind::kTuple) return p_.TypeOf(value).kind == TypeKind::kUnknown;
  const absl::Span<const ExprId> items = p_.Elements(value);
  return std::any_of(items.begin(), items.end(), [&](ExprId item) { return IsUnknown(item); });
}

// An unknown type behind a reported error is not worth a second report.
bool Parser::FollowsFromError(absl::Span<const ExprId> values) const {
  return failed_ && std::any_of(values.begin(), values.end(), [&](ExprId value) { return IsUnknown(value); });
}

// `name` was to be defined by something that was refused.
bool Parser::IsRefused(StrId name) const {
  if (refused_.contains(name)) return true;
  const ValueId value = hand_ && failed_ ? Bound(name) : ValueId();
  return value && p_[p_[value].type].kind == TypeKind::kUnknown;
}

// At an opening bracket: over all that it holds.
ExprId Parser::SkipBrackets() {
  const uint32_t depth = lex_.depth();
  while (!At(Tok::kEnd) && lex_.depth() >= depth) Advance();
  if (!At(Tok::kEnd)) Advance();
  return AfterError();
}

// A name that means nothing here. It is a value of unknown type from here on, so that it is reported once.
ExprId Parser::Unknown(const Token& token) {
  const StrId name = p_.Str(lex_.Text(token));
  const Span span = Lexer::SpanOf(token, token.end);
  const auto lost = hand_->lost.find(name);
  const bool assigned = failed_ && (hand_->outline.Assigns(name) || BodyDefines(p_[name]));  // by what failed
  const bool walrus = At(Tok::kColon) && lex_.PeekChar() == '=';  // reported behind the name
  if (assigned || walrus || refused_.contains(name)) {
    failed_ = true;
    return BindUnknown(name);
  }
  if (RefusesComprehension(token)) return {};
  std::string help = "assign it first, make it a parameter, or declare a program symbol with pl.dynamic";
  std::string message = fmt::format("'{}' is not defined here", p_[name]);
  if (const std::string near = NearestVariable(p_[name]); !near.empty()) help = fmt::format("did you mean '{}'? Otherwise {}", near, help);
  if (lost != hand_->lost.end()) {
    message = fmt::format("'{}' has a value only inside the {} of line {}", p_[name], lost->second.what, lost->second.line);
    help = lost->second.what == "loop" ? "assign it in front of the loop too: the loop may run no iteration"
                                       : "assign it on every path, or in front of the branch";
  }
  Error(span, std::move(message), std::move(help), "name");
  return BindUnknown(name);
}

// `[f(i) for i in ...]` is met at the `i` that nothing defines: the `for` that would is further on in the brackets.
bool Parser::RefusesComprehension(const Token& name) {
  if (lex_.depth() == 0) return false;
  Lexer ahead = lex_;
  bool behind_for = false;
  for (Token t = tok_; t.kind != Tok::kEnd && t.kind != Tok::kNewline; t = ahead.Next()) {
    const std::string_view text = t.kind == Tok::kName ? ahead.Text(t) : std::string_view();
    if (behind_for && text == lex_.Text(name)) {
      return !Error(Lexer::SpanOf(name, name.end), "comprehensions are no part of the language",
                    "write a loop over pl.range, or the items one by one");
    }
    if (text == "in") behind_for = false;
    if (text == "for") behind_for = true;
  }
  return false;
}

}  // namespace t2t
