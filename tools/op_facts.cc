#include "tools/op_facts.h"

#include "fmt/format.h"
#include "ir/core/enums.h"
#include "ir/ops/registry.h"
#include "passes/convert/registry.h"

namespace t2t {
namespace {

void Join(std::string& out, std::string_view word, std::string_view separator = "|") {
  if (!out.empty()) out += separator;
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

std::string SpacesText(SpaceSet spaces, std::string_view separator) {
  std::string out;
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (spaces.Has(entry.value)) Join(out, entry.name, separator);
  }
  return out;
}

std::string SignatureText(const OpDef& op) {
  std::string items;
  for (const OperandDef& o : op.operands) {
    Join(items, o.variadic ? o.name + "..." : o.optional ? "[" + o.name + "]" : o.name, ", ");
  }
  for (const KwargDef& k : op.kwargs) {
    Join(items, k.required ? k.name + "=" : fmt::format("[{}={}]", k.name, k.default_text), ", ");
  }
  return fmt::format("{}({})", op.name, items);
}

std::string EffectText(const OperandDef& operand) {
  if (operand.effect_of) return "written, or read and written, as the keywords say";
  switch (operand.effect) {
    case Effect::kRead: return "read";
    case Effect::kWrite: return "written";
    case Effect::kReadWrite: return "read and written";
  }
  return {};
}

std::string KwargTypeText(const KwargDef& kwarg) {
  switch (kwarg.kind) {
    case AttrKind::kInt: return "int";
    case AttrKind::kBool: return "True or False";
    case AttrKind::kFloat: return "float";
    case AttrKind::kString: return "text";
    case AttrKind::kDType: return "data type";
    case AttrKind::kMemorySpace: return "memory space";
    case AttrKind::kTensorLayout: return "tensor layout";
    case AttrKind::kTileLayout: return "tile layout";
    case AttrKind::kPadValue: return "pad value";
    default: return "value";
  }
}

std::string ResultMemoryText(const OpDef& op) {
  std::string out;
  switch (op.output.rule) {
    case OutputMemory::Rule::kNone: break;
    case OutputMemory::Rule::kFixed: Join(out, EnumName(op.output.space), ", "); break;
    case OutputMemory::Rule::kFromKwarg:
      Join(out, op.output.space == MemorySpace::kUnset
                    ? std::string("target_memory says; left open without it")
                    : fmt::format("target_memory says; {} without it", EnumName(op.output.space)), ", ");
      break;
    case OutputMemory::Rule::kInherit: Join(out, "that of the first operand", ", "); break;
  }
  if (op.reuses >= 0) {
    Join(out, fmt::format("in the buffer of {}", op.operands[static_cast<size_t>(op.reuses)].name), ", ");
  }
  return out;
}

std::string ConversionText(const OpDef& op) {
  const Conversion* c = Conversions().Find(Ops().Find(op.name));
  if (c != nullptr) return c->to.empty() ? c->summary : c->to;
  if (op.private_cast) return "none, folds away";
  if (op.name == "tensor.dim" || op.name == "tensor.view") return "none, stays on a GM tensor";
  switch (op.category) {
    case OpCategory::kTensor: return "none, refused in a kernel";
    case OpCategory::kTile: return "none, is a tile operator";
    default: return op.name.starts_with("pld.tile.") || op.name.starts_with("tile.") ? "none, is a tile operator"
                                                                                     : "none, passes through";
  }
}

}  // namespace t2t
