// AllocatedMemoryAddr: every memref has an address, and what a kernel keeps in a memory fits into it. Addresses are given out
// behind this lowering, so it is checked on demand. Sizes are those of the chip; without one, and for a memory that no size is
// known of, only the addresses themselves are looked at.
#include <algorithm>
#include <array>

#include "fmt/format.h"
#include "ir/analysis/buffer_capacity.h"
#include "ir/analysis/function_class.h"
#include "verifiers/all.h"
#include "verifiers/each_value.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a kernel uses more of a memory than there is"},
    {2, "a memref has no address, or a negative one"},
};

class Checker {
 public:
  explicit Checker(VerifyContext& c) : c_(c), p_(c.program) {}

  void Function(FuncId f) {
    top_ = {};
    ForEachValue(p_, f, [&](ValueId v, Span place) {
      if (p_.TypeOf(v).memref) One(f, v, place);
    });
    for (const EnumEntry<MemorySpace>& space : EnumTable<MemorySpace>()) {
      const Top& top = top_[static_cast<size_t>(space.value)];
      const int64_t capacity = CapacityOf(c_.chip, space.value);
      if (capacity == 0 || top.end <= capacity) continue;
      c_.Error(1, f, top.place,
               fmt::format("function {} uses {} bytes of {}, but {} has {}", p_[p_[f].name], top.end, space.name, c_.chip,
                           capacity),
               "split the tiles, or let those that are not alive together share memory");
    }
  }

 private:
  // The highest byte in use of one memory, and where.
  struct Top {
    int64_t end = 0;
    Span place;
  };

  void One(FuncId f, ValueId v, Span place) {
    const Type& type = p_.TypeOf(v);
    const MemRef& memref = p_[type.memref];
    const bool constant = memref.byte_offset && p_.IsConstInt(memref.byte_offset);
    if (!memref.byte_offset || (constant && p_[memref.byte_offset].int_value() < 0)) {
      c_.Error(2, f, place, fmt::format("the memref of {} has no address in allocation {}", p_[p_[v].name], p_[memref.name]),
               "give it one (AllocateMemoryAddr)");
      return;
    }
    if (!constant || !type.IsTile() || type.space == MemorySpace::kUnset) return;
    // A size near 2^64 must not wrap around to a small one.
    constexpr uint64_t kHuge = uint64_t{1} << 62;
    const auto offset = static_cast<uint64_t>(p_[memref.byte_offset].int_value());
    const auto end = static_cast<int64_t>(std::min(kHuge, offset) + std::min(kHuge - 1, memref.size));
    Top& top = top_[static_cast<size_t>(type.space)];
    if (end > top.end) top = {end, place};
  }

  VerifyContext& c_;
  const Program& p_;
  std::array<Top, static_cast<size_t>(MemorySpace::kRightScale) + 1> top_;  // by memory space, the last of which this is
};

void VerifyAllocatedMemoryAddr(VerifyContext& c) {
  Checker checker(c);
  for (FuncId f : c.functions) {
    if (IsLoweredKernel(c.program, f)) checker.Function(f);
  }
}

}  // namespace

constinit const Verifier kAllocatedMemoryAddr = {
    .property = "AllocatedMemoryAddr",
    .kind = VerifierKind::kProperty,
    .phase = VerifierPhase::kOnDemand,
    .summary = "every memref has an address, inside the memory it is in",
    .source = "verifiers 8.8; op-conversions 6.1",
    .rules = kRules,
    .run = VerifyAllocatedMemoryAddr,
};

}  // namespace t2t
