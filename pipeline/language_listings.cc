// The languages as text for people: --show-language, --diff-languages, docs/languages.md.
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "pipeline/languages.h"
#include "pipeline/stage_table.h"

namespace t2t {
namespace {

// Operators of one construct, as a comma-separated line broken at about 110 columns.
std::string OperatorsOf(Construct construct, std::string_view indent) {
  std::string out;
  size_t column = 0;
  for (uint32_t i = 0; i < Ops().size(); ++i) {
    if (ClassifyOp(OpId(i)) != construct) continue;
    const std::string& name = Ops()[OpId(i)].name;
    if (column == 0 || column + name.size() > 110) {
      out += fmt::format("{}{}", out.empty() ? "" : ",\n", indent);
      column = indent.size();
    } else {
      out += ", ";
    }
    out += name;
    column += name.size() + 2;
  }
  return out.empty() ? out : out + "\n";
}

std::string PassesThatLeave(Language language) {
  std::string out;
  for (int i = 1; i <= NumStages(); ++i) {
    if (StageAt(i).after == language) out += fmt::format("{}{:02} {}", out.empty() ? "" : ", ", i, StageAt(i).name);
  }
  return out;
}

std::string_view Why(Language language) { return LanguageDefs()[static_cast<size_t>(language)].why; }

}  // namespace

std::optional<Language> FindLanguage(std::string_view name) {
  for (int i = 0; i < kNumLanguages; ++i) {
    if (LanguageName(static_cast<Language>(i)) == name) return static_cast<Language>(i);
  }
  const int ordinal = FindStage(name);
  return ordinal == 0 ? std::nullopt : std::optional<Language>(StageAt(ordinal).after);
}

std::string ShowLanguage(Language language) {
  std::string out = fmt::format("language {}: {}\n", LanguageName(language), Why(language));
  out += fmt::format("left by {}\n\na kernel may hold\n", PassesThatLeave(language));
  for (int i = 0; i < kNumConstructs; ++i) {
    const auto construct = static_cast<Construct>(i);
    if (Allows(language, construct)) out += fmt::format("  {}\n{}", ConstructName(construct), OperatorsOf(construct, "    "));
  }
  out += "anything else is an error, namely\n";
  for (int i = 0; i < kNumConstructs; ++i) {
    const auto construct = static_cast<Construct>(i);
    if (!Allows(language, construct)) out += fmt::format("  {}\n", ConstructName(construct));
  }
  return out;
}

std::string DiffLanguages(Language from, Language to) {
  std::string out = fmt::format("--- {}\n+++ {}\n", LanguageName(from), LanguageName(to));
  for (int i = 0; i < kNumConstructs; ++i) {
    const auto construct = static_cast<Construct>(i);
    const bool before = Allows(from, construct), after = Allows(to, construct);
    if (before == after) continue;
    out += fmt::format("{}{}\n{}", after ? '+' : '-', ConstructName(construct), OperatorsOf(construct, "     "));
  }
  return out;
}

std::string LanguagesPage() {
  std::string out =
      "# Languages\n\nMade by `t2t-pipeline --show-language=docs`; a test compares.\n\n"
      "Between two passes stands a program of a named language: what a kernel may hold there. Each language is declared as the "
      "difference from the one before it (`pipeline/languages.cc`); a walker checks kernels after every pass, and what a language "
      "does not list is an error. `--show-language=NAME|PASS` lists one with its operators, `--diff-languages=A,B` compares "
      "two.\n\n| language | left by | appears | disappears | why |\n| --- | --- | --- | --- | --- |\n";
  const auto names = [](absl::Span<const Construct> constructs) {
    std::vector<std::string_view> list;
    for (Construct c : constructs) list.push_back(ConstructName(c));
    return fmt::format("{}", fmt::join(list, ", "));
  };
  for (const LanguageDef& def : LanguageDefs()) {
    out += fmt::format("| {} | {} | {} | {} | {} |\n", LanguageName(def.language), PassesThatLeave(def.language),
                       names(def.appears), names(def.disappears), def.why);
  }
  return out;
}

}  // namespace t2t
