// The printed form (text-format 0 to 6): raw, one statement per line, no final newline, byte-identical to the reference.
#pragma once

#include <string>

#include "absl/functional/function_ref.h"
#include "ir/core/program.h"

namespace t2t {

struct PrintOptions {
  bool concise = false;  // no annotations on assignments
  // Functions to print; null = all. The header and the symbols are always those of the whole program.
  const absl::FunctionRef<bool(FuncId)>* only = nullptr;
};

std::string PrintProgram(const Program& program, const PrintOptions& options = {});
// One function as it stands inside the class, indented by four.
std::string PrintFunction(const Program& program, FuncId function);
// One statement (a region with everything inside) at indent 0, with the names the whole function would show.
std::string PrintStmt(const Program& program, StmtId stmt);
// First line of the same: what a message shows.
std::string PrintStmtHead(const Program& program, StmtId stmt);

}  // namespace t2t
