#include "pipeline/explain.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/facts.h"
#include "passes/known_ops.h"
#include "pipeline/explain_names.h"
#include "pipeline/explain_story.h"

namespace t2t {
namespace {

std::string_view TextAttr(const Program& p, AttrsId attrs, std::string_view key) {
  const Attr* attr = p.FindAttr(attrs, key);
  return attr != nullptr && attr->kind == AttrKind::kString ? p[attr->string()] : std::string_view();
}

bool IsCallExpr(const Program& p, ExprId e) {
  return e && (p[e].kind == ExprKind::kCall || p[e].kind == ExprKind::kSubmit);
}

}  // namespace

std::string_view EntryOf(std::string_view list, uint32_t index) {
  const std::string key = fmt::format("{}:", index);
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view entry = list.substr(0, comma);
    if (entry.starts_with(key)) return entry.substr(key.size());
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return {};
}

std::string BoxedExtent(const Program& p, TypeId type, Box box, std::string_view unit) {
  const absl::Span<const ExprId> shape = p.Shape(type);
  if (box.align == 0 || box.axis >= shape.size() || !p.IsConstInt(shape[box.axis])) return {};
  const int64_t extent = p[shape[box.axis]].int_value(), align = box.align;
  if (extent <= 0 || extent % align == 0) return {};
  return fmt::format("{} {} become {}", extent, unit, (extent + align - 1) / align * align);
}

void Story::Put(int ordinal, std::string sentence) {
  std::vector<std::string>& facts = facts_[ordinal];
  if (std::find(facts.begin(), facts.end(), sentence) == facts.end()) facts.push_back(std::move(sentence));
}

const Past& Story::Behind(int ordinal) {
  std::unique_ptr<Past>& past = pasts_[ordinal];
  if (past == nullptr) past = std::make_unique<Past>(p_, journal_, ordinal, function_);
  return *past;
}

bool Story::IsParam(ValueId value, uint32_t& index) const {
  const absl::Span<const ValueId> params = p_.Params(function_);
  const auto it = std::find(params.begin(), params.end(), value);
  index = static_cast<uint32_t>(it - params.begin());
  return it != params.end();
}

void Story::Track(ValueId value, int first, int last) {
  for (Tracked& t : tracked_) {
    if (t.value != value) continue;
    t.first = std::min(t.first, first);
    t.last = std::max(t.last, last);
    return;
  }
  tracked_.push_back({value, first, last});
}

// What a value made by a pass was made from: the value its statement replaced, and what it loads.
void Story::TrackOrigins(ValueId value) {
  for (const StageChanges& stage : journal_.stages()) {
    for (const StmtChange& change : stage.stmts) {
      if (p_[change.stmt].kind != StmtKind::kAssign || !change.after.linked()) continue;
      if (ValueId(change.after.a) != value) continue;
      const ExprId expr(change.after.b);
      if (change.before.linked()) {
        if (ValueId(change.before.a) != value) Track(ValueId(change.before.a), 0, stage.ordinal);
        return;
      }
      const StmtId origin = p_[change.stmt].origin;
      const StmtChange* gone = origin ? stage.Of(origin) : nullptr;
      if (gone != nullptr && gone->removed() && p_[origin].kind == StmtKind::kAssign) {
        Track(ValueId(gone->before.a), 0, stage.ordinal);
      } else if (IsCallOf(p_, expr, Known().tile_load)) {
        if (const ValueId source = AsVar(p_, p_.Args(expr)[0])) Track(source, 0, stage.ordinal);
      }
      return;
    }
  }
}

void Story::Head(ValueId value) {
  const Value& v = p_[value];
  std::string what;
  uint32_t index = 0;
  Span span = v.def ? p_[v.def].span : p_[function_].span;
  const Past& read = Behind(0);
  const StmtId def = read.DefOf(value);
  TypeId type = v.type;
  for (const StageChanges& stage : journal_.stages()) {
    if (const ValueChange* change = stage.Of(value)) {
      type = change->before;
      break;
    }
  }
  if (def) {
    what = ", " + say_.Statement(read, def);
  } else if (v.kind == ValueKind::kIterArg) {
    what = fmt::format(", carried by the loop{}", LineOf(span));
  } else if (v.kind == ValueKind::kResult) {
    what = fmt::format(", result of {}{}", p_[v.def].kind == StmtKind::kIf ? "the branch" : "the loop", LineOf(span));
  } else if (v.kind == ValueKind::kLoopVar) {
    what = fmt::format(", index of the loop{}", LineOf(span));
  } else if (IsParam(value, index) && v.kind == ValueKind::kParam) {
    what = fmt::format(", parameter {}{}", index, LineOf(p_.ParamSpan(value)));
  }
  head_ += fmt::format("{}.{}: {}{}\n", p_[p_[function_].name], say_.Name(value), say_.Type(type), what);
}

void Story::CallDemands(const StageChanges& stage, ValueId value, StmtId, ExprId before, ExprId after) {
  if (!IsCallExpr(p_, before) || !IsCallExpr(p_, after)) return;
  const Call &old = p_.CallOf(before), &now = p_.CallOf(after);
  const Attr* space = p_.FindAttr(now.attrs, facts::kSpace);
  if (space != nullptr && p_.FindAttr(old.attrs, facts::kSpace) == nullptr) {
    const MemorySpace wanted = space->as<MemorySpace>();
    Put(stage.ordinal, Wanted(stage.ordinal, value, wanted, false,
                              fmt::format("{} is wanted in {}", say_.Name(value), EnumName(wanted))));
  }
  const std::string_view box = TextAttr(p_, now.attrs, facts::kBox);
  if (!box.empty() && TextAttr(p_, old.attrs, facts::kBox).empty()) {
    Put(stage.ordinal, BoxSentence(stage.ordinal, value, box));
  }
}

std::string Story::Wanted(int ordinal, ValueId value, MemorySpace space, bool boxed, std::string_view what) {
  const Past& past = Behind(ordinal - 1);
  const std::optional<Demander> who = WhoWants(p_, past, value, space, boxed);
  if (!who) return fmt::format("{}.", what);
  std::string via;
  for (ValueId v : who->via) {
    via += fmt::format("{}{}", via.empty() ? ", by way of " : ", ", say_.Name(v));
    if (p_[v].kind == ValueKind::kIterArg) via += fmt::format(", carried by the loop{}", LineOf(p_[p_[v].def].span));
  }
  return fmt::format("{}: {} reads it as {}{}.", what, say_.Statement(past, who->stmt), who->operand_name, via);
}

std::string Story::BoxSentence(int ordinal, ValueId value, std::string_view text) {
  const Box box = ParseBox(text);
  const std::string_view unit = box.axis == 0 ? "rows" : "columns";
  std::string sentence = Wanted(ordinal, value, MemorySpace::kUnset, true,
                                fmt::format("The {} of {} are wanted in boxes of {}", unit, say_.Name(value), box.align));
  const std::string boxed = BoxedExtent(p_, p_[value].type, box, unit);
  if (!boxed.empty()) return fmt::format("{} {}.", sentence, boxed);
  return sentence + fmt::format(" They already are whole boxes.");
}

void Story::Stage(const StageChanges& stage, const Tracked& tracked) {
  if (stage.ordinal <= tracked.first || stage.ordinal > tracked.last) return;
  Definition(stage, tracked.value);
  Retyped(stage, tracked.value);
  Param(stage, tracked.value);
  Loads(stage, tracked.value);
}

void Story::Refusals(const std::vector<ValueId>& values) {
  int ordinal = 0;
  for (const StageChanges& stage : journal_.stages()) ordinal = stage.failed ? stage.ordinal : ordinal;
  for (const Diagnostic& d : diagnostics_.all()) {
    if (d.severity != Severity::kError) continue;
    const std::string_view function = p_[p_[function_].name];
    bool about = values.empty() && (d.function == function || d.message.find(function) != std::string::npos);
    for (ValueId v : values) {
      const std::string name = say_.Name(v);
      const auto word = [&](size_t i) {
        return i < d.message.size() && (std::isalnum(static_cast<unsigned char>(d.message[i])) || d.message[i] == '_');
      };
      for (size_t at = 0; (at = d.message.find(name, at)) != std::string::npos; ++at) {
        about |= !word(at + name.size()) && (at == 0 || !word(at - 1));
      }
      about |= d.span.known() && p_[v].def && p_[p_[v].def].span.line == d.span.line;
      for (const Past::Use& use : Behind(0).UsesOf(v)) about |= d.span.known() && p_[use.stmt].span.line == d.span.line;
    }
    if (!about) continue;
    Put(ordinal == 0 ? 0 : ordinal,
        fmt::format("Refused{}: {}{}{}{}", LineOf(d.span), d.message, d.message.ends_with('.') ? "" : ".",
                    d.help.empty() ? "" : " To do: ", d.help.empty() ? d.help : d.help + "."));
  }
}

std::string Story::Result() {
  std::string out = std::move(head_);
  for (const auto& [ordinal, facts] : facts_) {
    for (const std::string& fact : facts) {
      const std::string who = ordinal == 0      ? std::string("   as read")
                              : ordinal == kInTheEnd ? std::string("   in the end")
                                                : fmt::format("{:02} {}", ordinal, StageAt(ordinal).name);
      out += fmt::format("{:<28} {}\n", who, fact);
    }
  }
  return out;
}

std::string Story::OfValue(ValueId value) {
  Head(value);
  Track(value, 0, kInTheEnd);
  for (size_t i = 0; i < tracked_.size() && i < 8; ++i) TrackOrigins(tracked_[i].value);
  for (const StageChanges& stage : journal_.stages()) {
    if (!stage.ran) continue;
    for (size_t i = 0; i < tracked_.size(); ++i) Stage(stage, Tracked(tracked_[i]));  // the story may grow meanwhile
  }
  std::vector<ValueId> last;
  for (const Tracked& t : tracked_) {
    if (t.last == kInTheEnd) last.push_back(t.value);
  }
  Refusals({value});
  Ending(last);
  return Result();
}

Explanation Explain(const Program& program, const Journal& journal, const Diagnostics& diagnostics,
                    std::string_view name) {
  ExplainTarget target = FindExplainTarget(program, journal.values_read(), name);
  if (!target.error.empty()) return {{}, std::move(target.error)};
  Explanation result;
  if (target.values.empty()) {
    result.text = Story(program, journal, diagnostics, target.function).OfFunction();
  }
  for (ValueId value : target.values) {
    result.text += Story(program, journal, diagnostics, target.function).OfValue(value);
  }
  if (!target.also.empty()) result.text += fmt::format("(there is also {})\n", target.also);
  return result;
}

}  // namespace t2t
