#include "ir/ops/make_call.h"

#include <vector>

#include "fmt/format.h"
#include "ir/ops/deduce.h"
#include "ir/support/place.h"

namespace t2t {
namespace {

// Spaces that a tile can be moved into from anywhere; nothing moves into Acc (types-and-ops 2.1).
constexpr bool ReachableByMove(MemorySpace space) { return space != MemorySpace::kAcc; }

absl::Status CheckOperandSpaces(const Program& p, const OpDef& op, absl::Span<const ExprId> args) {
  for (size_t i = 0; i < args.size(); ++i) {
    const OperandDef* operand = op.Operand(i);
    if (operand == nullptr || operand->input_memory.empty()) continue;
    const Type& type = p.TypeOf(args[i]);
    if (!type.IsTile() || type.space == MemorySpace::kUnset || type.space == MemorySpace::kDDR) continue;
    if (operand->input_memory.Has(type.space)) continue;
    bool reachable = false;
    for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
      reachable |= operand->input_memory.Has(entry.value) && ReachableByMove(entry.value);
    }
    if (reachable) continue;
    return UserError("{}: operand {} ({}) must live in Acc but is in {}, and no move can bring it there; create it in Acc "
                     "(tile.create or tile.full with target_memory=Acc), or start the accumulation with init_cond",
                     op.name, i, operand->name, EnumName(type.space));
  }
  return absl::OkStatus();
}

bool IsDTypeCode(int64_t code) {
  for (const EnumEntry<DType>& entry : EnumTable<DType>()) {
    if (static_cast<int64_t>(entry.value) == code) return true;
  }
  return false;
}

std::string_view KwargTypeName(AttrKind kind) {
  switch (kind) {
    case AttrKind::kInt: return "an int";
    case AttrKind::kBool: return "a bool";
    case AttrKind::kFloat: return "a float";
    case AttrKind::kString: return "a string";
    case AttrKind::kDType: return "a data type";
    case AttrKind::kMemorySpace: return "a memory space";
    case AttrKind::kTensorLayout: return "a tensor layout";
    case AttrKind::kTileLayout: return "a tile layout";
    case AttrKind::kPadValue: return "a pad value";
    default: return "something else";
  }
}

// Stamps the declared output space on a result that has none yet (types-and-ops 4.4).
TypeId Stamp(Program& p, const OpDef& op, absl::Span<const ExprId> args, AttrsId kwargs, TypeId type) {
  const Type& t = p[type];
  if (t.kind == TypeKind::kTuple) {
    std::vector<TypeId> elements;
    bool changed = false;
    for (uint32_t i = 0; i < t.elements.size; ++i) {
      const TypeId element = p[t.elements][i];
      elements.push_back(Stamp(p, op, args, kwargs, element));
      changed |= elements.back() != element;
    }
    return changed ? p.TupleType(elements) : type;
  }
  if (!t.IsTile() || t.space != MemorySpace::kUnset) return type;
  MemorySpace space = MemorySpace::kUnset;
  switch (op.output.rule) {
    case OutputMemory::Rule::kNone: return type;
    case OutputMemory::Rule::kFixed: space = op.output.space; break;
    case OutputMemory::Rule::kFromKwarg: {
      const Attr* target = p.FindAttr(kwargs, "target_memory");
      space = target != nullptr && target->kind == AttrKind::kMemorySpace ? target->as<MemorySpace>() : op.output.space;
      break;
    }
    case OutputMemory::Rule::kInherit:
      for (ExprId arg : args) {
        const Type& source = p.TypeOf(arg);
        if (!source.IsTile() || source.space == MemorySpace::kUnset) continue;
        space = source.space;
        break;
      }
      break;
  }
  return space == MemorySpace::kUnset ? type : p.WithSpace(type, space);
}

// Two 4-bit floats share a byte, so a row of them must be even (types-and-ops 1.1).
absl::Status CheckPackedRows(const Program& p, const OpDef& op, TypeId type) {
  const Type& t = p[type];
  if (!t.IsShaped() || t.dtype != DType::kFp4) return absl::OkStatus();
  const absl::Span<const ExprId> shape = p.Shape(type);
  if (shape.empty()) return UserError("{}: an FP4 result needs at least 1 dimension", op.name);
  if (!p.IsConstInt(shape.back())) return absl::OkStatus();
  const int64_t last = p[shape.back()].int_value();
  if (last > 0 && last % 2 == 0) return absl::OkStatus();
  return UserError("{}: the last extent of an FP4 result must be positive and even, got {}", op.name, last);
}

}  // namespace

