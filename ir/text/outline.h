// What the front end knows of a function before it reads it: which names every block assigns, and in which order names
// are assigned and read. Made from the tokens in one pass; answers the one question of SSA construction that cannot be
// answered while reading from top to bottom: which names a loop carries and which names a branch decides (text-format
// 6.4, 7.2).
//
// The answers are cautious: a name that is assigned under a further condition counts as still needed. A carried value
// too many costs nothing but a line; one too few would be wrong.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/text/lexer.h"

namespace t2t {

class Outline {
 public:
  static constexpr uint32_t kNoBlock = UINT32_MAX;

  // `lexer` stands behind the colon of the `def` line (Lexer::Restart); `params` are the names bound by then.
  Outline(Lexer lexer, Program& program, absl::Span<const StrId> params);

  // Some name is assigned more than once: its assignments need names of their own.
  bool reassigns() const { return reassigns_; }
  // Assigned exactly once, and no parameter.
  bool AssignedOnce(StrId name) const {
    const auto it = assignments_.find(name);
    return it != assignments_.end() && it->second == 1;
  }
  // The loop or branch whose first token (`for`, `while`, `if`, `elif`) stands at this offset.
  uint32_t BlockAt(uint32_t offset) const;
  // It names what it carries or yields itself: nothing is to be found out, and nothing leaks.
  bool IsExplicit(uint32_t block) const { return blocks_[block].is_explicit; }
  // Names assigned inside whose value counts in the next iteration or behind the block, in byte order. Names that mean
  // nothing in front of the block are among them: the caller knows.
  std::vector<StrId> Carried(uint32_t block) const;
  // Names assigned in a branch whose value counts behind the branches, in byte order.
  std::vector<StrId> Decided(uint32_t block) const;

 private:
  friend class OutlineMaker;
  enum class Kind : uint8_t { kBody, kLoop, kIf, kBranch };
  struct Block {
    Kind kind = Kind::kBody;
    bool is_explicit = false;
    uint32_t branches[2] = {kNoBlock, kNoBlock};  // kIf
    uint32_t parent = kNoBlock;
    uint32_t first = 0, last = 0;     // its events
    uint32_t begin = 0;               // offset of its first token
    std::vector<StrId> assigned;      // itself and inside, as far as it leaks
  };
  struct Event {
    StrId name;
    uint32_t block = 0;
    bool assigns = false;
  };

  const Event* NextEvent(StrId name, uint32_t from, uint32_t to) const;
  // The first thing that happens to `name` between these events of `block` is an assignment, whatever path is taken.
  bool Overwritten(StrId name, uint32_t block, uint32_t from, uint32_t to) const;
  bool ReadFirst(StrId name, uint32_t block) const;
  bool LiveBehind(StrId name, uint32_t block) const;
  std::vector<StrId> InByteOrder(std::vector<StrId> names) const;

  Program& p_;
  std::vector<Block> blocks_;
  std::vector<Event> events_;
  absl::flat_hash_map<StrId, std::vector<uint32_t>> by_name_;  // events of a name
  absl::flat_hash_map<StrId, uint32_t> assignments_;           // how many; parameters count
  bool reassigns_ = false;
};

}  // namespace t2t
