// drop-double-neg: neg(neg(x)) is x.
//
//   Relies on   t2t.kernel (select-kernels)
//   Promises    no tensor.neg in a kernel reads the result of another one; the inner one may be left without a reader
#pragma once

#include "passes/pass.h"

namespace t2t {

class DropDoubleNeg final : public Pass {
 public:
  static constexpr std::string_view kName = "drop-double-neg";
  absl::StatusOr<Change> Run(PassContext& context) override;
};

}  // namespace t2t
