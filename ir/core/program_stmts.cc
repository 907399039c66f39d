// Statements: made detached, linked into blocks; def sites and function versions follow every change.
#include "ir/core/program.h"
#include "ir/support/check.h"

namespace t2t {

StmtId Program::AddStmt(StmtKind kind, uint32_t a, uint32_t b, Span span) {
  Stmt s;
  s.kind = kind;
  s.made_by = maker_;
  s.span = span;
  s.a = a;
  s.b = b;
  return stmts_.Add(s);
}

StmtId Program::NewAssign(ValueId var, ExprId value, Span span) {
  const StmtId id = AddStmt(StmtKind::kAssign, var.index(), value.index(), span);
  if (!values_[var].def) values_[var].def = id;
  return id;
}
StmtId Program::NewEval(ExprId value, Span span) { return AddStmt(StmtKind::kEval, 0, value.index(), span); }
StmtId Program::NewReturn(ExprList values, Span span) {
  return AddStmt(StmtKind::kReturn, values.begin, values.size, span);
}
StmtId Program::NewYield(ExprList values, Span span) {
  return AddStmt(StmtKind::kYield, values.begin, values.size, span);
}
StmtId Program::NewJump(StmtKind kind, Span span) { return AddStmt(kind, 0, 0, span); }

StmtId Program::NewRegion(StmtKind kind, const Region& region, Span span) {
  const StmtId id = AddStmt(kind, regions_.Add(region).index(), 0, span);
  SetRegionDefs(id, region);
  return id;
}

void Program::SetRegionDefs(StmtId stmt, const Region& region) {
  if (region.body) blocks_[region.body].parent = stmt;
  if (region.else_body) blocks_[region.else_body].parent = stmt;
  if (region.loop_var && stmts_[stmt].kind == StmtKind::kFor) values_[region.loop_var].def = stmt;
  for (ValueId v : lists_.Get(region.iter_args)) values_[v].def = stmt;
  for (ValueId v : lists_.Get(region.results)) values_[v].def = stmt;
}

BlockId Program::NewBlock(FuncId func) {
  Block b;
  b.func = func;
  return blocks_.Add(b);
}

void Program::Append(BlockId block, StmtId stmt) {
  Block& b = blocks_[block];
  Stmt& s = stmts_[stmt];
  s.block = block;
  s.prev = b.last;
  s.next = StmtId();
  (b.last ? stmts_[b.last].next : b.first) = stmt;
  b.last = stmt;
  TouchBlock(block);
}

void Program::Prepend(BlockId block, StmtId stmt) {
  if (blocks_[block].first) return InsertBefore(blocks_[block].first, stmt);
  Append(block, stmt);
}

void Program::InsertBefore(StmtId place, StmtId stmt) {
  Stmt& p = stmts_[place];
  Stmt& s = stmts_[stmt];
  Block& b = blocks_[p.block];
  s.block = p.block;
  s.prev = p.prev;
  s.next = place;
  (p.prev ? stmts_[p.prev].next : b.first) = stmt;
  p.prev = stmt;
  TouchBlock(s.block);
}

void Program::InsertAfter(StmtId place, StmtId stmt) {
  if (stmts_[place].next) return InsertBefore(stmts_[place].next, stmt);
  Append(stmts_[place].block, stmt);
}

void Program::Unlink(StmtId stmt) {
  Stmt& s = stmts_[stmt];
  T2T_CHECK(s.block.valid());
  Block& b = blocks_[s.block];
  (s.prev ? stmts_[s.prev].next : b.first) = s.next;
  (s.next ? stmts_[s.next].prev : b.last) = s.prev;
  TouchBlock(s.block);
  s.block = BlockId();
  s.prev = s.next = StmtId();
}

void Program::SetStmtValue(StmtId stmt, ExprId value) {
  Stmt& s = stmts_[stmt];
  if (s.b == value.index()) return;
  s.b = value.index();
  TouchBlock(s.block);
}

void Program::SetAssignVar(StmtId stmt, ValueId var) {
  Stmt& s = stmts_[stmt];
  s.a = var.index();
  values_[var].def = stmt;
  TouchBlock(s.block);
}

void Program::SetStmtValues(StmtId stmt, ExprList values) {
  Stmt& s = stmts_[stmt];
  s.a = values.begin;
  s.b = values.size;
  TouchBlock(s.block);
}

void Program::SetRegion(StmtId stmt, const Region& region) {
  regions_[stmts_[stmt].region()] = region;
  SetRegionDefs(stmt, region);
  TouchBlock(stmts_[stmt].block);
}

}  // namespace t2t
