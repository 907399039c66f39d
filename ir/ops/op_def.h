// What t2t knows about one operator. Everything else asks this record: no pass matches operator names where a field can
// answer. Filled by the fluent OpBuilder at start-up, read-only afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/support/status.h"

namespace t2t {

class DeduceContext;

enum class OpCategory : uint8_t { kTensor, kTile, kArray, kDistributed, kCrossCore, kSync, kTask, kPrefetch, kCast };
enum class Effect : uint8_t { kRead, kWrite, kReadWrite };
enum class WriteChannel : uint8_t { kNone, kDma, kScalar };       // MTE3 or data cache (lowering g.1)
enum class CoreAffinity : uint8_t { kDerived, kCube, kVector, kShared };

// Set of memory spaces an operand may live in; empty = not constrained.
class SpaceSet {
 public:
  constexpr SpaceSet() = default;
  constexpr SpaceSet(std::initializer_list<MemorySpace> spaces) {
    for (MemorySpace s : spaces) bits_ = static_cast<uint16_t>(bits_ | (1u << static_cast<unsigned>(s)));
  }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool Has(MemorySpace s) const {
    return s != MemorySpace::kUnset && ((bits_ >> static_cast<unsigned>(s)) & 1u) != 0;
  }
  friend constexpr bool operator==(SpaceSet, SpaceSet) = default;

 private:
  uint16_t bits_ = 0;
};

struct OperandDef {
  std::string name;
  bool optional = false;
  bool variadic = false;        // the last operand, any number of times
  SpaceSet input_memory;        // hardware constraint on a tile operand (set_input_memory)
  Effect effect = Effect::kRead;
  // Effect that depends on kwargs; when set it wins over `effect`. Named `by-kwarg` in listings.
  std::function<Effect(const Program&, AttrsId kwargs)> effect_of;
};

// The declared value type of a kwarg; listings spell it int, bool, double, string, dtype, memory, layout, tile_layout, pad.
struct KwargDef {
  std::string name;
  AttrKind kind = AttrKind::kInt;
  bool required = false;
  bool dtype_as_int = false;    // a kDType kwarg that also takes the integer code (types-and-ops 0)
  std::string default_text;     // for listings only: what the operator assumes when it is absent; "" = nothing
};

// Where the result lives (types-and-ops 4.1).
struct OutputMemory {
  enum class Rule : uint8_t { kNone, kFixed, kFromKwarg, kInherit };
  Rule rule = Rule::kNone;
  MemorySpace space = MemorySpace::kUnset;   // kFixed; kFromKwarg: the default, kUnset = none
  bool retargetable = false;
};

using Deducer = absl::StatusOr<TypeId> (*)(DeduceContext&);

struct OpDef {
  std::string name;             // "tile.matmul"
  OpCategory category = OpCategory::kTensor;
  std::string summary;          // one line for people
  std::vector<OperandDef> operands;
  std::vector<KwargDef> kwargs;
  bool any_kwargs = false;      // the table declares none but the front end stores some (col_max: axis, keep_dim)
  Deducer deduce = nullptr;     // null: result Unknown
  OutputMemory output;
  int reuses = -1;              // result is the buffer of this operand
  int alias_result_of = -1;     // result names this operand for alias tracking although the buffer is not declared reused
  std::vector<int> forbid_alias;
  bool not_inplace = false;
  bool no_arg_writes = false;   // declared to write none
  bool declares_effects = false;  // some operand has a declared effect, or no_arg_writes
  WriteChannel channel = WriteChannel::kNone;
  CoreAffinity affinity = CoreAffinity::kDerived;
  bool internal_only = false;   // not available to user programs
  bool no_duplicate = false;
  bool view = false;            // touches no memory: slice, reshape, create, alloc, ... (types-and-ops 4.2)
  bool private_cast = false;    // t2t.as_tile, t2t.as_tensor

  size_t min_operands() const;
  size_t max_operands() const;  // SIZE_MAX when variadic
  const KwargDef* FindKwarg(std::string_view key) const;
  // Constraint of operand i, counting a variadic tail.
  const OperandDef* Operand(size_t i) const;
};

}  // namespace t2t
