// tensor.cmp: numeric 0/1 out of a packed predicate (op-conversions 8; design document, "tensor.cmp").
//
// The compare yields bits, one per element, eight to a byte: its width is no element count, so the shape of the result
// comes from the operands. The ones and zeros carry the left operand's valid region, which makes it the result's.
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         m = pl.tensor.cmp(x__gm, 0.0, cmp_type=4)
//         return m
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[16, 64], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         cmp_mask = pl.tile.cmps(x__tile, 0.0, cmp_type=4)
//         cmp_one = pl.tile.full([16, 64], dtype=pl.FP32, value=1.0)
//         cmp_zero = pl.tile.full([16, 64], dtype=pl.FP32, value=0.0)
//         cmp_tmp = pl.tile.create([1, 32], dtype=pl.UINT8, target_memory=pl.Mem.Vec)
//         m__tile = pl.tile.sel(cmp_mask, cmp_one, cmp_zero, cmp_tmp)
//         m = pl.t2t.as_tensor(m__tile)
//         return m
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ir/core/show.h"
#include "passes/convert/broadcast.h"
#include "passes/convert/element_types.h"
#include "passes/convert/families.h"
#include "passes/convert/packed_select.h"

namespace t2t {
namespace {

// A constant tile of the result's shape; narrowed to the valid region of `like` when there is one to carry.
absl::StatusOr<ExprId> EmitChoice(ConvertContext& c, const std::string& name, absl::Span<const ExprId> shape,
                                  DType dtype, int64_t value, ExprId like) {
  ASSIGN_OR_RETURN(const ExprId full, c.EmitFull(name, shape, dtype, value));
  if (!like) return full;
  const absl::Span<const ExprId> valid = c.Valid(like);
  return c.Emit(name + "_valid", "tile.set_validshape", {full, valid[0], valid[1]});
}

// tile.cmp takes floating tiles of two types as they are: each number of the narrower one is one of the wider one. Integers of
// two types are not ordered as their bits are, nor are integers beside floating numbers. tile.cmps reads its scalar in the type
// of the tile, so only a constant that this type holds needs no cast.
absl::Status MakeComparable(ConvertContext& c, DType dtype) {
  const DType lhs = c.DTypeOf(c.args[0]), rhs = c.p.TypeOf(c.args[1]).dtype;
  const bool mixed = lhs != rhs && !(IsFloat(lhs) && IsFloat(rhs));
  if (IsInt(lhs) && rhs == DType::kIndex && !c.IsTile(1)) return absl::OkStatus();  // a count (element_types.cc)
  if (c.IsTile(1) ? mixed : !HoldsConstant(c.p, lhs, c.args[1])) {
    ASSIGN_OR_RETURN(c.args[0], EmitAs(c, "cmp_lhs_cast", c.args[0], dtype));
  }
  if (c.IsTile(1) && mixed) {
    ASSIGN_OR_RETURN(c.args[1], EmitAs(c, "cmp_rhs_cast", c.args[1], dtype));
  }
  return absl::OkStatus();
}

// cmp_type of the comparison with its operands exchanged, by cmp_type: eq, ne, lt, le, gt, ge.
constexpr int64_t kMirrored[] = {0, 1, 4, 5, 2, 3};

absl::StatusOr<ExprId> ConvertCmp(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 2));
  RETURN_IF_ERROR(c.NeedTile(0));
  if (!c.IsTile(1) && !c.IsScalar(1)) {
    return c.Fail("operand 1 must be a tile or a scalar, but is {}", TypeText(c.p, c.p[c.args[1]].type));
  }
  AttrsId kwargs = c.call.kwargs;
  int64_t code = c.IntKwarg("cmp_type", 0);
  if (code < 0 || code >= static_cast<int64_t>(std::size(kMirrored))) return c.Fail("{} is no cmp_type; it is 0 to 5", code);
  bool mirror = false;  // the predicate covers the valid region of the left operand, which must be the wide one
  if (c.IsTile(1)) {
    ASSIGN_OR_RETURN(mirror, RightIsWide(c));
  }
  if (mirror) {
    std::swap(c.args[0], c.args[1]);
    code = kMirrored[code];
  }
  if (mirror || c.p.FindAttr(kwargs, "cmp_type") == nullptr) kwargs = c.p.SetAttr(kwargs, c.p.IntAttr("cmp_type", code));

  const DType dtype = Promote(c.DTypeOf(c.args[0]), c.p.TypeOf(c.args[1]).dtype);
  RETURN_IF_ERROR(MakeComparable(c, dtype));
  const ExprId lhs = c.args[0];
  const absl::Span<const ExprId> extents = c.Shape(lhs);
  const std::vector<ExprId> shape(extents.begin(), extents.end());
  const ExprId like = shape.size() == 2 && !c.FullyValid(lhs) ? lhs : ExprId();
  ASSIGN_OR_RETURN(const ExprId mask, c.Emit("cmp_mask", c.IsTile(1) ? "tile.cmp" : "tile.cmps", c.args, kwargs));
  ASSIGN_OR_RETURN(const ExprId one, EmitChoice(c, "cmp_one", shape, dtype, 1, like));
  ASSIGN_OR_RETURN(const ExprId zero, EmitChoice(c, "cmp_zero", shape, dtype, 0, like));
  ASSIGN_OR_RETURN(const ExprId scratch, EmitSelectScratch(c, "cmp_tmp"));
  return c.Make("tile.sel", {mask, one, zero, scratch});
}

}  // namespace

void RegisterCompareConversion(ConversionRegistryBuilder& r) {
  r.Custom("tensor.cmp", ConvertCmp, "packed compare, then tile.sel between ones and zeros");
}

}  // namespace t2t
