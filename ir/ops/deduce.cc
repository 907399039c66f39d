#include "ir/ops/deduce.h"

#include "ir/core/show.h"

namespace t2t {
namespace {

std::string_view OperandName(const OpDef& op, size_t i) {
  const OperandDef* operand = op.Operand(i);
  return operand != nullptr ? std::string_view(operand->name) : std::string_view("operand");
}

absl::Status Mismatch(const DeduceContext& c, size_t i, std::string_view expected) {
  if (!c.Has(i)) return c.Fail("operand {} ({}) is missing", i, OperandName(c.op, i));
  return c.Fail("operand {} ({}) must be {}, but is {}", i, OperandName(c.op, i), expected, KindName(c.TypeOf(i).kind));
}

}  // namespace

absl::Status DeduceContext::NeedTensorLike(size_t i) const {
  return Has(i) && TypeOf(i).IsTensorLike() ? absl::OkStatus() : Mismatch(*this, i, "a Tensor or DistributedTensor");
}
absl::Status DeduceContext::NeedTensor(size_t i) const {
  return Has(i) && TypeOf(i).kind == TypeKind::kTensor ? absl::OkStatus() : Mismatch(*this, i, "a Tensor");
}
absl::Status DeduceContext::NeedDistributed(size_t i) const {
  return Has(i) && TypeOf(i).kind == TypeKind::kDistributedTensor ? absl::OkStatus()
                                                                   : Mismatch(*this, i, "a DistributedTensor");
}
absl::Status DeduceContext::NeedTile(size_t i) const {
  return Has(i) && TypeOf(i).IsTile() ? absl::OkStatus() : Mismatch(*this, i, "a Tile");
}
absl::Status DeduceContext::NeedScalar(size_t i) const {
  return Has(i) && TypeOf(i).IsScalar() ? absl::OkStatus() : Mismatch(*this, i, "a Scalar");
}
absl::Status DeduceContext::NeedTuple(size_t i) const {
  return Has(i) && TypeOf(i).kind == TypeKind::kTuple ? absl::OkStatus() : Mismatch(*this, i, "a tuple");
}
absl::Status DeduceContext::NeedLiteralTuple(size_t i) const {
  return Has(i) && p[args[i]].kind == ExprKind::kTuple ? absl::OkStatus()
                                                       : Mismatch(*this, i, "a list written out, such as [0, 0]");
}

absl::StatusOr<std::vector<ExprId>> DeduceContext::TupleElements(size_t i) const {
  RETURN_IF_ERROR(NeedTuple(i));
  std::vector<ExprId> elements;
  if (p[args[i]].kind == ExprKind::kTuple) {
    const absl::Span<const ExprId> items = p.Elements(args[i]);
    elements.assign(items.begin(), items.end());
  } else {
    for (uint32_t k = 0; k < TypeOf(i).elements.size; ++k) elements.push_back(p.TupleGet(args[i], k));
  }
  return elements;
}

bool DeduceContext::BoolKwarg(std::string_view key, bool fallback) const {
  const Attr* attr = Kwarg(key);
  return attr != nullptr && attr->kind == AttrKind::kBool ? attr->bool_value() : fallback;
}
int64_t DeduceContext::IntKwarg(std::string_view key, int64_t fallback) const {
  const Attr* attr = Kwarg(key);
  return attr != nullptr && attr->kind == AttrKind::kInt ? attr->int_value() : fallback;
}
std::optional<DType> DeduceContext::DTypeKwarg(std::string_view key) const {
  const Attr* attr = Kwarg(key);
  if (attr == nullptr) return std::nullopt;
  if (attr->kind == AttrKind::kDType) return attr->as<DType>();
  if (attr->kind != AttrKind::kInt) return std::nullopt;
  for (const EnumEntry<DType>& entry : EnumTable<DType>()) {
    if (static_cast<int64_t>(entry.value) == attr->int_value()) return entry.value;
  }
  return std::nullopt;
}
std::optional<MemorySpace> DeduceContext::SpaceKwarg(std::string_view key) const {
  const Attr* attr = Kwarg(key);
  if (attr == nullptr || attr->kind != AttrKind::kMemorySpace) return std::nullopt;
  return attr->as<MemorySpace>();
}

}  // namespace t2t
