// Append-only stores with stable addresses. Elements are trivially copyable and refer to each other by id, so copying a
// store (and with it a whole Program) is a copy of its chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "absl/types/span.h"
#include "ir/support/check.h"
#include "ir/support/ids.h"

namespace t2t {

template <class T, class IdT>
class Store {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr uint32_t kChunkBits = 12;  // 4096 elements: large enough that the chunk table stays in cache
  static constexpr uint32_t kChunkSize = 1u << kChunkBits;

 public:
  Store() = default;
  Store(Store&&) noexcept = default;
  Store& operator=(Store&&) noexcept = default;
  Store(const Store& other) : size_(other.size_) {
    for (const auto& chunk : other.chunks_) {
      chunks_.push_back(std::make_unique<T[]>(kChunkSize));
      std::copy_n(chunk.get(), kChunkSize, chunks_.back().get());
    }
  }
  Store& operator=(const Store& other) {
    if (this != &other) *this = Store(other);
    return *this;
  }

  IdT Add(const T& value) {
    if ((size_ & (kChunkSize - 1)) == 0 && (size_ >> kChunkBits) == chunks_.size()) {
      chunks_.push_back(std::make_unique<T[]>(kChunkSize));
    }
    chunks_[size_ >> kChunkBits][size_ & (kChunkSize - 1)] = value;
    return IdT(size_++);
  }
  // Takes back the element added last: interning stores a candidate first and looks whether it was needed.
  void PopBack() { --size_; }
  T& operator[](IdT id) { return chunks_[id.index() >> kChunkBits][id.index() & (kChunkSize - 1)]; }
  const T& operator[](IdT id) const { return chunks_[id.index() >> kChunkBits][id.index() & (kChunkSize - 1)]; }

  uint32_t size() const { return size_; }
  size_t bytes() const { return chunks_.size() * kChunkSize * sizeof(T); }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  uint32_t size_ = 0;
};

// Pool of 32-bit words handed out in contiguous runs. A run longer than one chunk takes several neighbouring chunk slots
// that share one allocation, so every run is one Span.
class ListPool {
  static constexpr uint32_t kChunkBits = 14;
  static constexpr uint32_t kChunkWords = 1u << kChunkBits;

 public:
  ListPool() = default;
  ListPool(ListPool&&) noexcept = default;
  ListPool& operator=(ListPool&&) noexcept = default;
  ListPool(const ListPool& other);
  ListPool& operator=(const ListPool& other);

  template <class T>
  List<T> Add(absl::Span<const T> items) {
    static_assert(sizeof(T) == 4 && std::is_trivially_copyable_v<T>);
    List<T> list = Allocate<T>(static_cast<uint32_t>(items.size()));
    if (!items.empty()) std::memcpy(At(list.begin), items.data(), items.size() * sizeof(T));
    return list;
  }
  template <class T>
  absl::Span<const T> Get(List<T> list) const {
    if (list.size == 0) return {};
    return absl::MakeConstSpan(reinterpret_cast<const T*>(At(list.begin)), list.size);
  }
  template <class T>
  absl::Span<T> GetMutable(List<T> list) {
    if (list.size == 0) return {};
    return absl::MakeSpan(reinterpret_cast<T*>(At(list.begin)), list.size);
  }
  // Takes back the run handed out last; anything else is kept.
  template <class T>
  void TakeBack(List<T> list) {
    if (list.size != 0 && list.begin + list.size == next_) next_ = list.begin;
  }
  size_t bytes() const { return slots_.size() * kChunkWords * sizeof(uint32_t); }

 private:
  struct Allocation {
    std::unique_ptr<uint32_t[]> words;
    uint32_t slots;
  };
  uint32_t* At(uint32_t index) const { return slots_[index >> kChunkBits] + (index & (kChunkWords - 1)); }
  template <class T>
  List<T> Allocate(uint32_t size) {
    if (size == 0) return {};
    return {Reserve(size), size};
  }
  uint32_t Reserve(uint32_t words);
  void Grow(uint32_t slots);

  std::vector<uint32_t*> slots_;
  std::vector<Allocation> allocations_;
  uint32_t next_ = 0;  // first free word
};

}  // namespace t2t
