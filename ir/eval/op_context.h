// What the evaluation function of an operator sees, and the table from operators to such functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "ir/eval/value.h"
#include "ir/ops/registry.h"

namespace t2t::eval {

// Where a statement runs.
struct ExecState {
  bool kernel = false;          // InCore, AIC or AIV: reading GM takes a snapshot, local tensors stay on chip
  bool finished = false;        // a kernel that no pass is working on
  int64_t block_index = 0;
  int64_t block_count = 1;
  int64_t lane = 0;             // of a split region
  bool in_split = false;
  uint64_t activation = 0;      // number of the kernel call: store channels are per kernel
};

class OpContext {
 public:
  const Program& p;
  const OpDef& op;
  const Call& call;
  absl::Span<const ExprId> arg_exprs;
  absl::Span<const RtValue> args;
  TypeId type;                       // of the result
  StmtId stmt;
  const ExecState& exec;
  PoisonLog& poison;
  absl::FunctionRef<absl::StatusOr<int64_t>(ExprId)> extent;  // an extent named by a type, in the running function
  RtValue result;

  // ---- operands ----
  bool Has(size_t i) const { return i < args.size() && args[i].kind != RtValue::Kind::kNone; }
  bool IsScalar(size_t i) const { return Has(i) && args[i].kind == RtValue::Kind::kScalar; }
  absl::StatusOr<const Nd*> NdArg(size_t i) const;
  absl::StatusOr<Scalar> ScalarArg(size_t i) const;
  // A scalar that must be a number: an index, an offset, an extent. Poison is an error that says where it comes from.
  absl::StatusOr<int64_t> IntArg(size_t i) const;
  absl::StatusOr<Dims> IntsArg(size_t i) const;          // tuple of such
  absl::Status CheckNumber(const Scalar& s, std::string_view what) const;

  // ---- kwargs ----
  int64_t IntKwarg(std::string_view key, int64_t fallback) const;
  bool BoolKwarg(std::string_view key, bool fallback) const;
  const Attr* Kwarg(std::string_view key) const { return p.FindAttr(call.kwargs, key); }

  // ---- results ----
  // Extents of a tensor or tile type. Not found when a name in it has no value here.
  absl::Status DimsOf(TypeId t, Dims* shape, Dims* valid) const;
  // Element type of the result. An on-chip value may be wider than its type says: a matrix product stays in the
  // accumulator's type until it is stored (op-conversions 7.1), so what is computed from one does too.
  DType ResultDType() const;
  // A fresh buffer for the result (or for `t`), poisoned outside the valid region; inside it is for the caller to fill.
  absl::StatusOr<Nd> NewResult() { return NewResult(type, ResultDType()); }
  absl::StatusOr<Nd> NewResult(TypeId t, DType dtype);
  // The extents that the operator has computed for a result are those of its type.
  absl::Status NeedExtents(const Nd& nd, absl::Span<const int64_t> computed) const;
  // NewResult of an operator that knows what its result's extents are.
  absl::StatusOr<Nd> NewResultOf(absl::Span<const int64_t> computed, DType dtype);
  void SetResult(Nd nd) { result = Wrap(std::move(nd), type); }
  RtValue Wrap(Nd nd, TypeId t) const;
  // The window of an operand's buffer as result; its extents are those of the type.
  absl::Status SetAlias(Nd nd);

  PoisonId Poison(PoisonKind kind) const { return poison.Add(kind, stmt); }
  std::string Explain(PoisonId id) const;
  // The element type has no arithmetic, e.g. HF8.
  absl::Status NeedArithmetic(DType dtype) const;

  template <class... A>
  absl::Status Fail(fmt::format_string<A...> format, A&&... a) const {
    return UserError("{}: {}", op.name, fmt::format(format, std::forward<A>(a)...));
  }
  template <class... A>
  absl::Status OutOfRange(fmt::format_string<A...> format, A&&... a) const {
    return absl::OutOfRangeError(fmt::format("{}: {}", op.name, fmt::format(format, std::forward<A>(a)...)));
  }
  template <class... A>
  absl::Status CannotRun(fmt::format_string<A...> format, A&&... a) const {
    return absl::UnimplementedError(fmt::format("{}: {}", op.name, fmt::format(format, std::forward<A>(a)...)));
  }
};

using EvalFn = absl::Status (*)(OpContext&);

// By operator: its function, or why it cannot be run. Built once; every operator of the registry has exactly one of the two.
struct EvalEntry {
  EvalFn run = nullptr;
  std::string_view cannot = {};
};
class EvalTable {
 public:
  EvalTable() : entries_(Ops().size()) {}
  void Add(std::string_view op, EvalFn run);
  // One function for `tensor.X` and `tile.X`, as far as they exist.
  void Both(std::string_view suffix, EvalFn run);
  void Cannot(std::string_view op, std::string_view reason);
  const EvalEntry& operator[](OpId op) const { return entries_[op.index()]; }

 private:
  std::vector<EvalEntry> entries_;
};
const EvalTable& Evaluators();

// Text of a poison reason: "never written (made at line 4)".
std::string PoisonText(const Program& p, const PoisonReason& reason);

}  // namespace t2t::eval
