// One cause, one error: what was computed from a refused value is not judged, because the type it would be judged by was
// never found out.
#pragma once

#include <vector>

#include "ir/core/program.h"

namespace t2t {

class RefusedValues {
 public:
  explicit RefusedValues(const Program& program) : p_(program) {}

  // The statement was refused, or reads something refused: what it defines has no meaning either.
  void Refuse(StmtId stmt);
  bool Reads(StmtId stmt) const;
  void Refuse(ValueId value) { Mark(value); }
  bool Has(ValueId value) const { return value.index() < refused_.size() && refused_[value.index()]; }
  // Carries of a loop whose seeds were refused.
  void EnterLoop(StmtId loop);
  // Results of a loop or branch that something refused is yielded to.
  void LeaveRegion(StmtId stmt);

 private:
  bool Reads(ExprId expr) const;
  void Mark(ValueId value);
  void MarkYielded(StmtId yield, ValueList results);

  const Program& p_;
  std::vector<bool> refused_;  // by value; empty as long as nothing was
};

}  // namespace t2t
