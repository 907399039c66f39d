// A graph as Graphviz text.
#pragma once

#include <string>

#include "pipeline/graph.h"

namespace t2t {

// Complete and valid whatever the labels hold; the legend lists what occurs. Linear.
std::string DotText(const Graph& graph);

}  // namespace t2t
