#include "ir/core/program.h"

#include <bit>
#include <cstring>

#include "ir/support/check.h"

namespace t2t {
namespace {

constexpr uint32_t kAttrWords = sizeof(Attr) / sizeof(uint32_t);

template <class H, class T>
H HashWords(H h, absl::Span<const T> items) {
  static_assert(sizeof(T) == 4);
  for (const T& item : items) h = H::combine(std::move(h), std::bit_cast<uint32_t>(item));
  return h;
}

}  // namespace

double Attr::float_value() const { return std::bit_cast<double>((uint64_t{b} << 32) | a); }

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
    size_t operator()(AttrsId id) const { return HashSpan(in->p->lists_.Get(in->p->attrs_[id.index()])); }
  };
  struct AttrsEq {
    const Interning* in;
    bool operator()(AttrsId x, AttrsId y) const {
      const Program& owner = *in->p;
      return x == y || owner.lists_.Get(owner.attrs_[x.index()]) == owner.lists_.Get(owner.attrs_[y.index()]);
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

  // Fills the sets from the stores.
  void Rebuild() {
    for (uint32_t i = 0; i < p->types_.size(); ++i) types.insert(TypeId(i));
    for (uint32_t i = 0; i < p->views_.size(); ++i) views.insert(ViewId(i));
    for (uint32_t i = 0; i < p->exprs_.size(); ++i) {
      const Expr& e = p->exprs_[ExprId(i)];
      if (!e.has_call && e.kind != ExprKind::kVar) exprs.insert(ExprId(i));
    }
    for (uint32_t i = 0; i < p->attrs_.size(); ++i) attrs.insert(AttrsId(i));
  }
};

Program::Program() : interning_(std::make_unique<Interning>(this)) {}
Program::~Program() = default;

Program::Program(const Program& other)
    : strings_(other.strings_), lists_(other.lists_), types_(other.types_), views_(other.views_),
      memrefs_(other.memrefs_), exprs_(other.exprs_), calls_(other.calls_), submits_(other.submits_),
      values_(other.values_), stmts_(other.stmts_), blocks_(other.blocks_), regions_(other.regions_),
      attrs_(other.attrs_), functions_(other.functions_), symbols_(other.symbols_),
      functions_by_name_(other.functions_by_name_), interning_(std::make_unique<Interning>(this)),
      scalar_types_(other.scalar_types_), name_(other.name_), maker_(other.maker_) {
  interning_->Rebuild();
}
Program& Program::operator=(const Program& other) {
  if (this != &other) *this = Program(other);
  return *this;
}
Program::Program(Program&& other) noexcept { *this = std::move(other); }
Program& Program::operator=(Program&& other) noexcept {
  if (this == &other) return *this;
  strings_ = std::move(other.strings_);
  lists_ = std::move(other.lists_);
  types_ = std::move(other.types_);
  views_ = std::move(other.views_);
  memrefs_ = std::move(other.memrefs_);
  exprs_ = std::move(other.exprs_);
  calls_ = std::move(other.calls_);
  submits_ = std::move(other.submits_);
  values_ = std::move(other.values_);
  stmts_ = std::move(other.stmts_);
  blocks_ = std::move(other.blocks_);
  regions_ = std::move(other.regions_);
  attrs_ = std::move(other.attrs_);
  functions_ = std::move(other.functions_);
  symbols_ = std::move(other.symbols_);
  functions_by_name_ = std::move(other.functions_by_name_);
  name_ = other.name_;
  maker_ = other.maker_;
  scalar_types_ = other.scalar_types_;
  interning_ = std::move(other.interning_);  // leaves `other` fit only for destruction or assignment
  interning_->p = this;
  return *this;
}

size_t Program::MemoryBytes() const {
  return lists_.bytes() + types_.bytes() + views_.bytes() + exprs_.bytes() + calls_.bytes() + values_.bytes() +
         stmts_.bytes() + blocks_.bytes() + regions_.bytes() + submits_.bytes() + memrefs_.bytes() +
         strings_.bytes() + attrs_.capacity() * sizeof(attrs_[0]) + functions_.capacity() * sizeof(Function) +
         interning_->exprs.capacity() * 5 + interning_->types.capacity() * 5;
}

// ---- interning -----------------------------------------------------------------------------------------------------

// The candidate is stored first and taken back when an equal one exists: the sets hold ids only.
TypeId Program::Intern(const Type& type) {
  const TypeId id = types_.Add(type);
  auto [it, inserted] = interning_->types.insert(id);
  if (!inserted) types_.PopBack();
  return *it;
}

TypeId Program::InternFresh(const Type& type) {
  const uint32_t before = types_.size();
  const TypeId id = Intern(type);
  if (types_.size() == before) {
    lists_.TakeBack(type.shape);
    lists_.TakeBack(type.elements);
  }
  return id;
}

ViewId Program::InternView(const View& view) {
  const ViewId id = views_.Add(view);
  auto [it, inserted] = interning_->views.insert(id);
  if (!inserted) views_.PopBack();
  return *it;
}

ExprId Program::InternExpr(const Expr& expr) {
  const ExprId id = exprs_.Add(expr);
  if (expr.has_call) return id;
  auto [it, inserted] = interning_->exprs.insert(id);
  if (!inserted) exprs_.PopBack();
  return *it;
}

AttrsId Program::MakeAttrs(absl::Span<const Attr> attrs) {
  if (attrs.empty()) return {};
  const AttrsId id(static_cast<uint32_t>(attrs_.size()));
  attrs_.push_back(lists_.Add(absl::MakeConstSpan(reinterpret_cast<const uint32_t*>(attrs.data()),
                                                  attrs.size() * kAttrWords)));
  auto [it, inserted] = interning_->attrs.insert(id);
  if (!inserted) {
    lists_.TakeBack(attrs_.back());
    attrs_.pop_back();
  }
  return *it;
}

absl::Span<const Attr> Program::operator[](AttrsId id) const {
  if (!id) return {};
  const absl::Span<const uint32_t> words = lists_.Get(attrs_[id.index()]);
  return absl::MakeConstSpan(reinterpret_cast<const Attr*>(words.data()), words.size() / kAttrWords);
}

// ---- types ---------------------------------------------------------------------------------------------------------

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

// ---- expressions ---------------------------------------------------------------------------------------------------

namespace {
Expr Words(ExprKind kind, DType dtype, TypeId type, uint64_t payload) {
  return {kind, dtype, false, type, static_cast<uint32_t>(payload), static_cast<uint32_t>(payload >> 32)};
}
}  // namespace

ExprId Program::Int(int64_t value, DType dtype) {
  return InternExpr(Words(ExprKind::kConstInt, dtype, ScalarType(dtype), static_cast<uint64_t>(value)));
}
ExprId Program::Float(double value, DType dtype) {
  return InternExpr(Words(ExprKind::kConstFloat, dtype, ScalarType(dtype), std::bit_cast<uint64_t>(value)));
}
ExprId Program::Bool(bool value) {
  return InternExpr(Words(ExprKind::kConstBool, DType::kBool, ScalarType(DType::kBool), value ? 1 : 0));
}
double Program::FloatValue(ExprId id) const {
  return std::bit_cast<double>(static_cast<uint64_t>(exprs_[id].int_value()));
}

ExprId Program::Binary(ExprKind kind, ExprId lhs, ExprId rhs, DType dtype) {
  const bool has_call = exprs_[lhs].has_call || exprs_[rhs].has_call;
  return InternExpr({kind, dtype, has_call, ScalarType(dtype), lhs.index(), rhs.index()});
}
ExprId Program::Unary(ExprKind kind, ExprId operand, DType dtype) {
  return InternExpr({kind, dtype, exprs_[operand].has_call, ScalarType(dtype), operand.index(), 0});
}

ExprId Program::Tuple(absl::Span<const ExprId> elements) {
  bool has_call = false;
  std::vector<TypeId> types;
  types.reserve(elements.size());
  for (ExprId e : elements) {
    has_call |= exprs_[e].has_call;
    types.push_back(exprs_[e].type);
  }
  const TypeId type = TupleType(types);
  const ExprList list = lists_.Add(elements);
  const uint32_t before = exprs_.size();
  const ExprId id = InternExpr({ExprKind::kTuple, DType::kNone, has_call, type, list.begin, list.size});
  if (exprs_.size() == before) lists_.TakeBack(list);
  return id;
}

ExprId Program::TupleGet(ExprId tuple, uint32_t index) {
  const Type& t = types_[exprs_[tuple].type];
  const TypeId type = t.kind == TypeKind::kTuple && index < t.elements.size ? lists_.Get(t.elements)[index]
                                                                            : UnknownType();
  return InternExpr({ExprKind::kTupleGet, types_[type].IsScalar() ? types_[type].dtype : DType::kNone,
                     exprs_[tuple].has_call, type, tuple.index(), index});
}

ExprId Program::AddCall(const Call& call, TypeId type) {
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add({ExprKind::kCall, dtype, true, type, calls_.Add(call).index(), 0});
}

ExprId Program::AddSubmit(Call call, const Submit& submit, TypeId type) {
  call.submit = submits_.Add(submit);
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add({ExprKind::kSubmit, dtype, true, type, calls_.Add(call).index(), 0});
}

ExprId Program::WithType(ExprId call, TypeId type) {
  Expr e = exprs_[call];
  T2T_CHECK(e.kind == ExprKind::kCall || e.kind == ExprKind::kSubmit);
  if (e.type == type) return call;
  e.type = type;
  e.dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  return exprs_.Add(e);
}

bool ExprEq(const Program& p, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!a || !b) return false;
  const Expr& x = p[a];
  const Expr& y = p[b];
  if (x.kind == ExprKind::kConstInt && y.kind == ExprKind::kConstInt) return x.int_value() == y.int_value();
  if (x.kind != y.kind) return false;
  if (IsBinary(x.kind)) return ExprEq(p, x.lhs(), y.lhs()) && ExprEq(p, x.rhs(), y.rhs());
  if (x.kind == ExprKind::kCall) {
    const Call& c = p[x.call()];
    const Call& d = p[y.call()];
    return c.op == d.op && c.callee == d.callee && ExprEq(p, p[c.args], p[d.args]);
  }
  return false;
}

