#include "ir/analysis/return_record.h"

#include <algorithm>
#include <charconv>

namespace t2t {
namespace {

void AddResults(const Program& p, ExprId value, TypeId declared, std::vector<ExprId>& out) {
  if (p[value].kind != ExprKind::kTuple || p[declared].kind != TypeKind::kTuple) return out.push_back(value);
  const auto elements = p.Elements(value);
  const auto types = p[p[declared].elements];
  for (size_t i = 0; i < std::min(elements.size(), types.size()); ++i) AddResults(p, elements[i], types[i], out);
}

}  // namespace

std::optional<ReturnWord> ParseReturnWord(std::string_view text) {
  if (text == "keep") return ReturnWord{};
  const size_t colon = std::min(text.find(':'), text.size());
  const std::string_view kind = text.substr(0, colon), number = text.substr(std::min(colon + 1, text.size()));
  ReturnWord word;
  if (kind == "new") word.kind = ReturnWord::Kind::kNew;
  else if (kind == "same") word.kind = ReturnWord::Kind::kSame;
  else if (kind == "alloc") word.kind = ReturnWord::Kind::kAlloc;
  else return std::nullopt;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), word.output);
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  return word;
}

std::optional<std::vector<ReturnWord>> ParseReturnRecord(std::string_view record) {
  std::vector<ReturnWord> words;
  while (!record.empty()) {
    const size_t comma = std::min(record.find(','), record.size());
    const std::optional<ReturnWord> word = ParseReturnWord(record.substr(0, comma));
    if (!word) return std::nullopt;
    words.push_back(*word);
    record.remove_prefix(std::min(comma + 1, record.size()));
  }
  return words;
}

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

std::vector<ExprId> RecordedResults(Program& p, FuncId kernel) {
  std::vector<ExprId> results;
  const StmtId last = p[p[kernel].body].last;
  if (!last || p[last].kind != StmtKind::kReturn) return results;
  const std::vector<TypeId> types = ReturnTypesPerValue(p, kernel);
  const auto values = p[p[last].values()];
  for (size_t i = 0; i < values.size(); ++i) AddResults(p, values[i], types[i], results);
  return results;
}

}  // namespace t2t
