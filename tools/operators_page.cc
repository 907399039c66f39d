#include "tools/operators_page.h"

#include <string_view>

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "tools/op_facts.h"

namespace t2t {
namespace {

// Operators are listed by the words in front of their last dot, which is also their order in the registry.
std::string_view FamilyOf(std::string_view name) { return name.substr(0, name.rfind('.')); }

std::string Operands(const OpDef& op) {
  std::string out;
  for (const OperandDef& o : op.operands) {
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ", o.name, o.variadic ? "..." : o.optional ? "?" : "");
    std::string notes = SpacesText(o.input_memory, " or ");
    if (o.effect_of || o.effect != Effect::kRead) {
      notes += fmt::format("{}{}", notes.empty() ? "" : ", ",
                           o.effect_of                  ? "w or rw"
                           : o.effect == Effect::kWrite ? "w"
                                                        : "rw");
    }
    if (!notes.empty()) out += fmt::format(" ({})", notes);
  }
  return out;
}

std::string Keywords(const OpDef& op) {
  std::string out;
  for (const KwargDef& k : op.kwargs) {
    out += fmt::format("{}{}{}{}", out.empty() ? "" : ", ", k.name, k.required ? "!" : "",
                       k.default_text.empty() ? std::string() : "=" + k.default_text);
  }
  return out;
}

}  // namespace

std::string OperatorsPage() {
  std::string out =
      "# Operators\n\n"
      "Every operator of the language, and what becomes of it in a kernel. Made by `t2t-pipeline --list-ops=docs`; a "
      "test\n"
      "compares. More about one: `t2t-pipeline --explain-op=NAME`.\n\n"
      "In the columns: `x?` may be left out; in parentheses the memory spaces a tile operand may live in, and `w` "
      "where the\n"
      "operand is written, `rw` where it is read and written; `k!` is a required keyword, `k=v` one with a default.\n";
  std::string_view family;
  for (const OpDef& op : Ops().all()) {
    if (FamilyOf(op.name) != family) {
      family = FamilyOf(op.name);
      out += fmt::format(
          "\n## {}\n\n| operator | what it does | operands | keywords | result | becomes |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          family);
    }
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", op.name, op.summary, Operands(op), Keywords(op),
                       ResultMemoryText(op), ConversionText(op));
  }
  return out;
}

}  // namespace t2t
