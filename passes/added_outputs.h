// Calls follow their callee: when a function gains Out parameters, its callers allocate storage for them and pass it.
//
// Shared by allocate-call-outputs (kernels gain, everybody who calls them follows) and forward-wrapper-outputs (wrappers
// gain). New parameters stand after the existing ones but before a trailing run of communication contexts, and so do the
// operands of a call (lowering m.5, p.3, q.1).
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "ir/core/program.h"
#include "passes/pass.h"

namespace t2t {

// Turns the local allocations `storage` of `function` (assigned variables, in parameter order) into Out parameters: the
// statements go, the variables stay what they are, so that nothing else changes.
void AppendOutputs(Program& program, FuncId function, absl::Span<const ValueId> storage);

class CallFollower {
 public:
  // Where a caller gets the storage it passes.
  enum class Storage : uint8_t {
    kLocal,    // a tensor.create in front of the call
    kPrivate,  // the same, tagged t2t.private and typed as the parameter: on its way to become one (lowering p.1)
  };

  // Remembers the signatures as they are now, before anything is gained.
  explicit CallFollower(PassContext& context);

  // `function` has more parameters than it had.
  bool Gained(FuncId function) const;
  // Rewrites every call in `caller` of a function that gained outputs. With `fill_submits`, outputs that a Submit leaves
  // to the runtime are passed too, even if nothing was gained. User errors (a caller that cannot allocate, operands that
  // do not fit the signature) go to the diagnostics. True when something changed.
  absl::StatusOr<bool> Follow(FuncId caller, Storage storage, bool fill_submits);

 private:
  struct Signature {
    ValueList params;
    uint32_t contexts = 0;  // trailing ones
  };
  class Instantiation;

  absl::StatusOr<ExprId> Rewrite(FuncId caller, StmtId stmt, ExprId call, Storage storage, bool fill_submits);
  absl::StatusOr<ExprId> Allocate(FuncId caller, StmtId stmt, Span span, ValueId param, TypeId type, size_t number,
                                  Storage storage);
  AttrsId Renumber(AttrsId attrs, uint32_t at, uint32_t inserted);
  TypeId ResultType(FuncId callee, Instantiation& instantiation);
  void Error(FuncId caller, Span span, std::string message, std::string help);

  PassContext& context_;
  Program& p_;
  std::vector<Signature> before_;  // by function
};

}  // namespace t2t
