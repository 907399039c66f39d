#include "pipeline/explain_names.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/support/nearest.h"
#include "ir/text/names.h"

namespace t2t {
namespace {

bool Counts(const Value& value) { return value.func.valid() && value.kind != ValueKind::kSymbol; }

bool IsAlive(const Program& p, ValueId v) {
  const Value& value = p[v];
  if (value.kind == ValueKind::kParam) return true;
  if (!value.def || !p.IsLinked(value.def)) return false;
  return p[value.def].kind != StmtKind::kAssign || p[value.def].var() == v;
}

// Values that print as `name`, or else those that were given that name when they were made.
std::vector<ValueId> Named(const Program& p, size_t values_read, std::string_view name) {
  std::vector<ValueId> printed, given;
  NameTable names(p);
  FuncId entered;
  // Only a made-up name can differ from the given one, and it only adds a suffix.
  const std::string_view stem = name.substr(0, name.find_last_not_of("0123456789_") + 1);
  for (uint32_t i = 0; i < p.num_values(); ++i) {
    const ValueId v(i);
    if (!Counts(p[v])) continue;
    const std::string_view hint = p[p[v].name];
    if (hint == name) given.push_back(v);
    if (hint == name || !hint.starts_with(stem) || !name.starts_with(hint)) continue;
    if (entered != p[v].func) names.Enter(entered = p[v].func);
    if (names.Name(v) == name) printed.push_back(v);
  }
  if (!printed.empty()) return printed;
  const auto passed_by = [&](ValueId v) { return v.index() >= values_read && !IsAlive(p, v); };
  if (!std::all_of(given.begin(), given.end(), passed_by)) std::erase_if(given, passed_by);
  return given;
}

std::string Nearest(const Program& p, std::string_view name) {
  std::vector<std::string_view> known;
  for (uint32_t i = 0; i < p.num_functions(); ++i) known.push_back(p[p[FuncId(i)].name]);
  for (uint32_t i = 0; i < p.num_values(); ++i) {
    if (Counts(p[ValueId(i)])) known.push_back(p[p[ValueId(i)].name]);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return std::string(NearestName(name, known));
}

}  // namespace

ExplainTarget FindExplainTarget(const Program& p, size_t values_read, std::string_view name) {
  ExplainTarget target;
  const StrId whole = p.FindStr(name);
  if (whole) target.function = p.FindFunction(whole);
  if (target.function) return target;

  FuncId inside;
  std::string_view value = name;
  if (const size_t dot = name.find('.'); dot != std::string_view::npos) {
    const StrId function = p.FindStr(name.substr(0, dot));
    if (function) inside = p.FindFunction(function);
    if (!inside) {
      const std::string nearest = Nearest(p, name.substr(0, dot));
      target.error = fmt::format("no function is called '{}'{}", name.substr(0, dot),
                                 DidYouMean(nearest));
      return target;
    }
    value = name.substr(dot + 1);
  }
  std::vector<ValueId> found = Named(p, values_read, value);
  if (inside) std::erase_if(found, [&](ValueId v) { return p[v].func != inside; });
  std::vector<FuncId> functions;
  for (ValueId v : found) {
    if (std::find(functions.begin(), functions.end(), p[v].func) == functions.end()) functions.push_back(p[v].func);
  }
  if (functions.empty()) {
    const std::string nearest = Nearest(p, value);
    target.error = fmt::format("nothing is called '{}'{}", name,
                               DidYouMean(nearest));
    return target;
  }
  // A caller often calls its tensors as the kernel does; what is asked about is the kernel.
  std::vector<FuncId> kernels = functions;
  std::erase_if(kernels, [&](FuncId f) { return !IsLoweredKernel(p, f); });
  const auto spelled = [&](FuncId f) { return fmt::format("{}.{}", p[p[f].name], value); };
  if (functions.size() > 1 && kernels.size() != 1) {
    std::string choices;
    for (size_t i = 0; i < functions.size() && i < 8; ++i) {
      choices += fmt::format("{}{}", i == 0 ? "" : ", ", spelled(functions[i]));
    }
    if (functions.size() > 8) choices += fmt::format(" and {} more", functions.size() - 8);
    target.error = fmt::format("'{}' is in several functions; say which: {}", name, choices);
    return target;
  }
  target.function = functions.size() == 1 ? functions[0] : kernels[0];
  for (FuncId f : functions) {
    if (f != target.function) target.also += fmt::format("{}{}", target.also.empty() ? "" : ", ", spelled(f));
  }
  std::erase_if(found, [&](ValueId v) { return p[v].func != target.function; });
  target.values = std::move(found);
  return target;
}

}  // namespace t2t
