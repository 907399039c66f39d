#include "ir/text/outline.h"

#include <algorithm>

#include "ir/text/outline_maker.h"

namespace t2t {

Outline::Outline(Lexer lexer, Program& program, absl::Span<const StrId> params, bool kernel) : p_(program) {
  OutlineMaker(std::move(lexer), *this).Make(params);
  for (uint32_t i = 0; i < events_.size(); ++i) by_name_[events_[i].name].push_back(i);
  StructureJumps(kernel);
}

void Outline::StructureJumps(bool kernel) {
  for (uint32_t i = 0; i < blocks_.size(); ++i) {
    Block& b = blocks_[i];
    if (b.is_explicit || !(b.break_flag || b.continue_flag)) continue;
    const std::vector<StrId> carried = Carried(i);
    const bool carries = std::any_of(carried.begin(), carried.end(), [&](StrId name) { return !flags_.contains(name); });
    b.structured = kernel || carries || b.computed;
    if (b.structured && (b.break_flag || b.skips)) reassigns_ = true;  // a flag has as many names as values
  }
}

bool Outline::Joins(uint32_t block) const { return blocks_[block].joins && IsStructured(blocks_[block].loop); }

const Outline::Guard* Outline::GuardAt(uint32_t offset) const {
  const auto it = guards_.find(offset);
  return it != guards_.end() && IsStructured(it->second.loop) ? &it->second : nullptr;
}

uint32_t Outline::LoopOfJump(uint32_t offset) const {
  const auto it = jumps_.find(offset);
  return it != jumps_.end() && blocks_[it->second].structured ? it->second : kNoBlock;
}

uint32_t Outline::BlockAt(uint32_t offset) const {
  const auto it = std::lower_bound(blocks_.begin(), blocks_.end(), offset,
                                   [](const Block& b, uint32_t at) { return b.begin < at; });
  return it != blocks_.end() && it->begin == offset ? static_cast<uint32_t>(it - blocks_.begin()) : kNoBlock;
}

const Outline::Event* Outline::NextEvent(StrId name, uint32_t from, uint32_t to) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  const auto it = std::lower_bound(found->second.begin(), found->second.end(), from);
  return it != found->second.end() && *it < to ? &events_[*it] : nullptr;
}

bool Outline::Overwritten(StrId name, uint32_t block, uint32_t from, uint32_t to) const {
  const Event* event = NextEvent(name, from, to);
  if (event == nullptr || !event->assigns) return false;
  if (event->block == block) return true;
  uint32_t inner = event->block;  // the block directly in `block` that holds it
  while (blocks_[inner].parent != block) inner = blocks_[inner].parent;
  const Block& b = blocks_[inner];
  if (b.kind != Kind::kIf || b.branches[1] == kNoBlock) return false;
  for (uint32_t branch : b.branches) {
    if (!Overwritten(name, branch, blocks_[branch].first, blocks_[branch].last)) return false;
  }
  return true;
}

bool Outline::ReadFirst(StrId name, uint32_t block) const {
  const Block& b = blocks_[block];
  return NextEvent(name, b.first, b.last) != nullptr && !Overwritten(name, block, b.first, b.last);
}

bool Outline::LiveBehind(StrId name, uint32_t block) const {
  while (blocks_[block].parent != kNoBlock) {
    const uint32_t parent = blocks_[block].parent;
    if (blocks_[parent].kind != Kind::kIf) {  // behind a branch comes what is behind both
      const uint32_t from = blocks_[block].last, to = blocks_[parent].last;
      if (NextEvent(name, from, to) != nullptr) return !Overwritten(name, parent, from, to);
      if (blocks_[parent].kind == Kind::kLoop && ReadFirst(name, parent)) return true;
    }
    block = parent;
  }
  return false;
}

std::vector<StrId> Outline::InByteOrder(std::vector<StrId> names) const {
  std::sort(names.begin(), names.end(), [&](StrId a, StrId b) { return p_[a] < p_[b]; });
  return names;
}

std::vector<StrId> Outline::Carried(uint32_t block) const {
  std::vector<StrId> names;
  for (StrId name : blocks_[block].assigned) {
    const bool flag = name == blocks_[block].break_flag;  // read in front of every iteration
    if (flag || ReadFirst(name, block) || LiveBehind(name, block)) names.push_back(name);
  }
  return InByteOrder(std::move(names));
}

std::vector<StrId> Outline::Decided(uint32_t block) const {
  std::vector<StrId> names;
  for (StrId name : blocks_[block].assigned) {
    if (LiveBehind(name, block)) names.push_back(name);
  }
  return InByteOrder(std::move(names));
}

}  // namespace t2t
