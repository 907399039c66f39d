// Recursive descent over the tokens; builds the Program as it goes. The parts live in files of their own:
//   parse_module.cc, parse_program.cc, parse_signature.cc  module level, class and bodies, decorators and signatures
//   token_reader.h    the tokens, errors
//   parse_names.cc    what a name means (text-format 2.8, 6, 7.1)
//   parse_types.cc, parse_views.cc  annotations
//   parse_exprs.cc, parse_primary.cc, parse_paths.cc  scalar expressions
//   parse_calls.cc, parse_dispatch.cc  calls of operators; of functions, submits
//   parse_attrs.cc    attribute values and keyword values
//   parse_stmts.cc, parse_returns.cc  statements; parse_branches.cc, parse_loops.cc, parse_scopes.cc, parse_spmd.cc those with blocks
//   sugar_*.cc        what only people write (text-format 7): the front end, see front_end.h
//
// Two sweeps: signatures first, so that calls may refer forward, then the bodies. A function that returns an invalid id
// or false has reported why.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "fmt/format.h"
#include "ir/core/program.h"
#include "ir/ops/op_def.h"
#include "ir/text/dsl_ops.h"
#include "ir/text/front_end.h"
#include "ir/text/op_text.h"
#include "ir/text/token_reader.h"
#include "ir/text/vocabulary.h"

namespace t2t {

class Parser : TokenReader {
 public:
  Parser(std::string_view text, Program& program, Diagnostics& diagnostics);
  void ParseFile();

 private:
  static constexpr int kMaxExprDepth = 1000;  // nodes on one path of an expression: other walks over it recurse

  // ---- module ----
  void ModuleStatement();
  void SkipDefinition();
  void ModuleConstants();
  bool ModuleConstant(StrId name);
  ExprId ConstantValue(std::string_view otherwise);  // a number or a list of numbers; what is said of anything else
  void ModuleFunction(FunctionType type);
  struct Inlined {
    std::vector<StrId> params;
    std::vector<ExprId> defaults;  // one per parameter, invalid where it has none
    Token header;
    uint32_t indent = 0, end = 0;
    bool expanding = false;  // right now
    bool recursive = false;  // and so it was reported
  };
  void InlineDef();
  bool InlineSignature(Inlined& f);
  bool InlineParameter(Inlined& f);
  std::vector<size_t> BodyOrder() const;
  void ProgramClass();
  void FunctionDef(FunctionType type = FunctionType::kOpaque);
  struct Decoration {
    Token at;
    Function f;
    std::vector<Attr> attrs;
  };
  bool Decorator(Decoration& d);
  bool DecoratorArgument(Decoration& d);
  bool Signature(FuncId id, Function& f);
  bool ScanScalarParameters(FuncId id);
  bool Parameter(FuncId id, std::vector<ValueId>& params, std::vector<uint32_t>& directions,
                 absl::flat_hash_set<StrId>& named);
  bool ReturnTypes(Function& f);
  struct PendingBody {
    FuncId function;
    Token header;        // the token that ends the `def` line
    uint32_t indent;
    uint32_t end;
    std::vector<std::pair<StrId, ValueId>> bound;  // parameters and whatever the signature introduced
  };
  void Body(PendingBody& body);
  void FunctionBody(PendingBody& body);
  bool InlineBody(const PendingBody& body);
  void FunctionAttrs();
  void CheckUndefined();

