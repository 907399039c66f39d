// Calls of operators and functions, submits (text-format 1.4, 4.9, 5).
#include <algorithm>
#include <string>
#include <tuple>

#include "fmt/format.h"
#include "ir/ops/make_call.h"
#include "ir/support/place.h"
#include "ir/text/dsl_help.h"
#include "ir/text/op_text.h"
#include "ir/text/parser.h"

namespace t2t {

namespace {

// `pl.tile.add` of tensors, `pl.tensor.add` of tiles: the other family has the operator as well.
std::string HelpForOperands(const Program& p, OpId op, absl::Span<const ExprId> args) {
  const std::string& name = Ops()[op].name;
  const Type* first = args.empty() ? nullptr : &p.TypeOf(args[0]);
  for (const auto& [family, other, strays] : {std::tuple("tile.", "tensor.", first != nullptr && first->IsTensorLike()),
                                              std::tuple("tensor.", "tile.", first != nullptr && first->IsTile())}) {
    if (!strays || !name.starts_with(family)) continue;
    const OpId meant = Ops().Find(other + name.substr(std::string_view(family).size()));
    if (meant) return fmt::format("did you mean '{}'?", TextOf(meant).name);
  }
  return fmt::format("t2t-pipeline --explain-op={} says what it takes", name);
}

}  // namespace

TypeId Parser::InferOp(OpId op, absl::Span<const ExprId> args, AttrsId kwargs, Span span) {
  const absl::StatusOr<TypeId> type = DeduceCall(p_, op, args, kwargs);
  if (type.ok()) return *type;
  if (FollowsFromError(args)) return p_.UnknownType();
  Error(span, std::string(MessageOf(type.status())), HelpForOperands(p_, op, args), "type");
  return {};
}

TypeId Parser::InferCallee(FuncId callee, absl::Span<const ExprId> args, absl::Span<const Span> places, Span span,
                           bool submit) {
  if (p_[callee].declared_only) return p_.UnknownType();
  const absl::StatusOr<TypeId> type = submit ? DeduceSubmitResults(p_, callee, args, places)
                                             : DeduceFunctionCall(p_, callee, args, places);
  if (type.ok()) return *type;
  if (FollowsFromError(args)) return p_.UnknownType();
  const Span place = PlaceOf(type.status());
  Error(place.known() ? place : span, std::string(MessageOf(type.status())),
        "pass tensors whose extents agree with the callee's signature", "type");
  return {};
}

ExprId Parser::SimpleOp(std::string_view name, Span span) {
  const OpId op = Ops().Find(name);
  if (!op) {
    Error(span, fmt::format("the operator {} is not available", name), {}, "unknown-operator");
    return {};
  }
  const TypeId type = InferOp(op, {}, AttrsId(), span);
  if (!type) return {};
  Call call;
  call.op = op;
  call.span = span;
  return p_.AddCall(call, type);
}

// ---- operators -----------------------------------------------------------------------------------------------------

ExprId Parser::OpCall(OpId op, const Token& start, TypeId expected) {
  const OpDef& def = Ops()[op];
  if (!Expect(Tok::kLParen, fmt::format("'(' and the operands of {}", def.name))) return {};
  const OpForm spelled = TextOf(op).form;
  if (hand_ && spelled != OpForm::kAlloc && spelled != OpForm::kMgather && spelled != OpForm::kSyncall &&
      spelled != OpForm::kTaskDummy && lex_.Text(start) != kTailPaddingLoad) {
    std::vector<DslArg> written;
    std::vector<Attr> attrs;
    if (!DslArguments(written, attrs)) return {};
    return WrittenCall(op, written, std::move(attrs), false, From(start));
  }
  if (!Nest()) return {};
  OpArgs args;
  args.form = TextOf(op).form;
  int depth = 0;
  while (!At(Tok::kRParen)) {
    depth_ = 0;
    if (!OpArgument(def, args)) return {};
    depth = std::max(depth, depth_);
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRParen, "',' or ')'")) return {};
  const Span span = From(start);
  if (!Deeper(depth, 0, span) || !ReshapeForm(args, span) || !PlaceNamed(def, args, span)) return {};
  if (lex_.Text(start) == kTailPaddingLoad) args.kwargs.push_back(p_.BoolAttr(kTailPaddingKey, true));
  return FinishOpCall(op, std::move(args.positional), std::move(args.kwargs), std::move(args.attrs), span, expected);
}

