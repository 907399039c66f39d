// The element type under which a computed value is stored, where nobody does anything else with it.
//
// A kernel may return a value under another element type than its own, or assemble it into a tensor of another one. When
// all readers do so under one type, that is the only type in which the value is ever seen.
#pragma once

#include <optional>

#include "absl/container/flat_hash_map.h"
#include "ir/core/program.h"

namespace t2t {

class StoredTypes {
 public:
  explicit StoredTypes(const Program& program) : p_(program) {}

  // Of the type that every reader stores `value` as; nothing when there is none, or a reader computes with it.
  // The function is read once; statements that are rewritten later must not change who reads what.
  std::optional<DType> Of(FuncId function, ValueId value);

 private:
  void Read(FuncId function);
  void Note(ExprId value, DType stored);

  const Program& p_;
  FuncId read_;
  absl::flat_hash_map<ValueId, DType> stored_;  // kNone: also read otherwise
};

}  // namespace t2t
