// Result type of a call of a function (types-and-ops 5.8).
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/core/call_operands.h"
#include "ir/core/rewrite.h"
#include "ir/core/show.h"
#include "ir/ops/make_call.h"
#include "ir/support/counted.h"
#include "ir/support/place.h"
#include "ir/support/status.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

class Binder {
 public:
  Binder(Program& program, FuncId callee) : p_(program), callee_(callee), subst_(program) {}

  absl::Status Bind(TypeId param, TypeId arg) {
    const Type& x = p_[param];
    const Type& y = p_[arg];
    if (x.kind == TypeKind::kTuple && y.kind == TypeKind::kTuple) {
      for (uint32_t i = 0; i < x.elements.size && i < y.elements.size; ++i) {
        RETURN_IF_ERROR(Bind(p_[x.elements][i], p_[y.elements][i]));
      }
      return absl::OkStatus();
    }
    if (!(x.IsTensorLike() && y.IsTensorLike()) && !(x.IsTile() && y.IsTile())) return absl::OkStatus();
    RETURN_IF_ERROR(Shape(p_.Shape(param), p_.Shape(arg), "shape"));
    RETURN_IF_ERROR(Shape(p_.ValidShape(param), p_.ValidShape(arg), "valid shape"));
    if (x.view && y.view) {
      RETURN_IF_ERROR(Shape(p_[p_[x.view].stride], p_[p_[y.view].stride], "stride"));
      const ExprId from = p_[x.view].start_offset, to = p_[y.view].start_offset;
      if (from && to) RETURN_IF_ERROR(Shape({from}, {to}, "start offset"));
    }
    return absl::OkStatus();
  }

  void BindScalar(ValueId param, ExprId arg) { Enter(param, arg); }

  absl::StatusOr<TypeId> Result() {
    const absl::Span<const TypeId> returns = p_[p_[callee_].return_types];
    for (const auto& [value, expr] : entries_) subst_.Map(value, expr);
    if (returns.empty()) return p_.UnknownType();
    std::vector<TypeId> types;
    for (TypeId type : returns) types.push_back(subst_.Apply(type));
    return types.size() == 1 ? types[0] : p_.TupleType(types);
  }

 private:
  absl::Status Shape(absl::Span<const ExprId> params, absl::Span<const ExprId> args, std::string_view place) {
    if (params.size() != args.size()) return absl::OkStatus();
    // A composite extent is taken apart only where the whole shape has the same form.
    bool alike = true;
    for (size_t i = 0; i < params.size(); ++i) alike &= Alike(params[i], args[i]);
    for (size_t i = 0; i < params.size(); ++i) {
      const bool bare = p_[params[i]].kind == ExprKind::kVar;
      if (bare || alike) RETURN_IF_ERROR(Extent(params[i], args[i], place));
    }
    return absl::OkStatus();
  }

  bool Alike(ExprId param, ExprId arg) {
    const Expr& x = p_[param];
    const Expr& y = p_[arg];
    if (x.kind == ExprKind::kVar) return true;
    if (IsBinary(x.kind) && x.kind == y.kind) return Alike(x.lhs(), y.lhs()) && Alike(x.rhs(), y.rhs());
    return ExprEq(p_, param, arg) || ProvenEq(p_, param, arg);
  }

  absl::Status Extent(ExprId param, ExprId arg, std::string_view place) {
    const Expr x = p_[param];
    if (IsBinary(x.kind) && p_[arg].kind == x.kind) {
      RETURN_IF_ERROR(Extent(x.lhs(), p_[arg].lhs(), place));
      return Extent(x.rhs(), p_[arg].rhs(), place);
    }
    if (x.kind != ExprKind::kVar) return absl::OkStatus();
    const ExprId bound = Enter(x.var(), arg);
    if (bound == arg || ExprEq(p_, bound, arg) || ProveEq(p_, bound, arg) != Proof::kFalse) return absl::OkStatus();
    return UserError("call of {}: the extent {} would be both {} and {} ({})", p_[p_[callee_].name],
                     p_[p_[x.var()].name], ExprText(p_, bound), ExprText(p_, arg), place);
  }

  // The first binding wins.
  ExprId Enter(ValueId value, ExprId expr) {
    const auto [it, fresh] = bound_.try_emplace(value, expr);
    if (fresh) entries_.emplace_back(value, expr);
    return it->second;
  }

  Program& p_;
  FuncId callee_;
  Substitution subst_;
  absl::flat_hash_map<ValueId, ExprId> bound_;
  std::vector<std::pair<ValueId, ExprId>> entries_;
};

}  // namespace

absl::StatusOr<TypeId> DeduceFunctionCall(Program& p, FuncId callee, absl::Span<const ExprId> args,
                                          absl::Span<const Span> places) {
  const size_t params = p.Params(callee).size();
  if (params != args.size()) {
    return UserError("function {} takes {}, got {}", p[p[callee].name], Counted(params, "operand"), args.size());
  }
  return DeduceSubmitResults(p, callee, args, places);
}

absl::StatusOr<TypeId> DeduceSubmitResults(Program& p, FuncId callee, absl::Span<const ExprId> args,
                                           absl::Span<const Span> places) {
  const absl::Span<const ValueId> params = p.Params(callee);
  const OperandsByParameter operands(p, callee, args);
  Binder binder(p, callee);
  for (uint32_t i = 0; i < params.size(); ++i) {
    const std::optional<uint32_t> position = operands.PositionOf(i);
    if (!position) continue;
    const ExprId arg = args[*position];
    if (p.TypeOf(params[i]).IsScalar()) {
      binder.BindScalar(params[i], arg);
    } else if (absl::Status bound = binder.Bind(p[params[i]].type, p[arg].type); !bound.ok()) {
      return WithPlace(std::move(bound), places.empty() ? Span() : places[*position]);
    }
  }
  return binder.Result();
}

}  // namespace t2t
