// Graphs: Graphviz files for chosen stages (docs/graphs.md). Big functions are drawn in parts, see graph_parts.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/function_filter.h"
#include "pipeline/graph.h"
#include "pipeline/observer.h"
#include "pipeline/provenance_journal.h"
#include "pipeline/selector.h"

namespace t2t {

struct DotOptions {
  std::string dir;
  Selector after;
  bool svg = false;                // render with dot as well
  bool dataflow = true, calls = false, stages = false;
  FunctionFilter functions;
};

// "" or what is wrong with a list of dataflow | calls | stages.
std::string ParseDotKinds(std::string_view list, DotOptions& options);

// One picture: file name without folder and extension, and Graphviz text.
struct DotFile {
  std::string name, text;
};

// Draws stages; remembers where functions were drawn, so that one that did not change is not drawn again.
class DotPictures {
 public:
  explicit DotPictures(FunctionFilter functions) : functions_(std::move(functions)) {}
  // The data flow of a stage: first the whole program, then the parts that did not fit. `changes` null: as read.
  std::vector<DotFile> DataFlow(const Program& program, const std::string& name, const StageChanges* changes);

 private:
  struct Drawn {
    std::string prefix;
    uint32_t version = 0;
    bool marked = false;   // with what its stage changed
  };
  FunctionFilter functions_;
  std::vector<Drawn> drawn_;  // by function
};

// Title and subtitle of a stage's picture.
void SetHeading(Graph& graph, const Program& program, const StageChanges* changes);

// Renders DIR/NAME.dot to DIR/NAME.svg for every name. "" or what went wrong: no graphviz, or a file it does not accept.
std::string RenderSvg(const std::string& dir, const std::vector<std::string>& names);

class DotObserver final : public Observer {
 public:
  explicit DotObserver(DotOptions options) : options_(std::move(options)), pictures_(options_.functions) {}
  void Begin(Program& program) override;
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view why) override;
  void End(Program& program) override;
  // What could not be written or rendered; "" when all went well.
  const std::string& error() const { return error_; }

 private:
  void WriteStage(const Program& program, const std::string& name, const StageChanges* changes);
  void WriteAll(const std::vector<DotFile>& files);

  DotOptions options_;
  Journal journal_;
  DotPictures pictures_;
  std::string error_;
};

}  // namespace t2t
