// Who touches global memory: which parameters a function reads and writes, under whatever name, and by which store path.
//
// Values are traced to the parameters whose buffer they may name (lowering g.2): through assignments, operators whose
// result names an operand, views, loop carries and branch results. What an operator does to its operands is asked of the
// operator registry. Origins of values on a cycle of carries are those of the whole cycle, so one pass over the
// function and one over its alias edges is enough: linear, however deep loops nest.
#pragma once

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "ir/core/program.h"

namespace t2t {

class GmAccess {
 public:
  struct Options {
    // Local storage that already stands for an output (a call with attribute `t2t.out`) counts as a root of its own.
    bool out_creates = false;
    // Further values to treat like parameters, e.g. local allocations under study. Must outlive Analyze.
    absl::Span<const ValueId> extra_roots = {};
  };

  // What happens to one root. Statements are the first ones in program order; invalid = never.
  struct Root {
    ValueId value;
    bool read = false;
    bool written = false;
    StmtId first_write;
    StmtId first_dma_store;
    StmtId first_scalar_store;

    bool MixesChannels() const { return first_dma_store.valid() && first_scalar_store.valid(); }
  };

  // Vectors indexed by value are allocated once; use one object for many functions. The program must outlive it and may
  // change between two calls of Analyze.
  explicit GmAccess(const Program& program) : p_(program) {}
  GmAccess(const Program& program, FuncId function) : GmAccess(program, function, Options()) {}
  GmAccess(const Program& program, FuncId function, const Options& options) : p_(program) {
    Analyze(function, options);
  }

  // Replaces the results by those for `function`. Values of the body must be defined once.
  void Analyze(FuncId function) { Analyze(function, Options()); }
  void Analyze(FuncId function, const Options& options);

  // Roots 0 .. num_params()-1 are the parameters in order (scalars included: nothing ever happens to them), then come
  // the extra ones, then the output storage in program order.
  absl::Span<const Root> roots() const { return roots_; }
  const Root& root(size_t index) const { return roots_[index]; }
  size_t num_params() const { return num_params_; }

  // Roots whose buffer `value` may name, ascending; empty when it names none. Only for values of the function analysed.
  absl::Span<const uint32_t> origins(ValueId value) const { return sets_[SetOf(value)]; }
  // The same for an expression: a variable, an element of a literal tuple, a call whose result names an operand.
  absl::Span<const uint32_t> origins(ExprId expr) const { return sets_[SetOf(SourceOf(expr))]; }

  // The variable whose buffer `expr` names; invalid when it names none.
  ValueId SourceOf(ExprId expr) const;

 private:
  using Edge = std::pair<ValueId, ValueId>;  // first may name the buffer of second

  uint32_t SetOf(ValueId value) const { return value && value.index() < set_of_.size() ? set_of_[value.index()] : 0; }
  uint32_t Union(uint32_t a, uint32_t b);
  void AddRoot(ValueId value);
  void Trace(BlockId body, bool out_creates);
  void TraceAssign(StmtId stmt, bool out_creates);
  void TraceEdge(ValueId to, ValueId from);
  void TraceYields(ValueList to, StmtId yield);
  void CloseCycles();
  void RecordAccesses(BlockId body);
  void RecordCall(StmtId stmt, ExprId call);
  void RecordReads(ExprId operand);

  const Program& p_;
  std::vector<Root> roots_;
  size_t num_params_ = 0;
  std::vector<uint32_t> set_of_;              // by value: index into sets_
  std::vector<std::vector<uint32_t>> sets_;   // distinct sorted sets of roots; 0 is the empty one
  absl::flat_hash_map<std::vector<uint32_t>, uint32_t> set_ids_;
  std::vector<Edge> edges_;
  std::vector<bool> is_extra_root_;  // by value
  std::vector<uint32_t> node_of_;    // scratch of CloseCycles, by value
};

}  // namespace t2t
