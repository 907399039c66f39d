#include "pipeline/dot_writer.h"

#include <array>

#include "fmt/format.h"
#include "pipeline/dot_text.h"

namespace t2t {
namespace {

struct MarkStyle {
  std::string_view name, colour;
  std::string sign;
};
const MarkStyle kMarks[] = {{"", "#9ca3af", ""},
                                {"added by this pass", "#15803d", "+ "},
                                {"changed by this pass", "#b45309", "~ "},
                                {"removed by this pass", "#9ca3af", "\u2212 "}};
const MarkStyle& StyleOf(Mark mark) { return kMarks[static_cast<size_t>(mark)]; }
std::string_view LineColour(std::string_view line) {
  if (line.starts_with(kMarks[1].sign)) return kMarks[1].colour;
  return line.starts_with(kMarks[2].sign) ? kMarks[2].colour : std::string_view("#4b5563");
}
bool Heavy(Mark mark) { return mark == Mark::kAdded || mark == Mark::kChanged; }

constexpr std::string_view kOrderColour = "#ea580c", kRoundColour = "#7c3aed", kQuiet = "#6b7280", kGhost = "#9ca3af";

std::string Font(int size, std::string_view colour, std::string_view html) {
  return fmt::format("<FONT POINT-SIZE=\"{}\" COLOR=\"{}\">{}</FONT>", size, colour, html);
}
std::string Bold(std::string_view text) { return fmt::format("<B>{}</B>", HtmlText(text)); }
std::string Struck(std::string_view text) {
  return Font(9, kGhost, fmt::format("<S>{}</S>", HtmlText(text)));
}

// Lines one below the other, centred or flush left.
class Lines {
 public:
  explicit Lines(bool left = false) : left_(left) {}
  void Put(std::string html) {
    if (!out_.empty() && !left_) out_ += "<BR/>";
    out_ += html;
    if (left_) out_ += "<BR ALIGN=\"LEFT\"/>";
  }
  std::string Take() { return out_.empty() ? std::string("&#160;") : std::move(out_); }

 private:
  std::string out_;
  const bool left_;
};

std::string Table(std::string_view colour, std::string_view fill, int border, std::string_view rows,
                  std::string_view style = "ROUNDED") {
  return fmt::format("<TABLE BORDER=\"{}\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"3\" COLOR=\"{}\" "
                     "BGCOLOR=\"{}\" STYLE=\"{}\">{}</TABLE>",
                     border, colour, fill, style, rows);
}

class Writer {
 public:
  explicit Writer(const Graph& graph) : g_(graph), children_(graph.clusters.size()), members_(graph.clusters.size()) {
    for (uint32_t i = 1; i < g_.clusters.size(); ++i) children_[g_.clusters[i].parent].push_back(i);
    for (uint32_t i = 0; i < g_.nodes.size(); ++i) members_[g_.nodes[i].cluster].push_back(i);
  }

  std::string Write() {
    std::string body;
    std::swap(out_, body);
    Clusters();
    for (const GraphEdge& edge : g_.edges) Edge(edge);
    std::swap(out_, body);
    out_ = fmt::format("digraph {} {{\n", DotQuoted(g_.title));
    out_ += fmt::format("  rankdir={}; newrank=true; nodesep=0.2; ranksep=0.32; labelloc=t; fontname=\"Helvetica\";\n",
                        g_.sideways ? "LR" : "TB");
    out_ += "  node [shape=plain, fontname=\"Helvetica\", fontsize=10];\n";
    out_ += "  edge [fontname=\"Helvetica\", fontsize=7, arrowsize=0.5, penwidth=1.1];\n";
    out_ += fmt::format("  label=<{}>;\n", Heading());
    out_ += body;
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  // Boxes nest as deep as the program; so no recursion.
  void Clusters() {
    struct Frame {
      uint32_t cluster;
      size_t child;
    };
    std::vector<Frame> stack = {{0, 0}};
    Members(0);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.child == children_[frame.cluster].size()) {
        if (frame.cluster != 0) out_ += "  }\n";
        stack.pop_back();
        continue;
      }
      const uint32_t next = children_[frame.cluster][frame.child++];
      OpenCluster(next);
      Members(next);
      stack.push_back({next, 0});
    }
  }

  void Members(uint32_t cluster) {
    for (uint32_t node : members_[cluster]) Node(node);
  }

  void OpenCluster(uint32_t index) {
    const GraphCluster& c = g_.clusters[index];
    using Kind = GraphCluster::Kind;
    const bool function = c.kind == Kind::kFunction;
    Lines label(true);
    label.Put(Font(function ? 13 : 9, Heavy(c.mark) ? StyleOf(c.mark).colour : "#374151",
                   function ? Bold(StyleOf(c.mark).sign + c.label)
                            : HtmlText(StyleOf(c.mark).sign + c.label)));
    for (const std::string& line : c.details) {
      label.Put(Font(8, LineColour(line), HtmlText(line)));
    }
    const std::string_view style = c.kind == Kind::kArm ? "rounded,dashed" : "rounded,filled";
    const std::string_view fill = c.kind == Kind::kLoop ? "#f5f3ff" : function ? "#ffffff" : "#f9fafb";
    const std::string_view colour = Heavy(c.mark)           ? StyleOf(c.mark).colour
                                    : c.kind == Kind::kLoop ? std::string_view("#a78bfa")
                                                            : std::string_view("#9ca3af");
    out_ += fmt::format("  subgraph cluster_{} {{ label=<{}>; labeljust=l; style=\"{}\"; fillcolor=\"{}\"; color=\"{}\";\n",
                        index, label.Take(), style, fill, colour);
    marks_[static_cast<size_t>(c.mark)] = true;
  }

