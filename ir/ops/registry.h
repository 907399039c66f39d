// The operators of the language: one process-wide table, built once from the Register* functions listed in
// registry.cc, immutable afterwards. Ids are positions in name order, so they are the same in every run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ops/op_def.h"

namespace t2t {

class OpRegistry {
 public:
  // Invalid id when there is no such operator.
  OpId Find(std::string_view name) const;
  const OpDef& operator[](OpId id) const { return ops_[id.index()]; }
  absl::Span<const OpDef> all() const { return ops_; }
  uint32_t size() const { return static_cast<uint32_t>(ops_.size()); }
  // The registered name closest in spelling, "" when nothing is near.
  std::string Nearest(std::string_view name) const;

 private:
  friend class OpRegistryBuilder;
  std::vector<OpDef> ops_;  // by name
};

const OpRegistry& Ops();

// Declaration of one operator:
//
//   r.Op("tile.matmul", "matrix product into L0C").Operands("lhs rhs").In(0, {kLeft}).In(1, {kRight}).Out(kAcc)
//       .Deduce(DeduceMatmul);
class OpBuilder {
 public:
  explicit OpBuilder(OpDef* def) : def_(def) {}
  // Names separated by spaces; `name?` is optional, `name*` a variadic tail.
  OpBuilder& Operands(std::string_view names);
  // `axis:int keep_dim:bool=true dtype:dtype!`: name, type, then `!` for required or `=text` for the documented default.
  // Types: int bool double string dtype dtype|int memory layout (of a tensor) tile_layout pad.
  OpBuilder& Kwargs(std::string_view spec);
  OpBuilder& AnyKwargs();
  OpBuilder& Category(OpCategory category);
  OpBuilder& In(size_t operand, SpaceSet spaces);
  OpBuilder& Out(MemorySpace fixed);
  OpBuilder& OutFromKwarg(MemorySpace fallback = MemorySpace::kUnset);
  OpBuilder& OutInherit();
  OpBuilder& Retargetable();
  OpBuilder& Reuses(int operand);
  OpBuilder& AliasOf(int operand);
  OpBuilder& ForbidAlias(int operand);
  OpBuilder& NotInplace();
  OpBuilder& Writes(size_t operand);
  OpBuilder& ReadsWrites(size_t operand);
  OpBuilder& EffectBy(size_t operand, std::function<Effect(const Program&, AttrsId)> effect);
  OpBuilder& NoArgWrites();
  OpBuilder& Dma();
  OpBuilder& ScalarStore();
  OpBuilder& Affinity(CoreAffinity affinity);
  OpBuilder& InternalOnly();
  OpBuilder& NoDuplicate();
  OpBuilder& View();
  OpBuilder& PrivateCast();
  OpBuilder& Deduce(Deducer deducer);

 private:
  OpDef* def_;
};

class OpRegistryBuilder {
 public:
  // Category by prefix (tensor. tile. array. prefetch. t2t.); everything else is distributed unless Category() says more.
  OpBuilder Op(std::string_view name, std::string_view summary);
  OpRegistry Build();

 private:
  std::vector<std::unique_ptr<OpDef>> ops_;
};

// Effect of a call on its operand i, kwargs resolved. Operands beyond the declaration are read.
Effect EffectOn(const Program& program, const Call& call, size_t operand);
inline bool Writes(Effect e) { return e != Effect::kRead; }
inline bool Reads(Effect e) { return e != Effect::kWrite; }
// Operand whose buffer the result of this op names, for alias tracking (lowering g.1 last column); -1 = fresh.
int ResultNames(const OpDef& op);

}  // namespace t2t
