// Module level, class, decorators, signatures and function bodies (text-format 1).
#include <algorithm>
#include <tuple>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

void Parser::ParseFile() {
  while (!At(Tok::kEnd)) ModuleStatement();
  func_ = FuncId();
  if (!stop_ && !saw_program_ && bodies_.empty() && !diags_.HasErrors()) {
    Error({1, 1, 0}, "there is no program in this text", "expected '@pl.program' and a class with functions");
  }
  for (size_t i : BodyOrder()) Body(bodies_[i]);
  func_ = FuncId();
  SettleSymbols();
}

void Parser::ModuleStatement() {
  lex_.comments().clear();
  if (At(Tok::kIndent) || At(Tok::kDedent)) {
    if (At(Tok::kIndent)) ErrorHere("unexpected indent");
    Advance();
    return;
  }
  if (At(Tok::kNewline)) return Advance();
  if (At(Tok::kString)) {
    Advance();
    if (!EndLine()) SkipLine();
    return;
  }
  if (AtName("import") || AtName("from")) {
    bool language = false, renames = false;
    while (!At(Tok::kNewline) && !At(Tok::kEnd)) {
      if (renames && At(Tok::kName) && language) prefix_ = std::string(Text()) + ".";
      renames = AtName("as");
      if (!renames && (At(Tok::kName) || At(Tok::kPath))) {
        language = Text() == "language" || Text().ends_with(".language");
      }
      Advance();
    }
    Accept(Tok::kNewline);
    return;
  }
  if (At(Tok::kAt)) {
    Advance();
    if (AtForm(Form::kProgram)) return ProgramClass();
    if (AtForm(Form::kFunction)) return ModuleFunction(FunctionType::kOpaque);
    if (AtForm(Form::kJit)) return ModuleFunction(FunctionType::kOrchestration);
    if (AtForm(Form::kJitInCore)) return ModuleFunction(FunctionType::kInCore);
    if (AtForm(Form::kInline)) return InlineDef();
    ErrorHere(fmt::format("unknown decorator {}", Shown()),
              "the decorators are pl.program, pl.function, pl.jit, pl.jit.incore and pl.inline");
    return SkipLine();
  }
  const char next = lex_.PeekChar();
  if (At(Tok::kName) && (next == '=' || next == ',' || next == ':')) return ModuleConstants();
  if (AtName("class")) {
    ErrorHere("a class without '@pl.program' in front of it");
  } else {
    ErrorHere(fmt::format("expected '@pl.program' or NAME = pl.dynamic(\"NAME\") here, found {}", Shown()));
  }
  SkipLine();
}

// `M = pl.dynamic("M")`, a plain constant, or several in one line: `M, N = 64, 32`.
void Parser::ModuleConstants() {
  std::vector<StrId> names;
  do {
    if (!At(Tok::kName)) {
      ErrorHere(fmt::format("expected the name of a constant here, found {}", Shown()));
      return SkipLine();
    }
    names.push_back(p_.Str(Text()));
    Advance();
  } while (Accept(Tok::kComma));
  if (Accept(Tok::kColon)) {  // what Python is told about it
    while (!At(Tok::kAssign) && !At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  }
  if (!Expect(Tok::kAssign, "'='")) return SkipLine();
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0 && !Expect(Tok::kComma, "',' and one value per name")) return SkipLine();
    if (!ModuleConstant(names[i])) return SkipLine();
  }
  if (!EndLine()) return SkipLine();
  Accept(Tok::kNewline);
}

