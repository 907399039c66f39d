// The conversion registry: which operator becomes what, and where its operands must live (op-conversions 1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/ops/registry.h"
#include "passes/convert/converter.h"

namespace t2t {

// A memory space read from the operator registry. There is no way to write one down: no public constructor, no conversion
// from MemorySpace. The only sources are the two functions below (design document, "bridge load").
class OperandSpace {
 public:
  MemorySpace Get() const { return space_; }

 private:
  explicit OperandSpace(MemorySpace space) : space_(space) {}
  friend OperandSpace BridgeSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
  friend OperandSpace OperandSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
  MemorySpace space_;
};

// Where a load must put the operand so that every listed op can consume it: their common constraint through
// StagingSpaceForLoad. Fails while the registry is built if an op is unknown, has no constraint there, the ops disagree,
// or no load reaches the space.
OperandSpace BridgeSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
// The common constraint itself, for operands that are created and not loaded (accumulators).
OperandSpace OperandSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
// Landing space of a GM load for a consumer constraint: Vec->Vec, Mat->Mat, L0 and scales->Mat, otherwise none.
std::optional<MemorySpace> StagingSpaceForLoad(MemorySpace constraint);

struct OperandRequirement {
  size_t operand = 0;
  OperandSpace space;
  std::string transpose_kwarg;               // "" = never read transposed
  bool cube_m_axis = false;                  // the M axis of a matrix product runs through this operand
  std::optional<size_t> m_align_from_operand;  // take the M granule of that operand instead of the own one
  bool cube_n_axis = false;
};

struct Conversion {
  OpId from;
  std::string to;                            // one-to-one conversions: the tile operator; "" for the others
  Converter convert = nullptr;
  std::vector<OperandRequirement> requirements;  // ascending by operand
  std::string summary;                       // for --explain-op and the docs table

  const OperandRequirement* Requirement(size_t operand) const;
};

class ConversionRegistry {
 public:
  const Conversion* Find(OpId op) const;     // null when the operator has none
  absl::Span<const Conversion> all() const { return conversions_; }

  void Simple(std::string_view from, std::string_view to, std::vector<OperandRequirement> requirements = {});
  void Custom(std::string_view from, Converter convert, std::string_view summary,
              std::vector<OperandRequirement> requirements = {});

 private:
  std::vector<Conversion> conversions_;
  std::vector<int32_t> by_op_;               // index into conversions_, by OpId; -1 = none
};

const ConversionRegistry& Conversions();

// Is operand `i` of this op turned into a tile by default before conversion? True for `tensor.*` ops that have a
// conversion and do not manage their GM operands themselves (lowering h.1), where `i` has no requirement of its own.
bool HasDefaultTileInputs(OpId op);

}  // namespace t2t
