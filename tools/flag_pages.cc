#include "tools/flag_pages.h"

#include <vector>

#include "fmt/format.h"
#include "pipeline/stage_table.h"
#include "tools/flags.h"
#include "tools/man_page.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr std::string_view kWhat = "Lowers tensor programs to tile programs, one small pass at a time.";
constexpr std::string_view kWords =
    "SEL is all | none | changed | failed | PASS,... | N-M. PASS is a name or a number.";
constexpr std::string_view kExit = "0 done, 1 the input is wrong, 2 usage, 3 t2t is wrong";

std::string Head() {
  return fmt::format("usage: t2t-pipeline [options] FILE|-\n\n{} stdout carries only the final program.\n{}\n"
                     "Exit status: {}.\n", kWhat, kWords, kExit);
}

std::string PassNames() {
  std::vector<std::string_view> names;
  for (const Stage& stage : Stages()) names.push_back(stage.name);
  return fmt::format("{}", fmt::join(names, " "));
}
std::string PropertyNames() {
  std::vector<std::string_view> names;
  for (const Verifier& verifier : AllVerifiers()) names.push_back(verifier.property);
  return fmt::format("{}", fmt::join(names, " "));
}

// The words a value is chosen from, blank separated; "" for files, numbers and free text.
std::string Choices(std::string_view value) {
  if (value == "SEL") return "all none changed failed " + PassNames();
  if (value == "PASS,..." || value == "PASS[@GLOB],..." || value == "PASS") return PassNames();
  if (value == "none|PASS") return "none " + PassNames();
  if (value == "PROPERTY,...") return PropertyNames();
  if (value.find('|') == std::string_view::npos) return {};
  std::string words(value);
  for (char& c : words) c = c == '|' ? ' ' : c;
  return words;
}

// Inside a _arguments specification in single quotes.
std::string ZshQuoted(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string PipelineHelp() { return HelpText(Head(), Flags()); }

std::string FlagsPage() {
  std::string out = fmt::format(
      "# Command line\n\nMade by `t2t-pipeline --help-docs`; a test compares.\n\n"
      "`t2t-pipeline [options] FILE|-`. stdout carries only the final program. {}\nExit status: {}.\n", kWords, kExit);
  std::string_view group;
  for (const Flag& flag : Flags()) {
    if (flag.group != group) out += fmt::format("\n## {}\n\n", flag.group);
    group = flag.group;
    out += fmt::format("* `{}`: {}\n", Spelled(flag), flag.help);
  }
  return out;
}

std::string PipelineManPage() { return ManPage("lower tensor programs to tile programs, one small pass at a time", Head(), Flags()); }

// A value is completed behind "--flag="; of a list, its last part.
std::string BashCompletion() {
  std::string flags, cases;
  for (const Flag& flag : Flags()) {
    const std::string dashes(flag.name.size() == 1 ? "-" : "--");
    flags += fmt::format(" {}{}{}", dashes, flag.name,
                         flag.takes == Flag::Value::kRequired && flag.name.size() > 1 ? "=" : "");
    if (const std::string words = Choices(flag.value); !words.empty()) {
      cases += fmt::format("    --{}) words=\"{}\" ;;\n", flag.name, words);
    } else if (flag.value == "DIR") {
      cases += fmt::format("    --{}) COMPREPLY=($(compgen -d -- \"$part\")); return ;;\n", flag.name);
    } else if ((flag.value == "FILE" || flag.value == "LIB") && flag.name.size() > 1) {
      cases += fmt::format("    --{}) COMPREPLY=($(compgen -f -- \"$part\")); return ;;\n", flag.name);
    } else if (flag.value == "OP") {
      cases += fmt::format("    --{}) words=$(\"${{COMP_WORDS[0]}}\" --list-ops 2>/dev/null | cut -d' ' -f1) ;;\n", flag.name);
    }
  }
  return fmt::format(
      "# Made by t2t-pipeline --help-docs=bash; a test compares. Load it with: source t2t-pipeline.bash\n"
      "_t2t_pipeline() {{\n"
      "  local line=${{COMP_LINE:0:COMP_POINT}} word flag part words= head=\n"
      "  COMPREPLY=()\n"
      "  word=${{line##* }}\n"
      "  if [[ $word != -* ]]; then COMPREPLY=($(compgen -f -- \"$word\")); return; fi\n"
      "  if [[ $word != *=* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n"
      "    [[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2>/dev/null\n"
      "    return\n"
      "  fi\n"
      "  flag=${{word%%=*}}\n"
      "  part=${{word#*=}}\n"
      "  case $flag in\n"
      "{}"
      "  esac\n"
      "  [[ $part == *,* ]] && head=${{part%,*}},\n"
      "  COMPREPLY=($(compgen -P \"$head\" -W \"$words\" -- \"${{part##*,}}\"))\n"
      "}}\n"
      "complete -F _t2t_pipeline t2t-pipeline\n",
      flags.substr(1), cases);
}

std::string ZshCompletion() {
  std::string out = "#compdef t2t-pipeline\n# Made by t2t-pipeline --help-docs=zsh; a test compares.\n_arguments \\\n";
  for (const Flag& flag : Flags()) {
    const std::string dashes(flag.name.size() == 1 ? "-" : "--");
    const std::string words = Choices(flag.value);
    std::string action = ":" + ZshQuoted(flag.value) + ":";
    if (!words.empty()) {
      action += flag.value.ends_with(",...") || flag.value == "SEL" ? fmt::format("_values -s , word {}", words)
                                                                   : fmt::format("({})", words);
    } else if (flag.value == "DIR" || flag.value == "FILE" || flag.value == "LIB") {
      action += flag.value == "DIR" ? "_files -/" : "_files";
    }
    switch (flag.takes) {
      case Flag::Value::kNone: action.clear(); break;
      case Flag::Value::kOptional: action = "=-:" + action; break;
      case Flag::Value::kRequired: action = (flag.name.size() == 1 ? "" : "=") + action; break;
    }
    const size_t colon = action.find(':');
    const std::string equals = colon == std::string::npos ? std::string() : action.substr(0, colon);
    const std::string rest = colon == std::string::npos ? std::string() : action.substr(colon);
    out += fmt::format("  '{}{}{}{}[{}]{}' \\\n", flag.repeats() ? "*" : "", dashes, flag.name, equals,
                       ZshQuoted(flag.help), rest);
  }
  return out + "  ':input:_files'\n";
}

}  // namespace t2t