  void Node(uint32_t index) {
    const GraphNode& n = g_.nodes[index];
    using Kind = GraphNode::Kind;
    marks_[static_cast<size_t>(n.mark)] = true;
    std::string label;
    switch (n.kind) {
      case Kind::kStatement: label = n.mark == Mark::kRemoved ? Removed(n) : Statement(n); break;
      case Kind::kCast: label = Cast(n); break;
      case Kind::kParam: label = Param(n); break;
      case Kind::kCells: label = Cells(n); break;
      case Kind::kReturn:
        label = Table(Line(n), "#374151", 1, fmt::format("<TR><TD>{}</TD></TR>", Font(9, "#ffffff", HtmlText(n.what))));
        break;
      case Kind::kPart: label = PartBox(n); break;
      case Kind::kElsewhere:
        label = Font(8, kQuiet, fmt::format("<I>{}</I>", HtmlText(n.title + " \u2190 other part")));
        break;
    }
    out_ += fmt::format("  n{} [label=<{}>", index, label);
    if (!n.link.empty()) out_ += fmt::format(", URL={}, tooltip={}", DotQuoted(n.link + ".svg"), DotQuoted(n.link));
    out_ += "];\n";
  }

  std::string_view Line(const GraphNode& n) const { return StyleOf(n.mark).colour; }
  int Border(const GraphNode& n) const { return Heavy(n.mark) ? 2 : 1; }
  std::string_view Fill(Place place) {
    places_[static_cast<size_t>(place)] = true;
    return StyleOf(place).fill;
  }

  // Title, operator, what it was, details.
  std::string Content(const GraphNode& n) {
    Lines lines;
    const std::string& sign = StyleOf(n.mark).sign;
    if (!n.title.empty()) lines.Put(Font(10, "#111827", Bold(sign + n.title)));
    const std::string what = n.title.empty() ? sign + n.what : n.what;
    if (!n.was.empty()) lines.Put(Struck(n.was));
    if (!what.empty()) lines.Put(Font(9, "#111827", HtmlText(what)));
    for (const std::string& line : n.details) lines.Put(Font(8, LineColour(line), HtmlText(line)));
    return lines.Take();
  }

  std::string Statement(const GraphNode& n) {
    std::string rows;
    if (!n.cells.empty()) {
      rows += "<TR>";
      for (size_t i = 0; i < n.cells.size(); ++i) {
        const GraphNode::Cell& cell = n.cells[i];
        rows += fmt::format("<TD PORT=\"c{}\" BORDER=\"1\" SIDES=\"B\">{}</TD>", i,
                            Font(7, cell.written ? "#b91c1c" : kQuiet, HtmlText(cell.text)));
      }
      rows += "</TR>";
    }
    rows += fmt::format("<TR><TD COLSPAN=\"{}\">{}</TD></TR>", std::max<size_t>(n.cells.size(), 1), Content(n));
    return Table(Line(n), Fill(n.place), Border(n), rows);
  }

  std::string Cast(const GraphNode& n) {
    Lines lines;
    lines.Put(Font(8, "#374151", Bold(StyleOf(n.mark).sign + n.title)));
    if (!n.was.empty()) lines.Put(Struck(n.was));
    lines.Put(Font(7, kQuiet, fmt::format("<I>{}</I>", HtmlText(n.what))));
    return Table(Line(n), Fill(n.place), Border(n), fmt::format("<TR><TD>{}</TD></TR>", lines.Take()));
  }

  std::string Param(const GraphNode& n) {
    GraphNode content = n;
    content.was.clear();
    content.what.clear();
    Lines badge;
    if (!n.was.empty()) badge.Put(Font(8, "#d1d5db", fmt::format("<S>{}</S>", HtmlText(n.was))));
    badge.Put(Font(8, "#ffffff", Bold(n.what)));
    const std::string_view dark = Heavy(n.mark) ? StyleOf(n.mark).colour : StyleOf(n.place).line;
    return Table(Line(n), Fill(n.place), Border(n),
                 fmt::format("<TR><TD BGCOLOR=\"{}\">{}</TD><TD>{}</TD></TR>", dark, badge.Take(), Content(content)));
  }

