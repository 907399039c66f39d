#include "pipeline/kept_functions.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/function_calls.h"
#include "ir/core/structural_equal.h"

namespace t2t {
namespace {

bool KeptWhole(const Program& p, FuncId f) {
  return IsExternal(p, f) || p[f].requires_runtime_binding || p[f].stage == IrStage::kBuffer;
}

}  // namespace

// Attributes of the lowering's own, which it erases wherever they stand.
bool BearsMarks(const Program& p, FuncId f) {
  const auto any = [&](AttrsId attrs) {
    return std::any_of(p[attrs].begin(), p[attrs].end(), [&](const Attr& attr) { return p[attr.key].starts_with("t2t."); });
  };
  bool found = any(p[f].attrs);
  ForEachCallIn(p, f, [&](StmtId, ExprId call) { found = found || any(p.CallOf(call).attrs); });
  return found;
}

void KeptFunctions::Remember(const Program& p) {
  kept_.clear();
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    const bool whole = KeptWhole(p, f) && !BearsMarks(p, f);
    kept_.push_back({p[f].type, whole, p[f].version, whole ? Fingerprint(p, f) : 0});
  }
}

std::vector<std::string> KeptFunctions::Broken(const Program& p) const {
  std::vector<std::string> out;
  const size_t known = std::min<size_t>(kept_.size(), p.num_functions());
  for (uint32_t i = 0; i < known; ++i) {
    const FuncId f(i);
    const Kept& kept = kept_[i];
    if (p[f].version == kept.version) continue;
    if (p[f].type != kept.type && IsInCoreLike(kept.type)) {
      out.push_back(fmt::format("kernel {} was of type {} and is of type {} now", p[p[f].name], EnumName(kept.type),
                                EnumName(p[f].type)));
    } else if (kept.whole && Fingerprint(p, f) != kept.fingerprint) {
      out.push_back(fmt::format("function {}, which the lowering leaves alone, is not as it was read", p[p[f].name]));
    }
  }
  return out;
}

}  // namespace t2t
