#include "pipeline/dot.h"

#include <spawn.h>
#include <sys/wait.h>

#include <cstdint>
#include <vector>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "pipeline/provenance.h"

extern char** environ;

namespace t2t {
namespace {

struct Colour {
  std::string_view name, fill;
};
// One colour per place where data can be; the legend is made from the same table.
constexpr Colour kGm = {"GM", "#dbeafe"};
constexpr Colour kTile = {"tile, space open", "#ecfccb"};
constexpr Colour kScalar = {"scalar", "#f3f4f6"};
constexpr std::pair<MemorySpace, Colour> kSpaces[] = {
    {MemorySpace::kVec, {"Vec", "#bbf7d0"}},        {MemorySpace::kMat, {"Mat", "#fde68a"}},
    {MemorySpace::kLeft, {"Left", "#fed7aa"}},      {MemorySpace::kRight, {"Right", "#fdba74"}},
    {MemorySpace::kAcc, {"Acc", "#fecaca"}},        {MemorySpace::kBias, {"Bias", "#e9d5ff"}},
};

Colour ColourOf(const Type& type) {
  if (type.IsTensorLike()) return kGm;
  if (!type.IsTile()) return kScalar;
  for (const auto& [space, colour] : kSpaces) {
    if (space == type.space) return colour;
  }
  return kTile;
}

std::string Escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

class Writer {
 public:
  Writer(const Program& program, int ordinal) : p_(program), ordinal_(ordinal), node_of_(program.num_values(), -1) {}

  std::string Program(std::string_view title) {
    out_ = fmt::format("digraph \"{}\" {{\n  label=\"{}\"; labelloc=t; fontname=\"Helvetica\"; rankdir=TB; newrank=true;\n"
                       "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=10];\n"
                       "  edge [color=\"#6b7280\", arrowsize=0.6];\n",
                       Escape(title), Escape(title));
    for (uint32_t i = 0; i < p_.num_functions(); ++i) {
      if (!p_[FuncId(i)].declared_only) Function(FuncId(i));
    }
    Legend();
    out_ += edges_;
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  int Node(std::string_view label, Colour colour, bool fresh, std::string_view shape = "") {
    out_ += fmt::format("  n{} [label=\"{}\", fillcolor=\"{}\"{}{}];\n", next_, Escape(label), colour.fill,
                        fresh ? ", penwidth=2.5, color=\"#b91c1c\"" : ", color=\"#9ca3af\"", shape);
    return next_++;
  }
  void Open(std::string_view label, std::string_view style) {
    out_ += fmt::format("  subgraph cluster_{} {{ label=\"{}\"; {}\n", clusters_++, Escape(label), style);
  }
  void Edge(ValueId from, int to, std::string_view style = "") {
    const int node = node_of_[from.index()];
    if (node >= 0) edges_ += fmt::format("  n{} -> n{}{};\n", node, to, style);
  }
  std::string_view Name(ValueId v) const { return p_[p_[v].name]; }

  void Function(FuncId f) {
    Open(fmt::format("{} ({})", p_[p_[f].name], EnumName(p_[f].type)), "style=rounded; color=\"#374151\"; fontsize=14;");
    for (uint32_t i = 0; i < p_.Params(f).size(); ++i) {
      const ValueId param = p_.Params(f)[i];
      const std::string label = fmt::format("{} {}", EnumName(p_.Direction(f, i)), Name(param));
      node_of_[param.index()] = Node(label, ColourOf(p_.TypeOf(param)), false, ", shape=invhouse");
    }
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) Enter(stmt);
      if (event == WalkEvent::kElse) {
        out_ += "  }\n";
        Open("else", "style=dashed; color=\"#9ca3af\";");
      }
      if (event == WalkEvent::kLeave) Leave(stmt);
    });
    out_ += "  }\n";
  }

  void Enter(StmtId stmt) {
    const Stmt& s = p_[stmt];
    const bool fresh = ordinal_ > 0 && s.made_by == ordinal_;
    if (!s.HasRegion()) return Plain(stmt, fresh);
    const Region& r = p_.RegionOf(stmt);
    const std::string_view kind = s.kind == StmtKind::kFor     ? EnumName(r.loop_kind)
                                  : s.kind == StmtKind::kWhile ? std::string_view("while")
                                  : s.kind == StmtKind::kIf    ? std::string_view("if")
                                                               : std::string_view("scope");
    const std::string head = s.kind == StmtKind::kFor && r.loop_var
                                 ? fmt::format("{} {}", kind, Name(r.loop_var))
                             : r.cond ? fmt::format("{} {}", kind, ExprText(p_, r.cond)) : std::string(kind);
    Open(head, "style=\"rounded,filled\"; fillcolor=\"#f9fafb\"; color=\"#6b7280\";");
    for (uint32_t i = 0; i < r.iter_args.size; ++i) {
      const ValueId carry = p_[r.iter_args][i];
      const int node = Node(fmt::format("{} (carried)", Name(carry)), ColourOf(p_.TypeOf(carry)), fresh, ", shape=hexagon");
      node_of_[carry.index()] = node;
      if (i < r.inits.size) ForEachUse(p_, p_[r.inits][i], [&](ValueId v) { Edge(v, node); });
    }
  }

