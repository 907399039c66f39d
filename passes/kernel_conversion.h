// One call that convert-ops is about to convert, with what is known of the kernel around it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "passes/convert/compact_facts.h"
#include "passes/convert/converter.h"
#include "passes/stored_types.h"

namespace t2t {

class KernelConversion final : public ConvertContext {
 public:
  KernelConversion(PassContext& pass, Builder& at, StmtId stmt, const Call& original, std::vector<ExprId> operands,
                   const CompactFacts& facts, StoredTypes& stored)
      : ConvertContext(pass, at, original, std::move(operands)), stmt_(stmt), facts_(facts), stored_(stored) {}
  bool ProvenCompact(ExprId tile) const override { return facts_.IsCompact(p, tile); }
  std::optional<DType> StoredAs() const override {
    if (p[stmt_].kind != StmtKind::kAssign) return std::nullopt;
    const ValueId var = p[stmt_].var();
    const std::optional<DType> stored = stored_.Of(p[var].func, var);
    // An integer annotation of what the operator gives as a fraction is a mistake, and no store that rounds.
    return stored && IsInt(*stored) && p.TypeOf(var).dtype == *stored ? std::nullopt : stored;
  }

 private:
  StmtId stmt_;
  const CompactFacts& facts_;
  StoredTypes& stored_;
};

}  // namespace t2t
