// Attribute values (text-format 3.9) and keyword values of operators (5.1).
#include <limits>

#include "fmt/format.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {

Attr Parser::IntAttrOf(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return {StrId(), AttrKind::kInt, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}

bool Parser::EnumAttr(const Word& word, Attr* out) {
  AttrKind kind = AttrKind::kInt;
  switch (word.kind) {
    case WordKind::kDType: kind = AttrKind::kDType; break;
    case WordKind::kMemorySpace: kind = AttrKind::kMemorySpace; break;
    case WordKind::kTensorLayout: kind = AttrKind::kTensorLayout; break;
    case WordKind::kTileLayout: kind = AttrKind::kTileLayout; break;
    case WordKind::kPadValue: kind = AttrKind::kPadValue; break;
    case WordKind::kArgDirection: kind = AttrKind::kArgDirection; break;
    case WordKind::kPipe: case WordKind::kAtomic: case WordKind::kCachePolicy: case WordKind::kSplitMode: break;
    default: return false;
  }
  *out = {StrId(), kind, word.value, 0};
  return true;
}

bool Parser::AttrValue(std::string_view key, Attr* out) {
  if (At(Tok::kString)) {
    *out = {StrId(), AttrKind::kString, p_.Str(DecodeString(Text())).index(), 0};
    Advance();
    return true;
  }
  if (At(Tok::kLBracket)) return AttrList(key, out);
  if (At(Tok::kPath)) {
    const Word* word = CurrentWord();
    if (word != nullptr && EnumAttr(*word, out)) {
      Advance();
      return true;
    }
  }
  const ExprId value = ParseExpr();
  if (!value) return false;
  const Expr& e = p_[value];
  if (e.kind == ExprKind::kConstInt && e.dtype == DType::kIndex) {
    *out = IntAttrOf(e.int_value());
  } else if (e.kind == ExprKind::kConstBool) {
    *out = {StrId(), AttrKind::kBool, e.int_value() != 0 ? 1u : 0u, 0};
  } else if (e.kind == ExprKind::kConstFloat && e.dtype == DType::kFp32) {
    *out = IntAttrOf(e.int_value());
    out->kind = AttrKind::kFloat;
  } else {
    *out = {StrId(), AttrKind::kExpr, value.index(), 0};
  }
  return true;
}

bool Parser::AttrList(std::string_view key, Attr* out) {
  const Token start = tok_;
  Advance();
  if (!Nest()) return false;
  std::vector<uint32_t> words;
  std::vector<ExprId> exprs;
  AttrKind kind = AttrKind::kInt;  // no element seen yet
  while (!At(Tok::kRBracket)) {
    AttrKind item_kind = AttrKind::kExprList;
    const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
    if (word != nullptr && word->kind == WordKind::kArgDirection) {
      item_kind = AttrKind::kArgDirectionList;
      words.push_back(word->value);
      Advance();
    } else {
      const Token at = tok_;
      const ExprId item = ParseExpr();
      if (!item) return false;
      const auto is_word = [&](ExprId e) {
        return p_.IsConstInt(e) && p_[e].dtype == DType::kIndex &&
               p_[e].int_value() >= std::numeric_limits<int32_t>::min() &&
               p_[e].int_value() <= std::numeric_limits<int32_t>::max();
      };
      const auto push = [&](ExprId e) { words.push_back(static_cast<uint32_t>(p_[e].int_value())); };
      if (is_word(item)) {
        item_kind = AttrKind::kIntList;
        push(item);
      } else if (p_[item].kind == ExprKind::kTuple) {
        const absl::Span<const ExprId> pair = p_.Elements(item);
        if (pair.size() != 2 || !is_word(pair[0]) || !is_word(pair[1])) {
          return Error(From(at), "a nested entry of a list must be a pair of small integers such as (0, 1)");
        }
        item_kind = AttrKind::kIntPairList;
        push(pair[0]);
        push(pair[1]);
      } else {
        exprs.push_back(item);
      }
    }
    if (kind == AttrKind::kInt) kind = item_kind;
    if (kind != item_kind) return Error(From(start), "the entries of this list are of different kinds");
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRBracket, "',' or ']'")) return false;
  if (kind == AttrKind::kInt) {  // an empty list is typed by its key
    kind = AttrKind::kExprList;
    if (key == "arg_direction_overrides" || key.starts_with("t2t.")) kind = AttrKind::kIntList;
    if (key == "arg_directions") kind = AttrKind::kArgDirectionList;
    if (key == "cache_policy") kind = AttrKind::kIntPairList;
  }
  if (kind == AttrKind::kExprList) {
    const ExprList list = p_.MakeList(exprs);
    *out = {StrId(), kind, list.begin, list.size};
  } else {
    const List<uint32_t> list = p_.MakeList(words);
    *out = {StrId(), kind, list.begin, list.size};
  }
  return true;
}

