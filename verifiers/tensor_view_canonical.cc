// TensorViewCanonical: what a tensor type says about strides can be true. Symbolic relations are accepted. The strict form
// also wants every view to state its strides; a later stage establishes that, so it is checked on demand.
#include <vector>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "verifiers/all.h"
#include "verifiers/each_type.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tensor view of layout NZ"},
    {2, "as many strides as dimensions are wanted"},
    {3, "the innermost stride (DN: that of the last but one dimension) is not the constant 1"},
    {4, "a stride is smaller than the packed extent inside it"},
    {5, "layout DN on a tensor of rank 1"},
};
constexpr Rule kStrictRules[] = {
    {1, "a tensor view states no strides"},
};

struct Problem {
  int rule = 0;  // 0 = none
  std::string why;
};

// Is `outer` < `inner` * `extent`, all constant?
bool SmallerThanPacked(const Program& p, ExprId outer, ExprId inner, ExprId extent) {
  if (!p.IsConstInt(outer) || !p.IsConstInt(inner) || !p.IsConstInt(extent)) return false;
  int64_t packed = 0;
  if (__builtin_mul_overflow(p[inner].int_value(), p[extent].int_value(), &packed)) return true;
  return p[outer].int_value() < packed;
}

Problem Check(const Program& p, TypeId type) {
  const Type& t = p[type];
  if (!t.view) return {};
  const View& v = p[t.view];
  if (v.layout == TensorLayout::kNZ) return {1, "a tensor cannot have layout NZ"};
  const auto shape = p[t.shape], stride = p[v.stride];
  if (stride.empty()) return {};
  const size_t n = shape.size();
  if (stride.size() != n) return {2, fmt::format("{} strides for {} dimensions", stride.size(), n)};
  const bool dn = v.layout == TensorLayout::kDN;
  if (dn && n < 2) return {5, "layout DN needs two dimensions"};
  // Dimensions from the innermost in memory to the outermost.
  std::vector<size_t> order;
  for (size_t i = n; i-- > 0;) order.push_back(i);
  if (dn) std::swap(order[0], order[1]);
  if (n > 0 && !p.IsConstInt(stride[order[0]], 1)) {
    return {3, fmt::format("the stride of axis {} is {}, not 1", order[0], ExprText(p, stride[order[0]]))};
  }
  for (size_t k = 1; k < n; ++k) {
    const size_t inner = order[k - 1], outer = order[k];
    if (!SmallerThanPacked(p, stride[outer], stride[inner], shape[inner])) continue;
    return {4, fmt::format("the stride of axis {} is {}, smaller than stride {} times extent {} of axis {}", outer,
                           ExprText(p, stride[outer]), ExprText(p, stride[inner]), ExprText(p, shape[inner]), inner)};
  }
  return {};
}

template <class F>
void ForEachTensor(const Program& p, TypeId type, F&& f) {
  for (TypeId element : p[p[type].elements]) ForEachTensor(p, element, f);
  if (p[type].IsTensorLike()) f(type);
}

void Report(VerifyContext& c, int rule, FuncId function, Span place, TypeId type, const std::string& why) {
  const Program& p = c.program;
  c.Error(rule, function, place, fmt::format("{}: {} in {}", p[p[function].name], why, TypeText(p, type)),
          "strides are in elements, outermost first; packed ones can be left out");
}

void VerifyTensorViewCanonical(VerifyContext& c) {
  const Program& p = c.program;
  std::vector<bool> seen(p.num_types());
  for (FuncId function : c.functions) {
    ForEachType(p, function, seen, [&](TypeId type, Span place) {
      ForEachTensor(p, type, [&](TypeId tensor) {
        const Problem problem = Check(p, tensor);
        if (problem.rule != 0) Report(c, problem.rule, function, place, tensor, problem.why);
      });
    });
  }
}

void VerifyTensorViewStrided(VerifyContext& c) {
  const Program& p = c.program;
  std::vector<bool> seen(p.num_types());
  for (FuncId function : c.functions) {
    ForEachType(p, function, seen, [&](TypeId type, Span place) {
      ForEachTensor(p, type, [&](TypeId tensor) {
        if (!p[tensor].view || !p[p[tensor].view].stride.empty() || p[tensor].rank() == 0) return;
        Report(c, 1, function, place, tensor, "the view states no strides");
      });
    });
  }
}

}  // namespace

constinit const Verifier kTensorViewCanonical = {
    .property = "TensorViewCanonical",
    .kind = VerifierKind::kStructural,
    .phase = VerifierPhase::kInput,
    .summary = "strides of tensor types fit their shapes",
    .source = "verifiers 5.4, weak mode",
    .rules = kRules,
    .run = VerifyTensorViewCanonical,
};

constinit const Verifier kTensorViewStrided = {
    .property = "TensorViewStrided",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "every tensor view states its strides",
    .source = "verifiers 5.4, strict mode",
    .rules = kStrictRules,
    .run = VerifyTensorViewStrided,
};

}  // namespace t2t
