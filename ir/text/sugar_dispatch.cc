// What a hand-written function says about its dispatches, and statements that leave nothing behind (text-format 1.4, 7.6).
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/call_operands.h"
#include "ir/core/show.h"
#include "ir/ops/operand_fit.h"
#include "ir/text/front_end.h"
#include "ir/text/parser.h"

namespace t2t {

// An argument of a function, or `pl.no_dep(argument)`.
ExprId Parser::DispatchArgument(size_t index, std::vector<uint32_t>& no_deps) {
  if (!AtForm(Form::kNoDep)) return Operand(ParseExpr());
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return {};
  const ExprId value = Operand(ParseExpr());
  if (!value || !Expect(Tok::kRParen, "')'")) return {};
  no_deps.push_back(static_cast<uint32_t>(index));
  return value;
}

// Do the arguments fit the parameters that they bind? Said of hand-written calls only: a printed program may be one that its
// compiler got wrong, and CallArity warns about it.
bool Parser::ArgumentsFit(FuncId callee, absl::Span<const ExprId> args, absl::Span<const Span> places, Span call) {
  if (!hand_ || p_[callee].declared_only) return true;
  const OperandsByParameter operands(p_, callee, args);
  const auto declared = [&](ValueId param) {
    return fmt::format("parameter '{}' of {} (line {})", PartsOf(p_[p_[param].name]).base, p_[p_[callee].name],
                       p_.ParamSpan(param).line);
  };
  bool ok = true;
  for (uint32_t i = 0; i < operands.num_params(); ++i) {
    const ValueId param = p_.Params(callee)[i];
    const std::optional<uint32_t> position = operands.PositionOf(i);
    if (!position) {
      const ParamDirection direction = p_.Direction(callee, i);
      if (direction == ParamDirection::kOut) continue;
      ok = Error(call, fmt::format("{} is {}, and this leaves it out", declared(param), EnumName(direction)),
                 "only trailing output parameters may be left out", "call");
      continue;
    }
    const TypeId have = p_[args[*position]].type, want = p_[param].type;
    const Misfit misfit = OperandMisfit(p_, have, want);
    if (misfit == Misfit::kNone) continue;
    const bool integer = p_[have].IsScalar() && IsInt(p_[have].dtype) && p_[want].IsScalar() && IsFloat(p_[want].dtype);
    ok = Error(places[*position],
               fmt::format("this is {}, but {} is {}", TypeText(p_, have), declared(param), TypeText(p_, want)),
               misfit == Misfit::kExtent ? "pass a window of that extent, or declare the extent with pl.dynamic"
               : integer                 ? "write a number with a decimal point, or pl.cast"
                                         : "pass a value of the parameter's type",
               "type");
  }
  return ok;
}

void Parser::DispatchAttrs(absl::Span<const ExprId> args, absl::Span<const uint32_t> no_deps, std::vector<Attr>& attrs) {
  if (!no_deps.empty()) {
    attrs.push_back(p_.ListAttr("arg_direction_overrides", AttrKind::kIntList, p_.MakeList(no_deps)));
  }
  if (!hand_ || hand_->dump_tags.empty()) return;
  std::vector<ExprId> dumped;
  for (ExprId arg : args) {
    const bool tagged = p_[arg].kind == ExprKind::kVar &&
                        std::any_of(hand_->dump_tags.begin(), hand_->dump_tags.end(),
                                    [&](StrId tag) { return Bound(tag) == p_[arg].var(); });
    if (tagged) dumped.push_back(arg);
  }
  const bool written = std::any_of(attrs.begin(), attrs.end(), [&](const Attr& a) { return p_[a.key] == "dump_vars"; });
  if (!dumped.empty() && !written) attrs.insert(attrs.begin(), p_.ExprListAttr("dump_vars", p_.MakeList(dumped)));
}

// A scope dumps every tagged value that it can see.
void Parser::AddDumpTags(std::vector<Attr>& attrs) {
  if (!hand_ || hand_->dump_tags.empty()) return;
  if (std::any_of(attrs.begin(), attrs.end(), [&](const Attr& a) { return p_[a.key] == "dump_vars"; })) return;
  std::vector<ExprId> dumped;
  for (StrId tag : hand_->dump_tags) {
    if (const ValueId value = Bound(tag)) dumped.push_back(ReadOf(value));
  }
  if (!dumped.empty()) attrs.push_back(p_.ExprListAttr("dump_vars", p_.MakeList(dumped)));
}

// `pl.dump_tag(t)`, `pl.static_print(...)`, `pl.static_assert(condition, text)`.
bool Parser::StaticStmt(const Token& start) {
  const bool tag = AtForm(Form::kDumpTag), assertion = AtForm(Form::kStaticAssert);
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return false;
  if (tag) {
    const Token name = tok_;
    if (!Expect(Tok::kName, "the name of a tensor") || !Expect(Tok::kRParen, "')'")) return false;
    Use(name);
    hand_->dump_tags.push_back(p_.Str(lex_.Text(name)));
    return true;
  }
  const BlockId around = std::exchange(block_, BlockId());  // nothing is computed for it
  if (assertion) {
    const Token condition = tok_;
    const ExprId value = ParseExpr();
    block_ = around;
    if (!value) return false;
    if (p_[value].kind != ExprKind::kConstBool) {
      return Error(From(condition), "this is not decided while the text is read", "a static assertion compares constants");
    }
    if (p_[value].int_value() == 0) return Error(From(start), "the assertion does not hold");
    if (!Accept(Tok::kComma)) return Expect(Tok::kRParen, "')'");
  }
  block_ = around;
  const uint32_t depth = lex_.depth();
  while (!At(Tok::kEnd) && !(At(Tok::kRParen) && lex_.depth() < depth)) Advance();
  return Expect(Tok::kRParen, "')'");
}

}  // namespace t2t
