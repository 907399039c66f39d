// Assignments of a hand-written function: to names, parts, several names at once, and in place (text-format 7.2, 7.5).
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"

namespace t2t {

namespace {

// Only the valid region differs.
bool SameButValid(const Program& p, TypeId a, TypeId b) {
  const Type &x = p[a], &y = p[b];
  if (x.kind != y.kind || x.dtype != y.dtype || !x.IsShaped()) return false;
  const absl::Span<const ExprId> s = p.Shape(a), t = p.Shape(b);
  return std::equal(s.begin(), s.end(), t.begin(), t.end());
}

}  // namespace

// What the annotation may say about a value of this type: the same kind, data type (INDEX goes with any integer), rank
// and constant extents (text-format 7.1). What is written then stands as it is.
bool Parser::AnnotationFits(TypeId annotation, ExprId value, const Token& target, Span span) {
  const Type &written = p_[annotation], &actual = p_[p_[value].type];
  if (actual.kind == TypeKind::kUnknown || annotation == p_[value].type) return true;
  // The private casts say what a value stands for: there the annotation is the type.
  if (p_.IsOpCall(value) && Ops()[p_.CallOf(value).op].name.starts_with("t2t.")) return true;
  bool fits = written.kind == actual.kind || (written.IsTensorLike() && actual.IsTensorLike());
  const bool ints = IsInt(written.dtype) && IsInt(actual.dtype);
  const bool index = written.dtype == DType::kIndex || actual.dtype == DType::kIndex;
  if (written.kind != TypeKind::kTuple) fits &= written.dtype == actual.dtype || (ints && index);
  if (fits && written.IsShaped()) {
    const absl::Span<const ExprId> a = p_.Shape(annotation), b = p_.Shape(p_[value].type);
    fits = a.size() == b.size();
    for (size_t i = 0; fits && i < a.size(); ++i) {
      fits = !p_.IsConstInt(a[i]) || !p_.IsConstInt(b[i]) || p_[a[i]].int_value() == p_[b[i]].int_value();
    }
  }
  if (fits) return true;
  return Error(span, fmt::format("'{}' is annotated {}, but the value is {}", lex_.Text(target), TypeText(p_, annotation),
                                 TypeText(p_, p_[value].type)),
               "leave the annotation out: the type follows from the value", "type");
}

// Gives `name` the value from here on.
bool Parser::AssignName(const Token& target, TypeId annotation, ExprId value, Span span) {
  const StrId name = p_.Str(lex_.Text(target));
  const ValueId before = Bound(name);
  // `row = 0` on one path of an INT32: the paths meet in one type.
  const bool meets = before && !annotation && (!hand_->ifs.empty() || !hand_->loops.empty());
  if (meets && p_[p_[before].type].IsScalar()) AdaptLiteral(value, p_[p_[before].type].dtype);
  TypeId type = annotation ? annotation : p_[value].type;
  const ExprKind kind = p_[value].kind;
  const bool number = kind == ExprKind::kConstInt || kind == ExprKind::kConstFloat || kind == ExprKind::kConstBool;
  const bool literal = !annotation && ((number && hand_->outline.AssignedOnce(name)) || (kind == ExprKind::kTuple && !p_[value].has_call));
  if (literal && (!before || p_[before].kind != ValueKind::kUndefined)) {
    const ValueId constant = p_.AddValue(ValueKind::kLocal, name, type, func_);
    Bind(name, constant);
    hand_->constants.emplace(constant, value);
    return true;
  }
  if (kind == ExprKind::kCall && !annotation && before && p_[before].type != type && SameButValid(p_, p_[before].type, type)) {
    // A product is as narrow as its operands; an accumulator that a loop carries keeps the extent it began with, and the
    // lowering narrows seed and products together (narrow-acc-carries).
    const OpId op = p_.CallOf(value).op;
    const bool product = op && (Ops()[op].name == "tensor.matmul" || Ops()[op].name == "tensor.matmul_acc");
    const bool carried = std::any_of(hand_->loops.begin(), hand_->loops.end(), [&](const FrontEnd::Loop& l) {
      return std::find(l.carried.begin(), l.carried.end(), name) != l.carried.end();
    });
    if (product && carried) type = p_[before].type;
  }
  if (p_[value].type != type && (kind == ExprKind::kCall || kind == ExprKind::kSubmit)) value = p_.WithType(value, type);
  const ValueId var = DefineVersion(name, ValueKind::kLocal, type, "ssa");
  Emit(block_, p_.NewAssign(var, value, span));
  return true;
}

std::vector<ExprId> Parser::Unpacked(ExprId value, Span span) {
  if (p_[value].kind == ExprKind::kTuple) return {p_.Elements(value).begin(), p_.Elements(value).end()};
  std::vector<ExprId> elements;
  if (p_.TypeOf(value).kind != TypeKind::kTuple) return {value};
  if (p_[value].kind != ExprKind::kVar) {
    const bool submit = p_[value].kind == ExprKind::kSubmit;
    value = Temporary(p_.Str(submit ? "_submit_tmp" : "_tuple_tmp"), value, span);
  }
  const uint32_t count = p_.TypeOf(value).elements.size;
  for (uint32_t i = 0; i < count; ++i) elements.push_back(p_.TupleGet(value, i));
  return elements;
}

// The right side, up to the end of the line: `a`, or `a, b`.
bool Parser::RightSide(std::vector<ExprId>& values) {
  do {
    if (At(Tok::kNewline) || At(Tok::kEnd)) break;
    const ExprId value = ParseExpr();
    if (!value) return false;
    values.push_back(values.empty() && !At(Tok::kComma) ? value : Operand(value));
  } while (Accept(Tok::kComma));
  return true;
}

// Names in front of `=`, brackets around some of them included. False without a report when this is no such list.
bool Parser::TargetNames(std::vector<Token>& names) {
  int depth = 0;
  while (true) {
    if (Accept(Tok::kLParen)) {
      ++depth;
      continue;
    }
    if (!At(Tok::kName)) return ErrorHere(fmt::format("expected a name to assign to here, found {}", Shown()));
    names.push_back(tok_);
    Advance();
    while (depth > 0 && Accept(Tok::kRParen)) --depth;
    if (!Accept(Tok::kComma)) break;
    while (depth > 0 && Accept(Tok::kRParen)) --depth;
    if (At(Tok::kAssign)) break;
  }
  return depth == 0 || Expect(Tok::kRParen, "')'");
}

// At a statement that begins with a name or a bracket and holds `=` (IsAssignment).
bool Parser::HandAssign(BlockId block) {
  const Token start = tok_;
  const char next = lex_.PeekChar();
  if (At(Tok::kName) && next == '[') return AssignPart(start);
  if (At(Tok::kName) && next != ':' && next != ',' && !(next == '=' && lex_.PeekSecondChar() != '=')) return AssignInPlace(start);
  std::vector<Token> names;
  TypeId annotation;
  bool quoted = false;
  if (At(Tok::kName) && next == ':') {
    names.push_back(tok_);
    Advance();
    Advance();
    quoted = Accept(Tok::kString) || AcceptName("int") || AcceptName("float") || AcceptName("bool");  // notes for Python
    if (!quoted) {
      annotation = ParseType();
      if (!annotation) return false;
    }
  } else if (!TargetNames(names)) {
    return false;
  }
  if (!Expect(Tok::kAssign, "'='")) return false;
  if (AtForm(Form::kYield)) return NamedYield(block, start, std::move(names), annotation);
  if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
    Advance();
    return ErrorHere("one assignment per line", "write the second one on a line of its own");
  }
  const TypeKind said = annotation ? p_[annotation].kind : TypeKind::kScalar;
  if (said == TypeKind::kPtr || said == TypeKind::kMemRef || said == TypeKind::kUnknown || said == TypeKind::kWindowBuffer ||
      said == TypeKind::kCommCtx) {
    annotation = TypeId();  // these say nothing about the value
  }
  const Token right = tok_;
  target_ = start;
  std::vector<ExprId> values;
  const bool read = annotation ? [&] {
    const ExprId value = Assigned(annotation, start);
    if (value) values.push_back(value);
    return value.valid();
  }() : RightSide(values);
  target_ = Token();
  if (!read || values.empty()) {
    if (read) ErrorHere(fmt::format("expected a value here, found {}", Shown()));
    for (const Token& name : names) {  // not worth a second report
      BindUnknown(p_.Str(lex_.Text(name)));
    }
    return false;
  }
  const Span span = From(start);
  if (annotation && !AnnotationFits(annotation, values[0], start, From(right))) return false;
  if (names.size() == 1 && !At(Tok::kAssign)) {
    const ExprId value = values.size() == 1 ? values[0] : ListOf(values, From(right));
    if (!value) {
      BindUnknown(p_.Str(lex_.Text(start)));
      return false;
    }
    if (IsDimSymbol(value)) {  // the extent has a name already
      Bind(p_.Str(lex_.Text(start)), DimSymbol(value));
      return true;
    }
    return AssignName(start, annotation, value, span);
  }
  if (values.size() == 1 && values[0]) {
    // How many results an unknown function has, nobody can say.
    const ExprKind kind = p_[values[0]].kind;
    const bool calls = kind == ExprKind::kCall || kind == ExprKind::kSubmit;
    const FuncId callee = calls ? p_.CallOf(values[0]).callee : FuncId();
    if (callee && p_[callee].declared_only) {
      for (const Token& name : names) BindUnknown(p_.Str(lex_.Text(name)));
      return Error(span, fmt::format("function '{}' is not in the program", p_[p_[callee].name]),
                   "add the function, or correct the name", "call");
    }
  }
  if (values.size() == 1) values = Unpacked(values[0], From(right));
  if (values.size() != names.size()) {
    return Error(span, fmt::format("{} for {}", Counted(names.size(), "name"), Counted(values.size(), "value")),
                 "there must be one name for each", "type");
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!AssignName(names[i], TypeId(), values[i], span)) return false;
  }
  return true;
}

