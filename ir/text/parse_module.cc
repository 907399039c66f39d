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
    SkipLine();
    return SkipDefinition();
  }
  if (AtName("def")) {  // Python's own, as far as no kernel calls it
    Advance();
    if (At(Tok::kName)) undecorated_.insert(p_.Str(Text()));
    return SkipLine();
  }
  if (AtName("if")) {  // `if __name__ == "__main__":`, what Python does when the text is run
    Advance();
    if (AtName("__name__")) return SkipLine();
    ErrorHere("a module chooses nothing: expected definitions and constants here");
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

// A definition that was refused: what it defines is known to be wrong, so that its uses are not wrong once more.
void Parser::SkipDefinition() {
  AcceptName("async");
  if (!AtName("def") && !AtName("class")) return;
  Advance();
  if (At(Tok::kName)) refused_.insert(p_.Str(Text()));
  SkipLine();
}

// `M = pl.dynamic("M")`, a plain constant, or several in one line: `M, N = 64, 32`.
void Parser::ModuleConstants() {
  std::vector<StrId> names;
  do {
    if (!At(Tok::kName)) {
      ErrorHere(fmt::format("expected the name of a constant here, found {}", Shown()));
      refused_.insert(names.begin(), names.end());
      return SkipLine();
    }
    names.push_back(p_.Str(Text()));
    Advance();
  } while (Accept(Tok::kComma));
  if (Accept(Tok::kColon)) {  // what Python is told about it
    while (!At(Tok::kAssign) && !At(Tok::kNewline) && !At(Tok::kEnd)) Advance();
  }
  bool ok = Expect(Tok::kAssign, "'='");
  for (size_t i = 0; ok && i < names.size(); ++i) {
    ok = (i == 0 || Expect(Tok::kComma, "',' and one value per name")) && ModuleConstant(names[i]);
  }
  if (ok && EndLine()) {
    Accept(Tok::kNewline);
    return;
  }
  refused_.insert(names.begin(), names.end());
  SkipLine();
}

ExprId Parser::ConstantValue(std::string_view otherwise) {
  const Token start = tok_;
  const ExprId value = ParseExpr();
  if (!value) return {};
  const auto number = [&](ExprId e) {
    const ExprKind kind = p_[e].kind;
    return kind == ExprKind::kConstInt || kind == ExprKind::kConstFloat || kind == ExprKind::kConstBool;
  };
  const bool list = p_[value].kind == ExprKind::kTuple &&
                    std::all_of(p_.Elements(value).begin(), p_.Elements(value).end(), number);
  if (list || number(value)) return value;
  Error(From(start), std::string(otherwise));
  return {};
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
    entry.constant = ConstantValue("a module constant must be a number, a list of numbers, an enumerator, a text, a type or "
                                   "pl.dynamic(...)");
    if (!entry.constant) return false;
  }
  module_[name] = entry;
  return true;
}

}  // namespace t2t
