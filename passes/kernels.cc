#include "passes/kernels.h"

namespace t2t {

std::vector<TypeId> ReturnTypesPerValue(Program& p, FuncId kernel) {
  const absl::Span<const ExprId> values = p[p[p[p[kernel].body].last].values()];
  const std::vector<TypeId> declared(p[p[kernel].return_types].begin(), p[p[kernel].return_types].end());
  if (values.size() == 1 && declared.size() > 1 && p.TypeOf(values[0]).kind == TypeKind::kTuple) {
    return {p.TupleType(declared)};
  }
  std::vector<TypeId> types = declared;
  types.resize(values.size());
  for (size_t i = declared.size(); i < values.size(); ++i) types[i] = p[values[i]].type;
  return types;
}

}  // namespace t2t
