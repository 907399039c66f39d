// Runs functions of a program, at any stage of the lowering.
//
// Statements run one after the other: parallel and pipelined loops in the order of their counter, tasks when they are
// submitted (their dependencies stand before them), blocks of an SPMD launch from 0 on. The two lanes of a split region run
// side by side and meet at every aic_gather. Regions and calls are frames on an explicit stack, so what a program nests
// costs no native stack.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/analysis/computed_values.h"
#include "ir/eval/op_context.h"

namespace t2t::eval {

struct RunOptions {
  int64_t max_steps = int64_t{1} << 40;   // statements executed
  int64_t max_work = int64_t{1} << 50;    // elements produced
  bool track_writers = false;             // remember per element which statement stored it (Buffer::writer)
  bool strict_spaces = false;             // tile operands must stand where their operator reads them (hardware_rules.h)
  bool judge_pitch = true;                // accumulators of finished kernels have the pitch of their products
  // Called after every executed assignment and evaluation with the value it produced.
  std::function<void(StmtId, const RtValue&)> on_value;
};

class Machine {
 public:
  explicit Machine(const Program& program, RunOptions options = {});
  ~Machine();

  // Extents of program symbols that no parameter type tells.
  void SetSymbol(ValueId symbol, int64_t value) { symbols_[symbol] = value; }

  // Runs `function`; tensors in `args` are changed in place. The result has the kind of the function's return: none, one
  // value, or a tuple. Errors:
  //   InvalidArgument    the program does something undefined: poison as index or condition, a broken rule of an operator
  //   OutOfRange         an access outside of its buffer
  //   Unimplemented      it holds an operator that cannot be run; the message says why
  //   ResourceExhausted  it does not end within the limits
  absl::StatusOr<RtValue> Run(FuncId function, std::vector<RtValue> args);

  // Storage for a parameter, extents taken from `symbols` and the scalars already in `args`: poisoned; in GM for a tensor,
  // in the memory space of its type for a tile. Used for outputs that the caller does not provide.
  absl::StatusOr<RtValue> Allocate(FuncId function, size_t param, const std::vector<RtValue>& args);
  // Values of the program symbols and scalar parameters that these arguments imply; NotFound where extents contradict.
  absl::Status BindExtents(FuncId function, const std::vector<RtValue>& args,
                           absl::flat_hash_map<ValueId, int64_t>* bound) const;

  const Program& program() const { return p_; }
  PoisonLog& poison() { return poison_; }
  const PoisonLog& poison() const { return poison_; }
  int64_t steps() const { return steps_; }
  int64_t work() const { return work_; }
  // Where the last run failed; invalid when it did not.
  StmtId failed_at() const { return failed_at_; }
  std::string Place(StmtId stmt) const;   // "function 'k', line 12"

 private:
  struct Activation;
  struct Frame;
  struct Thread;
  enum class Progress : uint8_t { kDone, kAtGather };

  absl::StatusOr<Progress> Advance(Thread& thread);
  absl::Status TooManySteps() const;
  absl::Status Step(Thread& thread);
  absl::Status BlockEnded(Thread& thread);
  absl::Status Assign(Thread& thread, StmtId stmt);
  absl::Status Yield(Thread& thread, StmtId stmt);
  absl::Status Return(Thread& thread, StmtId stmt);
  absl::Status Jump(Thread& thread, StmtKind kind);
  absl::Status Seed(Activation& a, StmtId loop, Frame& f);  // the initial values of the carries
  absl::Status EnterFor(Thread& thread, StmtId stmt);
  absl::Status EnterWhile(Thread& thread, StmtId stmt);
  absl::Status EnterIf(Thread& thread, StmtId stmt);
  absl::Status EnterScope(Thread& thread, StmtId stmt);
  absl::Status RunSplit(Thread& thread, StmtId stmt);
  absl::Status NextIteration(Thread& thread, bool first);
  absl::Status Finish(Thread& thread, const Region& region, std::vector<RtValue> values);
  // Pushes a frame for the first function call inside the statement that has no result yet; false when there is none.
  absl::StatusOr<bool> PushCall(Thread& thread, StmtId stmt);
  absl::Status PushFunction(Thread& thread, FuncId function, std::vector<RtValue> args, ExprId call, ExecState exec,
                            int64_t blocks);
  absl::Status Bind(Activation& a, std::vector<RtValue>& args);
  void FunctionEnded(Thread& thread, RtValue result);

  absl::StatusOr<RtValue> Eval(Activation& a, ExprId expr, StmtId stmt, int depth = 0);
  absl::StatusOr<RtValue> EvalOp(Activation& a, ExprId expr, StmtId stmt, int depth);
  absl::StatusOr<int64_t> EvalInt(Activation& a, ExprId expr, StmtId stmt);
  absl::StatusOr<bool> EvalCondition(Activation& a, ExprId expr, StmtId stmt);
  absl::StatusOr<int64_t> Extent(Activation& a, ExprId expr);
  // Brings a value under a type: the type's valid region holds; physical extents must agree.
  absl::Status Conform(Activation& a, RtValue& value, TypeId type, std::string_view what);
  // What a loop or branch hands to `target`: GM that flows into a value of a kernel's own is read now.
  RtValue HandedOn(const Activation& a, ValueId target, RtValue value, StmtId stmt);
  RtValue AsReturned(RtValue value, TypeId type, bool to_host);
  absl::Status Set(Activation& a, ValueId value, RtValue v, std::string_view what);

  const Program& p_;
  RunOptions options_;
  PoisonLog poison_;
  absl::flat_hash_map<ValueId, int64_t> symbols_;
  std::optional<ComputedValues> computed_;   // made when a kernel first hands GM to a loop or branch
  int64_t steps_ = 0;
  int64_t work_ = 0;
  int64_t tasks_ = 0;
  uint64_t activations_ = 0;
  int calls_ = 0;
  StmtId failed_at_;
};

}  // namespace t2t::eval
