// The conversion registry: which operator becomes what, and where its operands must live (op-conversions 1).
//
// Every operator family registers its conversions in its own file (families.h). Nothing is written down twice: the spaces
// in which operands are demanded come from the operator registry, and a registration that names an operator which does
// not exist, or asks it for a constraint it does not declare, fails when the registry is built.
#pragma once

#include <functional>
#include <initializer_list>
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
  // Only of a registry that was built, so the look-up has succeeded.
  MemorySpace Get() const { return space_; }
  // Why the look-up failed; "" when it did not. Reported when the registry is built.
  const std::string& error() const { return error_; }

 private:
  explicit OperandSpace(MemorySpace space) : space_(space) {}
  explicit OperandSpace(std::string error) : error_(std::move(error)) {}
  friend OperandSpace BridgeSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
  friend OperandSpace OperandSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
  MemorySpace space_ = MemorySpace::kUnset;
  std::string error_;
};

// Where a load must put the operand so that every listed op can consume it: their common constraint through
// StagingSpaceForLoad, the first loadable space where the constraint leaves a choice. Fails if an op is unknown, has no
// constraint there, the ops disagree, or no load reaches the space.
OperandSpace BridgeSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
// The common constraint itself, for operands that are created and not loaded (accumulators).
OperandSpace OperandSpaceOf(std::initializer_list<std::string_view> ops, size_t operand);
// Landing space of a GM load for a consumer constraint: Vec->Vec, Mat->Mat, L0 and scales->Mat, otherwise none.
std::optional<MemorySpace> StagingSpaceForLoad(MemorySpace constraint);

struct OperandRequirement {
  size_t operand = 0;
  OperandSpace space;
  std::string transpose_kwarg = {};            // "" = never read transposed
  bool cube_m_axis = false;                    // the M axis of a matrix product runs through this operand
  std::optional<size_t> m_align_from_operand = {};  // take the M granule of that operand instead of the own one
  bool cube_n_axis = false;                    // the N axis does; never both
};

// Who brings GM operands on chip: the driver, before the converter is called, or the converter itself, because shape or
// offset of the load are part of what it computes (lowering h.1).
enum class GmOperands : uint8_t { kLoadedByDefault, kOwn };

struct Conversion {
  OpId from;
  std::string to;                              // one-to-one conversions: the tile operator; "" for the others
  Converter convert;
  std::vector<OperandRequirement> requirements;  // ascending by operand
  GmOperands gm = GmOperands::kLoadedByDefault;
  std::string summary;                         // for --explain-op and the docs table

  const OperandRequirement* Requirement(size_t operand) const;
};

class ConversionRegistry {
 public:
  const Conversion* Find(OpId op) const;       // null when the operator has none
  absl::Span<const Conversion> all() const { return conversions_; }  // in order of registration

 private:
  friend class ConversionRegistryBuilder;
  std::vector<Conversion> conversions_;
  std::vector<int32_t> by_op_;                 // index into conversions_, by OpId; -1 = none
};

// Collects registrations; the last one of an operator wins.
class ConversionRegistryBuilder {
 public:
  // Same operands, same kwargs, another operator.
  void Simple(std::string_view from, std::string_view to, std::vector<OperandRequirement> requirements = {});
  void Custom(std::string_view from, Converter convert, std::string_view summary,
              std::vector<OperandRequirement> requirements = {}, GmOperands gm = GmOperands::kLoadedByDefault);
  // InternalError that lists every registration that is wrong.
  absl::StatusOr<ConversionRegistry> Build() const;

 private:
  struct Entry {
    std::string from;
    Conversion conversion;
  };
  void Add(Entry entry);
  std::vector<Entry> entries_;
  absl::flat_hash_map<std::string, size_t> index_;
};

// The conversions of all families.
absl::StatusOr<ConversionRegistry> BuildConversions();
// The same, built once.
const ConversionRegistry& Conversions();

// Is a GM operand without a requirement of its own turned into a tile before conversion? True for `tensor.*` ops that
// have a conversion and do not manage their GM operands themselves (lowering h.1).
bool HasDefaultTileInputs(OpId op);

}  // namespace t2t
