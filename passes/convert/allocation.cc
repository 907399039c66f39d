// Allocation on chip (op-conversions 6.1, 6.2). tensor.create leaves the memory space open: nothing here knows who will
// consume the tile, so memory inference decides. tensor.create_l1 says it: L1.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 16], pl.FP32]) -> pl.Tensor[[8, 16], pl.FP32]:
//         y = pl.tensor.create([8, 16], dtype=pl.FP32, layout=pl.TensorLayout.ND)
//         z = pl.tensor.create_l1([16, 16], dtype=pl.FP32)
//         return y
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[8, 16], pl.FP32]) -> pl.Tensor[[8, 16], pl.FP32]:
//         y__tile = pl.tile.create([8, 16], dtype=pl.FP32)
//         y = pl.t2t.as_tensor(y__tile)
//         z__tile = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Mat, transpose=False)
//         z = pl.t2t.as_tensor(z__tile)
//         return y
#include <optional>

#include "ir/analysis/buffer_capacity.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// Bytes of a static shape, saturating just above `limit`; nothing when an extent is not a constant.
std::optional<int64_t> StaticBytes(const Program& p, absl::Span<const ExprId> shape, DType dtype, int64_t limit) {
  int64_t bits = StorageBits(dtype);
  for (ExprId e : shape) {
    if (!p.IsConstInt(e)) return std::nullopt;
    const int64_t extent = p[e].int_value();
    if (extent < 0) return std::nullopt;
    const bool too_large = extent != 0 && bits > limit * 8 / extent;
    bits = too_large ? limit * 8 + 8 : bits * extent;
  }
  return (bits + 7) / 8;
}

absl::Status CheckFits(const ConvertContext& c, absl::Span<const ExprId> shape, DType dtype) {
  if (c.backend() == Backend::kNone) return absl::OkStatus();
  // Which memory it is going to be is not known yet; what fits none is refused here.
  const int64_t limit = LargestCapacityOf(kBackendNames[static_cast<size_t>(c.backend())]);
  const std::optional<int64_t> bytes = StaticBytes(c.p, shape, dtype, limit);
  if (!bytes || *bytes <= limit) return absl::OkStatus();
  return c.Fail("create exceeds the largest on-chip buffer capacity of {} bytes; "
                "allocate it outside the kernel and pass it in, or split it", limit);
}

DType DTypeKwarg(const ConvertContext& c) {
  const Attr* attr = c.p.FindAttr(c.call.kwargs, "dtype");
  return attr == nullptr ? DType::kFp32 : attr->as<DType>();
}

absl::StatusOr<ExprId> ConvertCreate(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  if (c.p[c.args[0]].kind == ExprKind::kTuple) RETURN_IF_ERROR(CheckFits(c, c.p.Elements(c.args[0]), DTypeKwarg(c)));
  return c.Make("tile.create", c.args, c.KeepKwargs({"dtype"}));
}

absl::StatusOr<ExprId> ConvertCreateL1(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 1));
  return c.Make("tile.create", c.args,
                c.Kwargs({c.DTypeKw("dtype", DTypeKwarg(c)), c.TargetKw(MemorySpace::kMat),
                          c.p.BoolAttr("transpose", c.BoolKwarg("transpose", false))}));
}

}  // namespace

void RegisterAllocationConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.create", ConvertCreate, "tile.create with the memory space left open");
  r.Custom("tensor.create_l1", ConvertCreateL1, "tile.create in L1", {}, GmOperands::kOwn);
}

}  // namespace t2t
