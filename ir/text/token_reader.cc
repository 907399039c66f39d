#include "ir/text/token_reader.h"

#include <algorithm>
#include <cstring>

#include "fmt/format.h"
#include "ir/text/reader.h"

namespace t2t {

void TokenReader::Advance() {
  last_end_ = tok_.end;
  last_line_ = tok_.line;
  if (stop_) {
    tok_ = {Tok::kEnd, tok_.begin, tok_.begin, tok_.line, tok_.line_begin};
    return;
  }
  tok_ = lex_.Next();
}

bool TokenReader::Accept(Tok kind) {
  if (tok_.kind != kind) return false;
  Advance();
  return true;
}

bool TokenReader::AcceptName(std::string_view name) {
  if (!AtName(name)) return false;
  Advance();
  return true;
}

bool TokenReader::Expect(Tok kind, std::string_view what) {
  if (Accept(kind)) return true;
  std::string help;
  if (const Token& open = lex_.outermost(); lex_.depth() > 0 && open.line < tok_.line) {
    help = fmt::format("the '{}' on line {} is still open", lex_.Text(open), open.line);
  }
  return ErrorHere(fmt::format("expected {} here, found {}", what, Shown()), std::move(help));
}

Span TokenReader::From(const Token& first) const {
  uint32_t end = last_end_;
  if (last_line_ != first.line && end > first.begin) {
    const void* newline = std::memchr(lex_.text().data() + first.begin, '\n', end - first.begin);
    if (newline != nullptr) end = static_cast<uint32_t>(static_cast<const char*>(newline) - lex_.text().data());
  }
  return Lexer::SpanOf(first, end);
}

std::string TokenReader::Shown() const {
  switch (tok_.kind) {
    case Tok::kEnd: return "the end of the text";
    case Tok::kNewline: return "the end of the line";
    case Tok::kIndent: return "a deeper indent";
    case Tok::kDedent: return "the end of the block";
    default: break;
  }
  std::string shown = "'";
  for (char c : Text().substr(0, 40)) {
    const auto u = static_cast<unsigned char>(c);
    if (u < 0x20 || u >= 0x7f) {
      shown += fmt::format("\\x{:02x}", u);
    } else {
      shown += c;
    }
  }
  return shown + (Text().size() > 40 ? "...'" : "'");
}

bool TokenReader::Error(Span span, std::string message, std::string help, std::string_view kind) {
  if (stop_) return false;
  Diagnostic d;
  d.kind = std::string(kind);
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  d.function = std::string(speaking_of_);
  diags_.Add(std::move(d));
  failed_ = true;
  if (diags_.errors() >= kMaxErrors) {
    diags_.Error("syntax", span, fmt::format("stopped after {} errors", kMaxErrors));
    stop_ = true;
  }
  return false;
}

// A name of the language that does not exist, or not here: the nearest one comes first.
bool TokenReader::ErrorHere(std::string message, std::string help) {
  if (At(Tok::kPath) && CurrentWord() == nullptr) {
    const std::string near = HelpForPath(Text());
    if (!near.empty()) help = help.empty() ? near : fmt::format("{} {}", near, help);
  }
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (At(Tok::kBad) && std::any_of(Text().begin(), Text().end(), foreign)) {
    help = "names are made of ASCII letters, digits and '_'";
    if (!foreign_names_.emplace(Text()).second) {
      failed_ = true;
      return false;
    }
  }
  return Error(Here(), std::move(message), std::move(help));
}

void TokenReader::SkipLine() {
  const Lexer before = lex_;
  const Token at = tok_;
  while (!At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  if (lex_.depth() > 0 && before.depth() > 0 && !stop_) {
    // A bracket that is never closed would swallow the rest: give up on the bracket, not on the rest.
    lex_ = before;
    lex_.ForgetBrackets();
    tok_ = at;
    while (!At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  }
  Accept(Tok::kNewline);
  if (At(Tok::kIndent)) SkipBlock();
}

// At a deeper indent: to where it ends.
void TokenReader::SkipBlock() {
  int depth = 0;
  do {
    if (At(Tok::kIndent)) ++depth;
    if (At(Tok::kDedent)) --depth;
    Advance();
  } while (depth > 0 && !At(Tok::kEnd));
}

const Word* TokenReader::WordOf(std::string_view path) const {
  if (path.starts_with(prefix_)) path.remove_prefix(prefix_.size());
  return FindWord(path);
}

bool TokenReader::AtForm(Form form) const {
  if (!At(Tok::kPath)) return false;
  const Word* word = CurrentWord();
  return word != nullptr && word->kind == WordKind::kForm && word->value == static_cast<uint32_t>(form);
}

void TokenReader::GoTo(Position at) {
  lex_ = std::move(at.lex);
  tok_ = at.tok;
  last_end_ = at.last_end;
  last_line_ = at.last_line;
}

bool TokenReader::Nest(std::string_view remedy) {
  if (nesting_ < kMaxNesting) {
    ++nesting_;
    return true;
  }
  return ErrorHere(fmt::format("nested too deeply: {} levels are the limit", kMaxNesting), std::string(remedy));
}

// What follows a jump becomes a branch: the text does not show that level, so it leaves some for those that it shows.
bool TokenReader::NestBehindJump() {
  constexpr int kMaxJumps = kMaxNesting - 20;
  if (nesting_ < kMaxJumps) return Nest();
  return ErrorHere(fmt::format("too many jumps stand in front of this: each puts what follows it into a branch, and {} levels "
                               "are the limit", kMaxJumps),
                   "join conditions that jump to the same place: if a or b: continue");
}

}  // namespace t2t
