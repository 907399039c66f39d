// reshape, reinterpret_view and transpose (op-conversions 3.3, 3.4, 4.5). Only the semantic operands survive: the scratch
// of the transpose instruction is added by the later flattening to two dimensions (design document, "Transpose").
//
//   before:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[32, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a = pl.tensor.transpose(x__gm, 0, 1)
//         b = pl.tensor.reshape(x__gm, [32, 32])
//         return b
//   after:
//     @pl.function(type=pl.FunctionType.InCore)
//     def k(x: pl.Tensor[[16, 64], pl.FP32]) -> pl.Tensor[[32, 32], pl.FP32]:
//         x__tile = pl.tile.load(x, [0, 0], [16, 64], [16, 64])
//         x__gm = pl.t2t.as_tensor(x__tile)
//         a__tile = pl.tile.transpose(x__tile, 0, 1)
//         a: pl.Tensor[[64, 16], pl.FP32, pl.TensorView(stride=[1, 64], layout=pl.TensorLayout.DN)] = pl.t2t.as_tensor(a__tile)
//         b__tile = pl.tile.reshape(x__tile, [32, 32])
//         b = pl.t2t.as_tensor(b__tile)
//         return b
#include <string_view>
#include <vector>

#include "ir/core/show.h"
#include "ir/symbolic/prove.h"
#include "passes/convert/families.h"

namespace t2t {
namespace {

// `value` with this valid region; the value itself where that is what it has.
absl::StatusOr<ExprId> Narrowed(ConvertContext& c, std::string_view name, ExprId value, absl::Span<const ExprId> wanted) {
  const absl::Span<const ExprId> derived = c.Valid(value);
  if (wanted.size() != derived.size()) {
    return c.Fail("valid_shape {} has another rank than the new shape", ShapeText(c.p, wanted));
  }
  bool same = true;
  for (size_t i = 0; same && i < wanted.size(); ++i) same = DimEq(c.p, wanted[i], derived[i]);
  if (same) return value;
  if (wanted.size() != 2) {
    return c.Fail("valid_shape {} narrows a result of rank {}, and only two-dimensional tiles can be narrowed; "
                  "reshape to two dimensions first", ShapeText(c.p, wanted), wanted.size());
  }
  return c.Make("tile.set_validshape", {c.builder().LetVar(name, value), wanted[0], wanted[1]});
}

// The tile operator derives the valid region itself; an explicit one is only written down when it says something else.
absl::StatusOr<ExprId> ConvertReshape(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(2, 3));
  ASSIGN_OR_RETURN(const ExprId reshaped, c.Make("tile.reshape", {c.args[0], c.args[1]}, c.call.kwargs));
  if (c.args.size() == 2) return reshaped;
  ASSIGN_OR_RETURN(const absl::Span<const ExprId> wanted, c.TupleOperand(2));
  return Narrowed(c, "reshape_full", reshaped, wanted);
}

// Which axis is contiguous is a property of the GM layout, and the tile cannot carry it over; so the tensor itself is asked,
// not the tile it was loaded into.
absl::StatusOr<ExprId> ConvertReinterpretView(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(1, 2));
  const TypeId source = c.p[c.p[c.call.args][0]].type;
  if (c.p[source].IsTensorLike() &&
      (c.p[source].kind != TypeKind::kTensor || c.p.EffectiveView(source).layout != TensorLayout::kND)) {
    return c.Fail("currently supports only packed ND tensors in a kernel, not {}; "
                  "another layout changes which axis is contiguous", TypeText(c.p, source));
  }
  return c.Make("tile.reinterpret_view", c.args, c.call.kwargs);
}

// tile.transpose reports a fully valid result. What the tensor operator does not call valid is narrowed away again, or a
// later store would write it over what its target holds.
absl::StatusOr<ExprId> ConvertTranspose(ConvertContext& c) {
  RETURN_IF_ERROR(c.NeedOperands(3, 4));
  RETURN_IF_ERROR(c.NeedTile(0));
  ASSIGN_OR_RETURN(const ExprId turned, c.Make("tile.transpose", {c.args[0], c.args[1], c.args[2]}));
  std::vector<ExprId> valid;
  if (c.args.size() == 4) {
    ASSIGN_OR_RETURN(const absl::Span<const ExprId> wanted, c.TupleOperand(3));
    valid.assign(wanted.begin(), wanted.end());
  } else if (c.Shape(turned).size() == 2) {
    valid = {c.Valid(c.args[0])[1], c.Valid(c.args[0])[0]};
  } else if (!c.FullyValid(c.args[0])) {
    return c.Fail("the operand is valid only in {} of {}, and only two-dimensional tiles can be narrowed again; "
                  "fill it up with fillpad first, or reshape it to two dimensions",
                  ShapeText(c.p, c.Valid(c.args[0])), ShapeText(c.p, c.Shape(c.args[0])));
  }
  return valid.empty() ? turned : Narrowed(c, "transpose_full", turned, valid);
}

}  // namespace

void RegisterShapeConversions(ConversionRegistryBuilder& r) {
  r.Custom("tensor.reshape", ConvertReshape, "tile.reshape, narrowed by tile.set_validshape where valid_shape asks for it");
  r.Custom("tensor.reinterpret_view", ConvertReinterpretView, "tile.reinterpret_view of a packed ND tensor");
  r.Custom("tensor.transpose", ConvertTranspose, "tile.transpose without scratch, narrowed by tile.set_validshape where the source is partly valid");
}

}  // namespace t2t
