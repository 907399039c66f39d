#include "passes/demand.h"

#include <charconv>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "passes/facts.h"
#include "passes/kernels.h"

namespace t2t {
namespace {

uint32_t TakeNumber(std::string_view& text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return 0;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (!text.empty() && text.front() == ':') text.remove_prefix(1);
  return value;
}

// f(parameter index, rest of the entry) for a list such as "0:Mat,2:Vec".
template <class F>
void ForEachEntry(std::string_view list, F&& f) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    std::string_view entry = list.substr(0, comma);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
    const uint32_t index = TakeNumber(entry);
    f(index, entry);
  }
}

std::string_view StringAttrOf(const Program& p, AttrsId attrs, std::string_view key) {
  const Attr* attr = p.FindAttr(attrs, key);
  return attr != nullptr && attr->kind == AttrKind::kString ? p[attr->string()] : std::string_view();
}

}  // namespace

std::vector<ExprId> BoxedShape(Program& p, absl::Span<const ExprId> shape, Box box) {
  std::vector<ExprId> boxed(shape.begin(), shape.end());
  if (box.align <= 1 || shape.size() != 2 || box.axis >= 2 || !p.IsConstInt(shape[box.axis])) return boxed;
  const int64_t extent = p[shape[box.axis]].int_value();
  const int64_t align = box.align;
  if (extent <= 0 || extent % align == 0 || extent > INT64_MAX - align) return boxed;
  boxed[box.axis] = p.Int((extent + align - 1) / align * align);
  return boxed;
}

Demands::Demands(const Program& program, FuncId kernel) : p_(program) {
  const AttrsId attrs = p_[kernel].attrs;
  const absl::Span<const ValueId> params = p_.Params(kernel);
  ForEachEntry(StringAttrOf(p_, attrs, facts::kParamSpace), [&](uint32_t index, std::string_view name) {
    if (index >= params.size()) return;
    params_[params[index]].space = ParseEnum<MemorySpace>(name).value_or(MemorySpace::kUnset);
  });
  ForEachEntry(StringAttrOf(p_, attrs, facts::kParamBox), [&](uint32_t index, std::string_view box) {
    if (index < params.size()) params_[params[index]].box = ParseBox(box);
  });
}

Demand Demands::OfCall(const Program& p, const Call& call) {
  Demand demand;
  if (const Attr* space = p.FindAttr(call.attrs, facts::kSpace)) demand.space = space->as<MemorySpace>();
  demand.box = ParseBox(StringAttrOf(p, call.attrs, facts::kBox));
  return demand;
}

Demand Demands::Of(ExprId value) const {
  ValueId v = AsVar(p_, value);
  Demand demand;
  while (v) {
    if (p_[v].kind == ValueKind::kParam) {
      const auto it = params_.find(v);
      if (it != params_.end()) demand = it->second;
      break;
    }
    const ExprId def = DefiningExpr(p_, v);
    if (!def) break;
    if (p_.IsOpCall(def)) {
      demand = OfCall(p_, p_.CallOf(def));
      break;
    }
    v = AsVar(p_, def);
  }
  return demand.space == MemorySpace::kAcc ? Demand{} : demand;
}

AttrsId WithParamDemands(Program& p, AttrsId attrs, const std::vector<Demand>& demands) {
  std::string spaces, boxes;
  for (size_t i = 0; i < demands.size(); ++i) {
    if (demands[i].space == MemorySpace::kUnset) continue;
    spaces += fmt::format("{}{}:{}", spaces.empty() ? "" : ",", i, EnumName(demands[i].space));
    if (demands[i].box.align == 0) continue;
    boxes += fmt::format("{}{}:{}", boxes.empty() ? "" : ",", i, BoxText(demands[i].box));
  }
  if (!spaces.empty()) attrs = p.SetAttr(attrs, p.StringAttr(facts::kParamSpace, spaces));
  if (!boxes.empty()) attrs = p.SetAttr(attrs, p.StringAttr(facts::kParamBox, boxes));
  return attrs;
}

}  // namespace t2t
