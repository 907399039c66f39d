// Private to the files of Program: the hash sets that make types, views, expressions and attribute dictionaries unique.
#pragma once

#include <bit>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "ir/core/program.h"

namespace t2t {

template <class H, class T>
H HashWords(H h, absl::Span<const T> items) {
  static_assert(sizeof(T) == 4);
  for (const T& item : items) h = H::combine(std::move(h), std::bit_cast<uint32_t>(item));
  return h;
}

// Hash sets keyed by id whose hash and equality look through the id into the stores. The functors hold the Interning,
// which lives on the heap: a moved Program only has to say where it now is, a copied one fills its sets anew.
struct Program::Interning {
  template <class IdT>
  struct Hash {
    const Interning* in;
    size_t operator()(IdT id) const { return in->HashOf((*in->p)[id]); }
  };
  template <class IdT>
  struct Eq {
    const Interning* in;
    bool operator()(IdT x, IdT y) const { return x == y || in->Same((*in->p)[x], (*in->p)[y]); }
  };
  template <class IdT>
  using Set = absl::flat_hash_set<IdT, Hash<IdT>, Eq<IdT>>;

  // One dictionary of attributes, viewed as an element so that the set template serves it too.
  struct AttrsHash {
    const Interning* in;
    size_t operator()(AttrsId id) const { return HashSpan(in->p->lists_.Get(in->p->attrs_[id.index()].words)); }
  };
  struct AttrsEq {
    const Interning* in;
    bool operator()(AttrsId x, AttrsId y) const {
      const Program& owner = *in->p;
      return x == y || owner.lists_.Get(owner.attrs_[x.index()].words) == owner.lists_.Get(owner.attrs_[y.index()].words);
    }
  };

  explicit Interning(const Program* program)
      : p(program), types(0, {this}, {this}), views(0, {this}, {this}), exprs(0, {this}, {this}),
        attrs(0, {this}, {this}) {}

  struct SpanKey {
    absl::Span<const uint32_t> words;
    template <class H>
    friend H AbslHashValue(H h, const SpanKey& k) { return HashWords(std::move(h), k.words); }
  };
  static size_t HashSpan(absl::Span<const uint32_t> words) { return absl::Hash<SpanKey>()({words}); }

  template <class T>
  static absl::Span<const uint32_t> Words(absl::Span<const T> items) {
    return absl::MakeConstSpan(reinterpret_cast<const uint32_t*>(items.data()), items.size());
  }
  template <class T>
  absl::Span<const uint32_t> Words(List<T> list) const { return Words(p->lists_.Get(list)); }

  size_t HashOf(const Type& t) const {
    return absl::HashOf(static_cast<uint8_t>(t.kind), static_cast<uint8_t>(t.dtype), static_cast<uint8_t>(t.space),
                        t.view, t.memref, t.window_buffer, SpanKey{Words(t.shape)}, SpanKey{Words(t.elements)});
  }
  bool Same(const Type& x, const Type& y) const {
    return x.kind == y.kind && x.dtype == y.dtype && x.space == y.space && x.view == y.view && x.memref == y.memref &&
           x.window_buffer == y.window_buffer && Words(x.shape) == Words(y.shape) &&
           Words(x.elements) == Words(y.elements);
  }
  size_t HashOf(const View& v) const {
    return absl::HashOf(SpanKey{Words(v.valid_shape)}, SpanKey{Words(v.stride)}, v.start_offset, v.fractal,
                        static_cast<uint8_t>(v.layout), static_cast<uint8_t>(v.blayout),
                        static_cast<uint8_t>(v.slayout), static_cast<uint8_t>(v.pad), static_cast<uint8_t>(v.compact));
  }
  bool Same(const View& x, const View& y) const {
    return x.start_offset == y.start_offset && x.fractal == y.fractal && x.layout == y.layout &&
           x.blayout == y.blayout && x.slayout == y.slayout && x.pad == y.pad && x.compact == y.compact &&
           Words(x.valid_shape) == Words(y.valid_shape) && Words(x.stride) == Words(y.stride);
  }
  size_t HashOf(const Expr& e) const {
    if (e.kind == ExprKind::kTuple) return absl::HashOf(static_cast<uint8_t>(e.kind), SpanKey{Words(e.elements())});
    return absl::HashOf(static_cast<uint8_t>(e.kind), static_cast<uint8_t>(e.dtype), e.a, e.b);
  }
  bool Same(const Expr& x, const Expr& y) const {
    if (x.kind != y.kind || x.dtype != y.dtype || x.has_call || y.has_call) return false;
    if (x.kind == ExprKind::kTuple) return Words(x.elements()) == Words(y.elements());
    return x.a == y.a && x.b == y.b;
  }

  const Program* p;  // the Program that owns this
  Set<TypeId> types;
  Set<ViewId> views;
  Set<ExprId> exprs;
  absl::flat_hash_set<AttrsId, AttrsHash, AttrsEq> attrs;
  absl::flat_hash_map<StrId, FuncId> functions;  // by name; the first one where names repeat
  absl::flat_hash_map<ValueId, Span> param_spans;  // few values are parameters: cheaper here than in every Value

  // Fills the sets from the stores.
  void Rebuild() {
    for (uint32_t i = 0; i < p->types_.size(); ++i) types.insert(TypeId(i));
    for (uint32_t i = 0; i < p->views_.size(); ++i) views.insert(ViewId(i));
    for (uint32_t i = 0; i < p->exprs_.size(); ++i) {
      const Expr& e = p->exprs_[ExprId(i)];
      if (!e.has_call && e.kind != ExprKind::kVar) exprs.insert(ExprId(i));
    }
    for (uint32_t i = 0; i < p->attrs_.size(); ++i) attrs.insert(AttrsId(i));
    for (uint32_t i = 0; i < p->functions_.size(); ++i) functions.emplace(p->functions_[i].name, FuncId(i));
  }
};

}  // namespace t2t
