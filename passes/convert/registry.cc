#include "passes/convert/registry.h"

#include <algorithm>

#include "fmt/core.h"
#include "ir/support/check.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// The constraint that all listed operators declare for the operand, or what is wrong with the question.
std::string CommonConstraint(std::initializer_list<std::string_view> ops, size_t operand, SpaceSet* constraint) {
  bool first = true;
  std::string_view first_name;
  for (std::string_view name : ops) {
    const OpId id = Ops().Find(name);
    if (!id) return fmt::format("operator {} is not registered", name);
    const OperandDef* def = Ops()[id].Operand(operand);
    if (def == nullptr || def->input_memory.empty()) {
      return fmt::format("operator {} declares no memory space for operand {}", name, operand);
    }
    if (first) {
      *constraint = def->input_memory;
      first_name = name;
    } else if (!(def->input_memory == *constraint)) {
      return fmt::format("operators {} and {} disagree about the memory space of operand {}", first_name, name, operand);
    }
    first = false;
  }
  return first ? "no operator named" : "";
}

std::string CheckRequirements(const Conversion& conversion) {
  for (const OperandRequirement& r : conversion.requirements) {
    if (!r.space.error().empty()) return fmt::format("operand {}: {}", r.operand, r.space.error());
    if (r.cube_m_axis && r.cube_n_axis) {
      return fmt::format("operand {}: the M and the N axis of a product cannot both run through it", r.operand);
    }
  }
  for (size_t i = 1; i < conversion.requirements.size(); ++i) {
    if (conversion.requirements[i - 1].operand >= conversion.requirements[i].operand) {
      return "requirements must ascend by operand";
    }
  }
  return "";
}

}  // namespace

std::optional<MemorySpace> StagingSpaceForLoad(MemorySpace constraint) {
  switch (constraint) {
    case MemorySpace::kVec:
    case MemorySpace::kMat:
      return constraint;
    // MTE2 fills no L0 buffer: the load stops in L1 and a later move makes the last hop.
    case MemorySpace::kLeft:
    case MemorySpace::kRight:
    case MemorySpace::kBias:
    case MemorySpace::kLeftScale:
    case MemorySpace::kRightScale:
      return MemorySpace::kMat;
    default:
      return std::nullopt;
  }
}

OperandSpace BridgeSpaceOf(std::initializer_list<std::string_view> ops, size_t operand) {
  SpaceSet constraint;
  if (std::string error = CommonConstraint(ops, operand, &constraint); !error.empty()) {
    return OperandSpace(std::move(error));
  }
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (!constraint.Has(entry.value)) continue;
    if (const std::optional<MemorySpace> landing = StagingSpaceForLoad(entry.value)) return OperandSpace(*landing);
  }
  return OperandSpace(fmt::format("no load reaches the memory space that {} wants for operand {}; "
                                  "such an operand has to be created there",
                                  *ops.begin(), operand));
}

OperandSpace OperandSpaceOf(std::initializer_list<std::string_view> ops, size_t operand) {
  SpaceSet constraint;
  if (std::string error = CommonConstraint(ops, operand, &constraint); !error.empty()) {
    return OperandSpace(std::move(error));
  }
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (constraint == SpaceSet{entry.value}) return OperandSpace(entry.value);
  }
  return OperandSpace(fmt::format("{} allows several memory spaces for operand {}", *ops.begin(), operand));
}

const OperandRequirement* Conversion::Requirement(size_t operand) const {
  for (const OperandRequirement& r : requirements) {
    if (r.operand == operand) return &r;
  }
  return nullptr;
}

const Conversion* ConversionRegistry::Find(OpId op) const {
  if (!op || op.index() >= by_op_.size()) return nullptr;
  const int32_t index = by_op_[op.index()];
  return index < 0 ? nullptr : &conversions_[static_cast<size_t>(index)];
}

void ConversionRegistryBuilder::Add(Entry entry) {
  const auto [it, added] = index_.try_emplace(entry.from, entries_.size());
  if (added) {
    entries_.push_back(std::move(entry));
  } else {
    entries_[it->second] = std::move(entry);
  }
}

void ConversionRegistryBuilder::Simple(std::string_view from, std::string_view to,
                                       std::vector<OperandRequirement> requirements) {
  Entry entry;
  entry.from = from;
  entry.conversion.to = to;
  entry.conversion.convert = [target = std::string(to)](ConvertContext& c) {
    return c.Make(target, c.args, c.call.kwargs);
  };
  entry.conversion.requirements = std::move(requirements);
  entry.conversion.summary = fmt::format("{} on the same operands", to);
  Add(std::move(entry));
}

void ConversionRegistryBuilder::Custom(std::string_view from, Converter convert, std::string_view summary,
                                       std::vector<OperandRequirement> requirements, GmOperands gm) {
  Entry entry;
  entry.from = from;
  entry.conversion.convert = std::move(convert);
  entry.conversion.requirements = std::move(requirements);
  entry.conversion.gm = gm;
  entry.conversion.summary = summary;
  Add(std::move(entry));
}

absl::StatusOr<ConversionRegistry> ConversionRegistryBuilder::Build() const {
  ConversionRegistry registry;
  registry.by_op_.assign(Ops().size(), -1);
  std::string errors;
  for (const Entry& entry : entries_) {
    Conversion conversion = entry.conversion;
    conversion.from = Ops().Find(entry.from);
    std::string error;
    if (!conversion.from) {
      error = "operator is not registered";
    } else if (!conversion.to.empty() && !Ops().Find(conversion.to)) {
      error = fmt::format("its target {} is not registered", conversion.to);
    } else {
      error = CheckRequirements(conversion);
    }
    if (!error.empty()) {
      errors += fmt::format("\n  {}: {}", entry.from, error);
      continue;
    }
    registry.by_op_[conversion.from.index()] = static_cast<int32_t>(registry.conversions_.size());
    registry.conversions_.push_back(std::move(conversion));
  }
  if (!errors.empty()) return InternalError("conversion registry:{}", errors);
  return registry;
}

absl::StatusOr<ConversionRegistry> BuildConversions() {
  ConversionRegistryBuilder builder;
  RegisterOneToOneConversions(builder);
  RegisterElementTypeConversions(builder);
  RegisterElementwiseConversions(builder);
  RegisterCompareConversion(builder);
  RegisterReductionConversions(builder);
  RegisterWindowConversions(builder);
  RegisterAllocationConversions(builder);
  RegisterPaddingConversions(builder);
  RegisterShapeConversions(builder);
  RegisterMatmulConversions(builder);
  RegisterFlatAndDimGatherConversion(builder);
  RegisterRowGatherConversions(builder);
  RegisterScatterConversions(builder);
  RegisterScatterUpdateConversions(builder);
  RegisterMergeSortConversion(builder);
  RegisterExpandCloneConversion(builder);
  RegisterRemoteConversions(builder);
  RegisterSplitBoundaryConversions(builder);
  return builder.Build();
}

const ConversionRegistry& Conversions() {
  static const ConversionRegistry* const registry = [] {
    absl::StatusOr<ConversionRegistry> built = BuildConversions();
    if (!built.ok()) CheckFailed(MessageOf(built.status()), __FILE__, __LINE__);
    return new ConversionRegistry(*std::move(built));
  }();
  return *registry;
}

bool HasDefaultTileInputs(OpId op) {
  const Conversion* conversion = Conversions().Find(op);
  return conversion != nullptr && conversion->gm == GmOperands::kLoadedByDefault &&
         std::string_view(Ops()[op].name).starts_with("tensor.");
}

}  // namespace t2t
