#include "passes/convert/converter.h"

#include <algorithm>

#include "ir/core/show.h"
#include "ir/ops/registry.h"

namespace t2t {
namespace {

// Far above every memory; keeps products of extents within 64 bits.
constexpr int64_t kMaxElements = int64_t{1} << 48;

template <class F>
AttrsId FilterKwargs(Program& p, AttrsId kwargs, F&& keep) {
  std::vector<Attr> kept;
  for (const Attr& attr : p[kwargs]) {
    if (keep(p[attr.key])) kept.push_back(attr);
  }
  return p.MakeAttrs(kept);
}

}  // namespace

std::string_view ConvertContext::OpName() const { return Ops()[call.op].name; }

bool ConvertContext::FullyValid(ExprId shaped) const { return ExprEq(p, Valid(shaped), Shape(shaped)); }

absl::Status ConvertContext::NeedOperands(size_t min, size_t max) const {
  if (args.size() >= min && args.size() <= max) return absl::OkStatus();
  if (min == max) return Fail("takes {} operands, got {}", min, args.size());
  return Fail("takes {} to {} operands, got {}", min, max, args.size());
}

absl::Status ConvertContext::NeedTile(size_t i) const {
  if (IsTile(i)) return absl::OkStatus();
  if (i >= args.size()) return Fail("operand {} is missing", i);
  return Fail("operand {} must be a tile here, but is {}", i, TypeText(p, p[args[i]].type));
}

absl::Status ConvertContext::NeedGm(size_t i) const {
  if (IsGm(i)) return absl::OkStatus();
  if (i >= args.size()) return Fail("operand {} is missing", i);
  return Fail("operand {} must be a tensor in global memory, but is {}; a value computed in the kernel cannot stand here",
              i, TypeText(p, p[args[i]].type));
}

absl::Status ConvertContext::NeedTensor(size_t i) const {
  RETURN_IF_ERROR(NeedGm(i));
  if (IsTensor(i)) return absl::OkStatus();
  return Fail("operand {} must be a plain tensor, but is {}", i, TypeText(p, p[args[i]].type));
}

absl::StatusOr<absl::Span<const ExprId>> ConvertContext::TupleOperand(size_t i) const {
  if (i >= args.size()) return Fail("operand {} is missing", i);
  if (p[args[i]].kind != ExprKind::kTuple) return Fail("operand {} must be a literal list", i);
  return p.Elements(args[i]);
}

absl::StatusOr<std::vector<int64_t>> ConvertContext::StaticShape(ExprId shaped) const {
  std::vector<int64_t> extents;
  int64_t elements = 1;
  for (ExprId e : Shape(shaped)) {
    if (!p.IsConstInt(e)) return Fail("needs constant extents, got {}", TypeText(p, p[shaped].type));
    const int64_t extent = p[e].int_value();
    if (extent < 0 || (extent != 0 && elements > kMaxElements / extent)) {
      return Fail("extents {} are out of range", ShapeText(p, Shape(shaped)));
    }
    elements *= std::max<int64_t>(extent, 1);
    extents.push_back(extent);
  }
  return extents;
}

bool ConvertContext::BoolKwarg(std::string_view key, bool fallback) const {
  const Attr* attr = p.FindAttr(call.kwargs, key);
  return attr == nullptr ? fallback : attr->bool_value();
}

int64_t ConvertContext::IntKwarg(std::string_view key, int64_t fallback) const {
  const Attr* attr = p.FindAttr(call.kwargs, key);
  return attr == nullptr ? fallback : attr->int_value();
}

AttrsId ConvertContext::KeepKwargs(std::initializer_list<std::string_view> keys) const {
  return FilterKwargs(p, call.kwargs,
                      [&](std::string_view key) { return std::find(keys.begin(), keys.end(), key) != keys.end(); });
}

AttrsId ConvertContext::DropKwargs(std::initializer_list<std::string_view> keys) const {
  return FilterKwargs(p, call.kwargs,
                      [&](std::string_view key) { return std::find(keys.begin(), keys.end(), key) == keys.end(); });
}

absl::StatusOr<ExprId> ConvertContext::Make(std::string_view op, absl::Span<const ExprId> operands, AttrsId kwargs) {
  return MakeCall(p, op, operands, kwargs, call.span);
}

absl::StatusOr<ExprId> ConvertContext::Emit(std::string_view name, std::string_view op,
                                            absl::Span<const ExprId> operands, AttrsId kwargs) {
  ASSIGN_OR_RETURN(const ExprId value, Make(op, operands, kwargs));
  return builder().LetVar(name, value);
}

absl::StatusOr<ExprId> ConvertContext::EmitCreate(std::string_view name, absl::Span<const ExprId> shape, DType dtype,
                                                  MemorySpace space) {
  return Emit(name, "tile.create", {p.Tuple(shape)}, Kwargs({DTypeKw("dtype", dtype), TargetKw(space)}));
}

absl::StatusOr<ExprId> ConvertContext::EmitFull(std::string_view name, absl::Span<const ExprId> shape, DType dtype,
                                                int64_t value) {
  return Emit(name, "tile.full", {p.Tuple(shape), Constant(value, dtype)}, Kwargs({DTypeKw("dtype", dtype)}));
}

absl::StatusOr<ExprId> ConvertContext::MakeLoad(ExprId source, absl::Span<const ExprId> offsets,
                                                absl::Span<const ExprId> shape, absl::Span<const ExprId> valid) {
  return Make("tile.load", {source, p.Tuple(offsets), p.Tuple(shape), p.Tuple(valid)}, VecKwargs());
}

absl::StatusOr<ExprId> ConvertContext::EmitWholeLoad(std::string_view name, ExprId source) {
  const ExprId shape = ShapeTuple(source);
  return Emit(name, "tile.load", {source, Zeros(Shape(source).size()), shape, shape}, VecKwargs());
}

ExprId ConvertContext::Constant(int64_t value, DType dtype) {
  return IsFloat(dtype) ? p.Float(static_cast<double>(value), dtype) : p.Int(value, dtype);
}

ExprId ConvertContext::Zeros(size_t rank) { return p.Tuple(std::vector<ExprId>(rank, p.Int(0))); }

ExprId ConvertContext::ShapeTuple(ExprId shaped) { return p.Tuple(Shape(shaped)); }

std::vector<ExprId> ConvertContext::Extents(std::initializer_list<int64_t> values) {
  std::vector<ExprId> extents;
  for (int64_t v : values) extents.push_back(p.Int(v));
  return extents;
}

}  // namespace t2t
