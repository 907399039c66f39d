// What the front end knows of a function before it reads it: which names every block assigns, and in which order names
// are assigned and read. Made from the tokens in one pass; answers the one question of SSA construction that cannot be
// answered while reading from top to bottom: which names a loop carries and which names a branch decides (text-format
// 6.4, 7.2).
//
// The answers are cautious: a name that is assigned under a further condition counts as still needed. A carried value
// too many costs nothing but a line; one too few would be wrong.
//
// It also says how `break`, `continue` and an early `return` become branches, which is all that kernels may hold
// (verifiers 4.6): where the first branch of an `if` always leaves, what follows the `if` belongs to its other branch;
// where a statement leaves on some path only, what follows is guarded by a flag. A broken loop carries its flag.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/text/lexer.h"

namespace t2t {

class Outline {
 public:
  static constexpr uint32_t kNoBlock = UINT32_MAX;

  // `lexer` stands behind the colon of the `def` line (Lexer::Restart); `params` are the names bound by then. A kernel
  // keeps no jump; another function keeps those out of loops that carry nothing.
  Outline(Lexer lexer, Program& program, absl::Span<const StrId> params, bool kernel);

  // Some name is assigned more than once: its assignments need names of their own.
  bool reassigns() const { return reassigns_; }
  // Assigned exactly once, and no parameter.
  bool AssignedOnce(StrId name) const {
    const auto it = assignments_.find(name);
    return it != assignments_.end() && it->second == 1;
  }
  bool Assigns(StrId name) const { return assignments_.contains(name); }
  // The loop or branch whose first token (`for`, `while`, `if`, `elif`) stands at this offset.
  uint32_t BlockAt(uint32_t offset) const;
  // It names what it carries or yields itself: nothing is to be found out, and nothing leaks.
  bool IsExplicit(uint32_t block) const { return blocks_[block].is_explicit; }
  // Names assigned inside whose value counts in the next iteration or behind the block, in byte order. Names that mean
  // nothing in front of the block are among them: the caller knows.
  std::vector<StrId> Carried(uint32_t block) const;
  // Names assigned in a branch whose value counts behind the branches, in byte order.
  std::vector<StrId> Decided(uint32_t block) const;

  // What follows this `if` in the block around it belongs to its second branch.
  bool Joins(uint32_t block) const;
  // Nothing follows this `if` in the block around it; both its branches return.
  bool IsLast(uint32_t block) const { return blocks_[block].closes; }
  bool Returns(uint32_t block) const { return blocks_[block].returns; }
  // The statements from this offset to the end of their block run only while none of these flags is set.
  struct Guard {
    uint32_t block = kNoBlock;  // decides names like an `if` of one branch
    uint32_t loop = kNoBlock;
    std::vector<StrId> flags;
  };
  const Guard* GuardAt(uint32_t offset) const;
  // The loop that the jump at this offset leaves, when it becomes a branch; otherwise the jump stays.
  uint32_t LoopOfJump(uint32_t offset) const;
  // A loop around the jump at this offset is its to leave.
  bool IsInLoop(uint32_t offset) const { return jumps_.contains(offset); }
  // The jump at this offset would leave a scope that cannot be left: what is around does not run as part of the same code.
  enum class Trap : uint8_t { kNone, kLanes, kOutlined };  // several lanes run it, it becomes a function of its own
  Trap TrapAt(uint32_t offset) const {
    const auto it = trapped_.find(offset);
    return it == trapped_.end() ? Trap::kNone : it->second;
  }
  bool IsFlag(StrId name) const { return flags_.contains(name); }
  // Flags of such a loop: invalid where none is needed.
  StrId BreakFlag(uint32_t loop) const { return blocks_[loop].structured ? blocks_[loop].break_flag : StrId(); }
  StrId ContinueFlag(uint32_t loop) const {
    return blocks_[loop].structured && blocks_[loop].skips ? blocks_[loop].continue_flag : StrId();
  }

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
    bool joins = false, closes = false, returns = false;  // kIf
    bool structured = false;          // kLoop: its jumps become branches
    bool computed = false;            // kLoop: a while loop whose condition may call something, and is carried then
    bool skips = false;               // kLoop: a guard reads its continue flag
    uint32_t loop = kNoBlock;         // around it
    StrId break_flag, continue_flag;  // kLoop: set by some jump
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
  bool IsStructured(uint32_t loop) const { return loop == kNoBlock || blocks_[loop].structured; }
  void StructureJumps(bool kernel);

  Program& p_;
  std::vector<Block> blocks_;
  std::vector<Event> events_;
  absl::flat_hash_map<StrId, std::vector<uint32_t>> by_name_;  // events of a name
  absl::flat_hash_map<StrId, uint32_t> assignments_;           // how many; parameters count
  absl::flat_hash_map<uint32_t, Guard> guards_;      // by offset
  absl::flat_hash_map<uint32_t, uint32_t> jumps_;    // loop of `break` and `continue`, by offset
  absl::flat_hash_map<uint32_t, Trap> trapped_;      // by offset
  absl::flat_hash_set<StrId> flags_;
  bool reassigns_ = false;
};

}  // namespace t2t
