// The printer behind ir/text/printer.h: one pass over the program that appends to one string.
// print_function.cc, print_stmt.cc, print_scope.cc, print_call.cc and print_attrs.cc hold its parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/core/expr_writer.h"
#include "ir/text/names.h"
#include "ir/text/op_text.h"

namespace t2t {

class TextPrinter final : public ExprWriter {
 public:
  TextPrinter(const Program& program, std::string& out, bool concise);

  void PutFunction(FuncId function);
  void PutStatement(StmtId stmt, int indent);
  // Takes the names of `function`; needed before Statement.
  void Enter(FuncId function);
  // Names of the `pl.dynamic` lines needed by everything printed so far, sorted.
  std::vector<std::string> DynamicNames() const;

 protected:
  void PutName(ValueId value) override;
  void PutCall(ExprId call) override;
  void PutMemRefBase(const MemRef& memref) override;

 private:
  // ---- functions ----
  void Decorator(const Function& f);
  void Signature(FuncId id, const Function& f);
  void BodyPrologue(const Function& f);
  void InlineText(const Function& f);

  // ---- statements ----
  void Line(int indent) { out_.append(static_cast<size_t>(indent) * 4, ' '); }
  // `results`: what the region around this block returns; its trailing yield names them.
  void PutBlock(BlockId block, int indent, ValueList results = {});
  void BlockFrom(StmtId first, int indent, ValueList results);
  void PutStmt(StmtId stmt, int indent, ValueList results, bool last);
  void YieldStmt(const Stmt& s, ValueList results);
  void For(const Region& r, int indent);
  void While(const Region& r, int indent);
  void If(const Region& r, int indent);
  void Scope(StmtId stmt, const Region& r, int indent, ValueList results);
  void SpmdScope(const Region& r, int indent, ValueList results);
  void SplitAivScope(const Region& r, int indent, ValueList results);
  void ScopeOptions(AttrsId attrs, bool with_args);  // deps, no_dep_args, dumps, early, windowize
  void Optimizations(const Region& r);
  void NameHint(const Region& r);
  void Early(AttrsId attrs);
  void Predicate(AttrsId attrs);
  void As(AttrsId attrs);
  bool IsHiddenTaskId(const Stmt& s) const;
  // The value assigned by the first statement of `body` when that is a call of `op` without operands.
  ValueId IndexTarget(BlockId body, OpId op) const;
  bool CallsOp(BlockId body, OpId op) const;
  void NameList(ValueList values);
  void InitValues(ExprList inits);
  void Annotation(TypeId type);

  // ---- calls and attributes ----
  void FunctionCall(const Call& call);
  void SubmitCall(const Call& call);
  void OpCall(const Call& call);
  void Operands(absl::Span<const ExprId> args, std::string_view& comma);
  void Keyword(std::string_view key, std::string_view& comma);
  void Kwargs(const Call& call, std::string_view& comma);
  void KwargValue(const Call& call, const Attr& attr);
  void CallAttrs(const Call& call, std::string_view& comma, bool of_function);
  void AttrValue(const Attr& attr);
  bool DumpVars(const Attr& attr, const Call& call);

  const Attr* Find(AttrsId attrs, StrId key) const;
  void MarkType(TypeId type);

  NameTable names_;
  bool concise_;
  bool in_signature_ = false;
  int split_depth_ = 0;          // inside how many split_aiv regions
  std::vector<OpId> alloc_ops_;
  ValueId target_;               // variable of the assignment being printed

  // Text of types already printed: for good when no variable occurs in it, else for the current function.
  struct CachedType {
    uint32_t epoch = 0;
    uint32_t size = 0;
    size_t offset = 0;
  };
  std::vector<CachedType> type_cache_;
  std::string type_pool_;
  uint32_t epoch_ = 0;
  bool saw_name_ = false, saw_memref_ = false;

  std::vector<bool> symbol_used_;        // by position of the value
  bool quiet_ = false;                   // names printed now do not ask for a `pl.dynamic` line
  std::vector<std::string> parameter_symbols_;
  FuncId function_;

  struct Keys {
    StrId auto_scope, external_source, split, task_id_var, pipeline_stages, manual_dep_edges, no_dep_args, dump_vars,
        allow_early_resolve, windowize, slot_num, predicate, device, arg_directions, dummy_task, name, mode, atomic,
        set_pipe, wait_pipe, pipe, coalesce, core_type, tail_padding;
  } keys_;
  OpId task_invalid_, tile_block_idx_, tile_subblock_idx_, sync_set_, sync_wait_;
};

}  // namespace t2t