  // ---- names ----
  struct Slot {
    uint32_t epoch = 0;
    ValueId value;
  };
  struct ModuleName {
    ValueId symbol;
    ExprId constant;
    bool implied = false;  // a symbol no line declares: some signature names it
    Attr attr;             // `DT = pl.FP16`, `MODE = 'rint'`
    bool is_attr = false;
    TypeId type;           // `T = pl.Tensor[[64], pl.FP32]`
  };
  void EnterFunction(const PendingBody& body);
  void SpeakOf(FuncId function);  // from now on; invalid: of the module
  ValueId Bound(StrId name) const;
  void Bind(StrId name, ValueId value);
  // Reads a name in a value position; a name defined later is that value.
  ExprId Use(const Token& token);
  ExprId UseInDim(const Token& token, bool locals_first);
  void AskAboutExtent(const Token& token);
  bool IsExtent(StrId name, absl::Span<const ValueId> params, TypeId type) const;
  // The value a definition of `name` gives rise to. `fresh` kinds (iter args, loop variables) never reuse a variable.
  ValueId Define(StrId name, ValueKind kind, TypeId type, bool reuse);
  bool BodyDefines(std::string_view name);
  ValueId Symbol(StrId name);
  void SettleSymbols();
  ValueId Placeholder(StrId name, TypeId type, Span span);
  struct Shadowed {
    StrId name;
    ValueId before;
  };
  ValueId DefineScoped(StrId name, ValueKind kind, TypeId type, std::vector<Shadowed>& shadowed);
  void Restore(const std::vector<Shadowed>& shadowed);

  // ---- types ----
  TypeId ParseType();
  TypeId TensorType(TypeKind kind, const Token& start);
  TypeId TileType(const Token& start);
  TypeId TupleType();
  bool IsExtent(ExprId dim, Span span);  // says what is wrong otherwise
  bool ShapeList(std::vector<ExprId>& dims, bool locals_first = false);
  ExprId Dim(bool locals_first);
  std::optional<DType> ParseDType();
  bool TensorView(View& view);
  bool TileView(View& view);  // on entry: the implicit layout
  bool ParseMemRef(MemRefId* out);
  template <class E>
  bool EnumValue(WordKind kind, std::string_view what, E* out);
  bool Unsigned(uint64_t* out, std::string_view what);

  // ---- expressions ----
  ExprId ParseExpr();
  ExprId Binary(int min_level);
  ExprId Chained(ExprId lhs, ExprId middle, const Token& start);
  ExprId Unary();
  ExprId Primary();
  ExprId Postfix(ExprId base, const Token& start);
  ExprId ListOrTuple(Tok close);
  ExprId PathExpr();
  ExprId FormExpr(Form form, const Token& start);
  ExprId TypedConst(const Token& start);
  ExprId MinMax(ExprKind kind, const Token& start);
  ExprId CastExpr(const Token& start);
  ExprId Combine(ExprKind kind, ExprId lhs, ExprId rhs, Span span);
  ExprId Negate(ExprId operand, Span span);
  bool Deeper(int a, int b, Span span);
  bool IntLiteral(bool negative, int64_t* out);
  bool ParseArgs(Tok close, std::vector<ExprId>& out);
  ExprId NumberLiteral(bool negative);

  // ---- calls ----
  ExprId OpCall(OpId op, const Token& start, TypeId expected);
  ExprId FinishOpCall(OpId op, std::vector<ExprId> args, std::vector<Attr> kwargs, std::vector<Attr> attrs, Span span,
                      TypeId expected);
  struct OpArgs {
    std::vector<ExprId> positional;
    std::vector<Attr> kwargs, attrs;
    std::vector<std::pair<std::string, ExprId>> named;  // operands given by keyword
    OpForm form = OpForm::kPlain;
  };
  bool OpArgument(const OpDef& def, OpArgs& args);
  bool OpKeyword(const OpDef& def, OpArgs& args, const Token& key);
  bool PlaceNamed(const OpDef& def, OpArgs& args, Span span);
  bool ReshapeForm(OpArgs& args, Span span);
  ExprId FunctionCall(std::string_view name, const Token& start, TypeId expected);
  ExprId SubmitCall(bool spmd, const Token& start, TypeId expected);
  FuncId Callee(std::string_view name, Span span);
  TypeId InferOp(OpId op, absl::Span<const ExprId> args, AttrsId kwargs, Span span);
  TypeId InferCallee(FuncId callee, absl::Span<const ExprId> args, absl::Span<const Span> places, Span span, bool submit);
  ExprId SimpleOp(std::string_view op, Span span);  // a call without operands that the text implies

