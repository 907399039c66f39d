// A counted loop with one carried value, built while its body is being emitted: everything the context emits between
// construction and Finish goes into the body (op-conversions 9.2, 9.6, 12).
#pragma once

#include <string_view>

#include "passes/convert/converter.h"

namespace t2t {

class CarryLoop {
 public:
  // for `index_name` in range(0, stop, 1), carrying `carry_name` = seed. The carry has the type of its seed.
  CarryLoop(ConvertContext& context, std::string_view index_name, ExprId stop, std::string_view carry_name, ExprId seed);
  CarryLoop(const CarryLoop&) = delete;
  CarryLoop& operator=(const CarryLoop&) = delete;
  ~CarryLoop();  // emission goes back outside also when a converter gives up halfway

  ExprId index() const { return c_.p.Var(index_); }
  ExprId carry() const { return c_.p.Var(carry_); }
  // Yields `value`, places the loop; the read of its result.
  ExprId Finish(std::string_view result_name, ExprId value);

 private:
  ConvertContext& c_;
  Builder* outside_;
  BlockId block_;
  Builder body_;
  ValueId index_, carry_;
  ExprId stop_, seed_;
};

}  // namespace t2t
