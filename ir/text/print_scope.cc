// Scopes (text-format 4.8).
#include "ir/core/walk.h"
#include "ir/text/text_printer.h"

namespace t2t {

// `with ... as tid` implies the assignment in front of it; only a comment keeps it visible.
bool TextPrinter::IsHiddenTaskId(const Stmt& s) const {
  if (s.comments || p_[s.next].kind != StmtKind::kScope || !p_.IsOpCall(s.value()) ||
      p_.CallOf(s.value()).op != task_invalid_) {
    return false;
  }
  const Attr* task = Find(p_.RegionOf(s.next).attrs, keys_.task_id_var);
  return task != nullptr && task->kind == AttrKind::kExpr && AsVar(p_, task->expr()) == s.var();
}

ValueId TextPrinter::IndexTarget(BlockId body, OpId op) const {
  const StmtId first = p_[body].first;
  if (!first || !op || p_[first].kind != StmtKind::kAssign) return {};
  const ExprId value = p_[first].value();
  return p_.IsOpCall(value) && p_.CallOf(value).op == op ? p_[first].var() : ValueId();
}

bool TextPrinter::CallsOp(BlockId body, OpId op) const {
  bool found = false;
  ForEachStmt(p_, body, [&](StmtId stmt) {
    if (found) return;
    ForEachExpr(p_, stmt, [&](ExprId expr) {
      ForEachCall(p_, expr, [&](ExprId call) { found |= p_.CallOf(call).op == op; });
    });
  });
  return found;
}

void TextPrinter::NameHint(const Region& r) {
  if (!r.name_hint || p_[r.name_hint].empty()) return;
  out_ += ", name_hint=";
  Quoted(p_[r.name_hint]);
}

void TextPrinter::Early(AttrsId attrs) {
  const Attr* early = Find(attrs, keys_.allow_early_resolve);
  if (early != nullptr && early->bool_value()) out_ += ", allow_early_resolve=True";
}

void TextPrinter::Predicate(AttrsId attrs) {
  const Attr* predicate = Find(attrs, keys_.predicate);
  if (predicate == nullptr) return;
  out_ += ", predicate=(";
  AttrValue(*predicate);
  out_ += ')';
}

void TextPrinter::As(AttrsId attrs) {
  const Attr* task = Find(attrs, keys_.task_id_var);
  if (task == nullptr) return;
  out_ += " as ";
  AttrValue(*task);
}

void TextPrinter::Optimizations(const Region& r) {
  const Attr* slots = Find(r.attrs, keys_.slot_num);
  if (r.split == SplitMode::kNone && slots == nullptr) return;
  out_ += ", optimizations=[";
  if (r.split != SplitMode::kNone) {
    out_ += "pl.split(pl.SplitMode.";
    out_ += EnumName(r.split);
    out_ += slots != nullptr ? "), " : ")";
  }
  if (slots != nullptr) {
    out_ += "pl.cross_core_slot(slot_num=";
    AttrValue(*slots);
    out_ += ')';
  }
  out_ += ']';
}

void TextPrinter::ScopeOptions(AttrsId attrs, bool with_args) {
  const auto list = [&](std::string_view key, StrId name) {
    const Attr* attr = Find(attrs, name);
    if (attr == nullptr) return;
    out_ += ", ";
    out_ += key;
    out_ += '=';
    AttrValue(*attr);
  };
  list("deps", keys_.manual_dep_edges);
  if (!with_args) return;
  list("no_dep_args", keys_.no_dep_args);
  list("dumps", keys_.dump_vars);
  Early(attrs);
  const Attr* windowize = Find(attrs, keys_.windowize);
  if (windowize != nullptr && windowize->bool_value()) out_ += ", windowize=True";
}

void TextPrinter::Scope(StmtId, const Region& r, int indent, ValueList results) {
  switch (r.scope_kind) {
    case ScopeKind::kSpmd: return SpmdScope(r, indent, results);
    case ScopeKind::kSplitAiv: return SplitAivScope(r, indent, results);
    case ScopeKind::kInCore: case ScopeKind::kHierarchy:
      Line(indent);
      out_ += "with pl.at(level=pl.Level.";
      if (r.scope_kind == ScopeKind::kInCore) {
        out_ += "CORE_GROUP";
        Optimizations(r);
      } else {
        out_ += EnumName(r.level);
        if (r.role != Role::kUnset) {
          out_ += ", role=pl.Role.";
          out_ += EnumName(r.role);
        }
      }
      NameHint(r);
      ScopeOptions(r.attrs, true);
      out_ += ')';
      As(r.attrs);
      out_ += ":\n";
      break;
    case ScopeKind::kCluster:
      Line(indent);
      out_ += "with pl.cluster(";
      if (r.name_hint && !p_[r.name_hint].empty()) {
        out_ += "name_hint=";
        Quoted(p_[r.name_hint]);
      }
      out_ += "):\n";
      break;
    case ScopeKind::kRuntime:
      Line(indent);
      out_ += r.manual ? "with pl.scope(mode=pl.ScopeMode.MANUAL):\n" : "with pl.scope():\n";
      return PutBlock(r.body, indent + 1, r.manual ? ValueList() : results);
    case ScopeKind::kCommDomain:
      Line(indent);
      out_ += "# pld.comm_domain: devices=";
      if (r.all_devices) {
        out_ += "all";
      } else {
        std::string_view comma = "[";
        for (uint32_t device : p_[r.devices]) {
          out_ += comma;
          PutInt(static_cast<int32_t>(device));
          comma = ", ";
        }
        out_ += r.devices.empty() ? "[]" : "]";
      }
      out_ += ", slots=[";
      PutExprs(p_[r.slots]);
      out_ += "]\n";
      if (p_[r.body].first) BlockFrom(p_[r.body].first, indent, {});
      return;
  }
  PutBlock(r.body, indent + 1);
}

void TextPrinter::SpmdScope(const Region& r, int indent, ValueList) {
  const StmtId only = p_[r.body].first;
  const bool one = only && !p_[only].next && p_[only].kind == StmtKind::kScope;
  const Region* in_core = one && p_.RegionOf(only).scope_kind == ScopeKind::kInCore ? &p_.RegionOf(only) : nullptr;
  const bool as = Find(r.attrs, keys_.task_id_var) != nullptr;
  const ValueId index = !as && in_core != nullptr ? IndexTarget(in_core->body, tile_block_idx_) : ValueId();

  Line(indent);
  if (index) {
    out_ += "for ";
    PutName(index);
    out_ += " in pl.spmd(";
  } else {
    out_ += "with pl.spmd(";
  }
  PutExpr(r.core_num);
  if (r.sync_start) out_ += ", sync_start=True";
  NameHint(r);
  // Left out where reading wraps the body into the same InCore scope again.
  const bool unwrap = as && in_core != nullptr &&
                      (in_core->split != SplitMode::kNone || Find(in_core->attrs, keys_.slot_num) != nullptr ||
                       CallsOp(in_core->body, tile_block_idx_));
  if (index || unwrap) Optimizations(*in_core);
  if (as) ScopeOptions(r.attrs, false);
  Early(r.attrs);
  Predicate(r.attrs);
  out_ += ')';
  As(r.attrs);
  out_ += ":\n";
  if (index) {
    const StmtId rest = p_[p_[in_core->body].first].next;
    if (rest) return BlockFrom(rest, indent + 1, {});
    Line(indent + 1);
    out_ += "pass\n\n";
    return;
  }
  PutBlock(unwrap ? in_core->body : r.body, indent + 1);
}

void TextPrinter::SplitAivScope(const Region& r, int indent, ValueList) {
  const ValueId lane = IndexTarget(r.body, tile_subblock_idx_);
  Line(indent);
  out_ += "for ";
  if (lane) {
    PutName(lane);
  } else {
    out_ += "aiv_id";
  }
  out_ += " in pl.split_aiv(2, mode=pl.SplitMode.";
  out_ += EnumName(r.split);
  out_ += "):\n";
  ++split_depth_;
  const StmtId first = lane ? p_[p_[r.body].first].next : p_[r.body].first;
  if (first) {
    BlockFrom(first, indent + 1, {});
  } else {
    Line(indent + 1);
    out_ += "pass\n\n";
  }
  --split_depth_;
}

}  // namespace t2t
