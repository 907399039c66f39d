// pl.spmd and pl.split_aiv (text-format 4.8).
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::NeedsInCore(BlockId body) const {
  bool found = false;
  ForEachStmt(p_, body, [&](StmtId stmt) {
    if (found) return;
    ForEachExpr(p_, stmt, [&](ExprId expr) {
      ForEachCall(p_, expr, [&](ExprId call) {
        const OpId op = p_.CallOf(call).op;
        found |= op && Ops()[op].name.ends_with(".get_block_idx");
      });
    });
  });
  return found;
}

BlockId Parser::WrapInCore(BlockId body, ScopeArgs& args, StrId name, Span span) {
  Region inner;
  inner.scope_kind = ScopeKind::kInCore;
  inner.split = args.split;
  inner.name_hint = name;
  if (args.slot_num) inner.attrs = p_.MakeAttrs({p_.IntAttr("slot_num", *args.slot_num)});
  inner.body = body;
  const BlockId outer = p_.NewBlock(func_);
  p_.Append(outer, p_.NewRegion(StmtKind::kScope, inner, span));
  return outer;
}

// The loop target is an ordinary variable assigned by the first statement of the body.
ValueId Parser::IndexTarget(BlockId body, std::string_view op, const Token& target) {
  const Span span = Lexer::SpanOf(target, target.end);
  const ExprId call = SimpleOp(op, span);
  if (!call) return {};
  const ValueId var = Define(p_.Str(lex_.Text(target)), ValueKind::kLocal, p_[call].type, true);
  p_.Append(body, p_.NewAssign(var, call, span));
  return var;
}

bool Parser::SpmdStmt(BlockId block, const Token& start, const Token* target) {
  ScopeArgs args;
  if (!ScopeArguments(args, ScopeSyntax::kSpmd)) return false;
  const Span span = From(start);
  Region& r = args.r;
  r.scope_kind = ScopeKind::kSpmd;
  if (!r.core_num) return Error(span, "pl.spmd needs the number of blocks");
  if (target != nullptr && args.has_task) return Error(span, "the loop form of pl.spmd has no task id");
  EmitTaskId(block, args, span);
  if (!Expect(Tok::kColon, "':'")) return false;
  AddDumpTags(args.attrs);
  const BlockId body = p_.NewBlock(func_);
  if (target != nullptr) {
    r.loop_var = IndexTarget(body, "tile.get_block_idx", *target);
    if (!r.loop_var) return false;
  }
  ++incore_depth_;
  ParseBlock(body);
  --incore_depth_;
  const StmtId only = p_[body].first;
  const bool is_in_core = only && !p_[only].next && p_[only].kind == StmtKind::kScope &&
                          p_.RegionOf(only).scope_kind == ScopeKind::kInCore;
  r.body = body;
  if (target != nullptr || (!is_in_core && (args.optimized || NeedsInCore(body)))) {
    // A hint `h` names the kernel, `h_spmd` the dispatch around it; either gives the other.
    StrId inner;
    if (r.name_hint) {
      std::string hint(p_[r.name_hint]);
      if (hint.ends_with("_spmd")) hint.resize(hint.size() - 5);
      inner = p_.Str(hint);
      r.name_hint = p_.Str(hint + "_spmd");
    }
    r.body = WrapInCore(body, args, inner, span);
  }
  r.attrs = p_.MakeAttrs(args.attrs);
  Emit(block, p_.NewRegion(StmtKind::kScope, r, span));
  return true;
}

bool Parser::SplitAivStmt(BlockId block, const Token& start, const Token& target) {
  if (!Expect(Tok::kLParen, "'('")) return false;
  uint64_t count = 0;
  if (!Unsigned(&count, "the number of lanes")) return false;
  if (count != 2) return Error(From(start), "pl.split_aiv splits into exactly 2 lanes");
  if (!Expect(Tok::kComma, "',' and mode=") || !AcceptName("mode") || !Expect(Tok::kAssign, "'='")) {
    return failed_ ? false : ErrorHere("expected mode=pl.SplitMode.X here");
  }
  Region r;
  r.scope_kind = ScopeKind::kSplitAiv;
  if (!EnumValue(WordKind::kSplitMode, "a split mode such as pl.SplitMode.UP_DOWN", &r.split)) return false;
  Accept(Tok::kComma);
  if (!Expect(Tok::kRParen, "')'")) return false;
  const Span span = From(start);
  if (!Expect(Tok::kColon, "':'")) return false;
  r.body = p_.NewBlock(func_);
  r.loop_var = IndexTarget(r.body, "tile.get_subblock_idx", target);
  if (!r.loop_var) return false;
  const bool wrap = incore_depth_ == 0 && !IsInCoreLike(p_[func_].type);
  if (hand_ && !printed_ && IsInCoreLike(p_[func_].type)) {  // what outlining the region would have left on the kernel
    Function f = p_[func_];
    if (p_.FindAttr(f.attrs, "split_aiv") == nullptr) {
      f.attrs = p_.SetAttr(f.attrs, p_.BoolAttr("split_aiv", true));
      if (r.split != SplitMode::kNone) f.attrs = p_.SetAttr(f.attrs, p_.IntAttr("split", static_cast<int64_t>(r.split)));
      p_.SetFunction(func_, f);
    }
  }
  split_modes_.push_back(r.split);
  ++incore_depth_;
  ParseBlock(r.body);
  --incore_depth_;
  split_modes_.pop_back();
  const StmtId region = p_.NewRegion(StmtKind::kScope, r, span);
  if (!wrap) {
    Emit(block, region);
    return true;
  }
  Region in_core;
  in_core.scope_kind = ScopeKind::kInCore;
  in_core.body = p_.NewBlock(func_);
  p_.Append(in_core.body, region);
  Emit(block, p_.NewRegion(StmtKind::kScope, in_core, span));
  return true;
}

}  // namespace t2t
