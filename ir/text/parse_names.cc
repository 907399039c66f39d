// What names mean: per function a table by string id, then the module (text-format 2.8, 6, 7.1).
#include <algorithm>

#include "absl/strings/ascii.h"
#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {

void Parser::EnterFunction(const PendingBody& body) {
  SpeakOf(body.function);
  epoch_ = ++last_epoch_;
  bound_.clear();
  undefined_.clear();
  regions_.clear();
  pending_results_.clear();
  next_pending_ = 0;
  incore_depth_ = 0;
  split_modes_.clear();
  defined_.reset();
  defined_from_ = body.header.end;
  defined_to_ = body.end;
  failed_ = false;
  expanded_ = 0;
  overflowed_ = false;
  nesting_ = 0;
  hand_.reset();
  block_ = BlockId();
  for (const auto& [name, value] : body.bound) {
    Bind(name, value);
    if (p_[value].kind == ValueKind::kUndefined) undefined_.push_back({value, Lexer::SpanOf(body.header, body.header.end)});
  }
}

ValueId Parser::Bound(StrId name) const {
  if (name.index() >= slots_.size() || slots_[name.index()].epoch != epoch_) return {};
  return slots_[name.index()].value;
}

void Parser::Bind(StrId name, ValueId value) {
  if (name.index() >= slots_.size()) slots_.resize(std::max<size_t>(p_.num_strings(), slots_.size() * 2));
  Slot& slot = slots_[name.index()];
  if (hand_) hand_->trail.emplace_back(name, Bound(name));
  if (hand_ && hand_->inlined && slot.epoch != epoch_) covered_.emplace_back(name, slot);
  slot = {epoch_, value};
  if (in_signature_) bound_.push_back(name);
}

ValueId Parser::Placeholder(StrId name, TypeId type, Span span) {
  const ValueId value = p_.AddValue(ValueKind::kUndefined, name, type, func_);
  Bind(name, value);
  undefined_.push_back({value, span});
  return value;
}

ExprId Parser::Use(const Token& token) {
  const StrId name = p_.Str(lex_.Text(token));
  if (const ValueId value = Bound(name)) return hand_ ? ReadOf(value) : p_.Var(value);
  if (const auto it = module_.find(name); it != module_.end() && (it->second.symbol || it->second.constant)) {
    return it->second.symbol ? p_.Var(it->second.symbol) : it->second.constant;
  }
  if (hand_) return Unknown(token);
  if (!func_) {  // a constant of the module
    if (refused_.contains(name)) return {};
    Error(Lexer::SpanOf(token, token.end), fmt::format("'{}' is not defined here", p_[name]),
          "constants are made of numbers and of constants in front of them", "name");
    return {};
  }
  if (next_pending_ < pending_results_.size() && !BodyDefines(p_[name])) {
    const ValueId result = pending_results_[next_pending_++].value;
    p_.SetValueName(result, name);
    Bind(name, result);
    return p_.Var(result);
  }
  return p_.Var(Placeholder(name, p_.UnknownType(), Lexer::SpanOf(token, token.end)));
}

// Extents look at the module first, except that a scalar parameter takes the place of a symbol of its name; valid
// extents, strides and offsets look at the function first. What only another function's types name comes last: here the
// name may be a variable.
ExprId Parser::UseInDim(const Token& token, bool locals_first) {
  const StrId name = p_.Str(lex_.Text(token));
  const ValueId local = Bound(name);
  if (local) {
    const Value& v = p_[local];
    const bool index_param = v.kind == ValueKind::kParam && p_[v.type].IsScalar() && p_[v.type].dtype == DType::kIndex;
    if (locals_first || index_param) return hand_ ? ReadOf(local) : p_.Var(local);
  }
  const auto it = module_.find(name);
  if (it != module_.end() && !it->second.implied && (it->second.symbol || it->second.constant)) {
    return it->second.symbol ? p_.Var(it->second.symbol) : it->second.constant;
  }
  if (local) return hand_ ? ReadOf(local) : p_.Var(local);
  if (BodyDefines(p_[name])) {
    return p_.Var(Placeholder(name, p_.ScalarType(DType::kIndex), Lexer::SpanOf(token, token.end)));
  }
  if (it != module_.end() && it->second.implied) return p_.Var(it->second.symbol);
  for (std::string_view constant : {"None", "True", "False", "nan", "inf"}) {
    if (p_[name] != constant) continue;
    Error(Lexer::SpanOf(token, token.end), fmt::format("an extent is an integer, {} is not", constant), {}, "type");
    return {};
  }
  if (refused_.contains(name)) {
    failed_ = true;
    return {};
  }
  if (IsPythonKeyword(p_[name])) {
    Error(Lexer::SpanOf(token, token.end), fmt::format("an extent is an integer, and '{}' is a keyword", p_[name]), {}, "type");
    return {};
  }
  if (!printed_) AskAboutExtent(token);
  const ValueId symbol = Symbol(name);
  module_[name].implied = true;
  made_symbols_.push_back(symbol);
  return p_.Var(symbol);
}

