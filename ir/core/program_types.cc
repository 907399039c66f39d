// Types and their views: interned, canonical (types-and-ops 2.4, 2.5).
#include "ir/core/program_interning.h"

namespace t2t {

TypeId Program::SimpleType(TypeKind kind) {
  Type t;
  t.kind = kind;
  return Intern(t);
}

TypeId Program::ScalarType(DType dtype) {
  TypeId& cached = scalar_types_[static_cast<uint8_t>(dtype)];
  if (!cached) {
    Type t;
    t.kind = TypeKind::kScalar;
    t.dtype = dtype;
    cached = Intern(t);
  }
  return cached;
}

TypeId Program::ArrayType(DType dtype, ExprId extent) {
  Type t;
  t.kind = TypeKind::kArray;
  t.dtype = dtype;
  t.shape = MakeList({extent});
  return InternFresh(t);
}

TypeId Program::TupleType(absl::Span<const TypeId> elements) {
  Type t;
  t.kind = TypeKind::kTuple;
  t.elements = lists_.Add(elements);
  return InternFresh(t);
}

TileLayoutInfo ImplicitLayout(const Program& p, absl::Span<const ExprId> shape, MemorySpace space) {
  const bool column = shape.size() == 2 && p.IsConstInt(shape[0]) && p.IsConstInt(shape[1], 1) &&
                      p[shape[0]].int_value() > 1;
  const TileLayout from_shape = column ? TileLayout::kColMajor : TileLayout::kRowMajor;
  switch (space) {
    case MemorySpace::kMat: case MemorySpace::kLeft: return {TileLayout::kColMajor, TileLayout::kRowMajor, 512};
    case MemorySpace::kRight: return {from_shape, TileLayout::kColMajor, 512};
    case MemorySpace::kAcc: return {TileLayout::kColMajor, TileLayout::kRowMajor, 1024};
    case MemorySpace::kLeftScale: return {TileLayout::kRowMajor, TileLayout::kRowMajor, 32};
    case MemorySpace::kRightScale: return {TileLayout::kColMajor, TileLayout::kColMajor, 32};
    case MemorySpace::kUnset: case MemorySpace::kDDR: case MemorySpace::kVec: case MemorySpace::kBias:
    case MemorySpace::kScalarLocal: return {from_shape, TileLayout::kNoneBox, 512};
  }
  return {from_shape, TileLayout::kNoneBox, 512};
}

View Program::Canonical(TypeKind kind, const View& view, absl::Span<const ExprId> shape, MemorySpace space,
                        bool* drop) const {
  View v = view;
  if (!v.valid_shape.empty() && ExprEq(*this, lists_.Get(v.valid_shape), shape)) v.valid_shape = {};
  const bool plain = v.valid_shape.empty() && v.stride.empty() && v.pad == PadValue::kNull;
  if (kind == TypeKind::kTile) {
    const TileLayoutInfo implicit = ImplicitLayout(*this, shape, space);
    *drop = plain && !v.start_offset && v.compact == CompactMode::kNull && v.blayout == implicit.blayout &&
            v.slayout == implicit.slayout && v.fractal == implicit.fractal;
  } else {
    *drop = plain && v.layout == TensorLayout::kND;
  }
  return v;
}

TypeId Program::TensorType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemRefId memref) {
  Type t;
  t.kind = TypeKind::kTensor;
  t.dtype = dtype;
  t.memref = memref;
  bool drop = false;
  const View canonical = Canonical(t.kind, view, shape, t.space, &drop);
  if (!drop) t.view = InternView(canonical);
  t.shape = lists_.Add(shape);
  return InternFresh(t);
}

TypeId Program::DistributedTensorType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemRefId memref,
                                      ValueId window) {
  Type t = types_[TensorType(dtype, shape, view, memref)];
  t.kind = TypeKind::kDistributedTensor;
  t.window_buffer = window;
  return Intern(t);
}

TypeId Program::TileType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemorySpace space,
                         MemRefId memref) {
  Type t;
  t.kind = TypeKind::kTile;
  t.dtype = dtype;
  t.space = space;
  t.memref = memref;
  bool drop = false;
  const View canonical = Canonical(t.kind, view, shape, space, &drop);
  if (!drop) t.view = InternView(canonical);
  t.shape = lists_.Add(shape);
  return InternFresh(t);
}

TypeId Program::WithView(TypeId type, const View& view) {
  Type t = types_[type];
  bool drop = false;
  const View canonical = Canonical(t.kind, view, lists_.Get(t.shape), t.space, &drop);
  t.view = drop ? ViewId() : InternView(canonical);
  return Intern(t);
}

TypeId Program::WithSpace(TypeId type, MemorySpace space) {
  const Type t = types_[type];
  T2T_CHECK(t.IsTile());
  if (!t.view) {
    Type stamped = t;
    stamped.space = space;
    return Intern(stamped);
  }
  return TileType(t.dtype, lists_.Get(t.shape), views_[t.view], space, t.memref);
}

TypeId Program::WithMemRef(TypeId type, MemRefId memref) {
  Type t = types_[type];
  t.memref = memref;
  return Intern(t);
}

MemRefId Program::AddMemRef(const MemRef& memref) { return memrefs_.Add(memref); }

absl::Span<const ExprId> Program::ValidShape(TypeId type) const {
  const Type& t = types_[type];
  if (t.view && !views_[t.view].valid_shape.empty()) return lists_.Get(views_[t.view].valid_shape);
  return lists_.Get(t.shape);
}

View Program::EffectiveView(TypeId type) const {
  const Type& t = types_[type];
  View v;
  if (t.view) {
    v = views_[t.view];
  } else if (t.IsTile()) {
    const TileLayoutInfo implicit = ImplicitLayout(*this, lists_.Get(t.shape), t.space);
    v.blayout = implicit.blayout;
    v.slayout = implicit.slayout;
    v.fractal = implicit.fractal;
  }
  if (v.valid_shape.empty()) v.valid_shape = t.shape;
  return v;
}

}  // namespace t2t
