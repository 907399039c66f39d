// `@pl.inline` functions: their bodies are read where they are called, into the caller, with the parameters standing for
// the arguments (text-format 7.6). They need no types; names of theirs are their own.
#include <algorithm>
#include <memory>
#include <utility>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

// At the decorator: what has to be known to read the body later.
void Parser::InlineDef() {
  const uint32_t indent = lex_.indent();
  Advance();
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
  if (Expect(Tok::kName, "the name of the function") && Expect(Tok::kLParen, "'(' and the parameters")) {
    const uint32_t depth = lex_.depth();
    for (bool named = true; !At(Tok::kEnd) && !At(Tok::kIndent) && lex_.depth() >= depth; Advance()) {
      if (named && At(Tok::kName) && !AtName("self")) f.params.push_back(p_.Str(Text()));
      named = At(Tok::kComma) && lex_.depth() == depth;
    }
    while (!At(Tok::kColon) && !At(Tok::kNewline) && !At(Tok::kEnd)) Advance();  // what it returns
    f.header = tok_;
    if (Expect(Tok::kColon, "':'")) inlined_[p_.Str(lex_.Text(name))] = std::move(f);
  }
  lex_.SkipTo(end, line);
  Advance();
}

// An inline function is called between here and the end of the line.
bool Parser::CallsInline() const {
  Lexer ahead = lex_;
  for (Token t = tok_; t.kind != Tok::kNewline && t.kind != Tok::kEnd; t = ahead.Next()) {
    std::string_view name = ahead.Text(t);
    if (name.starts_with("self.")) name.remove_prefix(5);
    if ((t.kind == Tok::kName || t.kind == Tok::kPath) && inlined_.contains(p_.FindStr(name))) return true;
  }
  return false;
}

bool Parser::InlineArguments(const Inlined& f, std::vector<ExprId>& args, const Token& start) {
  args.assign(f.params.size(), ExprId());
  size_t next = 0;
  if (!Nest()) return false;
  while (!At(Tok::kRParen)) {
    size_t place = next;
    const Token at = tok_;
    if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
      place = static_cast<size_t>(std::find(f.params.begin(), f.params.end(), p_.Str(Text())) - f.params.begin());
      if (place == f.params.size()) return ErrorHere(fmt::format("{} has no parameter '{}'", lex_.Text(start), Text()));
      Advance();
      Advance();
    } else {
      ++next;
    }
    const ExprId value = Operand(ParseExpr());
    if (!value) return false;
    if (place >= args.size() || args[place]) {
      return Error(From(at), fmt::format("{} takes {} argument{}", lex_.Text(start), args.size(), args.size() == 1 ? "" : "s"),
                   "pass one argument per parameter", "call");
    }
    args[place] = value;
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i]) continue;
    return Error(From(start), fmt::format("{} needs '{}'", lex_.Text(start), p_[f.params[i]]), "pass one argument per parameter",
                 "call");
  }
  return true;
}

// Behind the opening bracket.
ExprId Parser::InlineCall(const Inlined& f, const Token& start) {
  std::vector<ExprId> args, results;
  if (!block_) {
    Error(From(start), "an inline function cannot be called here", "call it in front, and use the name of its result");
    return {};
  }
  if (!InlineArguments(f, args, start)) return {};
  constexpr int kDeepest = 50;
  if (inlining_ == kDeepest) {
    Error(From(start), fmt::format("inline functions are expanded {} deep here", kDeepest), "an inline function cannot call itself");
    return {};
  }
  ++inlining_;
  const bool ok = ExpandInline(f, args, results);
  --inlining_;
  if (!ok) return {};
  depth_ = 1;
  return results.size() == 1 ? results[0] : p_.Tuple(results);
}

bool Parser::ExpandInline(const Inlined& f, absl::Span<const ExprId> args, std::vector<ExprId>& results) {
  Lexer lexer(lex_.text());
  lexer.Restart(f.header, f.indent, f.end);
  auto inner = std::make_unique<FrontEnd>(lexer, p_, f.params, IsInCoreLike(p_[func_].type));
  inner->inlined = true;
  inner->versions = std::move(hand_->versions);
  inner->temporaries = hand_->temporaries;
  inner->dump_tags = hand_->dump_tags;
  const Position behind = Where();
  std::unique_ptr<FrontEnd> outer = std::exchange(hand_, std::move(inner));
  std::vector<Slot> names = std::exchange(slots_, {});
  std::vector<RegionContext*> regions = std::exchange(regions_, {});
  std::string* const comments = std::exchange(comments_, nullptr);
  std::string docstring = std::exchange(docstring_, {});
  const BlockId block = block_;
  const Token target = target_;
  const int nesting = nesting_;
  const size_t errors = diags_.errors();
  for (size_t i = 0; i < args.size(); ++i) BindTo(f.params[i], args[i]);
  lex_ = std::move(lexer);
  Advance();
  ParseBlock(block);
  results = std::move(hand_->inline_result);
  outer->versions = std::move(hand_->versions);
  outer->temporaries = hand_->temporaries;
  hand_ = std::move(outer);
  slots_ = std::move(names);
  regions_ = std::move(regions);
  comments_ = comments;
  docstring_ = std::move(docstring);
  block_ = block;
  target_ = target;
  nesting_ = nesting;
  expected_ = TypeId();
  GoTo(behind);
  return diags_.errors() == errors;
}

}  // namespace t2t
