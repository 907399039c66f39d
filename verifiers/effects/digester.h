// The walk behind EffectsOf (effects.h): gives every value a number that says how it is computed from the parameters, and every
// buffer the number of its content so far.
//
// A value that names memory (parameter, window, carried output) is a handle: a buffer and a view of it. Everything else is
// looked up by its number alone. Regions hash what they read and write as one operator each, so the walk stays linear.
#pragma once

#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/core/program.h"
#include "ir/ops/registry.h"
#include "verifiers/effects/effects.h"
#include "verifiers/effects/hash.h"
#include "verifiers/effects/written_buffers.h"

namespace t2t::effects {

class Digester {
 public:
  Digester(const Program& p, EffectNames names) : p_(p), exact_(names == EffectNames::kExact), writes_(p) {}

  Effects Function(FuncId f);

 private:
  struct Handle {
    uint32_t root = 0;
    uint64_t view = 0;  // 0 = the whole buffer
  };

  // What others than the results and buffers can tell of the function, in order: with operands, and by name alone.
  struct Trace {
    uint64_t all = 0, names = 0;
    bool empty() const { return all == 0; }
  };
  void Trail(std::string_view what, uint64_t name, uint64_t value) {
    trace_ = {Digest(what, trace_.all, name, value), Digest(what, trace_.names, name)};
  }

  // ---- storage ----

  uint32_t NewRoot(uint64_t content);
  void Bind(ValueId v, Handle handle) { handles_[v] = handle; }
  uint64_t Content(ValueId v) const;
  const Handle* HandleOf(ExprId e) const;
  void Write(Handle target, uint64_t value);

  // ---- expressions ----

  uint64_t Of(ExprId e);
  uint64_t NameOf(const Call& call) const;
  uint64_t Kwargs(const Call& call) const;
  // Value of a call in terms of its operands; storage without content is scratch and counts as none.
  uint64_t CallValue(ExprId e);

  // ---- statements (digest_statements.cc) ----

  void Block(BlockId block);
  void Statement(StmtId stmt);
  void BindResult(ValueId var, uint64_t content);
  void Assign(ValueId var, ExprId value);
  void FunctionCall(ValueId var, ExprId value, const Call& call);
  bool Zeros(ExprId tuple) const;
  bool SameExtents(absl::Span<const ExprId> a, absl::Span<const ExprId> b) const;
  uint64_t Window(uint64_t view, ExprId offsets, absl::Span<const ExprId> extents);
  void Store(ValueId var, const Call& call, ExprId target, ExprId source, ExprId offsets);
  void Operator(ValueId var, ExprId value, const Call& call);
  void General(ValueId var, ExprId value, const Call& call, const OpDef& op);

  // ---- loops and branches (digest_regions.cc) ----

  // Buffers that exist outside a region and are written inside it.
  std::vector<uint32_t> WrittenIn(StmtId stmt) const;
  void Loop(StmtId stmt);
  void Branch(StmtId stmt);
  std::vector<uint64_t> Yields(BlockId block);

  const Program& p_;
  const bool exact_;
  WrittenBuffers writes_;
  Effects effects_;
  std::vector<uint64_t> content_;  // by buffer
  absl::flat_hash_map<ValueId, Handle> handles_;
  absl::flat_hash_map<ValueId, uint64_t> scalar_;
  Trace trace_;
  uint64_t ordinal_ = 0;  // of loops, in order of the text
};

}  // namespace t2t::effects
