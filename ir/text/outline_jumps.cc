// Jumps in an outline: what becomes of the statements behind one that may leave their block.
#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "ir/text/outline_maker.h"
#include "ir/text/reader.h"

namespace t2t {

void OutlineMaker::Add(Exits& to, const Exits& more) {
  to.may_return |= more.may_return;
  for (StrId flag : more.flags) {
    if (std::find(to.flags.begin(), to.flags.end(), flag) == to.flags.end()) to.flags.push_back(flag);
  }
}

// The flag of the innermost loop; its name is no word of the language, so that nobody else has it.
StrId OutlineMaker::Flag(StrId Outline::Block::* field, std::string_view name) {
  StrId& flag = o_.blocks_[loop_].*field;
  if (!flag) {
    flag = o_.p_.Str(fmt::format("{} {}", name, loop_));
    o_.flags_.insert(flag);
  }
  return flag;
}

// The line just taken, if it jumps. A jump sets its flag, whether somebody will read it or not.
OutlineMaker::Exits OutlineMaker::Jump() {
  Exits exits;
  if (line_.empty() || line_[0].kind != Tok::kName) return exits;
  const std::string_view word = lex_.Text(line_[0]);
  const bool leaves_loop = line_.size() == 1 && (word == "break" || word == "continue");
  const bool leaves_scope = trap_ != Outline::Trap::kNone && (word == "return" || (leaves_loop && loop_ == Outline::kNoBlock));
  if (leaves_scope) {
    o_.trapped_.emplace(line_[0].begin, trap_);
  } else if (word == "return" && loop_ == Outline::kNoBlock && scopes_ == 0) {
    exits.always = exits.may_return = true;
  } else if (leaves_loop && loop_ != Outline::kNoBlock) {
    const StrId flag = word == "break" ? Flag(&Outline::Block::break_flag, word) : Flag(&Outline::Block::continue_flag, word);
    o_.jumps_[line_[0].begin] = loop_;
    o_.events_.push_back({flag, block_, true});
    o_.blocks_[block_].assigned.push_back(flag);
    exits.always = true;
    exits.flags = {flag};
  }
  return exits;
}

// A broken loop looks at its flag in front of every iteration.
void OutlineMaker::EndLoop(uint32_t around, const Region& region) {
  if (const StrId flag = o_.blocks_[block_].break_flag) o_.events_.push_back({flag, block_, false});
  loop_ = around;
  Close(region);
}

// At the colon of a scope whose body is no part of the code around it: a loop around is not its to leave.
void OutlineMaker::Sealed(Region* region, Outline::Trap trap) {
  const uint32_t around = std::exchange(loop_, Outline::kNoBlock);
  const Outline::Trap outer = std::exchange(trap_, trap);
  ++scopes_;
  if (At(Tok::kColon)) Advance();
  Suite(region);
  --scopes_;
  trap_ = outer;
  loop_ = around;
}

// The statements up to the end of the block, behind one that ended like `before`.
OutlineMaker::Exits OutlineMaker::Rest(Region* region, Exits before) {
  Exits all = before;
  while (!AtBlockEnd()) {
    if (!before.always && !before.flags.empty()) {
      Add(all, Guarded(region, before));
      break;
    }
    before = Stmt(region);
    Add(all, before);
    all.always |= before.always;
  }
  return all;
}

OutlineMaker::Exits OutlineMaker::Guarded(Region* region, const Exits& before) {
  const uint32_t at = tok_.begin;
  for (StrId flag : before.flags) {
    o_.events_.push_back({flag, block_, false});
    o_.blocks_[loop_].skips |= flag == o_.blocks_[loop_].continue_flag;
  }
  const uint32_t guard = Open(Outline::Kind::kIf, at - 1);
  o_.guards_[at] = {guard, loop_, before.flags};
  o_.blocks_[guard].branches[0] = Open(Outline::Kind::kBranch, at - 1);
  Exits exits;
  if (++depth_ <= 2 * kMaxNesting) exits = Rest(region, {});
  --depth_;
  Close(Region());
  Close(Region());
  exits.always = false;
  return exits;
}

}  // namespace t2t