  // ---- attributes ----
  bool AttrDict(std::vector<Attr>& out);
  bool AttrValue(std::string_view key, Attr* out);
  bool AttrList(std::string_view key, Attr* out);
  bool EnumAttr(const Word& word, Attr* out);
  bool KwargValue(const OpDef& def, const KwargDef& declared, Attr* out);
  bool Coerce(const OpDef& def, const KwargDef& declared, Attr* value, Span span);
  bool BoolValue(bool* out, std::string_view what);
  bool StringValue(std::string* out, std::string_view what);
  Attr IntAttrOf(int64_t value);

  // ---- statements ----
  bool EndLine();  // expects the end of a simple statement
  struct RegionContext {
    bool named = false;                    // some yield named results
    std::vector<Token> names;
    std::vector<TypeId> types;             // written annotations, invalid where none
    std::vector<TypeId> value_types;       // types of the values yielded first
  };
  // Behind the colon of a header. `cond_of`: the first line must be the `pl.cond` of that loop.
  void ParseBlock(BlockId block, Region* cond_of = nullptr);
  void ParseStmt(BlockId block);
  bool SimpleStmt(BlockId block);
  bool AssignStmt(BlockId block);
  bool YieldStmt(BlockId block, const Token& start);
  bool ReturnStmt(BlockId block);
  bool ForStmt(BlockId block);
  bool WhileStmt(BlockId block);
  bool IfStmt(BlockId block);
  bool WithStmt(BlockId block);
  bool CondLine(Region& r);
  bool NamedYield(BlockId block, const Token& start, std::vector<Token> names, TypeId type);
  bool IfParts(BlockId block, Token start);
  bool ElseParts(Region& r, RegionContext& context, bool joins);
  void PutFirst(Region& r);
  ExprId Inverted(ExprId condition);
  void Statements(BlockId block, bool guarded = false);
  StmtId Emit(BlockId block, StmtId stmt);
  bool Returnable(absl::Span<const ExprId> values, Span span);
  void InferReturnTypes(absl::Span<const ExprId> values);
  void TakeComments();
  ExprId Assigned(TypeId annotation, const Token& target);

  // ---- loops ----
  struct Targets {
    std::vector<Token> plain;   // i, or k, acc of a while
    std::vector<Token> inner;   // acc of `i, (acc,)`
    bool has_inner = false;
  };
  struct Header {
    std::vector<Token> names;   // of the iter args
    std::vector<ExprId> inits;
    std::vector<ExprId> bounds;
    std::vector<Attr> attrs;
    bool has_stage = false;
  };
  bool ParseTargets(Targets& targets);
  bool LoopHeader(Header& header, LoopKind kind);
  bool IsNewLoopVar(const Token& name);  // says what is wrong otherwise
  bool CountedLoop(BlockId block, const Token& start, const Targets& targets, LoopKind kind);
  bool WhileFor(BlockId block, const Token& start, const Targets& targets);
  bool InitValues(Header& header);
  bool BindIterArgs(Region& r, const Header& header, const Token& start, std::vector<Shadowed>& shadowed);
  bool LoopResults(Region& r, const RegionContext& context, Span span);
  bool IfResults(Region& r, const RegionContext& then_context, const RegionContext& else_context, Span span);
  DType LoopVarType(const Region& r) const;
  // From the colon on: the block of a region whose yields go to `context`; null: to the region around.
  BlockId RegionBody(RegionContext* context, Region* cond_of = nullptr);

  // ---- scopes ----
  struct ScopeArgs {
    Region r;
    std::vector<Attr> attrs;
    SplitMode split = SplitMode::kNone;
    std::optional<int64_t> slot_num;
    bool optimized = false;       // optimizations= was written
    Token task;                   // name behind `as`
    bool has_task = false;
  };
  enum class ScopeSyntax : uint8_t { kAt, kCluster, kScope, kSpmd };
  bool ScopeArguments(ScopeArgs& args, ScopeSyntax syntax);
  bool ScopeKeyword(ScopeArgs& args, ScopeSyntax syntax, const Token& key);
  bool OptimizationList(ScopeArgs& args);
  bool ValueListAttr(std::string_view key, std::vector<Attr>& attrs);
  bool SpmdStmt(BlockId block, const Token& start, const Token* target);
  bool SplitAivStmt(BlockId block, const Token& start, const Token& target);
  void EmitTaskId(BlockId block, ScopeArgs& args, Span span);
  BlockId WrapInCore(BlockId body, ScopeArgs& args, StrId name, Span span);
  bool NeedsInCore(BlockId body) const;
  ValueId IndexTarget(BlockId body, std::string_view op, const Token& target);

