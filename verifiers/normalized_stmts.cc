// NormalizedStmtStructure: blocks are flat. In this representation a block holds no block, so one of the
// three conditions of the specification is left.
#include "ir/core/walk.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a yield is followed by another statement"},
};

void VerifyNormalizedStmts(VerifyContext& c) {
  for (FuncId f : c.functions) {
    ForEachStmt(c.program, c.program[f].body, [&](StmtId stmt) {
      const Stmt& s = c.program[stmt];
      if (s.kind == StmtKind::kYield && s.next) {
        c.Error(1, stmt, "a yield must be the last statement of its block", "move it to the end");
      }
    });
  }
}

}  // namespace

constinit const Verifier kNormalizedStmtStructure = {
    .property = "NormalizedStmtStructure",
    .kind = VerifierKind::kProperty,
    .summary = "a yield is the last statement of its block",
    .source = "verifiers 4.3",
    .rules = kRules,
    .run = VerifyNormalizedStmts,
};

constinit const Verifier kNoRedundantBlocks = {
    .property = "NoRedundantBlocks",
    .kind = VerifierKind::kProperty,
    .summary = "the flatness of blocks under its other name",
    .source = "verifiers 4.3",
    .rules = kRules,
    .run = VerifyNormalizedStmts,
};

}  // namespace t2t
