// The operators as people write them (text-format 7.3, Appendix A): short names without their family, positional order
// of all arguments, and the keyword arguments that are stored although nobody wrote them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/ops/registry.h"

namespace t2t {

struct DslParam {
  std::string name;
  int operand = -1;             // its position among the operands; -1: a keyword argument of the IR
  std::string fallback;         // keyword arguments: stored under a short name when left out; "" = nothing is stored
  uint32_t stored = 0;          // keyword arguments: place among the stored ones
};

// In positional order. Every operand and every declared keyword argument of the operator is in it.
struct DslSignature {
  std::vector<DslParam> params;
  // Index of the parameter of this name or of a usual other name of it (`input` for `tensor`, ...); -1 = none.
  int Find(std::string_view name) const;
};
// Under a short name, or under the full name of the printed form: operands, then keyword arguments, nothing stored that
// is not written.
const DslSignature& SignatureOf(OpId op, bool short_name);

// What `pl.NAME` or `pld.NAME` may mean: `tensor` when the first operand is a tensor (or there is none), `tile` when it
// is a tile. `other` belongs to no family (system, array). All invalid: no such name.
struct ShortName {
  OpId tensor, tile, other;
  explicit operator bool() const { return tensor || tile || other; }
};
// `name` without `pl.`; with `pld.` for the distributed ones.
ShortName FindShortName(std::string_view name);
// All of them, in byte order.
std::vector<std::string_view> ShortNames();

// The form with a scalar right operand: `tensor.adds` for `tensor.add`; the operator itself when it takes both.
OpId ScalarForm(OpId op);

}  // namespace t2t
