// Calls of functions, and submits (text-format 1.4, 4.9).
#include <algorithm>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"

namespace t2t {

FuncId Parser::Callee(std::string_view name, Span span) {
  const StrId id = p_.Str(name);
  if (const FuncId known = p_.FindFunction(id)) return known;
  const FuncId made = p_.AddFunction(id, span);
  Function f = p_[made];
  f.declared_only = true;  // a verifier says so
  p_.SetFunction(made, f);
  return made;
}

ExprId Parser::FunctionCall(std::string_view name, const Token& start, TypeId expected) {
  if (refused_.contains(p_.Str(name))) return SkipBrackets();
  Advance();
  if (const auto it = inlined_.find(p_.Str(name)); it != inlined_.end() && hand_) return InlineCall(it->second, start);
  if (!Nest()) return {};
  std::vector<ExprId> args;
  std::vector<Span> places;
  std::vector<uint32_t> no_deps;
  std::vector<Attr> attrs;
  int depth = 0;
  bool device = false;
  while (!At(Tok::kRParen)) {
    if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
      if (AtName("attrs")) {
        Advance();
        Advance();
        if (!AttrDict(attrs)) return {};
      } else if (AtName("device")) {
        Advance();
        Advance();
        const ExprId value = ParseExpr();
        if (!value) return {};
        attrs.push_back(p_.ExprAttr("device", value));
        device = true;
      } else {
        ErrorHere(fmt::format("a call of a function has no keyword '{}'", Text()),
                  "arguments are positional; 'device' and 'attrs' are the only keywords");
        return {};
      }
    } else {
      const Token first = tok_;
      const ExprId arg = DispatchArgument(args.size(), no_deps);
      if (!arg) return {};
      args.push_back(arg);
      places.push_back(From(first));
    }
    depth = std::max(depth, depth_);
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRParen, "',' or ')'")) return {};
  const Span span = From(start);
  if (!Deeper(depth, 0, span)) return {};
  DispatchAttrs(args, no_deps, attrs);
  const FuncId callee = Callee(name, span);
  AdaptArguments(callee, args);
  const Function& f = p_[callee];
  if (!f.declared_only && f.params.size != args.size()) {
    Error(span, fmt::format("function '{}' takes {}, {} given", name, Counted(f.params.size, "argument"), args.size()),
          "pass one argument per parameter", "call");
    return {};
  }
  if (device && !f.declared_only && f.role != Role::kOrchestrator) {
    Error(span, fmt::format("'device' is for orchestrators, and '{}' is none", name), {}, "call");
    return {};
  }
  if (hand_ && !printed_ && f.return_types.size == 0 && unread_.contains(callee)) {  // callees are read first
    Error(span, fmt::format("'{}' calls itself, directly or through what it calls", name), "write a loop", "call");
    return {};
  }
  if (!ArgumentsFit(callee, args, places, span)) return {};
  const TypeId type = expected && IsLastOfLine() && !hand_ ? expected : InferCallee(callee, args, places, span, false);
  if (!type) return {};
  Call call;
  call.callee = callee;
  call.args = p_.MakeList(args);
  call.attrs = p_.MakeAttrs(attrs);
  call.span = span;
  return p_.AddCall(call, type);
}

ExprId Parser::SubmitCall(bool spmd, const Token& start, TypeId expected) {
  const std::string_view form = lex_.Text(start);
  if (!Expect(Tok::kLParen, "'('") || !Nest()) return {};
  const bool bare = At(Tok::kName) && p_.FindFunction(p_.FindStr(Text()));
  if (!bare && (!At(Tok::kPath) || !Text().starts_with("self."))) {
    ErrorHere(fmt::format("the first argument of {} names the kernel as self.NAME", form),
              At(Tok::kName) ? HelpForCall(Text()) : std::string());
    return {};
  }
  const std::string_view name = bare ? Text() : Text().substr(5);
  Advance();
  std::vector<ExprId> args;
  std::vector<Span> places;
  std::vector<uint32_t> no_deps;
  std::vector<Attr> attrs;
  Submit submit;
  int depth = 0;
  while (Accept(Tok::kComma)) {
    if (At(Tok::kRParen)) break;
    if (!(At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=')) {
      const Token first = tok_;
      const ExprId arg = DispatchArgument(args.size(), no_deps);
      if (!arg) return {};
      args.push_back(arg);
      places.push_back(From(first));
      depth = std::max(depth, depth_);
      continue;
    }
    const Token key = tok_;
    const std::string_view keyword = Text();
    Advance();
    Advance();
    bool ok = true;
    if (keyword == "deps") {
      std::vector<Attr> list;
      ok = ValueListAttr("deps", list);
      if (ok) submit.deps = list[0].exprs();
    } else if (keyword == "dumps") {
      ok = ValueListAttr("dump_vars", attrs);
    } else if (keyword == "core_num" && spmd) {
      submit.core_num = ParseExpr();
      ok = submit.core_num.valid();
    } else if (keyword == "predicate") {
      submit.predicate = ParseExpr();
      ok = submit.predicate.valid();
    } else if (keyword == "sync_start" && spmd) {
      ok = BoolValue(&submit.sync_start, "sync_start");
    } else if (keyword == "allow_early_resolve") {
      ok = BoolValue(&submit.allow_early_resolve, "allow_early_resolve");
    } else if (keyword == "attrs") {
      ok = AttrDict(attrs);
    } else {
      ok = Error(Lexer::SpanOf(key, key.end), fmt::format("{} has no keyword '{}'", form, keyword));
    }
    if (!ok) return {};
  }
  Unnest();
  if (!Expect(Tok::kRParen, "',' or ')'")) return {};
  const Span span = From(start);
  if (!Deeper(depth, 0, span)) return {};
  if (spmd && !submit.core_num) {
    Error(span, fmt::format("{} needs core_num=", form), {}, "call");
    return {};
  }
  DispatchAttrs(args, no_deps, attrs);
  const FuncId callee = Callee(name, span);
  AdaptArguments(callee, args);
  const Function& f = p_[callee];
  if (!f.declared_only) {
    size_t needed = 0;
    for (uint32_t d : p_[f.directions]) needed += static_cast<ParamDirection>(d) == ParamDirection::kIn ? 1 : 0;
    if (args.size() < needed || args.size() > f.params.size) {
      const std::string wanted = needed == f.params.size ? Counted(needed, "argument")
                                                         : fmt::format("{} to {} arguments", needed, f.params.size);
      Error(span, fmt::format("function '{}' takes {}, {} given", name, wanted, args.size()),
            "only trailing output parameters may be left out", "call");
      return {};
    }
  }
  if (!ArgumentsFit(callee, args, places, span)) return {};
  TypeId type = expected && IsLastOfLine() && !hand_ ? expected : TypeId();
  if (!type) {
    const TypeId all = InferCallee(callee, args, places, span, true);
    if (!all) return {};
    std::vector<TypeId> results;
    if (f.return_types.size == 1) results = {all};
    if (f.return_types.size > 1) results.assign(p_[p_[all].elements].begin(), p_[p_[all].elements].end());
    const TypeId task = p_.ScalarType(DType::kTaskId);
    results.push_back(task);
    type = results.size() == 1 ? task : p_.TupleType(results);
  }
  Call call;
  call.callee = callee;
  call.args = p_.MakeList(args);
  call.attrs = p_.MakeAttrs(attrs);
  call.span = span;
  return p_.AddSubmit(call, submit, type);
}

}  // namespace t2t
