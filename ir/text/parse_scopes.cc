// Scopes (text-format 4.8).
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::ValueListAttr(std::string_view key, std::vector<Attr>& attrs) {
  if (!Expect(Tok::kLBracket, "a list such as [a, b]")) return false;
  std::vector<ExprId> values;
  while (!At(Tok::kRBracket)) {
    if (!hand_ || !AcceptName("None")) {  // no task to wait for
      values.push_back(ParseExpr());
      if (!values.back()) return false;
    }
    if (!Accept(Tok::kComma)) break;
  }
  if (!Expect(Tok::kRBracket, "',' or ']'")) return false;
  attrs.push_back(p_.ExprListAttr(key, p_.MakeList(values)));
  return true;
}

bool Parser::OptimizationList(ScopeArgs& args) {
  args.optimized = true;
  if (!Expect(Tok::kLBracket, "a list of optimizations")) return false;
  while (!At(Tok::kRBracket)) {
    const bool split = AtForm(Form::kSplit);
    if (!split && !AtForm(Form::kCrossCoreSlot)) {
      return ErrorHere(fmt::format("unknown optimization {}", Shown()),
                       "there are pl.split(MODE) and pl.cross_core_slot(slot_num=N)");
    }
    Advance();
    if (!Expect(Tok::kLParen, "'('")) return false;
    if (split) {
      if (AtName("mode")) {
        Advance();
        if (!Expect(Tok::kAssign, "'='")) return false;
      }
      if (!EnumValue(WordKind::kSplitMode, "a split mode such as pl.SplitMode.UP_DOWN", &args.split)) return false;
    } else {
      if (!AcceptName("slot_num") || !Expect(Tok::kAssign, "'='")) return ErrorHere("expected slot_num=N here");
      uint64_t slots = 0;
      if (!Unsigned(&slots, "a number of slots")) return false;
      args.slot_num = static_cast<int64_t>(slots);
    }
    Accept(Tok::kComma);
    if (!Expect(Tok::kRParen, "')'")) return false;
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(Tok::kRBracket, "',' or ']'");
}

bool Parser::ScopeKeyword(ScopeArgs& args, ScopeSyntax syntax, const Token& key) {
  const std::string_view name = lex_.Text(key);
  const bool at = syntax == ScopeSyntax::kAt, spmd = syntax == ScopeSyntax::kSpmd;
  const auto flag = [&](std::string_view attr) {
    bool value = false;
    if (!BoolValue(&value, attr)) return false;
    if (value) args.attrs.push_back(p_.BoolAttr(attr, true));
    return true;
  };
  if (name == "name_hint" && syntax != ScopeSyntax::kScope) {
    std::string hint;
    if (!StringValue(&hint, "name_hint")) return false;
    if (!hint.empty()) args.r.name_hint = p_.Str(hint);
    return true;
  }
  if (name == "level" && at) {
    return EnumValue(WordKind::kLevel, "a level such as pl.Level.CORE_GROUP", &args.r.level);
  }
  if (name == "role" && at) {
    return EnumValue(WordKind::kRole, "a role such as pl.Role.SubWorker", &args.r.role);
  }
  if (name == "mode" && syntax == ScopeSyntax::kScope) {
    uint32_t code = 0;
    if (!EnumValue(WordKind::kScopeMode, "pl.ScopeMode.AUTO or pl.ScopeMode.MANUAL", &code)) return false;
    args.r.manual = code == 1;
    return true;
  }
  if (at || spmd) {
    if (name == "optimizations") return OptimizationList(args);
    if (name == "deps") return ValueListAttr("manual_dep_edges", args.attrs);
    if (name == "no_dep_args") return ValueListAttr("arg_direction_overrides_vars", args.attrs);
    if (name == "dumps") return ValueListAttr("dump_vars", args.attrs);
    if (name == "allow_early_resolve") return flag("allow_early_resolve");
    if (name == "windowize" && at) return flag("windowize");
  }
  if (spmd && name == "sync_start") return BoolValue(&args.r.sync_start, "sync_start");
  if (spmd && name == "core_num") {
    args.r.core_num = ParseExpr();
    return args.r.core_num.valid();
  }
  if (spmd && name == "predicate") {
    const ExprId predicate = ParseExpr();
    if (predicate) args.attrs.push_back(p_.ExprAttr("predicate", predicate));
    return predicate.valid();
  }
  return Error(Lexer::SpanOf(key, key.end), fmt::format("this scope has no keyword '{}'", name));
}

// From the opening parenthesis to the name behind `as`.
bool Parser::ScopeArguments(ScopeArgs& args, ScopeSyntax syntax) {
  if (!Expect(Tok::kLParen, "'('")) return false;
  while (!At(Tok::kRParen)) {
    if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
      const Token key = tok_;
      Advance();
      Advance();
      if (!ScopeKeyword(args, syntax, key)) return false;
    } else if (syntax == ScopeSyntax::kSpmd && !args.r.core_num) {
      args.r.core_num = ParseExpr();
      if (!args.r.core_num) return false;
    } else {
      const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
      if (syntax != ScopeSyntax::kAt || word == nullptr || word->kind != WordKind::kLevel) {
        return ErrorHere(fmt::format("expected a keyword here, found {}", Shown()));
      }
      args.r.level = static_cast<Level>(word->value);
      Advance();
    }
    if (!Accept(Tok::kComma)) break;
  }
  if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  if (!AcceptName("as")) return true;
  if (!At(Tok::kName)) return ErrorHere(fmt::format("expected the name of the task id here, found {}", Shown()));
  args.task = tok_;
  args.has_task = true;
  Advance();
  return true;
}

