// `t[i, j]`, `t[a:b, :]` and `t[a:b, :] = v` (text-format 7.5).
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/symbolic/linear.h"
#include "ir/symbolic/simplify.h"
#include "ir/text/parser.h"

namespace t2t {

// At the bracket, up to and over the closing one.
bool Parser::SubscriptItems(std::vector<SubscriptItem>& items) {
  Advance();
  if (!Nest()) return false;
  while (!At(Tok::kRBracket)) {
    SubscriptItem item;
    const Token start = tok_;
    if (AtName("None")) {
      return ErrorHere("a subscript makes no new axis", "write pl.reshape(t, [...])");
    } else if (Accept(Tok::kEllipsis)) {
      item.ellipsis = true;
    } else {
      if (!At(Tok::kColon)) {
        item.low = Operand(ParseExpr());
        if (!item.low) return false;
      }
      if (Accept(Tok::kColon)) {
        item.range = true;
        if (!At(Tok::kComma) && !At(Tok::kRBracket) && !At(Tok::kColon)) {
          item.high = Operand(ParseExpr());
          if (!item.high) return false;
        }
        if (Accept(Tok::kColon) && !At(Tok::kComma) && !At(Tok::kRBracket)) {
          const Token step = tok_;
          const ExprId value = ParseExpr();
          if (!value) return false;
          if (!p_.IsConstInt(value, 1)) {
            return Error(From(step), "a subscript has no step but 1", "read the range, and choose from it with pl.gather or a loop");
          }
        }
      }
    }
    item.span = From(start);
    for (ExprId bound : {item.low, item.high}) {
      if (bound && !IsInteger(bound, item.span, "a subscript")) return false;
    }
    items.push_back(item);
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  return Expect(Tok::kRBracket, "',' or ']'");
}

// Window of each axis: offset, extent, and whether a scalar index takes the axis away. `valid` holds extents known only
// at run time where the static one stays (tiles).
bool Parser::WindowOf(TypeId type, std::vector<SubscriptItem> items, Span span, Window& window) {
  const std::vector<ExprId> shape(p_.Shape(type).begin(), p_.Shape(type).end());
  const bool tile = p_[type].IsTile();
  const auto dots = std::find_if(items.begin(), items.end(), [](const SubscriptItem& i) { return i.ellipsis; });
  SubscriptItem whole;
  whole.range = true;
  whole.span = span;
  if (dots != items.end()) {
    const size_t at = static_cast<size_t>(dots - items.begin());
    items.erase(dots);
    const size_t missing = shape.size() - std::min(shape.size(), items.size());
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(at), missing, whole);
  }
  if (items.size() > shape.size()) {
    return Error(span, fmt::format("there are {} subscripts for {} axes", items.size(), shape.size()), {}, "type");
  }
  items.resize(shape.size(), whole);
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    SubscriptItem& item = items[axis];
    const bool known = p_.IsConstInt(shape[axis]);
    const int64_t extent = known ? p_[shape[axis]].int_value() : 0;
    for (ExprId* bound : {&item.low, &item.high}) {
      if (!*bound) continue;
      if (!p_.IsConstInt(*bound)) {  // counting from the end is decided while reading
        const bool negated = p_[*bound].kind == ExprKind::kNeg;
        if (!negated && LinearBoundsOf(p_, *bound).max >= 0) continue;
        return Error(item.span, "a negative subscript must be a constant",
                     fmt::format("count from the front: {} - ...", p_.IsConstInt(shape[axis]) ? fmt::format("{}", extent) : "t.shape[i]"),
                     "type");
      }
      int64_t value = p_[*bound].int_value();
      if (value < 0) {  // counted from the end
        if (!known) return Error(item.span, "a negative subscript needs an axis of constant extent", {}, "type");
        value += extent;
      }
      *bound = p_.Int(value);  // INDEX, whatever it was computed with
      const bool index = bound == &item.low && !item.range;
      if (value < 0 || (known && (index ? value >= extent : value > extent))) {
        return Error(item.span, fmt::format("subscript {} is outside of axis {}, whose extent is {}", value, axis, extent), {},
                     "type");
      }
    }
    const ExprId low = item.low ? item.low : p_.Int(0);
    window.offsets.push_back(low);
    if (!item.range) {
      window.extents.push_back(p_.Int(1));
      window.valid.push_back(p_.Int(1));
      window.drops.push_back(p_.Int(static_cast<int64_t>(axis)));
      continue;
    }
    const ExprId high = item.high ? item.high : shape[axis];
    ExprId size = p_.IsConstInt(low, 0) ? high : Simplify(p_, Combine(ExprKind::kSub, high, low, item.span));
    if (!size) return false;
    const Bounds bounds = LinearBoundsOf(p_, size);
    if (bounds.min == bounds.max) size = p_.Int(bounds.min);  // `(n + 1) * 8 - n * 8`; INDEX, like every constant extent
    if (p_.IsConstInt(size) && p_[size].int_value() <= 0) {
      return Error(item.span, "this range is empty", {}, "type");
    }
    window.valid.push_back(size);
    if (tile && !p_.IsConstInt(size) && known) {
      if (!p_.IsConstInt(low)) {
        return Error(item.span, "a window of a tile with an extent known only at run time must begin at a constant",
                     "write pl.slice with a constant shape and valid_shape=", "type");
      }
      size = p_.Int(extent - p_[low].int_value());
      window.partial = true;
    }
    window.extents.push_back(size);
  }
  return true;
}

