#include "tools/explain_op.h"

#include <vector>

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "ir/support/nearest.h"
#include "passes/convert/registry.h"
#include "tools/op_facts.h"

namespace t2t {
namespace {

// "acc        written; lives in Acc"
void Row(std::string& text, std::string_view name, std::string_view facts) {
  text += fmt::format("    {:<16} {}\n", name, facts);
}
void Section(std::string& text, std::string_view title) { text += fmt::format("  {}\n", title); }

std::string OperandFacts(const OpDef& op, size_t i) {
  const OperandDef& o = op.operands[i];
  std::string facts = EffectText(o);
  if (o.optional) facts += "; may be left out";
  if (o.variadic) facts += "; any number of times";
  if (!o.input_memory.empty()) facts += fmt::format("; a tile lives in {}", SpacesText(o.input_memory, " or "));
  for (int forbidden : op.forbid_alias) {
    if (forbidden == static_cast<int>(i)) facts += "; the result needs a buffer of its own";
  }
  return facts;
}

std::string KwargFacts(const KwargDef& k) {
  if (k.required) return fmt::format("{}; required", KwargTypeText(k));
  if (k.default_text.empty()) return fmt::format("{}; may be left out", KwargTypeText(k));
  return fmt::format("{}; {} when left out", KwargTypeText(k), k.default_text);
}

std::string RequirementFacts(const OperandRequirement& r) {
  std::string facts = r.space.Get() == MemorySpace::kAcc ? std::string("created in Acc; no load reaches it")
                                                         : fmt::format("loaded into {}", EnumName(r.space.Get()));
  if (!r.transpose_kwarg.empty()) facts += fmt::format("; viewed transposed when {}", r.transpose_kwarg);
  if (r.cube_m_axis) facts += "; M rounded up to whole boxes";
  if (r.cube_n_axis) facts += "; N rounded up to whole boxes";
  return facts;
}

void Result(const OpDef& op, std::string& text) {
  std::vector<std::string> facts;
  if (const std::string memory = ResultMemoryText(op); !memory.empty()) facts.push_back("memory: " + memory);
  if (op.not_inplace) facts.push_back("never in the buffer of an operand");
  if (op.view) facts.push_back("touches no memory");
  if (op.channel == WriteChannel::kDma) facts.push_back("writes GM through DMA (MTE3)");
  if (op.channel == WriteChannel::kScalar) facts.push_back("writes GM through the scalar data cache");
  if (op.affinity != CoreAffinity::kDerived) facts.push_back(fmt::format("runs on: {}", AffinityName(op.affinity)));
  if (op.no_duplicate) facts.push_back("must not be repeated");
  if (op.internal_only) facts.push_back("not for user programs");
  if (facts.empty()) return;
  Section(text, "result and execution");
  for (const std::string& fact : facts) text += fmt::format("    {}\n", fact);
}

// What becomes of it, and what is done to its operands first.
void Lowering(const OpDef& op, OpId id, std::string& text) {
  Section(text, "in a kernel");
  text += fmt::format("    becomes {}\n", ConversionText(op));
  const Conversion* c = Conversions().Find(id);
  if (c == nullptr) {
    std::string from;
    for (const Conversion& other : Conversions().all()) {
      if (other.to == op.name) from += fmt::format("{}{}", from.empty() ? "" : ", ", Ops()[other.from].name);
    }
    if (!from.empty()) text += fmt::format("    comes from {}\n", from);
    return;
  }
  for (const OperandRequirement& r : c->requirements) {
    if (r.operand < op.operands.size()) Row(text, op.operands[r.operand].name, RequirementFacts(r));
  }
  if (HasDefaultTileInputs(id)) {
    Row(text, c->requirements.empty() ? "GM operands" : "others in GM",
        "loaded whole in front of it, or once at entry");
  } else if (c->gm == GmOperands::kOwn) {
    Row(text, "GM operands", "moved by the conversion itself, where it moves any");
  }
}

// The operators that are called so behind the prefix, as kernels write them: `row_max` is two of them.
std::vector<std::string> BehindPrefix(std::string_view name) {
  std::vector<std::string> found;
  for (const OpDef& op : Ops().all()) {
    if (op.name.size() > name.size() && op.name.ends_with(name) && op.name[op.name.size() - name.size() - 1] == '.') {
      found.push_back(op.name);
    }
  }
  return found;
}

std::string UnknownOperator(std::string_view name) {
  const std::vector<std::string> full = BehindPrefix(name);
  const std::string hint = full.empty() ? DidYouMean(Ops().Nearest(name)) : fmt::format(" (did you mean {}?)", fmt::join(full, " or "));
  return fmt::format("no operator is called '{}'{}; --list-ops shows all", name, hint);
}

}  // namespace

bool ExplainOp(std::string_view name, std::string& text) {
  const OpId id = Ops().Find(name);
  if (!id) {
    text = UnknownOperator(name);
    return false;
  }
  const OpDef& op = Ops()[id];
  text = fmt::format("{}\n    {} ({})\n", SignatureText(op), op.summary, CategoryName(op.category));
  if (!op.operands.empty()) Section(text, "operands");
  for (size_t i = 0; i < op.operands.size(); ++i) Row(text, op.operands[i].name, OperandFacts(op, i));
  if (!op.kwargs.empty()) Section(text, "keywords");
  for (const KwargDef& k : op.kwargs) Row(text, k.name, KwargFacts(k));
  Result(op, text);
  Lowering(op, id, text);
  return true;
}

}  // namespace t2t