  // ---- front end (sugar_*.cc): hand-written functions; hand_ is set while one is being read ----
  void EnterFrontEnd(const PendingBody& body);
  StrId VersionName(StrId written, std::string_view role);
  ValueId DefineVersion(StrId name, ValueKind kind, TypeId type, std::string_view role);
  void Unwind(size_t mark, Span region, std::string_view what);
  // What follows from an error (sugar_recover.cc).
  ExprId Unknown(const Token& token);
  bool RefusesComprehension(const Token& name);
  bool RefusesStatement();
  std::string HelpForKeyword(std::string_view word) const;
  ExprId BindUnknown(StrId name);
  ExprId AfterError();
  bool IsUnknown(ExprId value) const;
  bool FollowsFromError(absl::Span<const ExprId> values) const;
  bool IsRefused(StrId name) const;
  ExprId SkipBrackets();

  ExprId Operand(ExprId expr);
  ExprId Temporary(StrId name, ExprId expr, Span span);
  ExprId MakeOp(std::string_view name, std::vector<ExprId> args, std::vector<Attr> kwargs, Span span);
  ExprId ReadOf(ValueId value);
  size_t Mark() const { return hand_ ? hand_->trail.size() : 0; }

  uint32_t ImplicitBlock(const Token& start) const;
  bool FollowsFromError(TypeId a, TypeId b) const;
  void OpenCarries(uint32_t block, Region& r, StrId counter = StrId());
  bool CloseCarries(Region& r, size_t mark, Span span, bool runs = false);
  void CarryOut(FrontEnd::Loop& loop, Region& r, std::vector<ExprId>& yields, Span span);
  ExprId Unwritten(TypeId type, Span span);
  std::vector<ValueId> BoundTo(absl::Span<const StrId> names) const;
  // What is known at the end of a branch: what the decided names mean, and what it returns.
  struct BranchEnd {
    std::vector<ValueId> values;
    std::optional<std::vector<ExprId>> returned;
  };
  BranchEnd EndBranch(absl::Span<const StrId> names, size_t mark, Span span);
  bool DecideNames(Region& r, absl::Span<const StrId> names, const BranchEnd& yes, const BranchEnd& no, Span span);
  bool DecideReturns(const BranchEnd& yes, const BranchEnd& no, std::vector<ExprId>& yes_values,
                     std::vector<ExprId>& no_values, std::vector<ValueId>& results, Span span);

  // Inline functions (sugar_inline.cc, sugar_inline_def.cc), and what is said about dispatches (sugar_dispatch.cc).
  static constexpr uint32_t kMaxExpanded = 100'000;
  ExprId InlineCall(Inlined& f, const Token& start);
  bool StandsAlone(const Token& start) const;
  bool MayExpand(Inlined& f, const Token& start);
  bool IsSmall(ExprId value, int* left) const;
  ExprId InlineArgument();
  bool InlineArguments(const Inlined& f, std::vector<ExprId>& args, const Token& start);
  bool ExpandInline(const Inlined& f, absl::Span<const ExprId> args, std::vector<ExprId>& results);
  bool CallsInline() const;
  void EndReturn(BlockId block, std::vector<ExprId> values, Span span);
  ExprId DispatchArgument(size_t index, std::vector<uint32_t>& no_deps);
  bool ArgumentsFit(FuncId callee, absl::Span<const ExprId> args, absl::Span<const Span> places, Span call);
  void DispatchAttrs(absl::Span<const ExprId> args, absl::Span<const uint32_t> no_deps, std::vector<Attr>& attrs);
  void AddDumpTags(std::vector<Attr>& attrs);
  bool StaticStmt(const Token& start);