  void Plain(StmtId stmt, bool fresh) {
    const Stmt& s = p_[stmt];
    std::string label;
    Colour colour = kScalar;
    std::string_view shape;
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      label = s.kind == StmtKind::kAssign ? fmt::format("{}\n", Name(s.var())) : "";
      label += What(s.value());
      colour = ColourOf(s.kind == StmtKind::kAssign ? p_.TypeOf(s.var()) : p_.TypeOf(s.value()));
    } else if (s.kind == StmtKind::kReturn) {
      label = "return";
      shape = ", shape=house";
    } else if (s.kind == StmtKind::kYield) {
      label = "yield";
      shape = ", shape=hexagon";
    } else {
      label = s.kind == StmtKind::kBreak ? "break" : "continue";
    }
    const int node = Node(label, colour, fresh, shape);
    ForEachUse(p_, stmt, [&](ValueId v) { Edge(v, node); });
    if (s.kind == StmtKind::kAssign) node_of_[s.var().index()] = node;
    if (s.kind != StmtKind::kYield) return;
    // What a yield feeds is named after its region: the results start here.
    const StmtId parent = p_[s.block].parent;
    if (!parent) return;
    for (ValueId result : p_[p_.RegionOf(parent).results]) node_of_[result.index()] = node;
    for (ValueId carry : p_[p_.RegionOf(parent).iter_args]) {
      const int to = node_of_[carry.index()];
      if (to >= 0) edges_ += fmt::format("  n{} -> n{} [style=dashed, constraint=false];\n", node, to);
    }
  }

  void Leave(StmtId) { out_ += "  }\n"; }

  std::string What(ExprId value) const {
    if (p_[value].kind != ExprKind::kCall && p_[value].kind != ExprKind::kSubmit) return ExprText(p_, value);
    const Call& call = p_.CallOf(value);
    std::string text(call.op ? std::string_view(Ops()[call.op].name) : p_[p_[call.callee].name]);
    const Type& type = p_.TypeOf(value);
    if (type.IsShaped()) text += fmt::format("\n{}", ShapeText(p_, p_.Shape(p_[value].type)));
    return text;
  }

  void Legend() {
    Open("memory", "style=rounded; color=\"#d1d5db\"; fontsize=10;");
    for (Colour colour : {kGm, kTile, kScalar}) Node(colour.name, colour, false);
    for (const auto& entry : kSpaces) Node(entry.second.name, entry.second, false);
    if (ordinal_ > 0) Node("made by this pass", kScalar, true);
    out_ += "  }\n";
  }

  const t2t::Program& p_;
  const int ordinal_;
  std::vector<int> node_of_;  // by value: the node it comes from
  std::string out_, edges_;
  int next_ = 0, clusters_ = 0;
};

// `dot -Tsvg -o out in`, without a shell. 127 means that there is no dot.
int Render(const std::string& in, const std::string& out) {
  std::string name = "dot", type = "-Tsvg", flag = "-o", output = out, input = in;
  char* argv[] = {name.data(), type.data(), flag.data(), output.data(), input.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "dot", nullptr, nullptr, argv, environ) != 0) return 127;
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return 1;
  return WEXITSTATUS(status);
}

}  // namespace

std::string DotOf(const Program& program, std::string_view title, int ordinal) {
  return Writer(program, ordinal).Program(title);
}

void DotObserver::Begin(Program& program) {
  if (after_.WantsInput()) Write(program, "00_frontend", "as read", 0);
}

void DotObserver::After(const StageEvent& event) {
  if (!after_.Wants(event)) return;
  const std::string name = fmt::format("{:02}_after_{}", event.ordinal, event.stage.name);
  Write(event.program, name, fmt::format("after {:02} {}", event.ordinal, event.stage.name), event.ordinal);
}

void DotObserver::Write(const Program& program, const std::string& name, std::string_view title, int ordinal) {
  if (!error_.empty()) return;
  const std::string path = fmt::format("{}/{}.dot", dir_, name);
  error_ = WriteFileAtomically(path, DotOf(program, title, ordinal));
  if (!error_.empty() || !svg_) return;
  const int code = Render(path, fmt::format("{}/{}.svg", dir_, name));
  if (code == 127) error_ = "--svg needs graphviz (the program dot), which is not installed";
  if (code != 0 && code != 127) error_ = fmt::format("dot could not render {}", path);
}

}  // namespace t2t
