// Where new statements go: a cursor in front of a statement or at the end of a block. Every statement made through it
// carries its span, so that a diagnostic about it points at what the user wrote.
#pragma once

#include <string_view>

#include "ir/core/program.h"

namespace t2t {

class Builder {
 public:
  static Builder Before(Program& program, StmtId place, Span span) {
    return Builder(program, program[place].block, place, span);
  }
  static Builder AtEnd(Program& program, BlockId block, Span span) { return Builder(program, block, StmtId(), span); }

  // `name = value`; the variable takes the value's type. Returns the variable.
  ValueId Let(std::string_view name, ExprId value);
  // The same; returns the read of the variable.
  ExprId LetVar(std::string_view name, ExprId value) { return p_.Var(Let(name, value)); }
  StmtId Eval(ExprId value) { return Insert(p_.NewEval(value, span_)); }
  StmtId Yield(absl::Span<const ExprId> values) { return Insert(p_.NewYield(p_.MakeList(values), span_)); }
  StmtId Insert(StmtId stmt);
  void SetSpan(Span span) { span_ = span; }
  // Statement that new ones are said to come from.
  void SetOrigin(StmtId origin) { origin_ = origin; }
  StmtId origin() const { return origin_; }

  Program& program() { return p_; }
  BlockId block() const { return block_; }
  FuncId function() const { return p_[block_].func; }
  Span span() const { return span_; }

 private:
  Builder(Program& program, BlockId block, StmtId before, Span span)
      : p_(program), block_(block), before_(before), origin_(before), span_(span) {}

  Program& p_;
  BlockId block_;
  StmtId before_;  // invalid = at the end
  StmtId origin_;
  Span span_;
};

}  // namespace t2t
