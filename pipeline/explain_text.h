// Phrases of --explain: statements, types and places as a sentence names them.
#pragma once

#include <string>

#include "absl/container/flat_hash_set.h"
#include "ir/text/names.h"
#include "pipeline/explain_past.h"

namespace t2t {

class Phrases {
 public:
  Phrases(const Program& program, FuncId function);

  // As printed in the end where the value is still there, otherwise as it was called.
  std::string Name(ValueId value);
  // `n = tensor.matmul_acc` (line 12); `return` (line 14)
  std::string Statement(StmtId stmt, ValueId var, ExprId value);
  std::string Statement(const Past& past, StmtId stmt) {
    return Statement(stmt, past.VarOf(stmt), past.ValueOf(stmt));
  }
  // `n = tensor.matmul_acc` without the line
  std::string Code(StmtId stmt, ValueId var, ExprId value);
  // tile [48, 64] FP32, valid [40, 64], in Acc
  std::string Type(TypeId type);
  // Why the result of this call is in the memory where it is; "" when there is nothing to say.
  std::string SpaceReason(ExprId call);

 private:
  const Program& p_;
  NameTable names_;
  absl::flat_hash_set<ValueId> alive_;
};

std::string LineOf(Span span);  // " (line 12)", "" when no place is known

}  // namespace t2t
