#include "ir/ops/registry.h"

#include <algorithm>
#include <utility>

#include "ir/core/show.h"
#include "ir/ops/register_all.h"
#include "ir/support/check.h"
#include "ir/support/nearest.h"

namespace t2t {
namespace {

OpCategory CategoryOf(std::string_view name) {
  constexpr std::pair<std::string_view, OpCategory> kPrefixes[] = {
      {"tensor.", OpCategory::kTensor}, {"tile.", OpCategory::kTile},         {"array.", OpCategory::kArray},
      {"t2t.", OpCategory::kCast},      {"prefetch.", OpCategory::kPrefetch}, {"system.", OpCategory::kSync},
  };
  for (const auto& [prefix, category] : kPrefixes) {
    if (name.starts_with(prefix)) return category;
  }
  return OpCategory::kDistributed;
}

// f(word) for the words of a declaration.
template <class F>
void ForEachWord(std::string_view text, F&& f) {
  while (!text.empty()) {
    const size_t end = text.find(' ');
    if (end != 0) f(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
}

}  // namespace

OpBuilder& OpBuilder::Operands(std::string_view names) {
  ForEachWord(names, [&](std::string_view word) {
    OperandDef operand;
    if (word.ends_with('?')) operand.optional = true;
    if (word.ends_with('*')) operand.variadic = true;
    if (operand.optional || operand.variadic) word.remove_suffix(1);
    operand.name = word;
    def_->operands.push_back(std::move(operand));
  });
  return *this;
}

OpBuilder& OpBuilder::Kwargs(std::string_view spec) {
  ForEachWord(spec, [&](std::string_view word) {
    KwargDef kwarg;
    const size_t colon = word.find(':');
    T2T_CHECK(colon != std::string_view::npos);
    kwarg.name = word.substr(0, colon);
    std::string_view type = word.substr(colon + 1);
    const size_t equals = type.find('=');
    if (equals != std::string_view::npos) {
      kwarg.default_text = type.substr(equals + 1);
      type = type.substr(0, equals);
    }
    if (type.ends_with('!')) {
      kwarg.required = true;
      type.remove_suffix(1);
    }
    constexpr std::pair<std::string_view, AttrKind> kTypes[] = {
        {"int", AttrKind::kInt},         {"bool", AttrKind::kBool},           {"double", AttrKind::kFloat},
        {"string", AttrKind::kString},   {"dtype", AttrKind::kDType},         {"dtype|int", AttrKind::kDType},
        {"memory", AttrKind::kMemorySpace}, {"layout", AttrKind::kTensorLayout},
        {"tile_layout", AttrKind::kTileLayout}, {"pad", AttrKind::kPadValue},
    };
    const auto* found = std::find_if(std::begin(kTypes), std::end(kTypes),
                                     [&](const auto& entry) { return entry.first == type; });
    T2T_CHECK(found != std::end(kTypes));
    kwarg.kind = found->second;
    kwarg.dtype_as_int = type == "dtype|int";
    def_->kwargs.push_back(std::move(kwarg));
  });
  return *this;
}

OpBuilder& OpBuilder::AnyKwargs() { def_->any_kwargs = true; return *this; }
OpBuilder& OpBuilder::Category(OpCategory category) { def_->category = category; return *this; }
OpBuilder& OpBuilder::In(size_t operand, SpaceSet spaces) {
  T2T_CHECK(operand < def_->operands.size());
  def_->operands[operand].input_memory = spaces;
  return *this;
}
OpBuilder& OpBuilder::Out(MemorySpace fixed) {
  def_->output = {OutputMemory::Rule::kFixed, fixed, false};
  return *this;
}
OpBuilder& OpBuilder::OutFromKwarg(MemorySpace fallback) {
  def_->output = {OutputMemory::Rule::kFromKwarg, fallback, false};
  return *this;
}
OpBuilder& OpBuilder::OutInherit() {
  def_->output.rule = OutputMemory::Rule::kInherit;
  return *this;
}
OpBuilder& OpBuilder::Retargetable() { def_->output.retargetable = true; return *this; }
OpBuilder& OpBuilder::Reuses(int operand) { def_->reuses = operand; return *this; }
OpBuilder& OpBuilder::AliasOf(int operand) { def_->alias_result_of = operand; return *this; }
OpBuilder& OpBuilder::ForbidAlias(int operand) { def_->forbid_alias.push_back(operand); return *this; }
OpBuilder& OpBuilder::NotInplace() { def_->not_inplace = true; return *this; }
OpBuilder& OpBuilder::Writes(size_t operand) {
  T2T_CHECK(operand < def_->operands.size());
  def_->operands[operand].effect = Effect::kWrite;
  def_->declares_effects = true;
  return *this;
}
OpBuilder& OpBuilder::ReadsWrites(size_t operand) {
  T2T_CHECK(operand < def_->operands.size());
  def_->operands[operand].effect = Effect::kReadWrite;
  def_->declares_effects = true;
  return *this;
}
OpBuilder& OpBuilder::EffectBy(size_t operand, std::function<Effect(const Program&, AttrsId)> effect) {
  T2T_CHECK(operand < def_->operands.size());
  def_->operands[operand].effect_of = std::move(effect);
  def_->declares_effects = true;
  return *this;
}
OpBuilder& OpBuilder::NoArgWrites() {
  def_->no_arg_writes = true;
  def_->declares_effects = true;
  return *this;
}
OpBuilder& OpBuilder::Dma() { def_->channel = WriteChannel::kDma; return *this; }
OpBuilder& OpBuilder::ScalarStore() { def_->channel = WriteChannel::kScalar; return *this; }
OpBuilder& OpBuilder::Affinity(CoreAffinity affinity) { def_->affinity = affinity; return *this; }
OpBuilder& OpBuilder::InternalOnly() { def_->internal_only = true; return *this; }
OpBuilder& OpBuilder::NoDuplicate() { def_->no_duplicate = true; return *this; }
OpBuilder& OpBuilder::View() { def_->view = true; return *this; }
OpBuilder& OpBuilder::PrivateCast() { def_->private_cast = true; return *this; }
OpBuilder& OpBuilder::Deduce(Deducer deducer) { def_->deduce = deducer; return *this; }

OpBuilder OpRegistryBuilder::Op(std::string_view name, std::string_view summary) {
  ops_.push_back(std::make_unique<OpDef>());
  ops_.back()->name = name;
  ops_.back()->summary = summary;
  ops_.back()->category = CategoryOf(name);
  return OpBuilder(ops_.back().get());
}

OpRegistry OpRegistryBuilder::Build() {
  std::sort(ops_.begin(), ops_.end(), [](const auto& a, const auto& b) { return a->name < b->name; });
  OpRegistry registry;
  registry.ops_.reserve(ops_.size());
  for (auto& def : ops_) registry.ops_.push_back(std::move(*def));
  for (size_t i = 1; i < registry.ops_.size(); ++i) {
    T2T_CHECK(registry.ops_[i - 1].name != registry.ops_[i].name);  // an operator is registered once
  }
  return registry;
}

OpId OpRegistry::Find(std::string_view name) const {
  const auto it = std::lower_bound(ops_.begin(), ops_.end(), name,
                                   [](const OpDef& op, std::string_view wanted) { return op.name < wanted; });
  if (it == ops_.end() || it->name != name) return {};
  return OpId(static_cast<uint32_t>(it - ops_.begin()));
}

std::string OpRegistry::Nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  names.reserve(ops_.size());
  for (const OpDef& op : ops_) names.push_back(op.name);
  return std::string(NearestName(name, names));
}

const OpRegistry& Ops() {
  static const OpRegistry registry = [] {
    OpRegistryBuilder r;
    RegisterPrivateCasts(r);
    RegisterTensorElementwise(r);
    RegisterTensorReduce(r);
    RegisterTensorBroadcast(r);
    RegisterTensorMatmul(r);
    RegisterTensorMemory(r);
    RegisterTensorShape(r);
    RegisterTensorIndexed(r);
    RegisterTensorSplit(r);
    RegisterTileElementwise(r);
    RegisterTileReduce(r);
    RegisterTileBroadcast(r);
    RegisterTileMemory(r);
    RegisterTileShape(r);
    RegisterTileIndexed(r);
    RegisterTileMatmul(r);
    RegisterTileMx(r);
    RegisterTileCross(r);
    RegisterDistributed(r);
    RegisterSystem(r);
    SetOpNamer([](OpId op) { return std::string_view(Ops()[op].name); });  // messages of ir/core name operators too
    return r.Build();
  }();
  return registry;
}

Effect EffectOn(const Program& program, const Call& call, size_t operand) {
  if (!call.op) return Effect::kRead;
  const OperandDef* def = Ops()[call.op].Operand(operand);
  if (def == nullptr) return Effect::kRead;
  return def->effect_of ? def->effect_of(program, call.kwargs) : def->effect;
}

int ResultNames(const OpDef& op) { return op.reuses >= 0 ? op.reuses : op.alias_result_of; }

}  // namespace t2t
