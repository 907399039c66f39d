// Decorators, parameters and return types (text-format 1.1, 1.2).
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::DecoratorArgument(Decoration& d) {
  const Token key = tok_;
  const std::string_view name = Text();
  if (!Expect(Tok::kName, "a keyword") || !Expect(Tok::kAssign, "'='")) return false;
  if (name == "type") {
    if (!EnumValue(WordKind::kFunctionType, "a type such as pl.FunctionType.InCore", &d.f.type)) return false;
  } else if (name == "level") {
    if (!EnumValue(WordKind::kLevel, "a level such as pl.Level.CHIP", &d.f.level)) return false;
  } else if (name == "role") {
    if (!EnumValue(WordKind::kRole, "a role such as pl.Role.SubWorker", &d.f.role)) return false;
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
    return Error(Lexer::SpanOf(key, key.end), fmt::format("{} has no keyword '{}'", lex_.Text(d.at), name),
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

// Does a type of the signature, as far as it was read, name what nothing declares?
bool Parser::IsExtent(StrId name, absl::Span<const ValueId> params, TypeId type) const {
  const auto it = module_.find(name);
  if (it == module_.end() || !it->second.implied) return false;
  bool used = false;
  const auto look = [&](ValueId v) { used = used || v == it->second.symbol; };
  ForEachUseInType(p_, type, look);
  for (ValueId param : params) ForEachUseInType(p_, p_[param].type, look);
  return used;
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
  const Span place = From(name);
  if (At(Tok::kAssign)) return ErrorHere("parameters have no defaults", "make it a constant of the module, or pass it");
  if (direction == ParamDirection::kInOut && p_[type].IsScalar()) {
    return Error(place, fmt::format("scalar parameter '{}' cannot be InOut", lex_.Text(name)), {}, "type");
  }
  const StrId text = p_.Str(lex_.Text(name));
  ValueId value = Bound(text);
  if (!named.insert(text).second) {
    return Error(Lexer::SpanOf(name, name.end), fmt::format("parameter '{}' is named twice", p_[text]));
  }
  const bool awaited = value && p_[value].kind == ValueKind::kUndefined;  // the body defines the name too
  if (!printed_ && !p_[type].IsScalar() && (awaited || IsExtent(text, params, type))) {
    return Error(Lexer::SpanOf(name, name.end), fmt::format("'{}' names a parameter here and an extent in front of it", p_[text]),
                 "an extent is an integer: give one of the two another name", "type");
  }
  if (!value || p_[value].kind != ValueKind::kParam) {
    value = p_.AddValue(ValueKind::kParam, text, type, id);
    Bind(text, value);
  }
  p_.SetValueType(value, type);
  p_.SetParamSpan(value, place);
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

}  // namespace t2t