  // Jumps as branches (sugar_jumps.cc), and loops whose condition has to be computed (sugar_while.cc).
  bool JumpStmt(BlockId block);
  bool IsTrapped(const Token& jump);
  void SetFlag(StrId flag, bool value);
  void BindTo(StrId name, ExprId expr);
  void GuardedRest(BlockId block, const Outline::Guard& guard);
  void SkipUnreached();
  bool StrayReturn(Span span);
  bool EarlyReturn(absl::Span<const ExprId> values);
  bool BrokenLoop(BlockId block, const Token& start, const Token& target, const Region& counted, uint32_t outlined);
  bool HandWhile(BlockId block, const Token& start, uint32_t outlined);
  struct TwoWays {
    ExprId cond;
    BlockId yes_block;
    ExprId yes;
    BlockId no_block;
    ExprId no;
  };
  ExprId Choice(BlockId into, const TwoWays& ways, Span span);
  bool IsCondition(ExprId value, Span span);
  ExprId Lazily(ExprKind kind, ExprId lhs, absl::FunctionRef<ExprId()> read, Span span);
  bool RunsOnce(const Region& r) const;

  struct DslArg {
    Token at;                 // first token, the keyword included
    std::string_view key;     // empty: positional
    ExprId expr;
    Attr attr;                // an enumerator or a text
    bool is_attr = false, is_none = false;
    Span span;                // of the value
  };
  bool NamedAttr(Attr* out);
  bool DslArgument(DslArg& arg);
  bool DslArguments(std::vector<DslArg>& args, std::vector<Attr>& attrs);
  bool ToKwarg(const OpDef& def, const KwargDef& declared, const DslArg& arg, Attr* out);
  Attr FallbackAttr(const KwargDef& declared, std::string_view text);
  bool AssignArguments(const OpDef& def, const DslSignature& signature, absl::Span<const DslArg> args,
                       std::vector<const DslArg*>& given, std::vector<ExprId>& variadic);
  bool PlaceOperands(const OpDef& def, const DslSignature& signature, absl::Span<const DslArg* const> given,
                     std::vector<ExprId>& operands, Span span);
  bool BindArguments(OpId op, absl::Span<const DslArg> args, bool defaults, OpArgs& out, Span span);

  // Scalars as people write them (sugar_scalars.cc).
  ExprId LiteralAs(ExprId expr, DType dtype);
  void AdaptLiteral(ExprId& literal, DType dtype);
  void AdaptArguments(FuncId callee, std::vector<ExprId>& args);
  bool IsDivisible(ExprId lhs, ExprId rhs, Span span);
  bool IsInteger(ExprId value, Span span, std::string_view what);

  ExprId ScalarOperand(ExprId expr, DType element, Span span);
  ExprId ShapedBinary(ExprKind kind, ExprId lhs, ExprId rhs, Span span);
  ExprId ShapedUnary(std::string_view name, ExprId operand, Span span);
  ExprId ShapedCast(ExprId operand, const Token& start);
  OpId Variant(std::string_view name, OpId op, absl::Span<const DslArg> args) const;
  ExprId ShortOp(std::string_view name, const ShortName& ops, const Token& start);
  ExprId ShortCall(std::string_view name, const ShortName& ops, std::vector<DslArg> args, std::vector<Attr> attrs,
                   const Token& start);
  ExprId WrittenCall(OpId op, absl::Span<const DslArg> args, std::vector<Attr> attrs, bool defaults, Span span);
  ExprId Softmax(const Token& start);
  ExprId HandPath(std::string_view path, const Token& start);
  bool TupleIndex(uint32_t size, uint64_t* index);
  bool RefusesPython();
  static bool IsConstantFunction(std::string_view name);
  bool IsNumber(ExprId expr) const;
  ExprId ConstantCall(std::string_view name, const Token& start);
  // What to say of a name that means nothing (sugar_suggest.cc).
  std::string HelpForCall(std::string_view name) const;
  std::string NearestVariable(std::string_view name) const;

  struct SubscriptItem {
    ExprId low, high;         // invalid: left out
    bool range = false, ellipsis = false;
    Span span;
  };
  struct Window {
    std::vector<ExprId> offsets, extents, valid, drops;
    bool partial = false;     // `valid` says less than `extents`
  };
  bool SubscriptItems(std::vector<SubscriptItem>& items);
  bool WindowOf(TypeId type, std::vector<SubscriptItem> items, Span span, Window& window);
  ExprId Subscript(ExprId base, const Token& start);
  ExprId PartOf(ExprId base, std::vector<SubscriptItem> items, Span span);
  ExprId AssembledInto(ExprId target, std::vector<SubscriptItem> items, ExprId value, Span span);

