// Names of a hand-written function: versions, what a region leaves behind, temporaries for nested calls.
#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {

void Parser::EnterFrontEnd(const PendingBody& body) {
  std::vector<StrId> params;
  for (const auto& [name, value] : body.bound) {
    if (p_[value].kind == ValueKind::kParam) params.push_back(name);
  }
  Lexer lexer(lex_.text());
  lexer.Restart(body.header, body.indent, body.end);
  hand_ = std::make_unique<FrontEnd>(std::move(lexer), p_, params, IsInCoreLike(p_[func_].type));
  hand_->declared_results = p_[func_].return_types.size;
  if (!hand_->outline.reassigns()) return;
  for (const auto& [name, value] : body.bound) {
    if (p_[value].kind == ValueKind::kParam) p_.SetValueName(value, VersionName(name, "ssa"));
  }
}

// A function that assigns every name once keeps the names it has (docs/decisions.md).
StrId Parser::VersionName(StrId written, std::string_view role) {
  if (!hand_->outline.reassigns()) return written;
  const std::string_view text = p_[written];  // names that the text does not hold end in a number: `break 3`
  const NameParts parts = PartsOf(text.substr(0, text.find(' ')));
  const uint32_t version = hand_->versions[written]++;
  return p_.Str(fmt::format("{}__{}{}{}_v{}", parts.base, parts.qualifier, parts.qualifier.empty() ? "" : "_", role, version));
}

ValueId Parser::DefineVersion(StrId name, ValueKind kind, TypeId type, std::string_view role) {
  const ValueId bound = Bound(name);
  if (bound && p_[bound].kind == ValueKind::kUndefined && p_[bound].func == func_ && kind == ValueKind::kLocal) {
    p_.SetValueKind(bound, kind);  // a return type of the signature named it
    p_.SetValueType(bound, type);
    return bound;
  }
  const ValueId value = p_.AddValue(kind, VersionName(name, role), type, func_);
  Bind(name, value);
  return value;
}

// Puts back what names meant when the trail was that long.
void Parser::Unwind(size_t mark, Span region, std::string_view what) {
  std::vector<std::pair<StrId, ValueId>>& trail = hand_->trail;
  for (size_t i = trail.size(); i-- > mark;) {
    const auto [name, before] = trail[i];
    if (!before) hand_->lost[name] = {region.line, what};
    slots_[name.index()] = {epoch_, before};
  }
  trail.resize(mark);
}

// A call inside a larger expression gets a statement of its own in front of the one being read.
ExprId Parser::Operand(ExprId expr) {
  if (!hand_ || !expr || !block_) return expr;
  const Expr& e = p_[expr];
  const bool call = e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit;
  const bool element = e.kind == ExprKind::kTupleGet && !p_[e.type].IsScalar();
  if (!call && !element) return expr;
  const StrId name = p_.Str(fmt::format("t__tmp_v{}", hand_->temporaries++));
  return Temporary(name, expr, call ? p_.CallOf(expr).span : Here());
}

ExprId Parser::Temporary(StrId name, ExprId expr, Span span) {
  const ValueId value = p_.AddValue(ValueKind::kLocal, name, p_[expr].type, func_);
  Emit(block_, p_.NewAssign(value, expr, span));
  return p_.Var(value);
}

ExprId Parser::MakeOp(std::string_view name, std::vector<ExprId> args, std::vector<Attr> kwargs, Span span) {
  const OpId op = Ops().Find(name);
  if (!op) {
    Error(span, fmt::format("there is no operator {} for this", name), {}, "unknown-operator");
    return {};
  }
  for (ExprId& arg : args) arg = Operand(arg);
  return FinishOpCall(op, std::move(args), std::move(kwargs), {}, span, TypeId());
}

}  // namespace t2t