bool ExprEq(const Program& p, absl::Span<const ExprId> a, absl::Span<const ExprId> b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!ExprEq(p, a[i], b[i])) return false;
  }
  return true;
}

// ---- attributes ----------------------------------------------------------------------------------------------------

const Attr* Program::FindAttr(AttrsId attrs, std::string_view key) const {
  for (const Attr& attr : (*this)[attrs]) {
    if (strings_[attr.key] == key) return &attr;
  }
  return nullptr;
}

AttrsId Program::SetAttr(AttrsId attrs, const Attr& attr) {
  const absl::Span<const Attr> old = (*this)[attrs];
  std::vector<Attr> items(old.begin(), old.end());
  for (Attr& item : items) {
    if (item.key == attr.key) {
      item = attr;
      return MakeAttrs(items);
    }
  }
  items.push_back(attr);
  return MakeAttrs(items);
}

AttrsId Program::EraseAttr(AttrsId attrs, std::string_view key) {
  if (FindAttr(attrs, key) == nullptr) return attrs;
  std::vector<Attr> items;
  for (const Attr& item : (*this)[attrs]) {
    if (strings_[item.key] != key) items.push_back(item);
  }
  return MakeAttrs(items);
}

Attr Program::IntAttr(std::string_view key, int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return {Str(key), AttrKind::kInt, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}
Attr Program::BoolAttr(std::string_view key, bool value) { return {Str(key), AttrKind::kBool, value ? 1u : 0u, 0}; }
Attr Program::FloatAttr(std::string_view key, double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  return {Str(key), AttrKind::kFloat, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
}
Attr Program::StringAttr(std::string_view key, std::string_view value) {
  return {Str(key), AttrKind::kString, Str(value).index(), 0};
}
Attr Program::ExprAttr(std::string_view key, ExprId value) { return {Str(key), AttrKind::kExpr, value.index(), 0}; }

// ---- values --------------------------------------------------------------------------------------------------------

ValueId Program::AddValue(ValueKind kind, StrId name, TypeId type, FuncId func) {
  Value v;
  v.name = name;
  v.type = type;
  v.func = func;
  v.kind = kind;
  const ValueId id = values_.Add(v);
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  values_[id].expr = exprs_.Add({ExprKind::kVar, dtype, false, type, id.index(), 0});
  return id;
}

ValueId Program::AddSymbol(StrId name) {
  const ValueId id = AddValue(ValueKind::kSymbol, name, ScalarType(DType::kIndex), FuncId());
  symbols_.push_back(id);
  return id;
}

void Program::SetValueType(ValueId value, TypeId type) {
  Value& v = values_[value];
  if (v.type == type) return;
  v.type = type;
  exprs_[v.expr].type = type;
  exprs_[v.expr].dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  if (v.func) Touch(v.func);
}

// ---- statements ----------------------------------------------------------------------------------------------------

StmtId Program::AddStmt(StmtKind kind, uint32_t a, uint32_t b, Span span) {
  Stmt s;
  s.kind = kind;
  s.made_by = maker_;
  s.span = span;
  s.a = a;
  s.b = b;
  return stmts_.Add(s);
}

StmtId Program::NewAssign(ValueId var, ExprId value, Span span) {
  const StmtId id = AddStmt(StmtKind::kAssign, var.index(), value.index(), span);
  if (!values_[var].def) values_[var].def = id;
  return id;
}
StmtId Program::NewEval(ExprId value, Span span) { return AddStmt(StmtKind::kEval, 0, value.index(), span); }
StmtId Program::NewReturn(ExprList values, Span span) {
  return AddStmt(StmtKind::kReturn, values.begin, values.size, span);
}
StmtId Program::NewYield(ExprList values, Span span) {
  return AddStmt(StmtKind::kYield, values.begin, values.size, span);
}
StmtId Program::NewJump(StmtKind kind, Span span) { return AddStmt(kind, 0, 0, span); }

StmtId Program::NewRegion(StmtKind kind, const Region& region, Span span) {
  const StmtId id = AddStmt(kind, regions_.Add(region).index(), 0, span);
  SetRegionDefs(id, region);
  return id;
}

void Program::SetRegionDefs(StmtId stmt, const Region& region) {
  if (region.body) blocks_[region.body].parent = stmt;
  if (region.else_body) blocks_[region.else_body].parent = stmt;
  if (region.loop_var && stmts_[stmt].kind == StmtKind::kFor) values_[region.loop_var].def = stmt;
  for (ValueId v : lists_.Get(region.iter_args)) values_[v].def = stmt;
  for (ValueId v : lists_.Get(region.results)) values_[v].def = stmt;
}

BlockId Program::NewBlock(FuncId func) {
  Block b;
  b.func = func;
  return blocks_.Add(b);
}

void Program::Append(BlockId block, StmtId stmt) {
  Block& b = blocks_[block];
  Stmt& s = stmts_[stmt];
  s.block = block;
  s.prev = b.last;
  s.next = StmtId();
  (b.last ? stmts_[b.last].next : b.first) = stmt;
  b.last = stmt;
  TouchBlock(block);
}

void Program::Prepend(BlockId block, StmtId stmt) {
  if (blocks_[block].first) return InsertBefore(blocks_[block].first, stmt);
  Append(block, stmt);
}

void Program::InsertBefore(StmtId place, StmtId stmt) {
  Stmt& p = stmts_[place];
  Stmt& s = stmts_[stmt];
  Block& b = blocks_[p.block];
  s.block = p.block;
  s.prev = p.prev;
  s.next = place;
  (p.prev ? stmts_[p.prev].next : b.first) = stmt;
  p.prev = stmt;
  TouchBlock(s.block);
}

void Program::InsertAfter(StmtId place, StmtId stmt) {
  if (stmts_[place].next) return InsertBefore(stmts_[place].next, stmt);
  Append(stmts_[place].block, stmt);
}

void Program::Unlink(StmtId stmt) {
  Stmt& s = stmts_[stmt];
  T2T_CHECK(s.block.valid());
  Block& b = blocks_[s.block];
  (s.prev ? stmts_[s.prev].next : b.first) = s.next;
  (s.next ? stmts_[s.next].prev : b.last) = s.prev;
  TouchBlock(s.block);
  s.block = BlockId();
  s.prev = s.next = StmtId();
}

void Program::SetStmtValue(StmtId stmt, ExprId value) {
  Stmt& s = stmts_[stmt];
  if (s.b == value.index()) return;
  s.b = value.index();
  TouchBlock(s.block);
}

void Program::SetAssignVar(StmtId stmt, ValueId var) {
  Stmt& s = stmts_[stmt];
  s.a = var.index();
  values_[var].def = stmt;
  TouchBlock(s.block);
}

void Program::SetStmtValues(StmtId stmt, ExprList values) {
  Stmt& s = stmts_[stmt];
  s.a = values.begin;
  s.b = values.size;
  TouchBlock(s.block);
}

void Program::SetRegion(StmtId stmt, const Region& region) {
  regions_[stmts_[stmt].region()] = region;
  SetRegionDefs(stmt, region);
  TouchBlock(stmts_[stmt].block);
}

// ---- functions -----------------------------------------------------------------------------------------------------

FuncId Program::AddFunction(StrId name, Span span) {
  const FuncId id(static_cast<uint32_t>(functions_.size()));
  Function f;
  f.name = name;
  f.span = span;
  functions_.push_back(f);
  functions_.back().body = NewBlock(id);
  functions_by_name_.emplace(name, id);
  return id;
}

FuncId Program::FindFunction(StrId name) const {
  auto it = functions_by_name_.find(name);
  return it == functions_by_name_.end() ? FuncId() : it->second;
}

void Program::SetFunction(FuncId id, const Function& function) {
  const uint32_t version = functions_[id.index()].version;
  functions_[id.index()] = function;
  functions_[id.index()].version = version + 1;
}

}  // namespace t2t