bool Parser::ModuleConstant(StrId name) {
  ModuleName entry;
  if (AtForm(Form::kDynamic)) {
    Advance();
    std::string symbol;
    if (!Expect(Tok::kLParen, "'('") || !StringValue(&symbol, "the name of the symbol") || !Expect(Tok::kRParen, "')'")) {
      return false;
    }
    if (!IsIdentifier(symbol)) return Error(Here(), fmt::format("'{}' is no name", symbol));
    entry.symbol = Symbol(p_.Str(symbol));
  } else if (At(Tok::kString)) {
    entry.attr = p_.StringAttr("", DecodeString(Text()));
    entry.attr.key = StrId();
    entry.is_attr = true;
    Advance();
  } else if (NamedAttr(&entry.attr)) {
    entry.is_attr = true;
    Advance();
  } else if (const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr; word != nullptr && word->kind == WordKind::kType) {
    entry.type = ParseType();
    name_mode_ = NameMode::kValue;
    if (!entry.type) return false;
  } else {
    const Token value = tok_;
    entry.constant = ParseExpr();
    if (!entry.constant) return false;
    const auto number = [&](ExprId e) {
      const ExprKind kind = p_[e].kind;
      return kind == ExprKind::kConstInt || kind == ExprKind::kConstFloat || kind == ExprKind::kConstBool;
    };
    const bool list = p_[entry.constant].kind == ExprKind::kTuple &&
                      std::all_of(p_.Elements(entry.constant).begin(), p_.Elements(entry.constant).end(), number);
    if (!list && !number(entry.constant)) {
      return Error(From(value), "a module constant must be a number, a list of numbers, an enumerator, a text, a type or "
                                "pl.dynamic(...)");
    }
  }
  module_[name] = entry;
  return true;
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

bool Parser::DecoratorArgument(Decoration& d) {
  const Token key = tok_;
  const std::string_view name = Text();
  if (!Expect(Tok::kName, "a keyword") || !Expect(Tok::kAssign, "'='")) return false;
  const auto enumerator = [&](WordKind kind, std::string_view what, uint32_t* out) {
    const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
    if (word == nullptr || word->kind != kind) {
      return ErrorHere(fmt::format("expected {} here, found {}", what, Shown()));
    }
    *out = word->value;
    Advance();
    return true;
  };
  uint32_t code = 0;
  if (name == "type") {
    if (!enumerator(WordKind::kFunctionType, "a type such as pl.FunctionType.InCore", &code)) return false;
    d.f.type = static_cast<FunctionType>(code);
  } else if (name == "level") {
    if (!enumerator(WordKind::kLevel, "a level such as pl.Level.CHIP", &code)) return false;
    d.f.level = static_cast<Level>(code);
  } else if (name == "role") {
    if (!enumerator(WordKind::kRole, "a role such as pl.Role.SubWorker", &code)) return false;
    d.f.role = static_cast<Role>(code);
  } else if (name == "auto_scope") {
    bool value = true;
    if (!BoolValue(&value, "auto_scope")) return false;
    if (!value) d.attrs.push_back(p_.BoolAttr("auto_scope", false));
  } else if (name == "strict_ssa") {
    bool ignored = false;
    return BoolValue(&ignored, "strict_ssa");
  } else if (name == "external_source") {
    std::string path;
    if (!StringValue(&path, "external_source")) return false;
    if (!path.empty()) d.attrs.push_back(p_.StringAttr("external_source", path));
  } else if (name == "attrs") {
    return AttrDict(d.attrs);
  } else {
    return Error(Lexer::SpanOf(key, key.end), fmt::format("pl.function has no keyword '{}'", name),
                 "its keywords are type, level, role, auto_scope and external_source");
  }
  return true;
}

bool Parser::Decorator(Decoration& d) {
  d.at = tok_;
  Advance();
  if (Accept(Tok::kLParen)) {
    while (!At(Tok::kRParen)) {
      if (!DecoratorArgument(d)) return false;
      if (!Accept(Tok::kComma)) break;
    }
    if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  }
  if (!EndLine()) return false;
  Accept(Tok::kNewline);
  return true;
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
  func_ = FuncId();
  Advance();
}

// A parameter type may name a scalar parameter that comes later: scalar parameters are bound first.
bool Parser::ScanScalarParameters(FuncId id) {
  const Position here = Where();
  while (!At(Tok::kEnd) && lex_.depth() > 0) {
    if (At(Tok::kName) && lex_.depth() == 1 && lex_.PeekChar() == ':') {
      const StrId name = p_.Str(Text());
      Advance();
      Advance();
      if (!At(Tok::kPath) && !At(Tok::kName)) continue;
      const Word* word = CurrentWord();
      if (word == nullptr || word->kind != WordKind::kType || static_cast<TypeKind>(word->value) != TypeKind::kScalar) {
        continue;
      }
      Advance();
      if (!Accept(Tok::kLBracket) || !(At(Tok::kPath) || At(Tok::kName))) continue;
      const Word* dtype = CurrentWord();
      if (dtype == nullptr || dtype->kind != WordKind::kDType || Bound(name)) continue;
      const ValueId value = p_.AddValue(ValueKind::kParam, name, p_.ScalarType(static_cast<DType>(dtype->value)), id);
      Bind(name, value);
      continue;
    }
    Advance();
  }
  GoTo(here);
  return true;
}

bool Parser::Parameter(FuncId id, std::vector<ValueId>& params, std::vector<uint32_t>& directions,
                       absl::flat_hash_set<StrId>& named) {
  const Token name = tok_;
  if (!Expect(Tok::kName, "a parameter")) return false;
  if (!At(Tok::kColon)) {
    if (params.empty() && lex_.Text(name) == "self") return true;
    return ErrorHere(fmt::format("parameter '{}' needs a type", lex_.Text(name)),
                     "write NAME: pl.Tensor[[64], pl.FP32]");
  }
  Advance();
  ParamDirection direction = ParamDirection::kIn;
  if (AtForm(Form::kOut)) direction = ParamDirection::kOut;
  if (AtForm(Form::kInOut)) direction = ParamDirection::kInOut;
  if (direction != ParamDirection::kIn) {
    Advance();
    if (!Expect(Tok::kLBracket, "'['")) return false;
  }
  const TypeId type = ParseType();
  if (!type) return false;
  if (direction != ParamDirection::kIn && !Expect(Tok::kRBracket, "']'")) return false;
  if (At(Tok::kAssign)) return ErrorHere("parameters have no defaults", "make it a constant of the module, or pass it");
  if (direction == ParamDirection::kInOut && p_[type].IsScalar()) {
    return Error(From(name), fmt::format("scalar parameter '{}' cannot be InOut", lex_.Text(name)), {}, "type");
  }
  const StrId text = p_.Str(lex_.Text(name));
  ValueId value = Bound(text);
  if (!named.insert(text).second) {
    return Error(Lexer::SpanOf(name, name.end), fmt::format("parameter '{}' is named twice", p_[text]));
  }
  if (!value || p_[value].kind != ValueKind::kParam) {
    value = p_.AddValue(ValueKind::kParam, text, type, id);
    Bind(text, value);
  }
  p_.SetValueType(value, type);
  params.push_back(value);
  directions.push_back(static_cast<uint32_t>(direction));
  return true;
}

bool Parser::ReturnTypes(Function& f) {
  if (!Accept(Tok::kArrow)) return true;
  std::vector<TypeId> types;
  if (AtName("tuple")) {
    Advance();
    if (!Expect(Tok::kLBracket, "'['")) return false;
    while (!At(Tok::kRBracket)) {
      const TypeId type = ParseType();
      if (!type) return false;
      types.push_back(type);
      if (!Accept(Tok::kComma)) break;
    }
    if (!Expect(Tok::kRBracket, "',' or ']'")) return false;
  } else if (!AcceptName("None")) {
    const TypeId type = ParseType();
    if (!type) return false;
    types.push_back(type);
  }
  f.return_types = p_.MakeList(types);
  return true;
}

bool Parser::Signature(FuncId id, Function& f) {
  if (!Expect(Tok::kLParen, "'(' and the parameters")) return false;
  ScanScalarParameters(id);
  std::vector<ValueId> params;
  std::vector<uint32_t> directions;
  absl::flat_hash_set<StrId> named;
  while (!At(Tok::kRParen)) {
    if (!Parameter(id, params, directions, named)) return false;
    if (!Accept(Tok::kComma)) break;
  }
  if (!Expect(Tok::kRParen, "',' or ')'") || !ReturnTypes(f)) return false;
  f.params = p_.MakeList(params);
  f.directions = p_.MakeList(directions);
  return true;
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
    ErrorHere(fmt::format("expected '@pl.function' or the end of the class here, found {}", Shown()),
              "indent the line like its neighbours if it belongs to the function");
  }
}

}  // namespace t2t
