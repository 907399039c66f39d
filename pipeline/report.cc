#include "pipeline/report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/printer.h"
#include "pipeline/diff.h"
#include "pipeline/dot_text.h"
#include "pipeline/graph_overviews.h"
#include "pipeline/report_parts.h"

namespace t2t {
namespace {

constexpr size_t kLongProgram = 200'000;  // bytes; longer ones are shown whole only as read and in the end

std::string Anchor(int ordinal) { return ordinal == 0 ? "read" : fmt::format("pass{:02}", ordinal); }
std::string Title(int ordinal) {
  return ordinal == 0 ? "as read" : fmt::format("{:02} {}", ordinal, StageAt(ordinal).name);
}
std::string Folded(std::string_view summary, std::string_view inside, std::string_view extra = "") {
  return fmt::format("<details{}><summary>{}</summary>{}</details>\n", extra, summary, inside);
}
std::string Escape(std::string_view text) { return text.empty() ? std::string() : HtmlText(text); }
// Text of several lines.
std::string Pre(std::string_view text) {
  std::string out = "<pre>";
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += Escape(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "</pre>";
}

}  // namespace

void ReportObserver::Begin(Program& program) {
  journal_.Begin(program);
  stats_.Begin(program);
  name_ = std::string(program[program.name()]);
  last_ = PrintProgram(program);
  Add(program, nullptr);
}

void ReportObserver::After(const StageEvent& event) {
  journal_.After(event);
  stats_.After(event);
  Add(event.program, &journal_.stages().back());
}

void ReportObserver::Failed(const StageEvent& event, std::string_view why) {
  journal_.Failed(event, why);
  Add(event.program, &journal_.stages().back());
  rows_.back().failure = why.empty() ? std::string("The input is wrong, see the findings.") : std::string(why);
}

void ReportObserver::Add(const Program& program, const StageChanges* changes) {
  Row row;
  row.ordinal = changes == nullptr ? 0 : changes->ordinal;
  if (changes == nullptr || changes->changed || changes->failed) {
    std::string text = PrintProgram(program);
    row.diff = LineDiff(last_, text);
    row.dot = pictures_.DataFlow(program, Anchor(row.ordinal), changes)[0].text;
    if (changes == nullptr || text.size() < kLongProgram) row.text = text;
    last_ = std::move(text);
  }
  rows_.push_back(std::move(row));
}

// One picture per row, "" where there is none: rendered together, because starting graphviz costs more than a graph.
std::vector<std::string> ReportObserver::Render() const {
  std::vector<std::string> pictures(rows_.size());
  std::string folder = (std::filesystem::temp_directory_path() / "t2t-report-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return pictures;
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    if (row.dot.empty()) continue;
    names.push_back(Anchor(row.ordinal));
    if (!WriteFileAtomically(fmt::format("{}/{}.dot", folder, names.back()), row.dot).empty()) names.pop_back();
  }
  RenderSvg(folder, names);
  for (size_t i = 0; i < rows_.size(); ++i) {
    std::ifstream in(fmt::format("{}/{}.svg", folder, Anchor(rows_[i].ordinal)));
    std::stringstream svg;
    svg << in.rdbuf();
    pictures[i] = InlineSvg(svg.str());
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return pictures;
}

std::string ReportObserver::Stage(const Row& row, std::string_view svg) const {
  const StageChanges* changes = row.ordinal == 0 ? nullptr : journal_.Stage(row.ordinal);
  const bool changed = row.ordinal == 0 || !row.dot.empty();
  std::string out = fmt::format("<section id=\"{}\"{}>\n<h2 tabindex=\"-1\">{}", Anchor(row.ordinal),
                                changed ? " data-changed=\"1\"" : "", HtmlText(Title(row.ordinal)));
  if (changes != nullptr) {
    const t2t::Stage& stage = StageAt(row.ordinal);
    out += fmt::format("<span class=\"tag\">{}</span></h2>\n<p>{}. <span class=\"soft\">Leaves the language <i>{}</i>; {}"
                       "; rules: {}.</span></p>\n",
                       HtmlText(ChangesText(*changes)), HtmlText(stage.summary), LanguageName(stage.after),
                       stage.optional ? "may be left out" : "cannot be left out", HtmlText(stage.source));
  } else {
    out += fmt::format("</h2>\n<p>{} in the program.</p>\n", Counted(journal_.statements_read(), "statement"));
  }
  if (!row.failure.empty()) out += fmt::format("<p><b>Failed:</b> {}</p>\n", HtmlText(row.failure));
  if (!row.diff.empty()) {
    out += DiffHtml(row.diff);
  } else if (changes != nullptr && changes->changed) {
    out += "<p class=\"soft\">The printed program is the same.</p>\n";
  }
  if (!svg.empty()) out += Folded("graph", fmt::format("<div class=\"graph\">{}</div>", svg), " class=\"g\"");
  if (!row.text.empty()) out += Folded("whole program", Pre(row.text));
  return out + "</section>\n";
}

std::string ReportObserver::Html(std::string_view diagnostics, std::string_view timing) const {
  const std::vector<std::string> pictures = Render();
  const bool drawn = std::any_of(pictures.begin(), pictures.end(), [](const std::string& svg) { return !svg.empty(); });
  std::string nav, stages;
  size_t changed = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const StageChanges* changes = row.ordinal == 0 ? nullptr : journal_.Stage(row.ordinal);
    const bool has_changed = row.ordinal > 0 && !row.dot.empty();
    changed += has_changed;
    nav += fmt::format("<li><a href=\"#{}\" class=\"{}\"><span>{}</span></a></li>\n", Anchor(row.ordinal),
                       !row.failure.empty()                     ? "failed"
                       : changes != nullptr && !changes->ran    ? "out"
                       : has_changed || row.ordinal == 0        ? "changed"
                                                                : "same",
                       HtmlText(Title(row.ordinal)));
    stages += Stage(row, pictures[i]);
  }
  std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                "<title>{} - t2t report</title>\n<style>{}</style>\n</head>\n<body>\n",
                                HtmlText(name_), ReportStyle());
  out += fmt::format("<nav aria-label=\"stages\"><p><b>{}</b></p><ol>\n{}<li><a href=\"#numbers\"><span>numbers</span></a>"
                     "</li>\n</ol></nav>\n<main>\n",
                     HtmlText(name_), nav);
  out += fmt::format("<h1>{}</h1>\n<p>{} of {} passes changed the program. <span class=\"soft\">Keys: <kbd>j</kbd> "
                     "<kbd>k</kbd> next and previous change, <kbd>J</kbd> <kbd>K</kbd> next and previous pass, "
                     "<kbd>s</kbd> before and after side by side, <kbd>g</kbd> all graphs.</span></p>\n",
                     HtmlText(name_), changed, rows_.empty() ? 0 : rows_.size() - 1);
  out += fmt::format("<pre>t2t-pipeline {}{}{}</pre>\n", HtmlText(ShellWord(provenance_.input)),
                     provenance_.toggles.empty() ? "" : " ", Escape(provenance_.toggles));
  if (!drawn) out += "<p class=\"soft\">No graphs: graphviz (the program dot) is not installed.</p>\n";
  if (!diagnostics.empty()) {
    out += fmt::format("<section id=\"findings\"><h2 tabindex=\"-1\">findings</h2>{}</section>\n", Pre(diagnostics));
  }
  out += stages;
  out += fmt::format("<section id=\"numbers\"><h2 tabindex=\"-1\">numbers</h2>{}{}</section>\n", Pre(stats_.Table()),
                     timing.empty() ? std::string() : Pre(timing));
  out += fmt::format("<p class=\"soft\">t2t {}</p>\n</main>\n<script>{}</script>\n</body>\n</html>\n", kVersion,
                     ReportScript());
  return out;
}

}  // namespace t2t
