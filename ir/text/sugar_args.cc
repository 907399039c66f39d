// Arguments of operators as people write them: positional or by keyword, in any mixture, defaults filled in
// (text-format 7.1, 7.3, 7.4, Appendix A).
#include <algorithm>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/support/nearest.h"
#include "ir/text/dsl_help.h"
#include "ir/text/dsl_ops.h"
#include "ir/text/parser.h"

namespace t2t {

namespace {

// Scalar operands whose integer literals take a data type of their own.
bool TakesInt32(std::string_view operand) {
  return operand == "diagonal" || operand == "block_len" || operand.starts_with("key") || operand.starts_with("counter");
}
bool TakesElementType(std::string_view operand) {
  return operand == "rhs" || operand == "scalar" || operand == "value" || operand == "kvalue" || operand == "slope" ||
         operand == "start";
}

}  // namespace

std::string ArgumentsText(const DslSignature& signature) {
  std::string names;
  for (const DslParam& p : signature.params) names += (names.empty() ? "its arguments are " : ", ") + p.name;
  return names;
}

bool Parser::DslArgument(DslArg& arg) {
  arg.at = tok_;
  if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
    arg.key = Text();
    Advance();
    Advance();
  }
  const Token start = tok_;
  if (!arg.key.empty() && AtName("None")) {
    arg.is_none = true;  // as if it had not been written
    Advance();
  } else if (At(Tok::kString)) {
    arg.attr = {StrId(), AttrKind::kString, p_.Str(DecodeString(Text())).index(), 0};
    arg.is_attr = true;
    Advance();
  } else if (NamedAttr(&arg.attr)) {
    arg.is_attr = true;
    arg.is_none = arg.attr.kind == AttrKind::kMemorySpace && arg.attr.as<MemorySpace>() == MemorySpace::kUnset;
    Advance();
  } else {
    arg.expr = Operand(ParseExpr());
    if (!arg.expr) return false;
  }
  arg.span = From(start);
  return true;
}

