// The nodes of the IR: plain records of fixed size that refer to each other by id. One layout serves every stage of the
// lowering; what a stage allows is a question for its language (pipeline/languages), not for the node classes.
//
// Expressions are immutable. Those without a call are interned: equal expressions have equal ids, so `==` on ids is the
// cheap half of every symbolic question. Calls and Submits are allocated one by one and belong to one statement.
#pragma once

#include <cstdint>

#include "ir/core/enums.h"
#include "ir/support/ids.h"
#include "ir/support/span.h"

namespace t2t {

// ---- types ---------------------------------------------------------------------------------------------------------

enum class TypeKind : uint8_t {
  kUnknown, kScalar, kTensor, kDistributedTensor, kTile, kArray, kTuple,
  kMemRef, kPtr, kWindowBuffer, kCommCtx, kPrefetchAsyncContext, kAsyncEvent, kAsyncSession,
};

// Interned. `shape` of a tensor or tile holds its physical extents; of an array the one constant extent.
struct Type {
  TypeKind kind = TypeKind::kUnknown;
  DType dtype = DType::kNone;
  MemorySpace space = MemorySpace::kUnset;  // tiles only
  ExprList shape;
  TypeList elements;        // tuples only
  ViewId view;              // TensorView or TileView; invalid = the implicit one
  MemRefId memref;          // not part of IR equality
  ValueId window_buffer;    // distributed tensors only

  bool IsTensorLike() const { return kind == TypeKind::kTensor || kind == TypeKind::kDistributedTensor; }
  bool IsTile() const { return kind == TypeKind::kTile; }
  bool IsShaped() const { return IsTensorLike() || IsTile(); }
  bool IsScalar() const { return kind == TypeKind::kScalar; }
  uint32_t rank() const { return shape.size; }
};
static_assert(sizeof(Type) == 32);

// A TensorView uses layout, stride, valid_shape, pad; a TileView everything but layout (types-and-ops 2.2).
// Inside a canonical type an empty valid_shape means "the whole shape".
struct View {
  ExprList valid_shape;
  ExprList stride;
  ExprId start_offset;
  int32_t fractal = 512;  // bytes
  TensorLayout layout = TensorLayout::kND;
  TileLayout blayout = TileLayout::kRowMajor;
  TileLayout slayout = TileLayout::kNoneBox;
  PadValue pad = PadValue::kNull;
  CompactMode compact = CompactMode::kNull;
};

// `pl.MemRef(...)` of a type annotation (text-format 2.4). A declared one ("name" only) has no byte_offset.
struct MemRef {
  StrId name;            // name of the base pointer
  ValueId base;          // the base pointer itself when it is an alloc of the same function
  ExprId byte_offset;
  uint64_t size = 0;
  uint32_t slot_count = 1;
  ExprId slot_index;
};

// ---- expressions ---------------------------------------------------------------------------------------------------

enum class ExprKind : uint8_t {
  kVar, kConstInt, kConstFloat, kConstBool,
  kAdd, kSub, kMul, kFloorDiv, kFloorMod, kFloatDiv, kMin, kMax, kPow,
  kEq, kNe, kLt, kLe, kGt, kGe, kAnd, kOr, kXor,
  kBitAnd, kBitOr, kBitXor, kShl, kShr,
  kAbs, kNeg, kNot, kBitNot, kCast,
  kTuple, kTupleGet, kCall, kSubmit,
};
constexpr bool IsBinary(ExprKind k) { return k >= ExprKind::kAdd && k <= ExprKind::kShr; }
constexpr bool IsUnary(ExprKind k) { return k >= ExprKind::kAbs && k <= ExprKind::kCast; }
constexpr bool IsComparison(ExprKind k) { return k >= ExprKind::kEq && k <= ExprKind::kGe; }

struct Expr {
  ExprKind kind = ExprKind::kConstInt;
  DType dtype = DType::kNone;   // of a scalar expression
  bool has_call = false;        // a Call or Submit occurs inside: then the node is not interned
  TypeId type;
  uint32_t a = 0;               // meaning by kind, use the accessors
  uint32_t b = 0;

  ValueId var() const { return ValueId(a); }
  int64_t int_value() const { return static_cast<int64_t>((uint64_t{b} << 32) | a); }
  ExprId lhs() const { return ExprId(a); }
  ExprId rhs() const { return ExprId(b); }
  ExprId operand() const { return ExprId(a); }     // unary
  ExprList elements() const { return {a, b}; }     // kTuple
  ExprId tuple() const { return ExprId(a); }       // kTupleGet
  uint32_t tuple_index() const { return b; }
  CallId call() const { return CallId(a); }        // kCall, kSubmit
};
static_assert(sizeof(Expr) == 16);

// A call of an operator (op valid) or of a function (callee valid). Submits always name a function.
struct Call {
  OpId op;
  FuncId callee;
  ExprList args;
  AttrsId kwargs;
  AttrsId attrs;
  SubmitId submit;  // kSubmit only
  Span span;
};
static_assert(sizeof(Call) == 36);

struct Submit {
  ExprList deps;
  ExprId core_num;   // invalid: `pl.submit`, valid: `pl.spmd_submit`
  ExprId predicate;
  bool sync_start = false;
  bool allow_early_resolve = false;
};

// ---- attribute values ----------------------------------------------------------------------------------------------

enum class AttrKind : uint8_t {
  kInt, kBool, kFloat, kString, kDType, kMemorySpace, kTensorLayout, kTileLayout, kPadValue, kArgDirection,
  kExpr,            // a value or scalar expression
  kExprList,        // list of values (dump_vars, deps)
  kIntList, kArgDirectionList,
  kIntPairList,     // cache_policy: (parameter index, policy); words alternate
};

struct Attr {
  StrId key;
  AttrKind kind = AttrKind::kInt;
  uint32_t a = 0;
  uint32_t b = 0;