// `t[a:b] = v`: the name stands for the changed whole from here on.
bool Parser::AssignPart(const Token& target) {
  Advance();
  const ExprId before = Use(target);
  std::vector<SubscriptItem> items;
  if (!SubscriptItems(items)) return false;
  ExprKind combined = ExprKind::kEq;
  if (!AssignOperator(&combined)) return false;
  ExprId value = Operand(ParseExpr());
  if (!value) return false;
  const Span span = From(target);
  const TypeKind kind = p_.TypeOf(before).kind;
  if (kind == TypeKind::kUnknown || p_.TypeOf(value).kind == TypeKind::kUnknown) {
    return failed_ ? false : Error(span, "the type of what is assigned here is not known", {}, "type");
  }
  if (!p_.TypeOf(before).IsShaped() && kind != TypeKind::kArray) {
    return Error(span, fmt::format("'{}' is a {}: it has no parts", lex_.Text(target), KindName(kind)), {}, "type");
  }
  if (combined != ExprKind::kEq) {
    const ExprId part = Operand(PartOf(before, items, span));
    value = part ? Operand(Combine(combined, part, value, span)) : ExprId();
    if (!value) return false;
  }
  const ExprId whole = AssembledInto(before, std::move(items), value, span);
  return whole && AssignName(target, TypeId(), whole, span);
}

