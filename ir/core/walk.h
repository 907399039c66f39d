// Walks without recursion: blocks link their statements and statements know their blocks, so the walk needs no stack.
#pragma once

#include <utility>

#include "ir/core/program.h"
#include "ir/core/walk_exprs.h"  // IWYU pragma: export

namespace t2t {

// First statement inside the regions of `stmt`, if any.
inline StmtId FirstInside(const Program& p, StmtId stmt) {
  if (!p[stmt].HasRegion()) return {};
  const Region& r = p.RegionOf(stmt);
  if (r.body && p[r.body].first) return p[r.body].first;
  return r.else_body ? p[r.else_body].first : StmtId();
}

// The statement that follows everything inside `stmt` in pre-order, within `root`.
inline StmtId NextAfter(const Program& p, StmtId stmt, BlockId root) {
  while (true) {
    if (p[stmt].next) return p[stmt].next;
    const BlockId block = p[stmt].block;
    if (block == root) return {};
    const StmtId parent = p[block].parent;
    if (!parent) return {};
    const Region& r = p.RegionOf(parent);
    if (r.else_body && block == r.body && p[r.else_body].first) return p[r.else_body].first;
    stmt = parent;
  }
}

// Calls f(StmtId) for every statement of `root` and of all blocks nested in it, in program order. The successor is taken
// before the call, so f may unlink its statement or insert next to it; what it inserts is not visited.
template <class F>
void ForEachStmt(const Program& p, BlockId root, F&& f) {
  StmtId stmt = p[root].first;
  while (stmt) {
    StmtId next = FirstInside(p, stmt);
    if (!next) next = NextAfter(p, stmt, root);
    f(stmt);
    stmt = next;
  }
}

// Statements directly in one block; same promise.
template <class F>
void ForEachInBlock(const Program& p, BlockId block, F&& f) {
  for (StmtId stmt = p[block].first; stmt;) {
    const StmtId next = p[stmt].next;
    f(stmt);
    stmt = next;
  }
}

enum class WalkEvent : uint8_t {
  kEnter,       // every statement, before what is inside it
  kElse,        // between the two branches of a kIf that has an else
  kLeave,       // region statements only, after what is inside them
};

// Structured walk: f(WalkEvent, StmtId). The program must not change underneath.
template <class F>
void WalkStructured(const Program& p, BlockId root, F&& f) {
  StmtId stmt = p[root].first;
  while (stmt) {
    f(WalkEvent::kEnter, stmt);
    StmtId next;
    if (p[stmt].HasRegion()) {
      const Region& r = p.RegionOf(stmt);
      next = p[r.body].first;
      if (!next && r.else_body) {
        f(WalkEvent::kElse, stmt);
        next = p[r.else_body].first;
      }
      if (!next) f(WalkEvent::kLeave, stmt);
    }
    while (!next) {
      if (p[stmt].next) {
        next = p[stmt].next;
        break;
      }
      const BlockId block = p[stmt].block;
      if (block == root) return;
      stmt = p[block].parent;
      const Region& r = p.RegionOf(stmt);
      if (r.else_body && block == r.body) {
        f(WalkEvent::kElse, stmt);
        next = p[r.else_body].first;
      }
      if (!next) f(WalkEvent::kLeave, stmt);
    }
    stmt = next;
  }
}

// The last statement of a block when it is a yield; a body that is one scope is looked through (text-format 4.4).
StmtId TrailingYield(const Program& p, BlockId block);

// A value behind an expression that is nothing but a read of it; invalid otherwise.
inline ValueId AsVar(const Program& p, ExprId expr) {
  return expr && p[expr].kind == ExprKind::kVar ? p[expr].var() : ValueId();
}
// The expression assigned to `value` by its defining assignment; invalid for anything else.
inline ExprId DefiningExpr(const Program& p, ValueId value) {
  const StmtId def = p[value].def;
  return def && p[def].kind == StmtKind::kAssign ? p[def].value() : ExprId();
}
// Its defining operator call, e.g. IsOp-tests of a seed; invalid for anything else.
inline ExprId DefiningOpCall(const Program& p, ValueId value) {
  const ExprId expr = DefiningExpr(p, value);
  return expr && p.IsOpCall(expr) ? expr : ExprId();
}

}  // namespace t2t
