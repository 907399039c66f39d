#include "passes/operand_hints.h"

#include <algorithm>
#include <string>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

// A load pads for this very consumer, so its padding is no surprise to it.
bool Computed(const Program& p, ExprId tile) {
  ExprId source = tile;
  while (const ValueId v = AsVar(p, source)) {
    const ExprId def = DefiningExpr(p, v);
    if (!def) return true;
    if (IsCallOf(p, def, Known().tile_load)) return false;
    source = IsCallOf(p, def, Known().tile_transpose_view) ? p.Args(def)[0] : def;
    if (p[source].kind != ExprKind::kVar) return true;
  }
  return false;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// `number` stands in `text`, and not as a part of another one.
bool Names(std::string_view text, int64_t number) {
  const std::string digits = std::to_string(number);
  for (size_t at = text.find(digits); at != std::string_view::npos; at = text.find(digits, at + 1)) {
    const size_t end = at + digits.size();
    if ((at == 0 || !IsDigit(text[at - 1])) && (end == text.size() || !IsDigit(text[end]))) return true;
  }
  return false;
}

// An axis is longer than the program says, and that is what the refusal is about.
bool Padded(const Program& p, TypeId tensor, TypeId tile, size_t axis, std::string_view refusal) {
  const ExprId want = p.Shape(tensor)[axis], have = p.Shape(tile)[axis];
  return p.IsConstInt(want) && p.IsConstInt(have) && p[have].int_value() > p[want].int_value() && Names(refusal, p[have].int_value());
}

}  // namespace

std::string PaddingHint(const Program& p, absl::Span<const ExprId> tensors, absl::Span<const ExprId> tiles, std::string_view refusal) {
  for (size_t i = 0; i < tensors.size() && i < tiles.size(); ++i) {
    const TypeId tensor = p[tensors[i]].type, tile = p[tiles[i]].type;
    if (!p[tensor].IsTensorLike() || !p[tile].IsTile() || p[tensor].rank() != 2 || p[tile].rank() != 2) continue;
    const bool rows = Padded(p, tensor, tile, 0, refusal), columns = Padded(p, tensor, tile, 1, refusal);
    if ((!rows && !columns) || !Computed(p, tiles[i])) continue;
    return fmt::format("operand {} is {} but occupies {}, whole boxes of the matrix unit, because it comes from a product; "
                       "give the product extents that fill its boxes, store it and go on in another kernel, or lower with "
                       "--disable={}{}{}", i, ShapeText(p, p.Shape(tensor)), ShapeText(p, p.Shape(tile)),
                       rows ? "box-cube-m" : "", rows && columns ? "," : "", columns ? "box-cube-n" : "");
  }
  return "";
}

std::string RuntimeExtentHint(const Program& p, absl::Span<const ExprId> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    const TypeId type = p[operands[i]].type;
    if (!p[type].IsShaped()) continue;
    const absl::Span<const ExprId> shape = p.Shape(type);
    const auto open = std::find_if(shape.begin(), shape.end(), [&](ExprId extent) { return !p.IsConstInt(extent); });
    if (open == shape.end()) continue;
    return fmt::format("operand {} is {}, and {} is known only at run time: take a window of constant extents that is valid in a "
                       "part, pl.slice(t, shape, offsets, valid_shape=...)", i, ShapeText(p, shape), ExprText(p, *open));
  }
  return "";
}

}  // namespace t2t