absl::Status CheckCallShape(const Program& p, OpId id, size_t num_args, AttrsId kwargs) {
  const OpDef& op = Ops()[id];
  const size_t min = op.min_operands(), max = op.max_operands();
  if (num_args < min || num_args > max) {
    const std::string expected = max == SIZE_MAX ? fmt::format("at least {}", min)
                                 : min == max    ? fmt::format("{}", min)
                                                 : fmt::format("{} to {}", min, max);
    return UserError("{} takes {} operand{}, got {}", op.name, expected, expected == "1" ? "" : "s", num_args);
  }
  for (const Attr& attr : p[kwargs]) {
    const std::string_view key = p[attr.key];
    const KwargDef* def = op.FindKwarg(key);
    if (def == nullptr) {
      if (op.any_kwargs) continue;
      return UserError("Unknown kwarg '{}' for operator '{}'", key, op.name);
    }
    const bool code = def->kind == AttrKind::kDType && attr.kind == AttrKind::kInt && def->dtype_as_int;
    if (code && !IsDTypeCode(attr.int_value())) {
      return UserError("{}: kwarg '{}' must be a data type, but {} is the code of none", op.name, key, attr.int_value());
    }
    if (attr.kind != def->kind && !code) {
      return UserError("{}: kwarg '{}' must be {}, but is {}", op.name, key, KwargTypeName(def->kind),
                       KwargTypeName(attr.kind));
    }
  }
  for (const KwargDef& def : op.kwargs) {
    if (def.required && p.FindAttr(kwargs, def.name) == nullptr) {
      return UserError("{}: required kwarg '{}' ({}) is missing", op.name, def.name, KwargTypeName(def.kind));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<TypeId> DeduceCall(Program& p, OpId id, absl::Span<const ExprId> args, AttrsId kwargs) {
  RETURN_IF_ERROR(CheckCallShape(p, id, args.size(), kwargs));
  const OpDef& op = Ops()[id];
  RETURN_IF_ERROR(CheckOperandSpaces(p, op, args));
  if (op.deduce == nullptr) return p.UnknownType();
  DeduceContext context(p, op, args, kwargs);
  ASSIGN_OR_RETURN(const TypeId type, op.deduce(context));
  RETURN_IF_ERROR(CheckPackedRows(p, op, type));
  return Stamp(p, op, args, kwargs, type);
}

absl::StatusOr<ExprId> MakeCall(Program& p, const CallSpec& spec) {
  const absl::StatusOr<TypeId> type = DeduceCall(p, spec.op, spec.args, spec.kwargs);
  if (!type.ok()) return WithPlace(type.status(), spec.span);
  Call call;
  call.op = spec.op;
  call.args = p.MakeList(spec.args);
  call.kwargs = spec.kwargs;
  call.attrs = spec.attrs;
  call.span = spec.span;
  return p.AddCall(call, *type);
}

absl::StatusOr<ExprId> MakeCall(Program& p, std::string_view name, absl::Span<const ExprId> args, AttrsId kwargs,
                                Span span) {
  const OpId op = Ops().Find(name);
  if (!op) return InternalError("operator {} is not registered", name);
  return MakeCall(p, CallSpec{op, args, kwargs, {}, span});
}

}  // namespace t2t
