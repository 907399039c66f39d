// Parameters, and functions as a whole.
#include <algorithm>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/core/walk.h"
#include "ir/support/counted.h"
#include "passes/call_sites.h"
#include "passes/facts.h"
#include "pipeline/explain_story.h"
#include "pipeline/graph_overviews.h"

namespace t2t {
namespace {

std::string_view TextAttr(const Program& p, AttrsId attrs, std::string_view key) {
  const Attr* attr = p.FindAttr(attrs, key);
  return attr != nullptr && attr->kind == AttrKind::kString ? p[attr->string()] : std::string_view();
}

// 1: in the list, 0: not in the list, -1: there is no list.
int ListsIndex(const Program& p, AttrsId attrs, uint32_t index) {
  const Attr* attr = p.FindAttr(attrs, facts::kWritten);
  if (attr == nullptr) return -1;
  if (attr->kind != AttrKind::kIntList) return 0;
  const absl::Span<const uint32_t> words = p[attr->words()];
  return std::find(words.begin(), words.end(), index) != words.end() ? 1 : 0;
}

// The call in `caller` that hands `value` on to a parameter its callee writes.
struct HandedOn {
  StmtId stmt;
  ExprId call;
  uint32_t param = 0;
};
HandedOn WritingCall(const Program& p, FuncId caller, ValueId value) {
  HandedOn found;
  ForEachFunctionCall(p, caller, [&](StmtId stmt, ExprId call) {
    const absl::Span<const ExprId> args = p.Args(call);
    const FuncId callee = p.CallOf(call).callee;
    for (uint32_t i = 0; i < args.size() && i < p.Params(callee).size() && !found.stmt; ++i) {
      if (AsVar(p, args[i]) == value && p.Direction(callee, i) != ParamDirection::kIn) found = {stmt, call, i};
    }
  });
  return found;
}

}  // namespace

std::string Story::WrittenBy(ValueId param) {
  uint32_t index = 0;
  if (!IsParam(param, index)) return {};
  const GmAccess access(p_, function_);
  if (index < access.num_params() && access.root(index).first_write) {
    return say_.Statement(Now(), access.root(index).first_write);
  }
  const HandedOn call = WritingCall(p_, function_, param);
  if (!call.stmt) return {};
  const FuncId callee = p_.CallOf(call.call).callee;
  return fmt::format("{}, where it is {} parameter {} of {}", say_.Statement(Now(), call.stmt),
                     EnumName(p_.Direction(callee, call.param)), p_[p_[p_.Params(callee)[call.param]].name],
                     p_[p_[callee].name]);
}

std::string Story::NotShared(ValueId value) {
  uint32_t index = 0;
  if (!IsParam(value, index)) return {};
  const StageChanges* effects = nullptr;
  AttrsId attrs;  // the facts in force when share-loads decided
  for (const StageChanges& stage : journal_.stages()) {
    const std::string_view name = StageAt(stage.ordinal).name;
    if (name == "analyze-effects") effects = &stage;
    if (name == "share-loads" && !stage.ran) return "Not shared: share-loads was left out";
    if (name == "share-loads") break;
    if (const FunctionChange* change = stage.Of(function_)) attrs = change->after.attrs;
  }
  if (effects != nullptr && !effects->ran) {
    return "Not shared: analyze-effects (05) was left out, so every parameter counts as written";
  }
  const Attr* opaque = p_.FindAttr(attrs, facts::kOpaque);
  if (opaque != nullptr && opaque->bool_value()) {
    return "Not shared: the kernel calls out (05 analyze-effects), so nothing is known about its writes";
  }
  if (ListsIndex(p_, attrs, index) == 1) {
    const std::string who = WrittenBy(value);
    return fmt::format("Not shared, each reader sees what memory holds at its place: {} is written{} (05 analyze-effects)",
                       say_.Name(value), who.empty() ? who : " by " + who);
  }
  return {};
}

void Story::Param(const StageChanges& stage, ValueId value) {
  uint32_t index = 0;
  if (!IsParam(value, index)) return;
  const FunctionChange* change = stage.Of(function_);
  if (change == nullptr) return;
  const absl::Span<const ValueId> before = p_[change->before.params], after = p_[change->after.params];
  const auto in_after = std::find(after.begin(), after.end(), value);
  if (in_after == after.end()) return;
  const auto at = static_cast<uint32_t>(in_after - after.begin());
  const auto now = static_cast<ParamDirection>(p_[change->after.directions][at]);
  const auto in_before = std::find(before.begin(), before.end(), value);
  const AttrsId attrs = change->after.attrs;
  if (in_before == before.end()) {
    std::string sentence = fmt::format("{} becomes a new {} parameter, number {}: ", say_.Name(value), EnumName(now), at);
    sentence += IsLoweredKernel(p_, function_)
                    ? "a computed result leaves a kernel only through memory that its caller passes"
                    : "what its kernels return must come from whoever calls this function";
    Put(stage.ordinal, sentence + ".");
    for (uint32_t f = 0; f < p_.num_functions(); ++f) {
      ForEachFunctionCall(p_, FuncId(f), [&](StmtId stmt, ExprId call) {
        if (p_.CallOf(call).callee != function_ || at >= p_.Args(call).size()) return;
        const ValueId passed = AsVar(p_, p_.Args(call)[at]);
        const StmtChange* caller = stage.Of(stmt);
        if (!passed || caller == nullptr) return;
        Put(stage.ordinal, fmt::format("{} passes {} for it{}.", p_[p_[FuncId(f)].name], p_[p_[passed].name],
                                       LineOf(p_[stmt].span)));
      });
    }
    return;
  }
  const auto was = static_cast<ParamDirection>(
      p_[change->before.directions][static_cast<size_t>(in_before - before.begin())]);
  if (was != now) Direction(stage, value, at, now);
  const AttrsId old = change->before.attrs;
  if (ListsIndex(p_, old, at) == -1 && ListsIndex(p_, attrs, at) >= 0) {
    const std::string who = WrittenBy(value);
    Put(stage.ordinal, ListsIndex(p_, attrs, at) == 0
                           ? fmt::format("Nothing in the kernel writes {}.", say_.Name(value))
                           : fmt::format("{} is written{}.", say_.Name(value), who.empty() ? who : " by " + who));
  }
  const std::string_view space = EntryOf(TextAttr(p_, attrs, facts::kParamSpace), at);
  if (!space.empty() && EntryOf(TextAttr(p_, old, facts::kParamSpace), at).empty()) {
    Put(stage.ordinal, Wanted(stage.ordinal, value, ParseEnum<MemorySpace>(space).value_or(MemorySpace::kUnset), false,
                              fmt::format("{} is wanted in {}", say_.Name(value), space)));
  }
  const std::string_view box = EntryOf(TextAttr(p_, attrs, facts::kParamBox), at);
  if (!box.empty() && EntryOf(TextAttr(p_, old, facts::kParamBox), at).empty()) {
    Put(stage.ordinal, BoxSentence(stage.ordinal, value, box));
  }
}

void Story::Direction(const StageChanges& stage, ValueId value, uint32_t index, ParamDirection now) {
  std::string why = WrittenBy(value);
  why = why.empty() ? std::string("it is written")
        : why.find(", ") != std::string::npos ? why + ", writes it"
                                              : why + " writes it";
  const GmAccess access(p_, function_);
  if (now == ParamDirection::kInOut && index < access.num_params() && access.root(index).read) {
    for (const Past::Use& use : Now().UsesOf(value)) {
      if (use.stmt == access.root(index).first_write || use.operand < 0) continue;
      why += fmt::format(", and {} reads it", say_.Statement(Now(), use.stmt));
      break;
    }
  }
  Put(stage.ordinal, fmt::format("{} becomes {}: {}.", say_.Name(value), EnumName(now), why));
}

std::string Story::OfFunction() {
  const Function& f = p_[function_];
  head_ = fmt::format("{}: {} function of {}{}\n", p_[f.name], EnumName(f.type),
                      Counted(p_.Params(function_).size(), "parameter"), LineOf(f.span));
  for (const StageChanges& stage : journal_.stages()) {
    const FunctionChange* change = stage.Of(function_);
    const std::string_view pass = StageAt(stage.ordinal).name;
    size_t made = 0, changed = 0, removed = 0;
    for (const StmtChange& c : stage.stmts) {
      const BlockId block = c.after.linked() ? c.after.block : c.before.block;
      if (p_[block].func != function_) continue;
      ++(c.made() ? made : c.removed() ? removed : changed);
    }
    if (made + changed + removed > 0) {
      Put(stage.ordinal, fmt::format("{}: {} added, {} changed, {} removed.", p_[f.name],
                                     Counted(static_cast<size_t>(made), "statement"), changed, removed));
    }
    if (pass == "select-kernels") {
      Put(stage.ordinal, IsLoweredKernel(p_, function_)
                             ? fmt::format("{} is lowered: an {} function with a body.", p_[f.name], EnumName(f.type))
                             : fmt::format("{} is left alone: {}.", p_[f.name],
                                           IsInCoreLike(f.type) ? "it has no body to lower"
                                                                : fmt::format("{} functions run on the host or call kernels",
                                                                              EnumName(f.type))));
    }
    if (change == nullptr) continue;
    const std::string_view returns = TextAttr(p_, change->after.attrs, facts::kReturns);
    if (!returns.empty() && TextAttr(p_, change->before.attrs, facts::kReturns).empty()) {
      std::string_view rest = returns;
      for (uint32_t i = 0; !rest.empty(); ++i) {
        const size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view word = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const std::string_view k = word.substr(word.find(':') + 1);
        Put(stage.ordinal,
            word.starts_with("new")     ? fmt::format("Result {} is computed: it needs a new output, number {}.", i, k)
            : word.starts_with("same")  ? fmt::format("Result {} is output {} once more.", i, k)
            : word.starts_with("alloc") ? fmt::format("Result {} is a local allocation: it becomes output {} itself.", i, k)
                                        : fmt::format("Result {} keeps its storage.", i));
      }
    }
    const Attr* opaque = p_.FindAttr(change->after.attrs, facts::kOpaque);
    if (opaque != nullptr && opaque->bool_value() && p_.FindAttr(change->before.attrs, facts::kOpaque) == nullptr) {
      Put(stage.ordinal, "It calls other functions, so nothing is assumed about what it writes.");
    }
    for (ValueId param : p_.Params(function_)) Param(stage, param);
  }
  std::string params;
  for (uint32_t i = 0; i < p_.Params(function_).size(); ++i) {
    params += fmt::format("{}{} {}", params.empty() ? "" : ", ", EnumName(p_.Direction(function_, i)),
                          say_.Name(p_.Params(function_)[i]));
  }
  Put(kInTheEnd, fmt::format("{}({})", p_[f.name], params));
  Refusals({});
  return Result();
}

}  // namespace t2t