// `as tid` stands for `tid = system.task_invalid()` in front of the scope.
void Parser::EmitTaskId(BlockId block, ScopeArgs& args, Span span) {
  if (!args.has_task) return;
  const ExprId invalid = SimpleOp("system.task_invalid", span);
  if (!invalid) return;
  const ValueId tid = Define(p_.Str(lex_.Text(args.task)), ValueKind::kLocal, p_.ScalarType(DType::kTaskId), true);
  Emit(block, p_.NewAssign(tid, invalid, span));
  args.attrs.push_back(p_.ExprAttr("task_id_var", p_.Var(tid)));
}

bool Parser::WithStmt(BlockId block) {
  const Token start = tok_;
  Advance();
  const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
  const Form form = word != nullptr && word->kind == WordKind::kForm ? static_cast<Form>(word->value) : Form::kConst;
  ScopeSyntax syntax;
  switch (form) {
    case Form::kAt: syntax = ScopeSyntax::kAt; break;
    case Form::kCluster: syntax = ScopeSyntax::kCluster; break;
    case Form::kScope: case Form::kManualScope: syntax = ScopeSyntax::kScope; break;
    case Form::kSpmd: Advance(); return SpmdStmt(block, start, nullptr);
    default:
      return ErrorHere(fmt::format("unknown scope {}", Shown()),
                       "scopes are pl.at, pl.cluster, pl.scope and pl.spmd");
  }
  Advance();
  ScopeArgs args;
  if (!ScopeArguments(args, syntax)) return false;
  const Span span = From(start);
  Region& r = args.r;
  r.manual |= form == Form::kManualScope;
  if (syntax == ScopeSyntax::kAt) AddDumpTags(args.attrs);
  switch (syntax) {
    case ScopeSyntax::kAt:
      if (r.level == Level::kUnset) return Error(span, "pl.at needs level=");
      r.scope_kind = r.level == Level::kCoreGroup ? ScopeKind::kInCore : ScopeKind::kHierarchy;
      if (r.scope_kind == ScopeKind::kInCore) {
        r.level = Level::kUnset;
        r.split = args.split;
        if (args.slot_num) args.attrs.push_back(p_.IntAttr("slot_num", *args.slot_num));
      } else if (args.optimized) {
        return Error(span, "optimizations are for pl.Level.CORE_GROUP scopes");
      }
      break;
    case ScopeSyntax::kCluster: r.scope_kind = ScopeKind::kCluster; break;
    default: r.scope_kind = ScopeKind::kRuntime; break;
  }
  if (args.has_task && syntax != ScopeSyntax::kAt) return Error(span, "this scope has no task id");
  const bool in_core = r.scope_kind == ScopeKind::kInCore;
  EmitTaskId(block, args, span);
  incore_depth_ += in_core ? 1 : 0;
  r.body = RegionBody(nullptr);
  incore_depth_ -= in_core ? 1 : 0;
  if (!r.body) return false;
  r.attrs = p_.MakeAttrs(args.attrs);
  Emit(block, p_.NewRegion(StmtKind::kScope, r, span));
  return true;
}

}  // namespace t2t
