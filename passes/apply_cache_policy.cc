#include "passes/apply_cache_policy.h"

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

constexpr std::string_view kAttr = "cache_policy";
constexpr std::string_view kKwarg = "cache";

class PolicyOfKernel {
 public:
  PolicyOfKernel(PassContext& context, FuncId kernel) : context_(context), p_(context.program), kernel_(kernel) {}

  // False when there is nothing declared or the declaration is wrong.
  bool Resolve() {
    const Attr* attr = p_.FindAttr(p_[kernel_].attrs, kAttr);
    if (attr == nullptr) return false;
    if (attr->kind != AttrKind::kIntPairList) {
      Error("is not a list of (parameter index, policy) pairs");
      return false;
    }
    const absl::Span<const uint32_t> words = p_[attr->words()];
    const absl::Span<const ValueId> params = p_.Params(kernel_);
    for (size_t i = 0; i + 1 < words.size(); i += 2) {
      if (words[i] >= params.size()) {
        Error(fmt::format("names parameter {}, but there are {}", static_cast<int32_t>(words[i]), params.size()));
        return false;
      }
      policy_[params[words[i]]] = static_cast<int32_t>(words[i + 1]);  // the last entry of a parameter wins
    }
    return true;
  }

  void Apply() {
    ForEachStmt(p_, p_[kernel_].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return;
      const ExprId load = s.value();
      if (!IsCallOf(p_, load, Known().tile_load)) return;
      Call call = p_.CallOf(load);
      if (p_.FindAttr(call.kwargs, kKwarg) != nullptr) return;
      const auto it = policy_.find(Source(p_.Args(load)[0]));
      if (it == policy_.end()) return;
      call.kwargs = p_.SetAttr(call.kwargs, p_.IntAttr(kKwarg, it->second));
      p_.SetStmtValue(stmt, p_.AddCall(call, p_[load].type));
    });
    Function f = p_[kernel_];
    f.attrs = p_.EraseAttr(f.attrs, kAttr);
    p_.SetFunction(kernel_, f);
  }

 private:
  // The value a load reads, loop carries followed to their seeds. Nested carries of one parameter share their answer, so
  // that many loads in deep loops stay cheap.
  ValueId Source(ExprId expr) {
    ValueId value = AsVar(p_, expr);
    if (!value) return {};
    const auto known = source_.find(value);
    if (known != source_.end()) return known->second;
    const ValueId start = value;
    while (value && p_[value].kind == ValueKind::kIterArg) {
      const Region& loop = p_.RegionOf(p_[value].def);
      const absl::Span<const ValueId> carries = p_[loop.iter_args];
      size_t i = 0;
      while (i < carries.size() && carries[i] != value) ++i;
      value = i < loop.inits.size ? AsVar(p_, p_[loop.inits][i]) : ValueId();
    }
    source_.emplace(start, value);
    return value;
  }

  void Error(std::string message) {
    context_.diagnostics.Error("cache-policy", p_[kernel_].span,
                               fmt::format("cache_policy of kernel {} {}", p_[p_[kernel_].name], message),
                               "declare each policy as (index of a parameter, policy code)");
  }

  PassContext& context_;
  Program& p_;
  FuncId kernel_;
  absl::flat_hash_map<ValueId, int64_t> policy_;
  absl::flat_hash_map<ValueId, ValueId> source_;
};

}  // namespace

absl::StatusOr<Change> ApplyCachePolicy::Run(PassContext& context) {
  Change change = Change::kNone;
  ForEachKernel(context.program, [&](FuncId kernel) {
    PolicyOfKernel policy(context, kernel);
    if (!policy.Resolve() || !context.fuel.Take(kernel)) return;
    policy.Apply();
    change = Change::kChanged;
  });
  return change;
}

}  // namespace t2t
