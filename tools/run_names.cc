#include "tools/run_names.h"

#include <algorithm>
#include <vector>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/support/nearest.h"
#include "ir/text/front_end.h"

namespace t2t {
namespace {

// As the text names it: of a hand-written one without what the front end has added.
std::string Written(const Program& p, ValueId value) { return PartsOf(p[p[value].name]).base; }

// " (did you mean 'x'?); there are x, y", or what stands for an empty list.
std::string Instead(std::string_view name, const std::vector<std::string>& known, std::string_view none) {
  if (known.empty()) return fmt::format("; {}", none);
  const std::vector<std::string_view> names(known.begin(), known.end());
  return fmt::format("{}; there {} {}", DidYouMean(NearestName(name, names)), known.size() == 1 ? "is" : "are",
                     fmt::join(known, ", "));
}

void Add(std::vector<std::string>& names, std::string_view name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
}

std::vector<std::string> Parameters(const Program& p, FuncId function) {
  std::vector<std::string> names;
  for (ValueId param : p.Params(function)) Add(names, Written(p, param));
  return names;
}

// Names in the extents of the parameters, and integer scalars: what an extent can come to depend on.
std::vector<std::string> Extents(const Program& p, FuncId function) {
  std::vector<std::string> names;
  for (ValueId symbol : p.symbols()) Add(names, p[p[symbol].name]);
  for (ValueId param : p.Params(function)) {
    ForEachUseInType(p, p[param].type, [&](ValueId v) { Add(names, Written(p, v)); });
    if (p.TypeOf(param).IsScalar() && !IsFloat(p.TypeOf(param).dtype)) Add(names, Written(p, param));
  }
  return names;
}

bool Names(const Program& p, FuncId function, const std::vector<std::string>& known, const std::string& name) {
  const std::string full = ParamName(p, function, name);
  return std::any_of(known.begin(), known.end(), [&](const std::string& k) { return k == name || ParamName(p, function, k) == full; });
}

}  // namespace

FuncId FindRunnable(const Program& program, std::string_view name) {
  FuncId found;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    if (program[program[FuncId(i)].name] == name || (program.num_functions() == 1 && name == "main")) found = FuncId(i);
  }
  return found;
}

std::string UnknownFunction(const Program& program, std::string_view name) {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < program.num_functions(); ++i) Add(names, program[program[FuncId(i)].name]);
  return fmt::format("no function is called '{}'{}; name one with --func", name, Instead(name, names, "there is none"));
}

std::string ParamName(const Program& program, FuncId function, const std::string& name) {
  std::string written;
  for (ValueId param : program.Params(function)) {
    const std::string full(program[program[param].name]);
    if (full == name) return name;
    if (PartsOf(full).base == name) written = full;
  }
  return written.empty() ? name : written;
}

std::string UnknownParameter(const Program& program, FuncId function, const std::string& name) {
  const std::vector<std::string> known = Parameters(program, function);
  if (Names(program, function, known, name)) return {};
  const std::string_view of = program[program[function].name];
  return fmt::format("'{}' has no parameter '{}'{}", of, name, Instead(name, known, "it has none at all"));
}

std::string UnknownExtent(const Program& program, FuncId function, const std::string& name) {
  const std::vector<std::string> known = Extents(program, function);
  if (Names(program, function, known, name)) return {};
  const std::string_view of = program[program[function].name];
  return fmt::format("no extent and no integer scalar of '{}' is called '{}'{}", of, name,
                     Instead(name, known, "all its extents are numbers"));
}

}  // namespace t2t
