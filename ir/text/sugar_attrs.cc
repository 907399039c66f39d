// Keyword arguments as people write them: enumerators under names of the module, constants, texts (text-format 7.3).
#include <algorithm>
#include <limits>
#include <optional>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

namespace {

std::optional<int64_t> NamedInt(std::string_view key, std::string_view text) {
  constexpr std::string_view kComparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"}, kCoalesce[] = {"row", "elem"};
  const auto index = [&](absl::Span<const std::string_view> names) -> std::optional<int64_t> {
    const auto it = std::find(names.begin(), names.end(), text);
    if (it == names.end()) return std::nullopt;
    return it - names.begin();
  };
  if (key == "cmp_mode" || key == "cmp_type") return index(kComparisons);
  if (key == "coalesce") return index(kCoalesce);
  return std::nullopt;
}

}  // namespace

// `x.dtype`, `x.memory_space`, or a module name that stands for an enumerator.
bool Parser::NamedAttr(Attr* out) {
  if (At(Tok::kName)) {
    const StrId name = p_.FindStr(Text());
    if (!name || Bound(name)) return false;
    const auto it = module_.find(name);
    if (it != module_.end() && it->second.is_attr) {
      *out = it->second.attr;
      return true;
    }
    const Word* word = CurrentWord();
    return word != nullptr && EnumAttr(*word, out);
  }
  if (!At(Tok::kPath)) return false;
  if (const Word* word = CurrentWord(); word != nullptr) return EnumAttr(*word, out);
  const std::string_view path = Text();
  const size_t dot = path.rfind('.');
  const ValueId value = Bound(p_.FindStr(path.substr(0, dot)));
  if (!value) return false;
  const Type& type = p_[p_[value].type];
  if (path.substr(dot + 1) == "dtype" && type.IsShaped()) {
    *out = {StrId(), AttrKind::kDType, static_cast<uint32_t>(type.dtype), 0};
    return true;
  }
  if (path.substr(dot + 1) == "memory_space" && type.IsTile()) {
    *out = {StrId(), AttrKind::kMemorySpace, static_cast<uint32_t>(type.space), 0};
    return true;
  }
  return false;
}

bool Parser::ToKwarg(const OpDef& def, const KwargDef& declared, const DslArg& arg, Attr* out) {
  *out = arg.attr;
  if (!arg.is_attr) {
    const Expr& e = p_[arg.expr];
    if (e.kind == ExprKind::kConstInt) {
      *out = IntAttrOf(e.int_value());
    } else if (e.kind == ExprKind::kConstBool) {
      *out = {StrId(), AttrKind::kBool, e.int_value() != 0 ? 1u : 0u, 0};
    } else if (e.kind == ExprKind::kConstFloat) {
      *out = IntAttrOf(e.int_value());
      out->kind = AttrKind::kFloat;
    } else {
      return Error(arg.span, fmt::format("'{}' of {} must be a constant", declared.name, def.name), {}, "type");
    }
    if (declared.kind == AttrKind::kPadValue) {  // 0 and the infinities stand for pad values
      const double value = e.kind == ExprKind::kConstFloat ? p_.FloatValue(arg.expr) : static_cast<double>(e.int_value());
      const double inf = std::numeric_limits<double>::infinity();
      const PadValue pad = value == 0 ? PadValue::kZero : value == inf ? PadValue::kMax
                           : value == -inf ? PadValue::kMin : PadValue::kNull;
      if (pad != PadValue::kNull) *out = {StrId(), AttrKind::kPadValue, static_cast<uint32_t>(pad), 0};
    }
  } else if (out->kind == AttrKind::kString && declared.kind == AttrKind::kInt) {
    if (const auto named = NamedInt(declared.name, p_[out->string()])) *out = IntAttrOf(*named);
  }
  if (!Coerce(def, declared, out, arg.span)) return false;
  out->key = p_.Str(declared.name);
  return true;
}

Attr Parser::FallbackAttr(const KwargDef& declared, std::string_view text) {
  switch (declared.kind) {
    case AttrKind::kBool: return p_.BoolAttr(declared.name, text == "True");
    case AttrKind::kString: return p_.StringAttr(declared.name, text);
    case AttrKind::kDType: return p_.EnumAttr(declared.name, AttrKind::kDType, *ParseEnum<DType>(text));
    case AttrKind::kMemorySpace: return p_.EnumAttr(declared.name, AttrKind::kMemorySpace, *ParseEnum<MemorySpace>(text));
    case AttrKind::kTensorLayout: return p_.EnumAttr(declared.name, AttrKind::kTensorLayout, *ParseEnum<TensorLayout>(text));
    case AttrKind::kPadValue: return p_.EnumAttr(declared.name, AttrKind::kPadValue, *ParseEnum<PadValue>(text));
    default: return p_.IntAttr(declared.name, std::stoll(std::string(text)));
  }
}

}  // namespace t2t
