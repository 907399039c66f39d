// A Program owns every node. Copying it copies the stores, so a copy is a deep clone in which all ids keep their meaning.
//
// Reading: `program[id]` gives the record behind an id. Writing: only through the functions below, which keep def sites,
// block links and function versions right. References into the stores stay valid while nodes are added.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/nodes.h"
#include "ir/support/stores.h"
#include "ir/support/strings.h"

namespace t2t {

class Program {
 public:
  Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
  Program(const Program&);
  Program& operator=(const Program&);
  ~Program();

  // ---- look-up ----
  const Type& operator[](TypeId id) const { return types_[id]; }
  const View& operator[](ViewId id) const { return views_[id]; }
  const MemRef& operator[](MemRefId id) const { return memrefs_[id]; }
  const Expr& operator[](ExprId id) const { return exprs_[id]; }
  const Call& operator[](CallId id) const { return calls_[id]; }
  const Submit& operator[](SubmitId id) const { return submits_[id]; }
  const Value& operator[](ValueId id) const { return values_[id]; }
  const Stmt& operator[](StmtId id) const { return stmts_[id]; }
  const Block& operator[](BlockId id) const { return blocks_[id]; }
  const Region& operator[](RegionId id) const { return regions_[id]; }
  const Function& operator[](FuncId id) const { return functions_[id.index()]; }
  std::string_view operator[](StrId id) const { return strings_[id]; }
  template <class T>
  absl::Span<const T> operator[](List<T> list) const { return lists_.Get(list); }
  absl::Span<const Attr> operator[](AttrsId id) const {
    if (!id) return {};
    const absl::Span<const uint32_t> words = lists_.Get(attrs_[id.index()].words);
    return absl::MakeConstSpan(reinterpret_cast<const Attr*>(words.data()), words.size() / kAttrWords);
  }
  // Whether any attribute is an expression or a list of them.
  bool HoldsExprs(AttrsId id) const { return id && attrs_[id.index()].holds_exprs; }

  uint32_t num_values() const { return values_.size(); }
  uint32_t num_stmts() const { return stmts_.size(); }   // ever made, erased ones included
  uint32_t num_exprs() const { return exprs_.size(); }
  uint32_t num_types() const { return types_.size(); }
  uint32_t num_blocks() const { return blocks_.size(); }
  uint32_t num_strings() const { return static_cast<uint32_t>(strings_.size()); }
  size_t MemoryBytes() const;

  StrId Str(std::string_view text) { return strings_.Intern(text); }
  StrId FindStr(std::string_view text) const { return strings_.Find(text); }
  template <class T>
  List<T> MakeList(absl::Span<const T> items) { return lists_.Add(items); }
  template <class T>
  List<T> MakeList(std::initializer_list<T> items) { return lists_.Add(absl::MakeConstSpan(items.begin(), items.size())); }
  template <class T>
  List<T> MakeList(const std::vector<T>& items) { return lists_.Add(absl::MakeConstSpan(items)); }

