// `@pl.inline` functions: their bodies are read where they are called, into the caller, with the parameters standing for
// the arguments (text-format 7.6). They need no types; names of theirs are their own. Definitions: sugar_inline_def.cc.
#include <algorithm>
#include <memory>
#include <utility>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"
#include "ir/text/reader.h"

namespace t2t {

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

// At most `left` operands and operations, one read twice counted twice.
bool Parser::IsSmall(ExprId value, int* left) const {
  if (--*left < 0) return false;
  const Expr& e = p_[value];
  if (IsBinary(e.kind)) return IsSmall(e.lhs(), left) && IsSmall(e.rhs(), left);
  return !IsUnary(e.kind) || IsSmall(e.operand(), left);
}

// A parameter stands for the expression that it is given, so that an extent such as `high - low` stays known; a large one
// gets a name: it would be repeated wherever the body reads the parameter, and the next call would repeat that.
ExprId Parser::InlineArgument() {
  const Token start = tok_;
  const ExprId value = Operand(ParseExpr());
  int left = 32;
  if (!value || !block_ || IsSmall(value, &left)) return value;
  return Temporary(p_.Str(fmt::format("t__tmp_v{}", hand_->temporaries++)), value, From(start));
}

bool Parser::InlineArguments(const Inlined& f, std::vector<ExprId>& args, const Token& start) {
  args.assign(f.params.size(), ExprId());
  size_t next = 0;
  bool keywords = false;
  if (!Nest()) return false;
  while (!At(Tok::kRParen)) {
    size_t place = next;
    const Token at = tok_;
    if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
      place = static_cast<size_t>(std::find(f.params.begin(), f.params.end(), p_.Str(Text())) - f.params.begin());
      if (place == f.params.size()) return ErrorHere(fmt::format("{} has no parameter '{}'", lex_.Text(start), Text()));
      Advance();
      Advance();
      keywords = true;
    } else if (keywords) {
      return ErrorHere("a positional argument cannot follow a keyword", "write the positional ones first");
    } else {
      ++next;
    }
    const ExprId value = InlineArgument();
    if (!value) return false;
    if (place < args.size() && args[place]) {
      return Error(From(at), fmt::format("'{}' of {} is given twice", p_[f.params[place]], lex_.Text(start)), {}, "call");
    }
    if (place >= args.size()) {
      const auto needed = static_cast<size_t>(std::count(f.defaults.begin(), f.defaults.end(), ExprId()));
      return Error(From(at), fmt::format("{} takes {}{}", lex_.Text(start), needed < args.size() ? fmt::format("{} to ", needed) : "",
                                         Counted(args.size(), "argument")),
                   "pass one argument per parameter", "call");
    }
    args[place] = value;
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i]) args[i] = f.defaults[i];
    if (args[i]) continue;
    return Error(From(start), fmt::format("{} needs '{}'", lex_.Text(start), p_[f.params[i]]), "pass one argument per parameter",
                 "call");
  }
  return true;
}

// Whether the call at `start` can be expanded. What would go on without an end is reported where it is met first: a call
// in every statement of a long body would repeat it.
bool Parser::MayExpand(Inlined& f, const Token& start) {
  const Span span = From(start);
  const std::string_view name = lex_.Text(start);
  if (f.expanding) {
    if (!std::exchange(f.recursive, true)) {
      Error(span, fmt::format("{} is being expanded here already", name),
            "an inline function cannot call itself, nor one that calls it: write a loop", "call");
    }
    return false;
  }
  if (inlining_ == kMaxNesting) {
    return Error(span, fmt::format("inline functions are expanded {} deep here", kMaxNesting),
                 "make one of them a function of its own", "call");
  }
  if (expanded_ >= kMaxExpanded) {
    if (!std::exchange(overflowed_, true)) {
      Error(span, fmt::format("inline functions give this function more than {} statements", kMaxExpanded),
            "every call repeats the whole body: make one of them a function of its own, or call it in a loop", "call");
    }
    return false;
  }
  return true;
}

// Behind the opening bracket.
ExprId Parser::InlineCall(Inlined& f, const Token& start) {
  std::vector<ExprId> args, results;
  if (!block_) {
    Error(From(start), "an inline function cannot be called here", "call it in front, and use the name of its result");
    return {};
  }
  if (!InlineArguments(f, args, start)) return {};
  bool ok = MayExpand(f, start);
  if (ok) {
    f.expanding = true;
    ++inlining_;
    ok = ExpandInline(f, args, results);
    --inlining_;
    f.expanding = false;
  }
  if (!ok) {
    hand_->refused = true;
    return {};
  }
  if (results.empty() && !StandsAlone(start)) {
    const std::string_view name = lex_.Text(start);
    Error(From(start), fmt::format("{} returns nothing, so its call is no value", name),
          fmt::format("end the body of {} with a return, or let the call stand alone", name), "call");
    return AfterError();
  }
  return results.size() == 1 ? results[0] : ListOf(results, From(start));
}

// What began with `start` and ends here is a whole line.
bool Parser::StandsAlone(const Token& start) const {
  const std::string_view before = lex_.text().substr(start.line_begin, start.begin - start.line_begin);
  return IsLastOfLine() && before.find_first_not_of(" \t") == std::string_view::npos;
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
  std::vector<RegionContext*> regions = std::exchange(regions_, {});
  std::string* const comments = std::exchange(comments_, nullptr);
  std::string docstring = std::exchange(docstring_, {});
  const BlockId block = block_;
  const Token target = target_;
  const int nesting = nesting_;
  const size_t errors = diags_.errors();
  const uint32_t epoch = std::exchange(epoch_, ++last_epoch_);  // no name means anything yet
  const size_t covered = covered_.size();
  for (size_t i = 0; i < args.size(); ++i) BindTo(f.params[i], args[i]);
  lex_ = std::move(lexer);
  Advance();
  ParseBlock(block);
  results = std::move(hand_->inline_result);
  depth_ = hand_->inline_depth + (results.size() == 1 ? 0 : 1);
  const bool refused = hand_->refused;
  outer->versions = std::move(hand_->versions);
  outer->temporaries = hand_->temporaries;
  hand_ = std::move(outer);
  epoch_ = epoch;
  for (; covered_.size() > covered; covered_.pop_back()) slots_[covered_.back().first.index()] = covered_.back().second;
  regions_ = std::move(regions);
  comments_ = comments;
  docstring_ = std::move(docstring);
  block_ = block;
  target_ = target;
  nesting_ = nesting;
  expected_ = TypeId();
  GoTo(behind);
  return diags_.errors() == errors && !refused;
}

}  // namespace t2t
