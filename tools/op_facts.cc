#include "tools/op_facts.h"

#include "fmt/format.h"
#include "ir/core/enums.h"

namespace t2t {
namespace {

void Join(std::string& out, std::string_view word) {
  if (!out.empty()) out += '|';
  out += word;
}

}  // namespace

std::string_view CategoryName(OpCategory category) {
  constexpr std::string_view kNames[] = {"TensorOp", "TileOp", "ArrayOp",    "DistributedOp", "CrossCoreOp",
                                         "SyncOp",   "TaskOp", "PrefetchOp", "CastOp"};
  return kNames[static_cast<size_t>(category)];
}

std::string_view ChannelName(WriteChannel channel) {
  constexpr std::string_view kNames[] = {"", "Dma", "Scalar"};
  return kNames[static_cast<size_t>(channel)];
}

std::string_view AffinityName(CoreAffinity affinity) {
  constexpr std::string_view kNames[] = {"", "CUBE", "VECTOR", "SHARED"};
  return kNames[static_cast<size_t>(affinity)];
}

std::string KwargTypeName(const KwargDef& kwarg) {
  switch (kwarg.kind) {
    case AttrKind::kInt: return "int";
    case AttrKind::kBool: return "bool";
    case AttrKind::kFloat: return "double";
    case AttrKind::kString: return "string";
    case AttrKind::kDType: return "dtype";
    case AttrKind::kMemorySpace: return "memory";
    case AttrKind::kTensorLayout: case AttrKind::kTileLayout: return "layout";
    case AttrKind::kPadValue: return "pad";
    case AttrKind::kArgDirection: case AttrKind::kExpr: case AttrKind::kExprList: case AttrKind::kIntList:
    case AttrKind::kArgDirectionList: case AttrKind::kIntPairList: break;
  }
  return "value";
}

std::string EffectName(const OperandDef& operand) {
  if (operand.effect_of) return "by-kwarg";
  switch (operand.effect) {
    case Effect::kRead: return "Read";
    case Effect::kWrite: return "Write";
    case Effect::kReadWrite: return "ReadWrite";
  }
  return {};
}

std::string OutputMemoryName(const OpDef& op) {
  std::string out;
  switch (op.output.rule) {
    case OutputMemory::Rule::kNone: break;
    case OutputMemory::Rule::kFixed: Join(out, EnumName(op.output.space)); break;
    case OutputMemory::Rule::kFromKwarg: Join(out, "kwarg:target_memory"); break;
    case OutputMemory::Rule::kInherit: Join(out, "inherit"); break;
  }
  if (op.reuses >= 0) Join(out, fmt::format("reuses:{}", op.reuses));
  return out;
}

std::string SpacesText(SpaceSet spaces) {
  std::string out;
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (spaces.Has(entry.value)) Join(out, entry.name);
  }
  return out;
}

}  // namespace t2t
