// Fuel for passes that change a kernel as a whole or not at all.
#pragma once

#include "passes/fuel.h"

namespace t2t {

// One grant for all the changes of a kernel that must come together; asked for when the first of them is decided on.
class KernelGrant {
 public:
  explicit KernelGrant(Fuel& fuel) : fuel_(fuel) {}
  void EnterKernel(FuncId kernel) {
    kernel_ = kernel;
    asked_ = false;
  }
  bool Take() {
    if (!asked_) granted_ = fuel_.Take(kernel_);
    asked_ = true;
    return granted_;
  }

 private:
  Fuel& fuel_;
  FuncId kernel_;
  bool asked_ = false, granted_ = false;
};

}  // namespace t2t
