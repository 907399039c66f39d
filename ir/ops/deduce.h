// What a deducer sees: the operands, their types, the kwargs, and the small rules shared by many operators
// (types-and-ops 5). A deducer returns the result type or UserError with a message that says what is wrong; the caller
// adds the operator's name and the place.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/core/program.h"
#include "ir/core/show.h"
#include "ir/ops/op_def.h"

namespace t2t {

class DeduceContext {
 public:
  DeduceContext(Program& program, const OpDef& def, absl::Span<const ExprId> operands, AttrsId keywords)
      : p(program), op(def), args(operands), kwargs(keywords) {}

  Program& p;
  const OpDef& op;
  absl::Span<const ExprId> args;
  AttrsId kwargs;

  size_t size() const { return args.size(); }
  bool Has(size_t i) const { return i < args.size(); }
  TypeId TypeIdOf(size_t i) const { return p[args[i]].type; }
  const Type& TypeOf(size_t i) const { return p[p[args[i]].type]; }
  absl::Span<const ExprId> Shape(size_t i) const { return p.Shape(TypeIdOf(i)); }
  absl::Span<const ExprId> Valid(size_t i) const { return p.ValidShape(TypeIdOf(i)); }
  View EffectiveView(size_t i) const { return p.EffectiveView(TypeIdOf(i)); }

  // Operand kind checks; the message names the operator, the operand and the actual kind.
  absl::Status NeedTensorLike(size_t i) const;   // plain or distributed
  absl::Status NeedTensor(size_t i) const;       // plain only
  absl::Status NeedDistributed(size_t i) const;
  absl::Status NeedTile(size_t i) const;
  absl::Status NeedScalar(size_t i) const;
  absl::Status NeedTuple(size_t i) const;
  absl::Status NeedLiteralTuple(size_t i) const; // must be a tuple literal
  // Elements of a tuple operand (types-and-ops 5.3): the nodes of a literal, TupleGet projections otherwise.
  absl::StatusOr<std::vector<ExprId>> TupleElements(size_t i) const;

  bool BoolKwarg(std::string_view key, bool fallback) const;
  int64_t IntKwarg(std::string_view key, int64_t fallback) const;
  std::optional<DType> DTypeKwarg(std::string_view key) const;  // also from an integer code
  std::optional<MemorySpace> SpaceKwarg(std::string_view key) const;
  const Attr* Kwarg(std::string_view key) const { return p.FindAttr(kwargs, key); }

  // Error with the operator's name in front.
  template <class... Args>
  absl::Status Fail(fmt::format_string<Args...> format, Args&&... a) const {
    return UserError("{}: {}", op.name, fmt::format(format, std::forward<Args>(a)...));
  }
};

}  // namespace t2t
