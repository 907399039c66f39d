#include "pipeline/dot.h"

#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/support/nearest.h"
#include "passes/call_sites.h"
#include "pipeline/dot_text.h"
#include "pipeline/dot_writer.h"
#include "pipeline/dump.h"
#include "pipeline/graph_builder.h"
#include "pipeline/graph_overviews.h"
#include "pipeline/provenance.h"

namespace t2t {
namespace {

constexpr uint32_t kStatementsPerProgramGraph = 4 * kStatementsPerGraph;
constexpr int kNestedParts = 64;  // deeper ones are drawn in one piece, so that time stays linear

struct Queued {
  Part part;
  int depth = 0;
};

Part WholeBody(const Program& p, FuncId f, const std::string& file) {
  const Block& body = p[p[f].body];
  return {f, body.first, body.last, 0, file, std::string(p[p[f].name])};
}

std::string PrefixOf(const Program& p, const std::string& stage, FuncId f) {
  const std::string_view name = p[p[f].name];
  const std::string word = FileWord(name);
  return word == name ? fmt::format("{}.{}", stage, word) : fmt::format("{}.{}-f{}", stage, word, f.index());
}

void CallEdges(const Program& p, const std::vector<uint32_t>& node_of, Graph& graph) {
  absl::flat_hash_set<uint64_t> seen;
  for (uint32_t caller = 0; caller < p.num_functions(); ++caller) {
    if (node_of[caller] == kNoNode) continue;
    ForEachFunctionCall(p, FuncId(caller), [&](StmtId, ExprId call) {
      const uint32_t callee = p.CallOf(call).callee.index();
      if (node_of[callee] == kNoNode || !seen.insert((uint64_t{caller} << 32) | callee).second) return;
      graph.edges.push_back(
          {node_of[caller], node_of[callee], -1, -1, GraphEdge::Kind::kData, Place::kScalar, "calls"});
    });
  }
}

}  // namespace

std::string ParseDotKinds(std::string_view list, DotOptions& options) {
  options.dataflow = options.calls = options.stages = false;
  while (true) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view word = list.substr(0, comma);
    constexpr std::string_view kKinds[] = {"dataflow", "calls", "stages"};
    bool* const flags[] = {&options.dataflow, &options.calls, &options.stages};
    bool known = false;
    for (size_t i = 0; i < std::size(kKinds); ++i) {
      if (word != kKinds[i]) continue;
      *flags[i] = known = true;
    }
    if (!known) {
      const std::string_view nearest = NearestName(word, kKinds);
      return fmt::format("expected dataflow, calls, stages{}",
                         DidYouMean(nearest));
    }
    if (comma == list.size()) return {};
    list.remove_prefix(comma + 1);
  }
}

void SetHeading(Graph& graph, const Program& program, const StageChanges* changes) {
  const std::string_view name = program[program.name()];
  if (changes == nullptr) {
    graph.title = fmt::format("{}: as read", name);
    return;
  }
  const Stage& stage = StageAt(changes->ordinal);
  graph.title = fmt::format("{}: {} {:02} {}", name, changes->failed ? "failed in" : "behind", changes->ordinal,
                            stage.name);
  graph.subtitle = {std::string(stage.summary), ChangesText(*changes)};
}

std::vector<DotFile> DotPictures::DataFlow(const Program& p, const std::string& name, const StageChanges* changes) {
  const std::vector<uint32_t> weights = Weights(p);
  std::vector<uint32_t> sizes(p.num_functions(), 0);
  std::vector<FuncId> wanted;
  uint64_t shown = 0;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    const FuncId f(i);
    if (p[f].declared_only || !functions_.Wants(p, f)) continue;
    wanted.push_back(f);
    ForEachInBlock(p, p[f].body, [&](StmtId stmt) { sizes[i] += weights[stmt.index()]; });
    shown += std::min(sizes[i], kStatementsPerGraph);
  }
  const bool overview = wanted.size() > 1 && shown > kStatementsPerProgramGraph;
  drawn_.resize(p.num_functions());

  GraphBuilder builder(p, changes);
  Graph whole;
  SetHeading(whole, p, changes);
  std::vector<uint32_t> node_of(p.num_functions(), kNoNode);
  std::vector<DotFile> files(1);
  for (FuncId f : wanted) {
    Drawn& drawn = drawn_[f.index()];
    const bool same = !drawn.prefix.empty() && drawn.version == p[f].version;
    const bool marked = changes != nullptr && !same;
    // A picture that shows marks is of its own stage; later ones link to one without.
    const bool fresh = !same || drawn.marked;
    if (fresh) drawn = {PrefixOf(p, name, f), p[f].version, marked};

    int number = 0;
    std::vector<Queued> queue;
    if (overview) {
      node_of[f.index()] = builder.DrawFunction(whole, f, sizes[f.index()], drawn.prefix);
      queue.push_back({WholeBody(p, f, drawn.prefix)});
    } else {
      const PartPlan plan(p, weights, WholeBody(p, f, name), kStatementsPerGraph, drawn.prefix, number);
      builder.Draw(whole, plan, true);
      for (const Part& part : plan.left_out()) queue.push_back({part, 1});
    }
    for (size_t i = 0; fresh && i < queue.size(); ++i) {
      const Queued next = queue[i];
      const uint32_t limit = next.depth < kNestedParts ? kStatementsPerGraph : UINT32_MAX;
      const PartPlan plan(p, weights, next.part, limit, drawn.prefix, number);
      Graph graph;
      SetHeading(graph, p, changes);
      builder.Draw(graph, plan, next.depth == 0);
      files.push_back({next.part.file, DotText(graph)});
      for (const Part& part : plan.left_out()) queue.push_back({part, next.depth + 1});
    }
  }
  if (overview) CallEdges(p, node_of, whole);
  files[0] = {name, DotText(whole)};
  return files;
}

void DotObserver::Begin(Program& program) {
  journal_.Begin(program);
  if (options_.after.WantsInput()) WriteStage(program, "00_frontend", nullptr);
}

void DotObserver::After(const StageEvent& event) {
  journal_.After(event);
  if (!options_.after.Wants(event)) return;
  WriteStage(event.program, fmt::format("{:02}_after_{}", event.ordinal, event.stage.name), &journal_.stages().back());
}

void DotObserver::Failed(const StageEvent& event, std::string_view why) {
  journal_.Failed(event, why);
  if (options_.after.WantsFailed()) {
    WriteStage(event.program, fmt::format("{:02}_failed_{}", event.ordinal, event.stage.name),
               &journal_.stages().back());
  }
  End(event.program);
}

void DotObserver::End(Program& program) {
  if (options_.stages) WriteAll({{"stages", DotText(StagesGraphOf(program, journal_))}});
}

void DotObserver::WriteStage(const Program& program, const std::string& name, const StageChanges* changes) {
  std::vector<DotFile> files;
  if (options_.dataflow) files = pictures_.DataFlow(program, name, changes);
  if (options_.calls) {
    Graph calls = CallGraphOf(program, changes);
    SetHeading(calls, program, changes);
    files.push_back({name + ".calls", DotText(calls)});
  }
  WriteAll(files);
}

void DotObserver::WriteAll(const std::vector<DotFile>& files) {
  std::vector<std::string> names;
  for (const DotFile& file : files) {
    if (!error_.empty()) return;
    error_ = WriteFileAtomically(fmt::format("{}/{}.dot", options_.dir, file.name), file.text);
    names.push_back(file.name);
  }
  if (error_.empty() && options_.svg) error_ = RenderSvg(options_.dir, names);
}

}  // namespace t2t
