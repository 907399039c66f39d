// Lines outside of functions and classes (text-format 1, 7.2).
#include <algorithm>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

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

}  // namespace t2t