// `=`, or an operator in front of it. A plain `=` leaves the kind as it is.
bool Parser::AssignOperator(ExprKind* kind) {
  switch (tok_.kind) {
    case Tok::kAssign: Advance(); return true;
    case Tok::kPlus: *kind = ExprKind::kAdd; break;
    case Tok::kMinus: *kind = ExprKind::kSub; break;
    case Tok::kStar: *kind = ExprKind::kMul; break;
    case Tok::kStarStar: *kind = ExprKind::kPow; break;
    case Tok::kSlash: *kind = ExprKind::kFloatDiv; break;
    case Tok::kSlashSlash: *kind = ExprKind::kFloorDiv; break;
    case Tok::kPercent: *kind = ExprKind::kFloorMod; break;
    case Tok::kAmp: *kind = ExprKind::kBitAnd; break;
    case Tok::kPipe: *kind = ExprKind::kBitOr; break;
    case Tok::kCaret: *kind = ExprKind::kBitXor; break;
    case Tok::kShl: *kind = ExprKind::kShl; break;
    case Tok::kShr: *kind = ExprKind::kShr; break;
    default: return ErrorHere(fmt::format("{} cannot be combined with an assignment", Shown()));
  }
  Advance();
  return Expect(Tok::kAssign, "'='");
}

// `a += b`.
bool Parser::AssignInPlace(const Token& target) {
  Advance();
  ExprKind kind = ExprKind::kEq;
  if (!AssignOperator(&kind)) return false;
  const ExprId before = Use(target);
  const ExprId value = Operand(ParseExpr());
  if (!value) return false;
  const Span span = From(target);
  const ExprId result = Combine(kind, before, value, span);
  return result && AssignName(target, TypeId(), result, span);
}

// The statement at the current token assigns: an '=' stands outside of brackets on its line.
bool Parser::IsAssignment() const {
  if (!At(Tok::kName) && !At(Tok::kLParen)) return false;
  const char next = lex_.PeekChar();
  if (At(Tok::kName) && (next == '.' || next == '(')) return false;
  Lexer ahead = lex_;
  for (Token t = tok_; t.kind != Tok::kNewline && t.kind != Tok::kEnd; t = ahead.Next()) {
    if (t.kind == Tok::kAssign && ahead.depth() == 0) return true;
  }
  return false;
}

// In an orchestration the extent of a parameter that has a name is that symbol (text-format 7.2).
bool Parser::IsDimSymbol(ExprId value) { return DimSymbol(value).valid(); }

ValueId Parser::DimSymbol(ExprId value) {
  if (p_[func_].type != FunctionType::kOrchestration || !p_.IsOpCall(value)) return {};
  if (Ops()[p_.CallOf(value).op].name != "tensor.dim" || p_.Args(value).size() != 2) return {};
  const ExprId tensor = p_.Args(value)[0], axis = p_.Args(value)[1];
  if (p_[tensor].kind != ExprKind::kVar || p_[p_[tensor].var()].kind != ValueKind::kParam || !p_.IsConstInt(axis)) return {};
  const auto i = static_cast<uint64_t>(p_[axis].int_value());
  const absl::Span<const ExprId> shape = p_.Shape(p_[tensor].type);
  if (i >= shape.size() || p_[shape[i]].kind != ExprKind::kVar) return {};
  const ValueId symbol = p_[shape[i]].var();
  return p_[symbol].kind == ValueKind::kSymbol ? symbol : ValueId();
}

}  // namespace t2t