ExprId Parser::FinishOpCall(OpId op, std::vector<ExprId> args, std::vector<Attr> kwargs, std::vector<Attr> attrs,
                            Span span, TypeId expected) {
  Call call;
  call.op = op;
  call.span = span;
  call.kwargs = p_.MakeAttrs(kwargs);
  call.attrs = p_.MakeAttrs(attrs);
  if (absl::Status shape = CheckCallShape(p_, op, args.size(), call.kwargs); !shape.ok()) {
    Error(span, std::string(MessageOf(shape)), ArgumentsText(SignatureOf(op, hand_ != nullptr)), "call");
    return {};
  }
  const TypeId type = expected && IsLastOfLine() && !hand_ ? expected : InferOp(op, args, call.kwargs, span);
  if (!type) return {};
  call.args = p_.MakeList(args);
  return p_.AddCall(call, type);
}

bool Parser::OpArgument(const OpDef& def, OpArgs& args) {
  if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
    const Token key = tok_;
    Advance();
    Advance();
    return OpKeyword(def, args, key);
  }
  if (!args.kwargs.empty() || !args.named.empty() || !args.attrs.empty()) {
    return ErrorHere("an operand cannot follow a keyword", "write the operands first");
  }
  const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
  if (word != nullptr && word->kind == WordKind::kMemorySpace && args.positional.empty() &&
      args.form == OpForm::kAlloc) {
    args.positional.push_back(p_.Int(word->value));
    Advance();
    return true;
  }
  Attr value;
  if (word != nullptr && EnumAttr(*word, &value)) {
    // An enumerator without its keyword goes to the first keyword of that type (Appendix A).
    for (const KwargDef& declared : def.kwargs) {
      if (declared.kind != value.kind || value.kind == AttrKind::kInt) continue;
      Advance();
      value.key = p_.Str(declared.name);
      args.kwargs.push_back(value);
      return true;
    }
    return ErrorHere(fmt::format("{} takes no such value here", def.name));
  }
  const ExprId operand = Operand(ParseExpr());
  if (!operand) return false;
  args.positional.push_back(operand);
  return true;
}

bool Parser::OpKeyword(const OpDef& def, OpArgs& args, const Token& key) {
  const std::string_view name = lex_.Text(key);
  const Span at = Lexer::SpanOf(key, key.end);
  if (name == "attrs") return AttrDict(args.attrs);
  const StrId id = p_.Str(name);
  const KwargDef* declared = def.FindKwarg(name);
  const bool twice = std::any_of(args.kwargs.begin(), args.kwargs.end(), [&](const Attr& a) { return a.key == id; }) ||
                     std::any_of(args.named.begin(), args.named.end(), [&](const auto& n) { return n.first == name; });
  if (twice) return Error(at, fmt::format("keyword '{}' is given twice", name));
  const OpForm form = args.form;
  if (form == OpForm::kTaskDummy && name == "deps") return ValueListAttr("manual_dep_edges", args.attrs);
  if (declared != nullptr) {
    Attr value;
    if (!KwargValue(def, *declared, &value)) return false;
    value.key = id;
    args.kwargs.push_back(value);
    return true;
  }
  const bool operand = std::any_of(def.operands.begin(), def.operands.end(),
                                   [&](const OperandDef& o) { return o.name == name; });
  const bool of_form = (form == OpForm::kFull && name == "value") ||
                       (form == OpForm::kReinterpretView && name == "shape") ||
                       (form == OpForm::kGatherRow && name == "valid_shape") ||
                       (form == OpForm::kMgather && (name == "scratch" || name == "valid_shape")) ||
                       (form == OpForm::kSyncall && (name == "gm_workspace" || name == "used_cores"));
  if (operand || of_form) {
    const ExprId value = Operand(ParseExpr());
    if (!value) return false;
    args.named.emplace_back(name, value);
    return true;
  }
  if (def.any_kwargs) {
    Attr value;
    if (!AttrValue(name, &value)) return false;
    value.key = id;
    args.kwargs.push_back(value);
    return true;
  }
  std::string known;
  for (const KwargDef& k : def.kwargs) known += (known.empty() ? "" : ", ") + k.name;
  return Error(at, fmt::format("{} has no keyword '{}'", def.name, name),
               known.empty() ? "it takes none" : "its keywords are " + known, "unknown-keyword");
}

