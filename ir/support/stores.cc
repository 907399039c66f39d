#include "ir/support/stores.h"

namespace t2t {

ListPool::ListPool(const ListPool& other) : next_(other.next_) {
  for (const Allocation& from : other.allocations_) {
    Grow(from.slots);
    std::copy_n(from.words.get(), size_t{from.slots} * kChunkWords, allocations_.back().words.get());
  }
}

ListPool& ListPool::operator=(const ListPool& other) {
  if (this != &other) *this = ListPool(other);
  return *this;
}

uint32_t ListPool::Reserve(uint32_t words) {
  const uint32_t used = next_ & (kChunkWords - 1);
  const bool open = next_ < slots_.size() * kChunkWords;
  if (!open || used + words > kChunkWords) {
    next_ = static_cast<uint32_t>(slots_.size()) * kChunkWords;
    Grow((words + kChunkWords - 1) / kChunkWords);
  }
  const uint32_t begin = next_;
  next_ += words;
  return begin;
}

void ListPool::Grow(uint32_t slots) {
  allocations_.push_back({std::make_unique<uint32_t[]>(size_t{slots} * kChunkWords), slots});
  for (uint32_t i = 0; i < slots; ++i) slots_.push_back(allocations_.back().words.get() + size_t{i} * kChunkWords);
}

}  // namespace t2t
