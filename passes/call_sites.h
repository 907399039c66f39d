// Calls wherever they stand in a statement: as its whole value, or inside a tuple, a returned list, a loop bound.
#pragma once

#include "absl/functional/function_ref.h"
#include "ir/core/program.h"

namespace t2t {

// Replaces every Call and Submit the statement itself holds (not those of nested statements) by f(call), innermost
// first; f returns its argument to keep it. True when anything was replaced. f may insert statements.
bool MapCalls(Program& program, StmtId stmt, absl::FunctionRef<ExprId(ExprId)> f);

// f(statement, call) for every Call and Submit of a program function in the body, in program order.
void ForEachFunctionCall(const Program& program, FuncId function, absl::FunctionRef<void(StmtId, ExprId)> f);

}  // namespace t2t