// Operands that the printed form writes as keywords, and what it leaves out (text-format 5.2).
bool Parser::ReshapeForm(OpArgs& args, Span span) {
  const auto take = [&](std::string_view name) {
    for (size_t i = 0; i < args.named.size(); ++i) {
      if (args.named[i].first != name) continue;
      const ExprId value = args.named[i].second;
      args.named.erase(args.named.begin() + static_cast<std::ptrdiff_t>(i));
      return value;
    }
    return ExprId();
  };
  const auto kwarg = [&](std::string_view name) -> Attr* {
    for (Attr& a : args.kwargs) {
      if (p_[a.key] == name) return &a;
    }
    return nullptr;
  };
  switch (args.form) {
    case OpForm::kFull: {
      ExprId value = take("value");
      if (!value) return true;
      const Attr* dtype = kwarg("dtype");
      if (dtype != nullptr && dtype->kind == AttrKind::kDType) {
        const Expr& e = p_[value];
        if (e.kind == ExprKind::kConstInt && e.dtype == DType::kIndex) {
          value = p_.Int(e.int_value(), dtype->as<DType>());
        } else if (e.kind == ExprKind::kConstFloat && e.dtype == DType::kFp32) {
          value = p_.Float(p_.FloatValue(value), dtype->as<DType>());
        }
      }
      args.positional.push_back(value);
      return true;
    }
    case OpForm::kReinterpretView:
      if (const ExprId shape = take("shape")) args.positional.push_back(shape);
      return true;
    case OpForm::kGatherRow:
      if (const ExprId valid = take("valid_shape")) args.positional.push_back(valid);
      return true;
    case OpForm::kMgather: {
      const Attr* coalesce = kwarg("coalesce");
      const bool elements = coalesce != nullptr && coalesce->kind == AttrKind::kInt && coalesce->int_value() == 1;
      const ExprId scratch = take("scratch"), valid = take("valid_shape");
      const ExprId first = elements ? scratch : valid, second = elements ? valid : scratch;
      if (first) args.positional.push_back(first);
      if (second) args.positional.push_back(second);
      return true;
    }
    case OpForm::kSyncall: {
      const ExprId workspace = take("gm_workspace");
      ExprId cores = take("used_cores");
      if (workspace) args.positional.push_back(workspace);
      if (!cores || p_.IsConstInt(cores, 0)) return true;
      if (!workspace) return Error(span, "used_cores of system.syncall needs gm_workspace");
      if (p_.IsConstInt(cores) && p_[cores].dtype == DType::kIndex) cores = p_.Int(p_[cores].int_value(), DType::kInt32);
      args.positional.push_back(cores);
      return true;
    }
    case OpForm::kTaskDummy: args.attrs.push_back(p_.BoolAttr("dummy_task", true)); return true;
    case OpForm::kAllocWindow:
      if (kwarg("name") == nullptr && target_.kind == Tok::kName) {
        args.kwargs.insert(args.kwargs.begin(), p_.StringAttr("name", lex_.Text(target_)));
      }
      return true;
    case OpForm::kSplit:
      if (!split_modes_.empty() && kwarg("split") == nullptr) {
        args.kwargs.insert(args.kwargs.begin(), p_.IntAttr("split", static_cast<int64_t>(split_modes_.back())));
      }
      return true;
    default: return true;
  }
}

bool Parser::PlaceNamed(const OpDef& def, OpArgs& args, Span span) {
  for (size_t placed = 0; placed < args.named.size(); ++placed) {
    const size_t want = args.positional.size();
    const std::string_view next = want < def.operands.size() ? std::string_view(def.operands[want].name) : "";
    const auto it = std::find_if(args.named.begin(), args.named.end(), [&](const auto& n) { return n.first == next; });
    if (it == args.named.end() || !it->second) {
      const auto left = std::find_if(args.named.begin(), args.named.end(), [](const auto& n) { return n.second.valid(); });
      return Error(span, fmt::format("operand '{}' of {} cannot be given while '{}' is missing", left->first, def.name,
                                     next.empty() ? std::string_view("an earlier operand") : next));
    }
    args.positional.push_back(std::exchange(it->second, ExprId()));
  }
  return true;
}

}  // namespace t2t
