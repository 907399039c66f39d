// What a pass did to one value.
#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "passes/facts.h"
#include "passes/known_ops.h"
#include "pipeline/explain_story.h"

namespace t2t {
namespace {

bool IsCallExpr(const Program& p, ExprId e) {
  return e && (p[e].kind == ExprKind::kCall || p[e].kind == ExprKind::kSubmit);
}

std::string Sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace

void Story::Definition(const StageChanges& stage, ValueId value) {
  const StmtChange *made = nullptr, *gone = nullptr, *same = nullptr, *renamed = nullptr;
  for (const StmtChange& change : stage.stmts) {
    if (p_[change.stmt].kind != StmtKind::kAssign) continue;
    const bool was = change.before.linked() && ValueId(change.before.a) == value;
    const bool is = change.after.linked() && ValueId(change.after.a) == value;
    if (was && is) same = &change;
    if (is && !was) (change.made() ? made : renamed) = &change;
    if (was && !is) gone = &change;
  }
  const std::string name = say_.Name(value);
  if (same != nullptr) {
    const ExprId before(same->before.b), after(same->after.b);
    CallDemands(stage, value, same->stmt, before, after);
    const std::string now = say_.Code(same->stmt, value, after), old = say_.Code(same->stmt, value, before);
    if (now != old) {
      Put(stage.ordinal, Sentence(fmt::format("{} is made by {} instead of {}{}", name, now, old,
                                              LineOf(p_[same->stmt].span))));
    } else if (IsCallExpr(p_, before) && IsCallExpr(p_, after)) {
      const absl::Span<const ExprId> old_args = p_.Args(before), args = p_.Args(after);
      for (size_t i = 0; i < std::min(args.size(), old_args.size()); ++i) {
        const ValueId from = AsVar(p_, old_args[i]), to = AsVar(p_, args[i]);
        if (from && to && from != to) {
          Put(stage.ordinal, Sentence(fmt::format("{} reads {} instead of {}{}", now, say_.Name(to), say_.Name(from),
                                                  LineOf(p_[same->stmt].span))));
        }
      }
      if (args.size() > old_args.size()) {
        Put(stage.ordinal, Sentence(fmt::format("{} gets {}{}", now, Counted(args.size() - old_args.size(), "more operand"),
                                                LineOf(p_[same->stmt].span))));
      }
    }
    return;
  }
  const StmtChange* fresh = made != nullptr ? made : renamed;
  if (fresh == nullptr && gone == nullptr) return;
  uint32_t index = 0;
  if (fresh == nullptr) {
    if (IsParam(value, index)) return;  // told with the parameter
    // The statement that replaces it, if one does.
    for (const StmtChange& change : stage.stmts) {
      if (!change.made() || p_[change.stmt].origin != gone->stmt || p_[change.stmt].kind != StmtKind::kAssign) continue;
      const ExprId expr(change.after.b);
      Put(stage.ordinal, Sentence(fmt::format("{} takes the place of {}{}",
                                              say_.Code(change.stmt, ValueId(change.after.a), expr),
                                              say_.Code(gone->stmt, value, ExprId(gone->before.b)),
                                              LineOf(p_[gone->stmt].span))));
      return;
    }
    const ExprId old(gone->before.b);
    const bool cast = IsCallExpr(p_, old) && p_.CallOf(old).op && Ops()[p_.CallOf(old).op].private_cast;
    Put(stage.ordinal, cast ? fmt::format("The name {} goes with its cast: whoever read it reads the tile.", name)
                            : fmt::format("{} goes.", say_.Statement(gone->stmt, value, old)));
    return;
  }
  const ExprId expr(fresh->after.b);
  if (IsCallOf(p_, expr, Known().as_tensor)) {
    const ValueId tile = AsVar(p_, p_.Args(expr)[0]);
    if (!tile) return;
    const bool told = tile == tracked_[0].value;  // how it is made is a sentence of its own
    const StmtId def = told ? StmtId() : Behind(stage.ordinal).DefOf(tile);
    std::string sentence = gone != nullptr
                               ? fmt::format("{} stands for {} from here on", say_.Name(tile), name)
                               : fmt::format("{} is the tensor that {} stands for", name, say_.Name(tile));
    if (def) {
      const ExprId how = Behind(stage.ordinal).ValueOf(def);
      sentence += fmt::format(": {}, {}{}", say_.Code(def, tile, how), say_.Type(p_[how].type), LineOf(p_[def].span));
      if (const std::string why = say_.SpaceReason(how); !why.empty()) sentence += "; " + why;
    }
    Put(stage.ordinal, Sentence(sentence));
    if (gone != nullptr) Track(tile, stage.ordinal, kInTheEnd);
    return;
  }
  const StmtId origin = p_[fresh->stmt].origin;
  std::string from;
  if (renamed != nullptr) {
    from = fmt::format(" from {}", say_.Code(fresh->stmt, ValueId(fresh->before.a), ExprId(fresh->before.b)));
  } else if (origin) {
    const StmtChange* source = stage.Of(origin);
    const bool replaced = source != nullptr && source->removed();
    const Past& before = Behind(stage.ordinal - 1);
    from = fmt::format(" {} {}", replaced ? "from" : "for", say_.Code(origin, before.VarOf(origin), before.ValueOf(origin)));
  }
  std::string sentence = fmt::format("{} is made{}: {}, {}{}", name, from, say_.Code(fresh->stmt, value, expr),
                                     say_.Type(p_[expr].type), LineOf(p_[fresh->stmt].span));
  if (const std::string why = say_.SpaceReason(expr); !why.empty()) sentence += "; " + why;
  Put(stage.ordinal, Sentence(sentence));
}

void Story::Retyped(const StageChanges& stage, ValueId value) {
  const ValueChange* change = stage.Of(value);
  const ValueKind kind = p_[value].kind;
  if (change == nullptr && value.index() >= stage.values_before && value.index() < stage.values_after &&
      (kind == ValueKind::kIterArg || kind == ValueKind::kResult)) {
    Put(stage.ordinal, fmt::format("{} is a tile from here on: what flows through it is computed on chip.",
                                   say_.Name(value)));
  }
  if (change == nullptr || change->before == change->after) return;
  const std::string before = say_.Type(change->before), after = say_.Type(change->after);
  if (before == after) return;
  const Value& v = p_[value];
  std::string why;
  const bool becomes_tile = p_[change->before].IsTensorLike() && p_[change->after].IsTile();
  if (becomes_tile && (v.kind == ValueKind::kIterArg || v.kind == ValueKind::kResult)) {
    why = ": what flows through it is computed on chip";
  } else if (v.kind == ValueKind::kIterArg) {
    const Region& r = journal_.RegionAfter(p_, v.def, stage.ordinal);
    for (uint32_t i = 0; i < r.iter_args.size && i < r.inits.size; ++i) {
      const ValueId seed = AsVar(p_, p_[r.inits][i]);
      if (p_[r.iter_args][i] == value && seed) why = fmt::format(": a carry has the type of its seed {}", say_.Name(seed));
    }
  } else if (v.kind == ValueKind::kResult) {
    why = ": a result has the type of what is yielded";
  }
  Put(stage.ordinal, Sentence(fmt::format("{} is declared {} instead of {}{}", say_.Name(value), after, before, why)));
}

void Story::Loads(const StageChanges& stage, ValueId value) {
  std::vector<const StmtChange*> loads;
  for (const StmtChange& change : stage.stmts) {
    if (!change.after.linked() || p_[change.stmt].kind != StmtKind::kAssign) continue;
    const ExprId now(change.after.b);
    if (!IsCallExpr(p_, now) || !p_.CallOf(now).op) continue;
    const absl::Span<const ExprId> args = p_.Args(now);
    if (change.made() && p_.CallOf(now).op == Known().tile_load && AsVar(p_, args[0]) == value) loads.push_back(&change);
    // A consumer that asks for a boxed load of this operand.
    for (size_t i = 0; i < args.size(); ++i) {
      if (AsVar(p_, args[i]) != value || change.made()) continue;
      const std::string key = fmt::format("{}{}", facts::kBoxOperand, i);
      const Attr* box = p_.FindAttr(p_.CallOf(now).attrs, key);
      const ExprId old(change.before.b);
      if (box == nullptr || !IsCallExpr(p_, old) || p_.FindAttr(p_.CallOf(old).attrs, key) != nullptr) continue;
      Put(stage.ordinal, BoxSentence(stage.ordinal, value, p_[box->string()]));
    }
  }
  const bool shared = StageAt(stage.ordinal).name == "share-loads";
  for (const StmtChange* load : loads) {
    const ValueId tile(load->after.a);
    if (tile == tracked_[0].value) continue;
    std::string sentence = fmt::format("{} is loaded", say_.Name(value));
    const StmtId origin = p_[load->stmt].origin;
    const StmtChange* gone = origin ? stage.Of(origin) : nullptr;
    const Past& before = Behind(stage.ordinal - 1);
    if (shared) {
      sentence += " once for all who compute with it, because nothing in the kernel writes it";
    } else if (gone != nullptr && gone->removed()) {
      sentence += fmt::format(" instead of {}", say_.Code(origin, before.VarOf(origin), before.ValueOf(origin)));
    } else if (origin) {
      sentence += fmt::format(" for {}", say_.Statement(before, origin));
    }
    const ExprId expr(load->after.b);
    sentence += fmt::format(": {}, {}", say_.Code(load->stmt, tile, expr), say_.Type(p_[expr].type));
    if (gone != nullptr && gone->removed()) sentence += LineOf(p_[origin].span);
    Put(stage.ordinal, Sentence(sentence));
  }
  uint32_t index = 0;
  if (!loads.empty() && !shared && IsParam(value, index)) {
    if (std::string why = NotShared(value); !why.empty()) Put(stage.ordinal, Sentence(why));
  }
}

std::string Story::Readers(ValueId value) {
  std::string text;
  size_t n = 0;
  for (const Past::Use& use : Now().UsesOf(value)) {
    const ExprId expr = Now().ValueOf(use.stmt);
    const bool only_writes = use.operand >= 0 && expr && p_.IsOpCall(expr) && Ops()[p_.CallOf(expr).op].declares_effects &&
                             !Reads(EffectOn(p_, p_.CallOf(expr), static_cast<size_t>(use.operand)));
    if (only_writes || ++n > 4) continue;
    text += fmt::format("{}{}", text.empty() ? "" : ", ",
                        use.carry ? fmt::format("the loop{}, which carries it as {}", LineOf(p_[use.stmt].span),
                                                say_.Name(use.carry))
                                  : say_.Statement(Now(), use.stmt));
  }
  if (n > 4) text += fmt::format(" and {} more", n - 4);
  return text.empty() ? std::string("read by nobody") : "read by " + text;
}

void Story::Ending(const std::vector<ValueId>& values) {
  size_t alive = 0;
  for (ValueId value : values) {
    uint32_t index = 0;
    const StmtId def = Now().DefOf(value);
    const Value& v = p_[value];
    const bool region = (v.kind == ValueKind::kIterArg || v.kind == ValueKind::kResult || v.kind == ValueKind::kLoopVar) &&
                        v.def && Now().Has(v.def);
    if (IsParam(value, index)) {
      ++alive;
      std::string text = fmt::format("{} is {}, {}; {}", say_.Name(value), EnumName(p_.Direction(function_, index)),
                                     say_.Type(v.type), Readers(value));
      if (const std::string written = WrittenBy(value); !written.empty()) text += fmt::format("; written by {}", written);
      Put(kInTheEnd, Sentence(text));
    } else if (def) {
      ++alive;
      Put(kInTheEnd, Sentence(fmt::format("{}, {}; {}", say_.Code(def, value, Now().ValueOf(def)), say_.Type(v.type),
                                     Readers(value))));
    } else if (region) {
      ++alive;
      Put(kInTheEnd, Sentence(fmt::format("{} is {}; {}", say_.Name(value), say_.Type(v.type), Readers(value))));
    }
  }
  if (alive == 0) Put(kInTheEnd, "Nothing of it is left.");
}

}  // namespace t2t