// An extent that nothing declares may be a misspelt one; printed programs have many that are not.
void Parser::AskAboutExtent(const Token& token) {
  std::vector<std::string_view> known;
  for (const auto& [name, entry] : module_) {
    if (!entry.implied && (entry.symbol || entry.constant)) known.push_back(p_[name]);
  }
  std::sort(known.begin(), known.end());  // the module is a hash map
  const std::string_view name = lex_.Text(token), near = NearestName(name, known);
  if (near.empty()) return;
  Diagnostic d;
  d.severity = Severity::kWarning;
  d.kind = "name";
  d.span = Lexer::SpanOf(token, token.end);
  d.message = fmt::format("'{}' is declared nowhere and taken for an extent that is known when the program runs", name);
  d.help = fmt::format("did you mean '{0}'? Otherwise write {1} = pl.dynamic(\"{1}\") in front of the functions", near, name);
  diags_.Add(std::move(d));
}

// A name that one function defines and another only uses in types is that variable, not a symbol to declare (2.8).
void Parser::SettleSymbols() {
  if (made_symbols_.empty()) return;
  absl::flat_hash_set<StrId> defined;
  for (uint32_t i = 0; i < p_.num_values(); ++i) {
    if (p_[ValueId(i)].kind != ValueKind::kSymbol) defined.insert(p_[ValueId(i)].name);
  }
  for (ValueId symbol : made_symbols_) {
    if (defined.contains(p_[symbol].name)) p_.SetUndeclared(symbol);
  }
}

ValueId Parser::Symbol(StrId name) {
  ModuleName& entry = module_[name];
  if (!entry.symbol) entry.symbol = p_.AddSymbol(name);
  return entry.symbol;
}

ValueId Parser::Define(StrId name, ValueKind kind, TypeId type, bool reuse) {
  if (hand_) {
    return DefineVersion(name, kind, type,
                         kind == ValueKind::kLoopVar ? "idx" : kind == ValueKind::kIterArg ? "iter"
                         : kind == ValueKind::kResult ? "rv" : "ssa");
  }
  const ValueId bound = Bound(name);
  if (bound) {
    const ValueKind known = p_[bound].kind;
    if (known == ValueKind::kUndefined) {
      p_.SetValueKind(bound, kind);
      p_.SetValueType(bound, type);
      return bound;
    }
    // A second assignment is one to the same variable; an iter arg is shadowed instead (text-format 7.2).
    if (reuse && known != ValueKind::kIterArg && known != ValueKind::kSymbol) return bound;
  }
  const ValueId value = p_.AddValue(kind, name, type, func_);
  Bind(name, value);
  return value;
}

ValueId Parser::DefineScoped(StrId name, ValueKind kind, TypeId type, std::vector<Shadowed>& shadowed) {
  const ValueId before = Bound(name);
  if (before && p_[before].kind != ValueKind::kUndefined) shadowed.push_back({name, before});
  return Define(name, kind, type, false);
}

// A name that meant nothing before the loop goes on naming the loop's value: whether a use behind the loop is allowed is
// for a verifier to say.
void Parser::Restore(const std::vector<Shadowed>& shadowed) {
  for (const Shadowed& s : shadowed) Bind(s.name, s.before);
}

bool Parser::BodyDefines(std::string_view name) {
  if (!defined_) {
    defined_.emplace();
    std::string_view rest = lex_.text().substr(defined_from_, defined_to_ - defined_from_);
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      // Leading names of `a: T = ...`, `a = ...`, `a, b = ...`.
      std::vector<std::string_view> names;
      while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        size_t n = 0;
        while (n < line.size() && (absl::ascii_isalnum(static_cast<unsigned char>(line[n])) || line[n] == '_')) ++n;
        if (n == 0) break;
        names.push_back(line.substr(0, n));
        line.remove_prefix(n);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.empty() || line[0] != ',') break;
        line.remove_prefix(1);
      }
      const bool assigns = line.starts_with(':') || (line.starts_with('=') && !line.starts_with("=="));
      if (assigns) defined_->insert(names.begin(), names.end());
    }
  }
  return defined_->contains(name);
}

void Parser::CheckUndefined() {
  if (failed_) return;  // a definition may have been lost to an error already reported
  for (const Undefined& u : undefined_) {
    if (p_[u.value].kind != ValueKind::kUndefined) continue;
    Error(u.span, fmt::format("'{}' is not defined in function '{}'", p_[p_[u.value].name], p_[p_[func_].name]),
          "assign it in the function, make it a parameter, or declare a program symbol with pl.dynamic", "name");
    if (stop_) return;
  }
}

}  // namespace t2t