  std::string Cells(const GraphNode& n) {
    std::string rows = fmt::format("<TR><TD BGCOLOR=\"#ede9fe\">{}</TD>",
                                   Font(8, kRoundColour, HtmlText(StyleOf(n.mark).sign + n.what)));
    for (size_t i = 0; i < n.cells.size(); ++i) {
      const GraphNode::Cell& cell = n.cells[i];
      Lines lines;
      lines.Put(Font(9, "#111827", Bold(cell.text)));
      if (!cell.small.empty()) lines.Put(Font(7, "#4b5563", HtmlText(cell.small)));
      rows += fmt::format("<TD PORT=\"c{}\" BGCOLOR=\"{}\" BORDER=\"1\" SIDES=\"L\">{}</TD>", i, Fill(cell.place),
                          lines.Take());
    }
    return Table(Heavy(n.mark) ? Line(n) : kRoundColour, "#ede9fe", Border(n), rows + "</TR>");
  }

  std::string PartBox(const GraphNode& n) {
    return Table(Heavy(n.mark) ? Line(n) : std::string_view("#374151"), "#e5e7eb", 2,
                 fmt::format("<TR><TD CELLPADDING=\"6\">{}</TD></TR>", Content(n)));
  }

  std::string Removed(const GraphNode& n) {
    Lines lines;
    if (!n.title.empty()) lines.Put(Font(9, kGhost, fmt::format("<S>{}</S>", HtmlText(n.title))));
    lines.Put(Struck(n.was));
    return Table(kGhost, "#ffffff", 1, fmt::format("<TR><TD>{}</TD></TR>", lines.Take()), "ROUNDED,DASHED");
  }

  std::string End(uint32_t node, int16_t cell, bool in) const {
    if (cell < 0 || static_cast<size_t>(cell) >= g_.nodes[node].cells.size()) return fmt::format("n{}", node);
    return fmt::format("n{}:c{}:{}", node, cell, in ? 'n' : 's');
  }

  void Edge(const GraphEdge& e) {
    using Kind = GraphEdge::Kind;
    edges_[static_cast<size_t>(e.kind)] = true;
    std::string style;
    switch (e.kind) {
      case Kind::kData: style = fmt::format("color=\"{}\"", StyleOf(e.place).line); break;
      case Kind::kScalar: style = "color=\"#9ca3af\", penwidth=0.7, arrowsize=0.4"; break;
      case Kind::kNextRound:
        style = fmt::format("color=\"{}\", style=dashed, penwidth=1.6, constraint=false", kRoundColour);
        break;
      case Kind::kOrder: style = fmt::format("color=\"{0}\", fontcolor=\"{0}\", style=dashed", kOrderColour); break;
      case Kind::kRemoved: style = "color=\"#d1d5db\", style=dotted, arrowhead=none"; break;
      case Kind::kAbove: style = "style=invis"; break;
    }
    if (!e.label.empty()) style += fmt::format(", label={}", DotQuoted(" " + e.label));
    out_ += fmt::format("  {} -> {} [{}];\n", End(e.from, e.from_cell, false), End(e.to, e.to_cell, true), style);
  }

  std::string Heading() const {
    std::string legend;
    for (size_t i = 0; i < places_.size(); ++i) {
      if (!places_[i]) continue;
      const PlaceStyle& style = StyleOf(static_cast<Place>(i));
      legend += fmt::format("<TD BGCOLOR=\"{}\" BORDER=\"1\" COLOR=\"#d1d5db\">{}</TD>", style.fill,
                            Font(8, "#374151", HtmlText(style.name)));
    }
    for (size_t i = 1; i < marks_.size(); ++i) {
      if (!marks_[i]) continue;
      const MarkStyle& style = kMarks[i];
      legend += fmt::format("<TD>{}</TD>", Font(8, style.colour, HtmlText(style.sign + std::string(style.name))));
    }
    const auto edge = [&](GraphEdge::Kind kind, std::string_view colour, std::string_view text) {
      if (edges_[static_cast<size_t>(kind)]) legend += fmt::format("<TD>{}</TD>", Font(8, colour, HtmlText(text)));
    };
    edge(GraphEdge::Kind::kNextRound, kRoundColour, "\u21e2 next round");
    edge(GraphEdge::Kind::kOrder, kOrderColour, "\u21e2 order through memory");
    std::string rows = fmt::format("<TR><TD>{}</TD></TR>", Font(14, "#111827", Bold(g_.title)));
    for (const std::string& line : g_.subtitle) {
      rows += fmt::format("<TR><TD>{}</TD></TR>", Font(10, "#4b5563", HtmlText(line)));
    }
    if (!legend.empty() && g_.legend) {
      rows += fmt::format("<TR><TD><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" CELLPADDING=\"2\"><TR>{}</TR>"
                          "</TABLE></TD></TR>",
                          legend);
    }
    return fmt::format("<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\">{}</TABLE>", rows);
  }

  const Graph& g_;
  std::vector<std::vector<uint32_t>> children_, members_;  // by cluster
  std::array<bool, kNumPlaces> places_ = {};
  std::array<bool, 4> marks_ = {};
  std::array<bool, 6> edges_ = {};
  std::string out_;
};

}  // namespace

std::string DotText(const Graph& graph) { return Writer(graph).Write(); }

}  // namespace t2t