bool Parser::AttrDict(std::vector<Attr>& out) {
  if (!Expect(Tok::kLBrace, "a dictionary such as {\"key\": value}")) return false;
  absl::flat_hash_set<StrId> seen;
  for (const Attr& attr : out) seen.insert(attr.key);
  while (!At(Tok::kRBrace)) {
    const Token at = tok_;
    if (!At(Tok::kString)) return ErrorHere(fmt::format("expected a quoted key here, found {}", Shown()));
    const std::string key = DecodeString(Text());
    Advance();
    if (!Expect(Tok::kColon, "':'")) return false;
    Attr value;
    if (!AttrValue(key, &value)) return false;
    value.key = p_.Str(key);
    if (!seen.insert(value.key).second) return Error(Lexer::SpanOf(at, at.end), fmt::format("key \"{}\" is given twice", key));
    out.push_back(value);
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(Tok::kRBrace, "',' or '}'");
}

bool Parser::BoolValue(bool* out, std::string_view what) {
  if (!AtName("True") && !AtName("False")) {
    return ErrorHere(fmt::format("{} must be True or False, found {}", what, Shown()));
  }
  *out = AtName("True");
  Advance();
  return true;
}

bool Parser::StringValue(std::string* out, std::string_view what) {
  if (!At(Tok::kString)) return ErrorHere(fmt::format("{} must be a quoted text, found {}", what, Shown()));
  *out = DecodeString(Text());
  Advance();
  return true;
}

namespace {

std::string_view KindText(AttrKind kind) {
  switch (kind) {
    case AttrKind::kInt: return "an integer";
    case AttrKind::kBool: return "True or False";
    case AttrKind::kFloat: return "a number";
    case AttrKind::kString: return "a quoted text";
    case AttrKind::kDType: return "a data type such as pl.FP32";
    case AttrKind::kMemorySpace: return "a memory space such as pl.Mem.Vec";
    case AttrKind::kTensorLayout: return "a tensor layout such as pl.TensorLayout.ND";
    case AttrKind::kTileLayout: return "a tile layout such as pl.TileLayout.row_major";
    case AttrKind::kPadValue: return "a pad value such as pl.PadValue.zero";
    case AttrKind::kArgDirection: return "an argument direction such as pl.adir.input";
    case AttrKind::kExpr: return "an expression";
    case AttrKind::kExprList: case AttrKind::kIntList: case AttrKind::kArgDirectionList: case AttrKind::kIntPairList:
      return "a list";
  }
  return "a value";
}

}  // namespace

bool Parser::Coerce(const OpDef& def, const KwargDef& declared, Attr* value, Span span) {
  if (value->kind == declared.kind) return true;
  if (declared.kind == AttrKind::kFloat && value->kind == AttrKind::kInt) {
    const Attr number = p_.FloatAttr(declared.name, static_cast<double>(value->int_value()));
    value->kind = AttrKind::kFloat;
    value->a = number.a;
    value->b = number.b;
    return true;
  }
  if (declared.kind == AttrKind::kDType && value->kind == AttrKind::kInt && declared.dtype_as_int) return true;
  if (declared.kind == AttrKind::kInt && value->kind == AttrKind::kString && declared.name == "mode") {
    const std::string_view mode = p_[value->string()];
    for (size_t i = 0; i < std::size(kCastModes); ++i) {
      if (kCastModes[i] != mode) continue;
      *value = IntAttrOf(static_cast<int64_t>(i));
      return true;
    }
    return Error(span, fmt::format("'{}' is no rounding mode", mode),
                 "the modes are none, rint, round, floor, ceil, trunc and odd");
  }
  return Error(span, fmt::format("keyword '{}' of {} must be {}", declared.name, def.name, KindText(declared.kind)), {},
               "type");
}

bool Parser::KwargValue(const OpDef& def, const KwargDef& declared, Attr* out) {
  const Token start = tok_;
  const Word* word = At(Tok::kName) ? CurrentWord() : nullptr;
  if (declared.kind == AttrKind::kDType && word != nullptr && word->kind == WordKind::kDType) {
    EnumAttr(*word, out);  // the prefix may be left out
    Advance();
  } else if (!AttrValue(declared.name, out)) {
    return false;
  }
  return Coerce(def, declared, out, From(start));
}

}  // namespace t2t