// Behind the opening bracket, up to and over the closing one.
bool Parser::DslArguments(std::vector<DslArg>& args, std::vector<Attr>& attrs) {
  if (!Nest()) return false;
  int depth = 0;
  while (!At(Tok::kRParen)) {
    if (AtName("attrs") && lex_.PeekChar() == '=') {
      Advance();
      Advance();
      if (!AttrDict(attrs)) return false;
    } else {
      DslArg arg;
      depth_ = 0;
      if (!DslArgument(arg)) return false;
      depth = std::max(depth, depth_);
      if (arg.key.empty() && !args.empty() && !args.back().key.empty()) {
        return Error(arg.span, "a positional argument cannot follow a keyword", "write the positional ones first");
      }
      args.push_back(std::move(arg));
    }
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  depth_ = depth;
  return Expect(Tok::kRParen, "',' or ')'");
}

// Which parameter each argument is for.
bool Parser::AssignArguments(const OpDef& def, const DslSignature& signature, absl::Span<const DslArg> args,
                             std::vector<const DslArg*>& given, std::vector<ExprId>& variadic) {
  given.assign(signature.params.size(), nullptr);
  size_t next = 0;
  for (const DslArg& arg : args) {
    int place = -1;
    if (!arg.key.empty()) {
      place = signature.Find(arg.key);
      if (place < 0) {
        std::string known;
        std::vector<std::string_view> names;
        for (const DslParam& p : signature.params) {
          known += (known.empty() ? "" : ", ") + p.name;
          names.push_back(p.name);
        }
        std::string near(NearestName(arg.key, names));
        if (!near.empty()) near = fmt::format("did you mean '{}'? ", near);
        return Error(Lexer::SpanOf(arg.at, arg.at.end), fmt::format("{} has no keyword '{}'", def.name, arg.key),
                     known.empty() ? "it takes none" : near + "its arguments are " + known, "unknown-keyword");
      }
    } else {
      const auto fits = [&](size_t i) {
        if (given[i] != nullptr) return false;
        const DslParam& p = signature.params[i];
        if (!arg.is_attr) return true;
        return p.operand < 0 && (def.FindKwarg(p.name)->kind == arg.attr.kind || arg.attr.kind == AttrKind::kString);
      };
      size_t i = next;
      while (i < given.size() && !fits(i)) ++i;  // an enumerator goes to the next keyword of its kind
      if (i == given.size()) {
        if (!arg.is_attr && !def.operands.empty() && def.operands.back().variadic) {
          variadic.push_back(arg.expr);
          continue;
        }
        if (arg.is_attr) return Error(arg.span, fmt::format("{} takes no such value", def.name), ArgumentsText(signature), "call");
        const auto positional = std::count_if(args.begin(), args.end(), [](const DslArg& a) { return a.key.empty(); });
        const bool keywords = signature.params.size() > def.operands.size();
        return Error(arg.span, fmt::format("{} takes {}, got {}", def.name,
                                           Counted(signature.params.size(), keywords ? "argument" : "operand"), positional),
                     ArgumentsText(signature), "call");
      }
      if (i == next) ++next;
      place = static_cast<int>(i);
    }
    const auto at = static_cast<size_t>(place);
    if (given[at] != nullptr) {
      return Error(arg.span, fmt::format("'{}' of {} is given twice", signature.params[at].name, def.name),
                   ArgumentsText(signature), "call");
    }
    given[at] = &arg;
  }
  return true;
}

bool Parser::PlaceOperands(const OpDef& def, const DslSignature& signature, absl::Span<const DslArg* const> given,
                           std::vector<ExprId>& operands, Span span) {
  std::vector<ExprId> places(def.operands.size());
  size_t count = 0;
  for (size_t i = 0; i < given.size(); ++i) {
    const DslParam& p = signature.params[i];
    if (p.operand < 0 || given[i] == nullptr || given[i]->is_none) continue;
    if (given[i]->is_attr) {
      return Error(given[i]->span, fmt::format("'{}' of {} must be a value", p.name, def.name), {}, "type");
    }
    const auto at = static_cast<size_t>(p.operand);
    places[at] = given[i]->expr;
    if (p_[places[at]].kind == ExprKind::kTuple) {  // extents, offsets, axes
      for (ExprId item : p_.Elements(places[at])) {
        if (p_.TypeOf(item).IsScalar() && !IsInteger(item, given[i]->span, fmt::format("every item of '{}'", p.name))) return false;
      }
    }
    count = std::max(count, at + 1);
  }
  if (def.name == "tile.load" && count == 3) places[count++] = places[2];  // all of the window is valid
  for (size_t i = 0; i < count; ++i) {
    if (!places[i] && def.operands[i].name == "valid_shape") places[i] = p_.Tuple({});
    if (!places[i]) {
      return Error(span, fmt::format("{} needs '{}'", def.name, def.operands[i].name), {}, "call");
    }
  }
  places.resize(count);
  const DType element = places.empty() ? DType::kNone : p_.TypeOf(places[0]).IsShaped() ? p_.TypeOf(places[0]).dtype
                                                                                        : DType::kNone;
  for (size_t i = 0; i < places.size(); ++i) {
    const std::string_view name = def.operands[i].name;
    if (TakesInt32(name)) places[i] = LiteralAs(places[i], DType::kInt32);
    if (i > 0 && TakesElementType(name)) places[i] = LiteralAs(places[i], name == "slope" ? DType::kFp32 : element);
  }
  operands = std::move(places);
  return true;
}

// Operands and keyword arguments of a call of `op`; `defaults`: a short name stores what Appendix A says it does.
bool Parser::BindArguments(OpId op, absl::Span<const DslArg> args, bool defaults, OpArgs& out, Span span) {
  const OpDef& def = Ops()[op];
  const DslSignature& signature = SignatureOf(op, defaults);
  std::vector<const DslArg*> given;
  std::vector<ExprId> variadic;
  if (!AssignArguments(def, signature, args, given, variadic)) return false;
  if (!PlaceOperands(def, signature, given, out.positional, span)) return false;
  out.positional.insert(out.positional.end(), variadic.begin(), variadic.end());
  std::vector<std::pair<uint32_t, Attr>> kwargs;
  for (size_t i = 0; i < given.size(); ++i) {
    const DslParam& p = signature.params[i];
    if (p.operand >= 0) continue;
    const KwargDef& declared = *def.FindKwarg(p.name);
    Attr value;
    if (given[i] != nullptr && given[i]->is_none) continue;
    if (given[i] != nullptr) {
      if (!ToKwarg(def, declared, *given[i], &value)) return false;
    } else if (defaults && !p.fallback.empty()) {
      value = FallbackAttr(declared, p.fallback);
    } else {
      continue;
    }
    // A full name stores them as they are written.
    const bool written = !defaults && given[i] != nullptr;
    kwargs.emplace_back(written ? static_cast<uint32_t>(given[i] - args.data()) : p.stored, value);
  }
  std::sort(kwargs.begin(), kwargs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [place, value] : kwargs) out.kwargs.push_back(value);
  // The value of full, the start of ci: of the data type that the call names.
  for (const Attr& a : out.kwargs) {
    if (a.kind != AttrKind::kDType || p_[a.key] != "dtype") continue;
    for (size_t i = 0; i < out.positional.size() && i < def.operands.size(); ++i) {
      const std::string_view name = def.operands[i].name;
      if (name != "value" && name != "start") continue;
      ExprId& operand = out.positional[i];
      const DType dtype = a.as<DType>();
      const Expr& e = p_[operand];
      operand = LiteralAs(operand, dtype);
      if (e.kind == ExprKind::kConstFloat && e.dtype == DType::kFp32 && IsFloat(dtype)) {
        operand = p_.Float(p_.FloatValue(operand), dtype);
      }
    }
  }
  return true;
}

}  // namespace t2t
