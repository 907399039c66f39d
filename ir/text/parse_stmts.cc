// Statements (text-format 4).
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {

StmtId Parser::Emit(BlockId block, StmtId stmt) {
  p_.Append(block, stmt);
  emitted_ = stmt;
  return stmt;
}

void Parser::TakeComments() {
  std::vector<Lexer::Comment>& met = lex_.comments();
  if (met.empty() && docstring_.empty()) return;
  if (comments_ != nullptr) {
    *comments_ += docstring_;
    docstring_.clear();
    for (const Lexer::Comment& c : met) {
      *comments_ += c.text;
      *comments_ += '\n';
    }
  }
  met.clear();
}

void Parser::ParseBlock(BlockId block, Region* cond_of) {
  if (!At(Tok::kNewline)) {  // `if x: pass`
    if (cond_of != nullptr) {
      ErrorHere("expected a new line and pl.cond(...) here");
    } else if (At(Tok::kEnd)) {
      ErrorHere("the text ends where a block was expected");
    } else if (SimpleStmt(block) && EndLine()) {
      TakeComments();
      Accept(Tok::kNewline);
      return;
    }
    SkipLine();
    return;
  }
  TakeComments();
  Advance();
  if (!At(Tok::kIndent)) {
    ErrorHere("expected an indented block here", "an empty block is written 'pass'");
    return;
  }
  if (!Nest("move the inner blocks into a function of their own")) {
    stop_ = true;  // what is nested deeper cannot be told from what follows
    return;
  }
  Advance();
  if (cond_of != nullptr && !CondLine(*cond_of)) SkipLine();
  Statements(block);
  Accept(Tok::kDedent);
  Unnest();
}

// Up to the end of the block around. `guarded`: the guard of the first one is being read already.
void Parser::Statements(BlockId block, bool guarded) {
  while (!At(Tok::kDedent) && !At(Tok::kEnd)) {
    const Outline::Guard* guard = hand_ && !guarded ? hand_->outline.GuardAt(tok_.begin) : nullptr;
    if (guard != nullptr) return GuardedRest(block, *guard);
    guarded = false;
    ParseStmt(block);
    if (hand_ && hand_->left) return SkipUnreached();
  }
}

void Parser::ParseStmt(BlockId block) {
  std::string comments;
  std::string* const outer = std::exchange(comments_, &comments);
  const int nesting = nesting_;
  const BlockId outer_block = std::exchange(block_, block);
  TakeComments();
  emitted_ = StmtId();
  bool ok = true;
  const std::string_view word = At(Tok::kName) ? Text() : std::string_view();
  const bool loop = word == "for" || word == "while", closed = loop || word == "with";
  const size_t loops = hand_ ? hand_->loops.size() : 0, ifs = hand_ ? hand_->ifs.size() : 0;
  if (hand_) {
    hand_->left = false;
    hand_->closed += closed ? 1 : 0;
  }
  if (word == "for") {
    ok = ForStmt(block);
  } else if (word == "if") {
    ok = IfStmt(block);
  } else if (word == "while") {
    ok = WhileStmt(block);
  } else if (word == "with") {
    ok = WithStmt(block);
  } else if (At(Tok::kIndent)) {
    const bool tab = lex_.text().substr(tok_.line_begin, tok_.end - tok_.line_begin).find('\t') != std::string_view::npos;
    ErrorHere("this line is indented deeper than its block", tab ? "a tab goes to the next multiple of eight columns" : "");
    SkipBlock();
  } else {
    ok = SimpleStmt(block) && EndLine();
    if (ok) {
      TakeComments();
      Accept(Tok::kNewline);
    }
  }
  if (!ok) {
    do {
      SkipLine();  // what goes with a refused `if` or `try` too
    } while (AtName("elif") || AtName("else") || AtName("except") || AtName("finally"));
  }
  if (ok && loop && AtName("else")) {
    ErrorHere("a loop has no 'else'", "write it behind the loop, under a condition if 'break' must skip it");
    SkipLine();
  }
  if (hand_) {
    hand_->closed -= closed ? 1 : 0;
    hand_->loops.resize(loops);  // an error may have left some open
    hand_->ifs.resize(ifs);
    hand_->left &= ok && !loop;
  }
  nesting_ = nesting;
  block_ = outer_block;
  name_mode_ = NameMode::kValue;
  expected_ = TypeId();
  if (!comments.empty() && emitted_) {
    comments.pop_back();
    p_.SetComments(emitted_, p_.Str(comments));
  }
  comments_ = outer;
}

bool Parser::EndLine() {
  if (At(Tok::kEnd)) return true;
  if (At(Tok::kSemicolon)) {
    ErrorHere("one statement per line: ';' does not separate statements here", "write it on a line of its own");
    while (hand_ && !At(Tok::kNewline) && !At(Tok::kEnd)) {  // what the others assign is not missed again
      const bool begins = At(Tok::kSemicolon);
      Advance();
      if (begins && At(Tok::kName)) BindUnknown(p_.Str(Text()));
    }
    return false;
  }
  if (!At(Tok::kNewline)) return ErrorHere(fmt::format("expected the end of the statement here, found {}", Shown()));
  return true;
}

bool Parser::SimpleStmt(BlockId block) {
  const Token start = tok_;
  block_ = block;
  if (inlining_ > 0) ++expanded_;
  if (At(Tok::kName)) {
    const std::string_view word = Text();
    if (word == "return") return ReturnStmt(block);
    if (word == "pass") {
      Advance();
      return true;
    }
    if (word == "break" || word == "continue") return JumpStmt(block);
    if (word == "elif" || word == "else") return ErrorHere(fmt::format("'{}' without an 'if' in front of it", word));
    if (RefusesStatement()) return false;
    const char next = lex_.PeekChar();
    if (hand_ && IsAssignment()) return HandAssign(block);
    if (next == ':' || next == ',' || (next == '=' && lex_.PeekSecondChar() != '=')) return AssignStmt(block);
    if (next == '+' || next == '-' || next == '*' || next == '/') {
      if (lex_.PeekSecondChar() == '=') {
        return ErrorHere("augmented assignment is not supported", fmt::format("write {} = {} {} ...", word, word, next));
      }
    }
  }
  if (hand_ && At(Tok::kLParen) && IsAssignment()) return HandAssign(block);
  if (At(Tok::kString)) {
    docstring_ += DecodeString(Text());
    docstring_ += '\n';
    Advance();
    return true;
  }
  if (At(Tok::kEllipsis)) {
    return ErrorHere("'...' stands only for the body of a host function or of an external one", "write 'pass'");
  }
  if (AtForm(Form::kYield)) return YieldStmt(block, start);
  if (hand_ && (AtForm(Form::kDumpTag) || AtForm(Form::kStaticPrint) || AtForm(Form::kStaticAssert))) return StaticStmt(start);
  if (AtForm(Form::kCond)) return ErrorHere("pl.cond(...) must be the first line of a pl.while_ loop");
  if (AtForm(Form::kFuncAttr)) return ErrorHere("pl.func_attr(...) must stand in front of all statements");
  const ExprId value = ParseExpr();
  if (!value) return false;
  if (At(Tok::kAssign)) {
    return Error(From(start), "only names can be assigned to",
                 "write parts with pl.tensor.assemble, pl.tensor.write or their tile forms");
  }
  const bool expanded = hand_ && (p_[value].kind == ExprKind::kTuple || p_[value].kind == ExprKind::kVar);
  if (!expanded) Emit(block, p_.NewEval(value, From(start)));
  return true;
}

// An integer literal under a scalar annotation takes its data type (text-format 7.1).
ExprId Parser::Assigned(TypeId annotation, const Token& target) {
  const Token start = tok_;
  expected_ = annotation;
  target_ = target;
  const ExprId value = ParseExpr();
  target_ = Token();
  expected_ = TypeId();
  if (!value || !annotation) return value;
  const Expr& e = p_[value];
  const Type& written = p_[annotation];
  const Type& actual = p_[e.type];
  if (written.IsScalar()) {
    if (e.kind == ExprKind::kConstInt && e.dtype == DType::kIndex && written.dtype != DType::kBool) {
      if (IsFloat(written.dtype)) return p_.Float(static_cast<double>(e.int_value()), written.dtype);
      return p_.Int(e.int_value(), written.dtype);
    }
    if (e.kind == ExprKind::kConstFloat && e.dtype == DType::kFp32 && IsFloat(written.dtype)) {
      return p_.Float(p_.FloatValue(value), written.dtype);
    }
  }
  const bool kinds_agree = written.kind == actual.kind || actual.kind == TypeKind::kUnknown ||
                           (written.IsTensorLike() && actual.IsTensorLike());
  if (!kinds_agree) {
    Error(From(start), fmt::format("the annotation of '{}' says {}, the value is a {}", lex_.Text(target),
                                   KindName(written.kind), KindName(actual.kind)),
          fmt::format("the value has type {}", TypeText(p_, e.type)), "type");
    return {};
  }
  return value;
}

bool Parser::AssignStmt(BlockId block) {
  const Token start = tok_;
  std::vector<Token> names = {tok_};
  Advance();
  TypeId annotation;
  if (Accept(Tok::kColon)) {
    if (!Accept(Tok::kString)) {  // a quoted annotation is a note for people
      annotation = ParseType();
      if (!annotation) {
        Define(p_.Str(lex_.Text(start)), ValueKind::kLocal, p_.UnknownType(), true);
        return false;
      }
    }
  }
  while (Accept(Tok::kComma)) {
    if (At(Tok::kAssign)) break;
    if (!At(Tok::kName)) return ErrorHere(fmt::format("expected a name here, found {}", Shown()));
    names.push_back(tok_);
    Advance();
  }
  if (!Expect(Tok::kAssign, "'='")) return false;
  if (AtForm(Form::kYield)) return NamedYield(block, start, std::move(names), annotation);
  if (names.size() > 1) {
    return Error(From(start), "unpacking into several names is not supported",
                 "assign the tuple to one name and take its elements: a = t[0]");
  }
  // These say nothing about the value: its own type counts, where it has one.
  bool ignored = false;
  if (annotation) {
    const TypeKind kind = p_[annotation].kind;
    ignored = kind == TypeKind::kPtr || kind == TypeKind::kMemRef || kind == TypeKind::kUnknown ||
              kind == TypeKind::kWindowBuffer || kind == TypeKind::kCommCtx;
  }
  const ExprId value = Assigned(ignored ? TypeId() : annotation, start);
  const StrId name = p_.Str(lex_.Text(start));
  if (!value) {
    if (!Bound(name)) Define(name, ValueKind::kLocal, annotation ? annotation : p_.UnknownType(), true);
    return false;
  }
  TypeId type = annotation ? annotation : p_[value].type;
  if (ignored && p_.TypeOf(value).kind != TypeKind::kUnknown) type = p_[value].type;
  const ValueId var = Define(name, ValueKind::kLocal, type, true);
  if (p_[var].type != type && p_[p_[var].type].kind != TypeKind::kUnknown && !p_[type].memref) {
    return Error(Lexer::SpanOf(start, start.end), fmt::format("'{}' is assigned again with another type", p_[name]),
                 fmt::format("it has type {}: use a new name", TypeText(p_, p_[var].type)), "type");
  }
  Emit(block, p_.NewAssign(var, value, From(start)));
  return true;
}

}  // namespace t2t