  int64_t int_value() const { return static_cast<int64_t>((uint64_t{b} << 32) | a); }
  bool bool_value() const { return a != 0; }
  double float_value() const;
  StrId string() const { return StrId(a); }
  ExprId expr() const { return ExprId(a); }
  template <class E>
  E as() const { return static_cast<E>(a); }       // enum kinds
  ExprList exprs() const { return {a, b}; }        // kExprList
  List<uint32_t> words() const { return {a, b}; }  // kIntList (two's complement), kArgDirectionList, kIntPairList
  friend bool operator==(const Attr&, const Attr&) = default;
};
static_assert(sizeof(Attr) == 16);

// ---- values --------------------------------------------------------------------------------------------------------

enum class ValueKind : uint8_t {
  kParam,      // of function `func`
  kLocal,      // target of an assignment (the first one, where the IR is not SSA)
  kLoopVar, kIterArg, kResult,   // of the region statement `def`
  kSymbol,     // `M = pl.dynamic("M")`: one variable for the whole program
  kUndefined,  // used, never defined (malformed input)
};

struct Value {
  StrId name;          // a hint; the printer makes names unique
  TypeId type;
  ExprId expr;         // the kVar expression that reads it
  StmtId def;          // kLocal, kLoopVar, kIterArg, kResult
  FuncId func;         // invalid for symbols
  ValueKind kind = ValueKind::kLocal;
  bool undeclared = false;  // kSymbol: a variable of some function that others name in types; no `pl.dynamic` line
};
static_assert(sizeof(Value) == 24);

// ---- statements ----------------------------------------------------------------------------------------------------

enum class StmtKind : uint8_t {
  kAssign, kEval, kReturn, kYield, kBreak, kContinue, kFor, kWhile, kIf, kScope,
};

struct Stmt {
  StmtKind kind = StmtKind::kEval;
  uint8_t made_by = 0;   // ordinal of the pass that made it; 0 = read from the input
  uint16_t reserved = 0;
  StmtId prev, next;     // neighbours in the block
  BlockId block;
  StmtId origin;         // the statement this one was made from; invalid for read ones
  Span span;
  StrId comments;        // leading comment lines, joined by '\n'; invalid = none
  uint32_t a = 0;
  uint32_t b = 0;

  ValueId var() const { return ValueId(a); }       // kAssign
  ExprId value() const { return ExprId(b); }       // kAssign, kEval
  ExprList values() const { return {a, b}; }       // kReturn, kYield
  RegionId region() const { return RegionId(a); }  // kFor, kWhile, kIf, kScope
  bool HasRegion() const { return kind >= StmtKind::kFor; }
};
static_assert(sizeof(Stmt) == 40);

struct Block {
  StmtId first, last;
  StmtId parent;   // the region statement, invalid for a function body
  FuncId func;
};

enum class ScopeKind : uint8_t { kInCore, kHierarchy, kCluster, kRuntime, kSpmd, kSplitAiv, kCommDomain };

// What a loop, branch or scope adds to its statement. Unused fields stay empty.
struct Region {
  BlockId body;            // loops, scopes, then-branch
  BlockId else_body;       // kIf; invalid = no else
  ExprId cond;             // kIf, kWhile (may use the iter args)
  ValueId loop_var;        // kFor; kScope/kSplitAiv and kSpmd: the printed loop target, if any (an ordinary body value)
  ExprId start, stop, step;  // kFor
  ValueList iter_args;     // loops; same length as inits and results in valid IR
  ExprList inits;
  ValueList results;       // loops and branches
  AttrsId attrs;           // kFor: loop attrs (pipeline_stages included); kScope: scope attrs
  LoopKind loop_kind = LoopKind::kSequential;
  // scopes
  ScopeKind scope_kind = ScopeKind::kInCore;
  SplitMode split = SplitMode::kNone;      // kInCore, kSplitAiv
  Level level = Level::kUnset;             // kHierarchy
  Role role = Role::kUnset;                // kHierarchy
  bool manual = false;                     // kRuntime
  bool sync_start = false;                 // kSpmd
  bool all_devices = false;                // kCommDomain
  StrId name_hint;
  ExprId core_num;                         // kSpmd
  List<uint32_t> devices;                  // kCommDomain
  ExprList slots;                          // kCommDomain
};

// ---- functions -----------------------------------------------------------------------------------------------------

struct Function {
  StrId name;
  ValueList params;
  List<uint32_t> directions;   // ParamDirection per parameter
  TypeList return_types;
  BlockId body;
  FunctionType type = FunctionType::kOpaque;
  Level level = Level::kUnset;
  Role role = Role::kUnset;
  IrStage stage = IrStage::kFunctional;
  bool requires_runtime_binding = false;  // abstract host callback, body `...`
  bool declared_only = false;             // called but not in the program: kept so that a verifier can say so
  AttrsId attrs;                          // every function attr, `auto_scope` and `external_source` included
  StrId inline_text;                      // verbatim Python body of a host SubWorker; invalid = IR body
  Span span;
  uint32_t version = 0;                   // grows with every change; equal version = nothing changed
};

}  // namespace t2t
