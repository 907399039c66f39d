#include "passes/convert/packed_select.h"

namespace t2t {
namespace {

constexpr int64_t kNotEqual = 1;  // cmp_type

}  // namespace

absl::StatusOr<ExprId> EmitSelectScratch(ConvertContext& c, std::string_view name) {
  return c.EmitCreate(name, c.Extents({1, 32}), DType::kUint8);
}

DType MarkerDType(DType dtype) {
  switch (ByteSize(dtype)) {
    case 4:
      return DType::kFp32;
    case 2:
      return DType::kFp16;
    default:
      return DType::kInt8;
  }
}

absl::StatusOr<ExprId> SelectMarked(ConvertContext& c, std::string_view pred_name, std::string_view scratch_name,
                                    ExprId marks, ExprId values, ExprId keep) {
  ASSIGN_OR_RETURN(const ExprId pred, c.Emit(pred_name, "tile.cmps", {marks, c.Constant(0, c.DTypeOf(marks))},
                                             c.Kwargs({c.p.IntAttr("cmp_type", kNotEqual)})));
  ASSIGN_OR_RETURN(const ExprId scratch, EmitSelectScratch(c, scratch_name));
  return c.Make("tile.sel", {pred, values, keep, scratch});
}

}  // namespace t2t
