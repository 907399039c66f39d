#include "tools/man_page.h"

#include "fmt/format.h"
#include "pipeline/provenance.h"

namespace t2t {
namespace {

constexpr std::string_view kTools[] = {"t2t-pipeline", "t2t-diff", "t2t-bisect", "t2t-reduce", "t2t-run", "t2t-fuzz"};
constexpr std::string_view kUsage = "usage: ", kExit = "Exit status: ";

// In a roff line: dashes stay dashes, a leading dot is no request.
std::string Roff(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '-' || c == '\\') out += '\\';
    out += c;
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

// The lines of a text, paragraphs apart.
std::string RoffLines(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.empty()) out += Roff(line) + "\n";
    if (line.empty() && !out.empty() && !text.empty()) out += ".PP\n";
  }
  return out;
}

}  // namespace

std::string ManPage(std::string_view brief, std::string_view head, absl::Span<const Flag> flags) {
  std::string_view usage = head.substr(kUsage.size(), head.find('\n') - kUsage.size());
  const std::string_view tool = usage.substr(0, usage.find(' '));
  std::string title(tool);
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const size_t begin = head.find('\n') + 1, exit = head.find(kExit);
  std::string out = fmt::format(
      ".\\\" Made by {0} --help-docs=man; a test compares.\n.TH {1} 1 \"\" \"t2t {2}\"\n.SH NAME\n{3} \\- {4}\n.SH SYNOPSIS\n"
      ".B {3}\n{5}\n.SH DESCRIPTION\n{6}.SH OPTIONS\n",
      tool, title, kVersion, Roff(tool), Roff(brief), Roff(usage.substr(tool.size() + 1)),
      RoffLines(head.substr(begin, exit - begin)));
  std::string_view group;
  for (const Flag& flag : flags) {
    if (flag.group != group) out += fmt::format(".SS {}\n", flag.group);
    group = flag.group;
    out += fmt::format(".TP\n.B {}\n{}\n", Roff(Spelled(flag)), Roff(flag.help));
  }
  out += fmt::format(".SH EXIT STATUS\n{}.SH SEE ALSO\n", RoffLines(head.substr(exit + kExit.size())));
  std::string others;
  for (std::string_view other : kTools) {
    if (other != tool) others += fmt::format("{}.BR {} (1)", others.empty() ? "" : " ,\n", Roff(other));
  }
  return out + others + "\n";
}

std::optional<std::string> AnswerHelp(std::string_view brief, std::string_view head, absl::Span<const Flag> flags,
                                      const CommandLine& line) {
  if (line.Has("help")) return HelpText(head, flags);
  if (line.Has("help-docs")) return ManPage(brief, head, flags);
  return std::nullopt;
}

}  // namespace t2t