  // ---- types: interned and canonical (types-and-ops 2.4) ----
  TypeId UnknownType() { return SimpleType(TypeKind::kUnknown); }
  TypeId SimpleType(TypeKind kind);
  TypeId ScalarType(DType dtype);
  TypeId TensorType(DType dtype, absl::Span<const ExprId> shape) { return TensorType(dtype, shape, View{}); }
  // `view` by value: a full valid_shape is cleared, an all-default view dropped.
  TypeId TensorType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemRefId memref = {});
  TypeId DistributedTensorType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemRefId memref = {},
                               ValueId window = {});
  TypeId TileType(DType dtype, absl::Span<const ExprId> shape, const View& view, MemorySpace space,
                  MemRefId memref = {});
  TypeId ArrayType(DType dtype, ExprId extent);
  TypeId TupleType(absl::Span<const TypeId> elements);
  // The same type with one part replaced, canonicalised again.
  TypeId WithView(TypeId type, const View& view);
  TypeId WithSpace(TypeId type, MemorySpace space);
  TypeId WithMemRef(TypeId type, MemRefId memref);
  MemRefId AddMemRef(const MemRef& memref);
  // A present but all-default view, as incoherent IR may carry it: skips canonicalisation. Reader only.
  TypeId InternType(Type type) { return Intern(type); }
  ViewId InternView(const View& view);

  // View in force (types-and-ops 2.5): valid_shape filled in, layout fields of the implicit layout when there is no view.
  View EffectiveView(TypeId type) const;
  // Physical extents, and the valid ones (equal to the physical ones without a view).
  absl::Span<const ExprId> Shape(TypeId type) const { return lists_.Get(types_[type].shape); }
  absl::Span<const ExprId> ValidShape(TypeId type) const;
  const Type& TypeOf(ValueId value) const { return types_[values_[value].type]; }
  const Type& TypeOf(ExprId expr) const { return types_[exprs_[expr].type]; }

  // ---- expressions ----
  ExprId Int(int64_t value, DType dtype = DType::kIndex);
  ExprId Float(double value, DType dtype = DType::kFp32);
  ExprId Bool(bool value);
  ExprId Var(ValueId value) const { return values_[value].expr; }
  // Node exactly as given: no promotion, no folding. `dtype` is the result's.
  ExprId Binary(ExprKind kind, ExprId lhs, ExprId rhs, DType dtype);
  ExprId Unary(ExprKind kind, ExprId operand, DType dtype);
  ExprId Tuple(absl::Span<const ExprId> elements);
  ExprId TupleGet(ExprId tuple, uint32_t index);
  // Fresh call with its result type; `args` etc. are taken as they are. Checked construction is ir/ops/make_call.h.
  ExprId AddCall(const Call& call, TypeId type);
  ExprId AddSubmit(Call call, const Submit& submit, TypeId type);
  // A copy of a call with another result type (written annotation wins, text-format 7.1).
  ExprId WithType(ExprId call, TypeId type);

  double FloatValue(ExprId id) const;
  bool IsConstInt(ExprId id) const { return id && exprs_[id].kind == ExprKind::kConstInt; }
  bool IsConstInt(ExprId id, int64_t value) const { return IsConstInt(id) && exprs_[id].int_value() == value; }
  // Operands of a Call or Submit expression.
  const Call& CallOf(ExprId id) const { return calls_[exprs_[id].call()]; }
  bool IsOpCall(ExprId id) const { return exprs_[id].kind == ExprKind::kCall && CallOf(id).op.valid(); }
  absl::Span<const ExprId> Args(ExprId call) const { return lists_.Get(CallOf(call).args); }
  absl::Span<const ExprId> Elements(ExprId tuple) const { return lists_.Get(exprs_[tuple].elements()); }

  // ---- attributes ----
  AttrsId MakeAttrs(absl::Span<const Attr> attrs);                 // order kept; empty gives the invalid id
  const Attr* FindAttr(AttrsId attrs, std::string_view key) const;
  AttrsId SetAttr(AttrsId attrs, const Attr& attr);                // replaced in place or appended
  AttrsId EraseAttr(AttrsId attrs, std::string_view key);
  Attr IntAttr(std::string_view key, int64_t value);
  Attr BoolAttr(std::string_view key, bool value);
  Attr FloatAttr(std::string_view key, double value);
  Attr StringAttr(std::string_view key, std::string_view value);
  Attr ExprAttr(std::string_view key, ExprId value);
  template <class E>
  Attr EnumAttr(std::string_view key, AttrKind kind, E value) {
    return Attr{Str(key), kind, static_cast<uint32_t>(value), 0};
  }
  Attr ListAttr(std::string_view key, AttrKind kind, List<uint32_t> words) {
    return Attr{Str(key), kind, words.begin, words.size};
  }
  Attr ExprListAttr(std::string_view key, ExprList exprs) {
    return Attr{Str(key), AttrKind::kExprList, exprs.begin, exprs.size};
  }

  // ---- values ----
  ValueId AddValue(ValueKind kind, StrId name, TypeId type, FuncId func);
  ValueId AddSymbol(StrId name);   // Scalar[INDEX]; kept in symbols()
  void SetValueType(ValueId value, TypeId type);
  void SetValueName(ValueId value, StrId name) { values_[value].name = name; }
  void SetUndeclared(ValueId symbol) { values_[symbol].undeclared = true; }
  void SetValueKind(ValueId value, ValueKind kind) { values_[value].kind = kind; }
  void SetDef(ValueId value, StmtId def) { values_[value].def = def; }
  absl::Span<const ValueId> symbols() const { return symbols_; }
  // Where a parameter is declared, "name: type" and all; the place of its function for one that nobody wrote.
  Span ParamSpan(ValueId param) const;
  void SetParamSpan(ValueId param, Span span);

  // ---- statements: made detached, then linked ----
  StmtId NewAssign(ValueId var, ExprId value, Span span);   // sets the variable's def site
  StmtId NewEval(ExprId value, Span span);
  StmtId NewReturn(ExprList values, Span span);
  StmtId NewYield(ExprList values, Span span);
  StmtId NewJump(StmtKind kind, Span span);                 // kBreak, kContinue
  // kFor, kWhile, kIf, kScope. Sets the parent of its blocks and the def site of loop_var, iter_args and results.
  StmtId NewRegion(StmtKind kind, const Region& region, Span span);
  BlockId NewBlock(FuncId func);

  void Append(BlockId block, StmtId stmt);
  void Prepend(BlockId block, StmtId stmt);
  void InsertBefore(StmtId place, StmtId stmt);
  void InsertAfter(StmtId place, StmtId stmt);
  void Unlink(StmtId stmt);                                 // a removed statement keeps its content
  void SetStmtValue(StmtId stmt, ExprId value);             // kAssign, kEval
  void SetAssignVar(StmtId stmt, ValueId var);
  void SetStmtValues(StmtId stmt, ExprList values);         // kReturn, kYield
  void SetRegion(StmtId stmt, const Region& region);        // whole record; def sites are set again
  void SetComments(StmtId stmt, StrId comments) { stmts_[stmt].comments = comments; }
  void SetSpan(StmtId stmt, Span span) { stmts_[stmt].span = span; }
  void SetOrigin(StmtId stmt, StmtId origin) { stmts_[stmt].origin = origin; }
  // Ordinal stamped on statements made from now on; the runner sets it before each pass.
  void SetMaker(uint8_t ordinal) { maker_ = ordinal; }

  const Region& RegionOf(StmtId stmt) const { return regions_[stmts_[stmt].region()]; }
  FuncId FunctionOf(StmtId stmt) const { return blocks_[stmts_[stmt].block].func; }
  bool IsLinked(StmtId stmt) const { return stmts_[stmt].block.valid(); }

  // ---- functions, in order of arrival ----
  StrId name() const { return name_; }
  void SetName(StrId name) { name_ = name; }
  FuncId AddFunction(StrId name, Span span);   // with an empty body block
  FuncId FindFunction(StrId name) const;       // invalid when absent
  uint32_t num_functions() const { return static_cast<uint32_t>(functions_.size()); }
  // Replaces the whole record except `version`, which grows.
  void SetFunction(FuncId id, const Function& function);
  void Touch(FuncId id) { ++functions_[id.index()].version; }
  absl::Span<const ValueId> Params(FuncId id) const { return lists_.Get(functions_[id.index()].params); }
  ParamDirection Direction(FuncId id, uint32_t param) const {
    return static_cast<ParamDirection>(lists_.Get(functions_[id.index()].directions)[param]);
  }

 private:
  struct Interning;  // hash tables over the stores; kept out of this header, which nearly every file includes

  TypeId Intern(const Type& type);
  TypeId InternFresh(const Type& type);  // lists of `type` were added last and go back when an equal type exists
  ExprId InternExpr(const Expr& expr);
  StmtId AddStmt(StmtKind kind, uint32_t a, uint32_t b, Span span);
  void SetRegionDefs(StmtId stmt, const Region& region);
  void TouchBlock(BlockId block) {
    if (block) ++functions_[blocks_[block].func.index()].version;
  }
  View Canonical(TypeKind kind, const View& view, absl::Span<const ExprId> shape, MemorySpace space, bool* drop) const;

  StringTable strings_;
  ListPool lists_;
  Store<Type, TypeId> types_;
  Store<View, ViewId> views_;
  Store<MemRef, MemRefId> memrefs_;
  Store<Expr, ExprId> exprs_;
  Store<Call, CallId> calls_;
  Store<Submit, SubmitId> submits_;
  Store<Value, ValueId> values_;
  Store<Stmt, StmtId> stmts_;
  Store<Block, BlockId> blocks_;
  Store<Region, RegionId> regions_;
  struct AttrSet {
    List<uint32_t> words;  // of the Attr records, in order
    bool holds_exprs = false;
  };
  static constexpr uint32_t kAttrWords = sizeof(Attr) / sizeof(uint32_t);
  std::vector<AttrSet> attrs_;
  std::vector<Function> functions_;
  std::vector<ValueId> symbols_;
  std::unique_ptr<Interning> interning_;
  std::array<TypeId, 256> scalar_types_ = {};  // by DType code
  StrId name_;
  uint8_t maker_ = 0;
};

// Layout a tile has when its type says nothing (types-and-ops 2.3).
struct TileLayoutInfo {
  TileLayout blayout;
  TileLayout slayout;
  int32_t fractal;
};
TileLayoutInfo ImplicitLayout(const Program& program, absl::Span<const ExprId> shape, MemorySpace space);

// Cheap syntactic equality (types-and-ops 2.6): same node, equal integer constants of any dtype, or alike all the way down.
bool ExprEq(const Program& program, ExprId a, ExprId b);
bool ExprEq(const Program& program, absl::Span<const ExprId> a, absl::Span<const ExprId> b);

}  // namespace t2t
