// State of the front end while it reads one hand-written function: a function whose names may be assigned again, whose
// annotations may be missing and whose calls may nest. It is read into SSA form right away: a name stands for the value
// assigned last, loops and branches find out from the outline what they carry and decide (text-format 6.4, 7.2).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/text/outline.h"

namespace t2t {

struct FrontEnd {
  FrontEnd(Lexer lexer, Program& program, absl::Span<const StrId> params, bool kernel)
      : outline(std::move(lexer), program, params, kernel) {}

  Outline outline;
  uint32_t declared_results = 0;                     // by the signature; none: what is returned tells
  // What names meant before they were bound again, so that the end of a region can put it back.
  std::vector<std::pair<StrId, ValueId>> trail;
  absl::flat_hash_map<StrId, uint32_t> versions;     // the next one of a name
  absl::flat_hash_map<ValueId, ExprId> constants;    // names of constants and of lists: no statement, but that expression
  // Names that a region assigned and that mean nothing behind it: its first line, for the message.
  struct Lost {
    uint32_t line = 0;
    std::string_view what;
  };
  absl::flat_hash_map<StrId, Lost> lost;
  struct Loop {
    uint32_t block = Outline::kNoBlock;
    std::vector<StrId> carried;
  };
  std::vector<Loop> loops;                           // around what is being read
  std::vector<uint32_t> ifs;                         // the same, branches
  int closed = 0;                                    // loops and scopes around: no early return becomes a branch there
  bool left = false;                                 // the statement read last jumps on every path
  std::optional<std::vector<ExprId>> returned;       // what the branch read last returns
  uint32_t temporaries = 0;
  std::vector<StrId> dump_tags;                      // names that later dispatches and scopes dump
  bool inlined = false;                              // the body of an inline function is being read into its caller
  std::vector<ExprId> inline_result;                 // what it returned
  int inline_depth = 0;                              // operations on one path of that
  bool refused = false;                              // an expansion in it failed, for a reason reported once only
};

// `base`, `qualifier` and role of a name such as `x__rm_tile_v3` (text-format 6.3): a name without role and version has
// no suffix, all of it is base.
struct NameParts {
  std::string base, qualifier;
};
NameParts PartsOf(std::string_view name);

// The first comment lines say that the text was printed.
bool HasPrintedHeader(std::string_view text);
// Some line of the body assigns without an annotation, assigns parts, or unpacks: nobody prints that.
bool LooksHandWritten(std::string_view body);

}  // namespace t2t
