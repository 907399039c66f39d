#include "tools/explain_op.h"

#include "fmt/format.h"
#include "ir/ops/registry.h"
#include "passes/convert/registry.h"
#include "tools/op_facts.h"

namespace t2t {

bool ExplainOp(std::string_view name, std::string& text) {
  const OpId id = Ops().Find(name);
  if (!id) {
    const std::string nearest = Ops().Nearest(name);
    text = fmt::format("no operator is called '{}'{}; --list-ops shows all", name,
                       nearest.empty() ? std::string() : fmt::format(" (did you mean '{}'?)", nearest));
    return false;
  }
  const OpDef& op = Ops()[id];
  text = fmt::format("{}: {}\n  category {}", op.name, op.summary, CategoryName(op.category));
  if (op.channel != WriteChannel::kNone) text += fmt::format(", writes GM through {}", ChannelName(op.channel));
  if (op.affinity != CoreAffinity::kDerived) text += fmt::format(", core {}", AffinityName(op.affinity));
  if (op.view) text += ", touches no memory";
  if (op.internal_only) text += ", not for user programs";
  text += "\n  operands\n";
  for (size_t i = 0; i < op.operands.size(); ++i) {
    const OperandDef& o = op.operands[i];
    text += fmt::format("    {} {}{}: {}", i, o.name, o.variadic ? "..." : o.optional ? " (optional)" : "",
                        EffectName(o));
    if (!o.input_memory.empty()) text += fmt::format(", must live in {}", SpacesText(o.input_memory));
    text += '\n';
  }
  if (op.operands.empty()) text += "    none\n";
  if (!op.kwargs.empty()) text += "  keywords\n";
  for (const KwargDef& k : op.kwargs) {
    text += fmt::format("    {}: {}{}{}\n", k.name, KwargTypeName(k), k.required ? ", required" : "",
                        k.default_text.empty() ? std::string() : fmt::format(", default {}", k.default_text));
  }
  const std::string output = OutputMemoryName(op);
  if (!output.empty()) text += fmt::format("  result memory: {}\n", output);
  if (const Conversion* c = Conversions().Find(id)) {
    text += fmt::format("  becomes {}\n", c->to.empty() ? c->summary : c->to);
    for (const OperandRequirement& r : c->requirements) {
      text += fmt::format("    operand {} is brought to {}{}{}{}\n", r.operand, EnumName(r.space.Get()),
                          r.transpose_kwarg.empty() ? std::string()
                                                    : fmt::format(", transposed when {}", r.transpose_kwarg),
                          r.cube_m_axis ? ", M axis boxed" : "", r.cube_n_axis ? ", N axis boxed" : "");
    }
  }
  return true;
}

}  // namespace t2t
