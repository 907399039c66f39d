// Pictures of the whole: which function calls which, and what the chain did.
#pragma once

#include "pipeline/graph.h"
#include "pipeline/provenance_journal.h"

namespace t2t {

// Functions with the directions of their parameters; an edge per caller and callee, with the number of calls.
// `changes` null: nothing is marked. Linear.
Graph CallGraphOf(const Program& program, const StageChanges* changes);

// One node per pass that ran or was left out, grouped by the language it leaves, with what it added and removed. Nodes
// link to the graph of their stage.
Graph StagesGraphOf(const Program& program, const Journal& journal);

// "3 added, 1 changed", "unchanged", "left out".
std::string ChangesText(const StageChanges& changes);

}  // namespace t2t
