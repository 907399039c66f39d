// Module level, class, decorators, signatures and function bodies (text-format 1).
#include <algorithm>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

Parser::Parser(std::string_view text, Program& program, Diagnostics& diagnostics)
    : TokenReader(text, diagnostics), p_(program), printed_(HasPrintedHeader(text)) {}

void Parser::SpeakOf(FuncId function) {
  func_ = function;
  speaking_of_ = function ? p_[p_[function].name] : std::string_view();
}

void Parser::ParseFile() {
  while (!At(Tok::kEnd)) ModuleStatement();
  SpeakOf(FuncId());
  if (!stop_ && !saw_program_ && bodies_.empty() && !diags_.HasErrors()) {
    Error({1, 1, 0}, "there is no program in this text",
          "write a function with '@pl.jit.incore' in front of it, or '@pl.program' and a class with functions");
  }
  for (const PendingBody& body : bodies_) unread_.insert(body.function);
  for (size_t i : BodyOrder()) Body(bodies_[i]);
  SpeakOf(FuncId());
  SettleSymbols();
}

void Parser::ProgramClass() {
  Advance();
  if (At(Tok::kLParen)) {  // strict_ssa=...: how the front end treats reassignment, without meaning here
    while (!At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  }
  Accept(Tok::kNewline);
  if (saw_program_) {
    ErrorHere("a text holds one program");
    return SkipLine();
  }
  saw_program_ = true;
  if (!AcceptName("class")) {
    ErrorHere(fmt::format("expected 'class' behind '@pl.program', found {}", Shown()));
    return SkipLine();
  }
  if (!At(Tok::kName)) {
    ErrorHere(fmt::format("expected the name of the program here, found {}", Shown()));
    return SkipLine();
  }
  p_.SetName(p_.Str(Text()));
  Advance();
  if (Accept(Tok::kLParen)) {
    while (!At(Tok::kColon) && !At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  }
  if (!Expect(Tok::kColon, "':'") || !At(Tok::kNewline)) return SkipLine();
  Advance();
  if (!At(Tok::kIndent)) {
    ErrorHere("expected the functions of the program here, indented");
    return;
  }
  Advance();
  while (!At(Tok::kDedent) && !At(Tok::kEnd)) {
    lex_.comments().clear();
    if (At(Tok::kAt)) {
      Advance();
      if (AtForm(Form::kFunction)) {
        FunctionDef();
        continue;
      }
      if (AtForm(Form::kInline)) {
        InlineDef();
        continue;
      }
      ErrorHere(fmt::format("unknown decorator {}", Shown()), "functions of a program carry '@pl.function'");
      SkipLine();
      SkipDefinition();
      continue;
    } else if (AtName("def") || AtName("async") || AtName("class")) {
      ErrorHere("a program holds functions that carry '@pl.function'", "write '@pl.function' in front of it, or @pl.inline for a helper");
      SkipDefinition();
      continue;
    } else if (At(Tok::kName) && (lex_.PeekChar() == '=' || lex_.PeekChar() == ':')) {
      ErrorHere("a program has no attributes", "write constants in front of the class, and use them by their names");
      refused_.insert(p_.Str(Text()));
    } else if (AcceptName("pass") || Accept(Tok::kString)) {
      if (EndLine()) {
        Accept(Tok::kNewline);
        continue;
      }
    } else {
      ErrorHere(fmt::format("expected '@pl.function' here, found {}", Shown()));
    }
    SkipLine();
  }
  Accept(Tok::kDedent);
}

// At `pl.function` behind the '@'; `type` is what the decorator itself says.
void Parser::FunctionDef(FunctionType type) {
  const uint32_t indent = lex_.indent();
  Decoration d;
  d.f.type = type;
  const bool decorated = Decorator(d);
  if (!decorated) SkipLine();
  if (!AtName("def")) {
    if (decorated) ErrorHere(fmt::format("expected 'def' behind '@pl.function', found {}", Shown()));
    if (decorated) SkipLine();
    return;
  }
  const auto skip_body = [&] {
    uint32_t line = 0;
    const uint32_t end = lex_.EndOfBody(tok_, indent, &line);
    lex_.SkipTo(end, line);
    Advance();
  };
  Advance();
  const Token name = tok_;
  if (!Expect(Tok::kName, "the name of the function")) return skip_body();
  const StrId id = p_.Str(lex_.Text(name));
  const Span span = Lexer::SpanOf(name, name.end);
  if (p_.FindFunction(id)) {
    Error(span, fmt::format("function '{}' is defined twice", lex_.Text(name)), "give one of them another name");
    return skip_body();
  }
  const FuncId func = p_.AddFunction(id, span);
  Function f = p_[func];
  f.type = d.f.type;
  f.level = d.f.level;
  f.role = d.f.role;
  const Level level = DerivedLevel(f.type);
  const Role role = DerivedRole(f.type);
  PendingBody body;
  body.function = func;
  body.header = tok_;
  body.indent = indent;
  EnterFunction(body);
  if (level != Level::kUnset) {
    if (f.level != Level::kUnset && f.level != level) {
      Error(Lexer::SpanOf(d.at, d.at.end), fmt::format("function '{}' of type {} cannot have level {}", lex_.Text(name),
                                                       EnumName(f.type), EnumName(f.level)),
            fmt::format("leave the level out: it is {}", EnumName(level)), "contradicting-level");
    }
    f.level = level;
  }
  if (role != Role::kUnset) {
    if (f.role != Role::kUnset && f.role != role) {
      Error(Lexer::SpanOf(d.at, d.at.end), fmt::format("function '{}' of type {} cannot have role {}", lex_.Text(name),
                                                       EnumName(f.type), EnumName(f.role)),
            fmt::format("leave the role out: it is {}", EnumName(role)), "contradicting-level");
    }
    f.role = role;
  }
  f.attrs = p_.MakeAttrs(d.attrs);
  defined_from_ = tok_.begin;
  uint32_t line = 0;
  body.end = defined_to_ = lex_.EndOfBody(tok_, indent, &line);
  in_signature_ = true;
  const bool ok = Signature(func, f);
  if (!ok) refused_.insert(id);
  in_signature_ = false;
  nesting_ = 0;
  name_mode_ = NameMode::kValue;
  p_.SetFunction(func, f);
  if (ok && At(Tok::kColon)) {
    body.header = tok_;
    for (StrId bound : bound_) body.bound.emplace_back(bound, Bound(bound));
    bodies_.push_back(std::move(body));
  } else if (ok) {
    ErrorHere(fmt::format("expected ':' here, found {}", Shown()));
  }
  lex_.SkipTo(bodies_.empty() || bodies_.back().function != func ? body.end : bodies_.back().end, line);
  SpeakOf(FuncId());
  epoch_ = ++last_epoch_;  // what its parameters are called means nothing outside of it
  Advance();
}

// ---- bodies --------------------------------------------------------------------------------------------------------

void Parser::FunctionAttrs() {
  while (AtForm(Form::kFuncAttr)) {
    Advance();
    std::vector<Attr> attrs;
    if (!Expect(Tok::kLParen, "'('") || !AttrDict(attrs) || !Expect(Tok::kRParen, "')'") || !EndLine()) {
      SkipLine();
      continue;
    }
    Accept(Tok::kNewline);
    Function f = p_[func_];
    for (const Attr& attr : attrs) {
      const std::string_view key = p_[attr.key];
      if (key == "split" && attr.kind == AttrKind::kInt && attr.int_value() == 0) continue;
      if (key == "ir_stage" && attr.kind == AttrKind::kString) {
        const std::optional<IrStage> stage = ParseEnum<IrStage>(p_[attr.string()]);
        if (stage) f.stage = *stage;
        if (!stage) ErrorHere("ir_stage must be \"functional\" or \"buffer\"");
        continue;
      }
      f.attrs = p_.SetAttr(f.attrs, attr);
    }
    p_.SetFunction(func_, f);
  }
}

// Host workers hold verbatim Python: kept line by line, without the indent of the body.
bool Parser::InlineBody(const PendingBody& body) {
  const uint32_t indent = lex_.indent();
  std::string_view rest = lex_.text().substr(tok_.line_begin, body.end - tok_.line_begin);
  std::string out;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    size_t strip = 0;
    while (strip < indent && strip < line.size() && line[strip] == ' ') ++strip;
    line.remove_prefix(strip);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    out += line;
    out += '\n';
  }
  while (out.ends_with("\n\n")) out.pop_back();
  Function f = p_[body.function];
  f.inline_text = p_.Str(out);
  p_.SetFunction(body.function, f);
  return true;
}

void Parser::Body(PendingBody& body) {
  if (stop_) return;
  EnterFunction(body);
  body_ = &body;
  const size_t from = body.header.end;
  if (!printed_ || LooksHandWritten(lex_.text().substr(from, body.end - from))) EnterFrontEnd(body);
  lex_.Restart(body.header, body.indent, body.end);
  Advance();
  FunctionBody(body);
  // What it returns is not known, and its callers are not to blame.
  if (failed_ && p_[func_].return_types.size == 0) refused_.insert(p_[func_].name);
  unread_.erase(func_);
  hand_.reset();
  CheckUndefined();
  docstring_.clear();
}

void Parser::FunctionBody(PendingBody& body) {
  const Function f = p_[body.function];
  comments_ = nullptr;
  if (!At(Tok::kNewline)) {
    if (Accept(Tok::kEllipsis)) {
    } else {
      ParseBlock(f.body);
    }
    return;
  }
  lex_.comments().clear();
  Advance();
  if (!At(Tok::kIndent)) {
    ErrorHere("expected the body of the function here, indented", "an empty body is written 'pass'");
    return;
  }
  Advance();
  while (At(Tok::kString) && !stop_) {  // a docstring may precede the attributes
    docstring_ += DecodeString(Text());
    docstring_ += '\n';
    Advance();
    if (!EndLine()) return SkipLine();
    Accept(Tok::kNewline);
  }
  FunctionAttrs();
  const bool host = f.role == Role::kSubWorker && f.level != Level::kUnset && f.level >= Level::kHost;
  const bool external = p_.FindAttr(f.attrs, "external_source") != nullptr;
  if (At(Tok::kEllipsis)) {
    const Token at = tok_;
    Advance();
    if (host) {
      Function changed = p_[body.function];
      changed.requires_runtime_binding = true;
      p_.SetFunction(body.function, changed);
    } else if (!external) {
      Error(Lexer::SpanOf(at, at.end), "'...' stands only for the body of a host function or of an external one",
            "write 'pass'");
    }
    if (!EndLine()) SkipLine();
    Accept(Tok::kNewline);
  } else if (host && f.type == FunctionType::kOpaque && !At(Tok::kDedent) && !At(Tok::kEnd)) {
    InlineBody(body);
    return;
  }
  Statements(f.body);
  Accept(Tok::kDedent);
  while (At(Tok::kDedent) || At(Tok::kNewline)) Advance();
  if (!At(Tok::kEnd)) {
    ErrorHere(fmt::format("expected {} here, found {}",
                          saw_program_ ? "'@pl.function' or the end of the class" : "a decorator, a constant or an import", Shown()),
              saw_program_ ? "indent the line like its neighbours if it belongs to the function"
                           : "indent the line like its neighbours if it belongs to the function; what Python runs stands under "
                             "if __name__ == \"__main__\":");
  }
}

}  // namespace t2t
