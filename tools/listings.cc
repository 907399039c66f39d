#include "tools/listings.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "ir/support/nearest.h"
#include "passes/convert/registry.h"
#include "pipeline/languages.h"
#include "pipeline/stage_table.h"
#include "tools/op_facts.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

using Json = nlohmann::ordered_json;

std::string Joined(PropertyList names) { return fmt::format("{}", fmt::join(names, ", ")); }
Json Array(PropertyList names) {
  Json array = Json::array();
  for (std::string_view name : names) array.push_back(std::string(name));
  return array;
}
std::string Contract(const Stage& stage) {
  std::string out;
  const auto add = [&](std::string_view word, PropertyList names) {
    if (!names.empty()) out += fmt::format("{}{} {}", out.empty() ? "" : "; ", word, Joined(names));
  };
  add("requires", stage.requires_before);
  add("establishes", stage.establishes);
  add("breaks", stage.breaks);
  return out;
}

std::string UnknownLanguage(std::string_view name) {
  std::vector<std::string_view> known;
  for (const LanguageDef& def : LanguageDefs()) known.push_back(LanguageName(def.language));
  for (const Stage& stage : Stages()) known.push_back(stage.name);
  const std::string_view nearest = NearestName(name, known);
  return fmt::format("'{}' is neither a language nor a pass{}", name,
                     DidYouMean(nearest));
}

}  // namespace

std::string ListPasses(const RunPlan& plan) {
  std::string out;
  for (int i = 1; i <= NumStages(); ++i) {
    const Stage& s = StageAt(i);
    const std::string skipped = WhySkipped(plan, i, s);
    out += fmt::format("{:02} {:<26} {:<9} {:<9} {}\n", i, s.name, LanguageName(s.after),
                       !skipped.empty() ? "off" : s.optional ? "optional" : "mandatory", s.summary);
    if (!skipped.empty()) out += fmt::format("   off: {}\n", skipped);
    if (const std::string in = DisabledIn(plan, i); !in.empty()) out += fmt::format("   off in: {}\n", in);
    if (!s.library.empty()) out += fmt::format("   loaded from {}\n", s.library);
    if (const std::string contract = Contract(s); !contract.empty()) out += fmt::format("   {}\n", contract);
    if (!s.unit.empty()) out += fmt::format("   one change is one {}\n", s.unit);
    if (s.unit.empty() && s.optional) out += "   does all of its work or none: no --fuel\n";
  }
  return out;
}

std::string ListPassesJson(const RunPlan& plan) {
  Json all = Json::array();
  for (int i = 1; i <= NumStages(); ++i) {
    const Stage& s = StageAt(i);
    all.push_back({{"ordinal", i},
                   {"name", std::string(s.name)},
                   {"language_after", std::string(LanguageName(s.after))},
                   {"optional", s.optional},
                   {"runs", WhySkipped(plan, i, s).empty()},
                   {"off_in", DisabledIn(plan, i)},
                   {"unit", std::string(s.unit)},
                   {"summary", std::string(s.summary)},
                   {"source", std::string(s.source)},
                   {"library", s.library.empty() ? Json(nullptr) : Json(s.library)},
                   {"requires", Array(s.requires_before)},
                   {"establishes", Array(s.establishes)},
                   {"breaks", Array(s.breaks)}});
  }
  return all.dump(2) + "\n";
}

std::string ListVerifiers() {
  constexpr std::string_view kKinds[] = {"structural", "property", "advice"};
  std::string out;
  for (const Verifier& v : AllVerifiers()) {
    out += fmt::format("{:<31} {:<10} {}\n", v.property, kKinds[static_cast<size_t>(v.kind)], v.summary);
    for (const Rule& rule : v.rules) out += fmt::format("{:>35}  {}\n", rule.id, rule.what);
  }
  return out;
}

bool ShowLanguages(const std::string& name, std::string& text) {
  if (name == "docs") {
    text = LanguagesPage();
    return true;
  }
  const std::optional<Language> language = FindLanguage(name);
  text = language ? ShowLanguage(*language) : "--show-language: " + UnknownLanguage(name);
  return language.has_value();
}

bool ShowLanguageDifference(const std::string& names, std::string& text) {
  const size_t comma = names.find(',');
  const std::string from = names.substr(0, comma);
  const std::string to = comma == std::string::npos ? std::string() : names.substr(comma + 1);
  const std::optional<Language> a = FindLanguage(from), b = FindLanguage(to);
  if (comma == std::string::npos || to.find(',') != std::string::npos) {
    text = fmt::format("--diff-languages={}: two names are compared, A,B", names);
  } else if (!a || !b) {
    text = "--diff-languages: " + UnknownLanguage(a ? to : from);
  } else {
    text = DiffLanguages(*a, *b);
  }
  return a && b;
}

std::string ListOps() {
  std::string out;
  for (const OpDef& op : Ops().all()) {
    out += fmt::format("{:<36} {:<13} {}\n", op.name, CategoryName(op.category), op.summary);
  }
  return out;
}

std::string ListOpsJson() {
  Json all = Json::array();
  for (const OpDef& op : Ops().all()) {
    Json operands = Json::array(), kwargs = Json::object(), memory = Json::object(), effects = Json::object();
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const OperandDef& operand = op.operands[i];
      operands.push_back(operand.name);
      Json spaces = Json::array();
      for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
        if (operand.input_memory.Has(entry.value)) spaces.push_back(std::string(entry.name));
      }
      if (!spaces.empty()) memory[std::to_string(i)] = spaces;
      if (operand.effect_of || operand.effect != Effect::kRead) effects[std::to_string(i)] = EffectName(operand);
    }
    for (const KwargDef& kwarg : op.kwargs) kwargs[kwarg.name] = KwargTypeName(kwarg);
    const std::string output = OutputMemoryName(op);
    const Conversion* conversion = Conversions().Find(Ops().Find(op.name));
    Json entry = {{"name", op.name},
                  {"category", std::string(CategoryName(op.category))},
                  {"summary", op.summary},
                  {"operands", operands},
                  {"kwargs", kwargs},
                  {"input_memory", memory},
                  {"output_memory", output.empty() ? Json(nullptr) : Json(output)},
                  {"argument_effects", effects}};
    entry["write_channel"] =
        op.channel == WriteChannel::kNone ? Json(nullptr) : Json(std::string(ChannelName(op.channel)));
    entry["core_affinity"] =
        op.affinity == CoreAffinity::kDerived ? Json(nullptr) : Json(std::string(AffinityName(op.affinity)));
    entry["converts_to"] = conversion == nullptr ? Json(nullptr)
                           : conversion->to.empty() ? Json(conversion->summary) : Json(conversion->to);
    all.push_back(std::move(entry));
  }
  return all.dump(1) + "\n";
}

std::string PassesPage() {
  std::string out =
      "# The chain\n\nMade by `t2t-pipeline --list-passes=docs`; a test compares.\n\n"
      "| # | pass | language after | optional | what it does | contract | source |\n"
      "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (int i = 1; i <= NumStages(); ++i) {
    const Stage& s = StageAt(i);
    out += fmt::format("| {:02} | {} | {} | {} | {}{} | {} | {} |\n", i, s.name, LanguageName(s.after),
                       s.optional ? "yes" : "no", s.summary,
                       s.unit.empty() ? std::string() : fmt::format(" (one change: a {})", s.unit), Contract(s),
                       s.source);
  }
  return out;
}

}  // namespace t2t
