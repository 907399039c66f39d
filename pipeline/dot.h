// Graphs: one Graphviz file per chosen stage. Functions, loops, branches and scopes are clusters, statements are nodes
// named as in the text, data flow is drawn as edges, memory spaces as colours.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "pipeline/observer.h"
#include "pipeline/selector.h"

namespace t2t {

// The graph of a whole program; nodes made by pass `ordinal` get a heavy border. Linear in the program.
std::string DotOf(const Program& program, std::string_view title, int ordinal);

class DotObserver final : public Observer {
 public:
  DotObserver(std::string dir, Selector after, bool svg) : dir_(std::move(dir)), after_(std::move(after)), svg_(svg) {}
  void Begin(Program& program) override;
  void After(const StageEvent& event) override;
  // What could not be written or rendered; "" when all went well.
  const std::string& error() const { return error_; }

 private:
  void Write(const Program& program, const std::string& name, std::string_view title, int ordinal);

  std::string dir_;
  Selector after_;
  bool svg_;
  std::string error_;
};

}  // namespace t2t