// At the bracket behind a tensor, tile or array.
ExprId Parser::Subscript(ExprId base, const Token& start) {
  std::vector<SubscriptItem> items;
  base = Operand(base);
  if (!SubscriptItems(items)) return {};
  const Span span = From(start);
  if (!Deeper(depth_, 0, span)) return {};
  return PartOf(base, std::move(items), span);
}

ExprId Parser::PartOf(ExprId base, std::vector<SubscriptItem> items, Span span) {
  const TypeId type = p_[base].type;
  if (p_[type].kind == TypeKind::kArray) {
    if (items.size() == 1 && !items[0].range && items[0].low) return MakeOp("array.get_element", {base, items[0].low}, {}, span);
    Error(span, "an array takes one index", {}, "type");
    return {};
  }
  Window window;
  if (!WindowOf(type, std::move(items), span, window)) return {};
  const std::string family = p_[type].IsTile() ? "tile." : "tensor.";
  if (!window.drops.empty() && window.drops.size() == window.extents.size()) {
    return MakeOp(family + "read", {base, p_.Tuple(window.offsets)}, {}, span);
  }
  std::vector<ExprId> args = {base, p_.Tuple(window.extents), p_.Tuple(window.offsets)};
  if (window.partial) args.push_back(p_.Tuple(window.valid));
  if (!window.drops.empty()) {
    if (!window.partial) args.push_back(p_.Tuple({}));
    args.push_back(p_.Tuple(window.drops));
  }
  return MakeOp(family + "slice", std::move(args), {}, span);
}

// The value of `target[items] = value`: the whole target with that part replaced.
ExprId Parser::AssembledInto(ExprId target, std::vector<SubscriptItem> items, ExprId value, Span span) {
  const TypeId type = p_[target].type;
  if (p_[type].kind == TypeKind::kArray) {
    if (items.size() != 1 || items[0].range || !items[0].low) {
      Error(span, "an array takes one index", {}, "type");
      return {};
    }
    return MakeOp("array.update_element", {target, items[0].low, LiteralAs(value, p_[type].dtype)}, {}, span);
  }
  Window window;
  if (!WindowOf(type, std::move(items), span, window)) return {};
  const std::string family = p_[type].IsTile() ? "tile." : "tensor.";
  if (window.drops.size() == window.extents.size()) {
    Error(span, "single elements are not assigned to", fmt::format("write pl.write(t, [i, ...], value): it stores one element"));
    return {};
  }
  if (p_.TypeOf(value).IsScalar()) {  // a number fills the part
    const DType dtype = p_[type].dtype;
    ExprId number = ScalarOperand(value, dtype, span);
    if (!number) return {};
    if (p_[number].kind == ExprKind::kConstFloat && IsFloat(dtype)) number = p_.Float(p_.FloatValue(number), dtype);
    value = MakeOp(family + "full", {p_.Tuple(window.extents), number},
                   {p_.EnumAttr("dtype", AttrKind::kDType, dtype)}, span);
    if (!value) return {};
    window.drops.clear();
  } else if (!p_.TypeOf(value).IsShaped()) {
    Error(span, fmt::format("a part cannot be assigned a value of type {}", TypeText(p_, p_[value].type)), {}, "type");
    return {};
  }
  value = Operand(value);
  std::vector<ExprId> kept;  // the extents the value must have
  for (size_t axis = 0; axis < window.extents.size(); ++axis) {
    const bool dropped = std::any_of(window.drops.begin(), window.drops.end(),
                                     [&](ExprId d) { return p_.IsConstInt(d, static_cast<int64_t>(axis)); });
    if (!dropped) kept.push_back(window.extents[axis]);
  }
  const std::vector<ExprId> given(p_.Shape(p_[value].type).begin(), p_.Shape(p_[value].type).end());
  const auto agrees = [&](absl::Span<const ExprId> wanted) {
    if (given.size() != wanted.size()) return false;
    for (size_t i = 0; i < given.size(); ++i) {
      if (p_.IsConstInt(given[i]) && p_.IsConstInt(wanted[i]) && p_[given[i]].int_value() != p_[wanted[i]].int_value()) return false;
    }
    return true;
  };
  const bool full_rank = agrees(window.extents);
  if (!full_rank && !agrees(kept)) {
    Error(span, fmt::format("the part has the extents {}, the value is {}", ShapeText(p_, kept), TypeText(p_, p_[value].type)),
          "assign a value of the shape of the part", "type");
    return {};
  }
  if (!full_rank) {
    value = Operand(MakeOp(family + "reshape", {value, p_.Tuple(window.extents)}, {}, span));
    if (!value) return {};
  }
  return MakeOp(family + "assemble", {target, value, p_.Tuple(window.offsets)}, {}, span);
}

}  // namespace t2t