  bool IsAssignment() const;
  bool HandAssign(BlockId block);
  bool AssignOperator(ExprKind* kind);
  bool AssignPart(const Token& target);
  bool AssignInPlace(const Token& target);
  bool AssignName(const Token& target, TypeId annotation, ExprId value, Span span);
  bool AnnotationFits(TypeId annotation, ExprId value, const Token& target, Span span);
  bool TargetNames(std::vector<Token>& names);
  bool RightSide(std::vector<ExprId>& values);
  ExprId ListOf(absl::Span<const ExprId> items, Span span);
  std::vector<ExprId> Unpacked(ExprId value, Span span);
  bool IsDimSymbol(ExprId value);
  ValueId DimSymbol(ExprId value);

  Program& p_;
  int depth_ = 0;                // of the expression parsed last

  // Module.
  absl::flat_hash_map<StrId, ModuleName> module_;
  std::vector<ValueId> made_symbols_;   // for names nothing declares
  std::vector<PendingBody> bodies_;
  absl::flat_hash_map<StrId, Inlined> inlined_;
  absl::flat_hash_set<StrId> refused_;   // names whose definition in the module or class was, and so it was reported
  absl::flat_hash_set<StrId> undecorated_;  // functions that nothing is said about
  absl::flat_hash_set<FuncId> unread_;   // functions whose bodies are still to be read
  int inlining_ = 0;             // inline functions being expanded
  uint32_t expanded_ = 0;        // statements that inline functions gave the current function
  bool overflowed_ = false;      // too many, and so it was reported
  absl::flat_hash_map<ExprId, uint64_t> list_sizes_;  // items of hand-written lists, those of the lists in them included
  bool saw_program_ = false;
  bool printed_ = false;         // the text says that it was printed

  // Current function.
  FuncId func_;
  std::vector<Slot> slots_;      // by StrId
  uint32_t epoch_ = 0;           // of the function, or of the inline function being expanded
  uint32_t last_epoch_ = 0;
  std::vector<std::pair<StrId, Slot>> covered_;  // slots that names of inline functions took from those around
  PendingBody* body_ = nullptr;
  std::optional<absl::flat_hash_set<std::string_view>> defined_;  // names that begin a line of the body, on demand
  struct Undefined {
    ValueId value;
    Span span;
  };
  std::vector<Undefined> undefined_;
  std::unique_ptr<FrontEnd> hand_;
  BlockId block_;                // where the statement being read goes
  uint32_t defined_from_ = 0, defined_to_ = 0;  // the text `defined_` is made from
  std::vector<StrId> bound_;     // names bound so far in this function; kept while reading a signature
  bool in_signature_ = false;
  enum class NameMode : uint8_t { kValue, kDim, kViewDim };
  NameMode name_mode_ = NameMode::kValue;
  std::vector<RegionContext*> regions_;
  struct PendingResult {
    ValueId value;
  };
  std::vector<PendingResult> pending_results_;  // results no yield named, oldest first
  size_t next_pending_ = 0;
  int incore_depth_ = 0;
  std::vector<SplitMode> split_modes_;          // of the split_aiv regions around
  TypeId expected_;              // annotation of the assignment whose right side is being read
  Token target_;                 // its target
  StmtId emitted_;               // the statement linked last
  std::string* comments_ = nullptr;  // of the statement being read
  std::string docstring_;        // becomes a comment of the next statement
};

template <class E>
bool Parser::EnumValue(WordKind kind, std::string_view what, E* out) {
  const Word* word = At(Tok::kPath) || At(Tok::kName) ? CurrentWord() : nullptr;
  if (word == nullptr || word->kind != kind) {
    return ErrorHere(fmt::format("expected {} here, found {}", what, Shown()));
  }
  *out = static_cast<E>(word->value);
  Advance();
  return true;
}

}  // namespace t2t
