#include "verifiers/effects/digester.h"

#include "ir/core/walk.h"

namespace t2t::effects {

Effects Digester::Function(FuncId f) {
  for (uint32_t i = 0; i < p_.Params(f).size(); ++i) {
    const ValueId v = p_.Params(f)[i];
    if (p_.TypeOf(v).IsShaped()) {
      Bind(v, {NewRoot(Digest("param", uint64_t{i}))});
    } else {
      scalar_[v] = Digest("param", uint64_t{i});
    }
  }
  writes_.Find(p_[f].body);
  Block(p_[f].body);
  for (ValueId v : p_.Params(f)) effects_.params.push_back(Content(v));
  effects_.trace = trace_.all;
  effects_.trace_names = trace_.names;
  return std::move(effects_);
}

uint32_t Digester::NewRoot(uint64_t content) {
  content_.push_back(content);
  return static_cast<uint32_t>(content_.size() - 1);
}
uint64_t Digester::Content(ValueId v) const {
  const auto it = handles_.find(v);
  if (it == handles_.end()) {
    const auto known = scalar_.find(v);
    if (known != scalar_.end()) return known->second;
    return Digest("symbol", Word(p_[p_[v].name]));
  }
  const uint64_t content = content_[it->second.root];
  return it->second.view == 0 ? content : Digest("view", content, it->second.view);
}
const Digester::Handle* Digester::HandleOf(ExprId e) const {
  const ValueId v = AsVar(p_, e);
  const auto it = v ? handles_.find(v) : handles_.end();
  return it == handles_.end() ? nullptr : &it->second;
}

uint64_t Digester::Of(ExprId e) {
  if (!e) return Word("none");
  const Expr& x = p_[e];
  switch (x.kind) {
    case ExprKind::kVar: return Content(x.var());
    case ExprKind::kConstInt: return Digest("int", static_cast<uint64_t>(x.int_value()));
    case ExprKind::kConstFloat: return Digest("float", (uint64_t{x.b} << 32) | x.a);
    case ExprKind::kConstBool: return Digest("int", x.a);
    case ExprKind::kTupleGet:
      if (p_[x.tuple()].kind == ExprKind::kTuple && x.tuple_index() < p_[p_[x.tuple()].elements()].size()) {
        return Of(p_[p_[x.tuple()].elements()][x.tuple_index()]);
      }
      return Digest("get", Of(x.tuple()), x.tuple_index());
    case ExprKind::kTuple: {
      uint64_t h = Word("tuple");
      for (ExprId item : p_[x.elements()]) h = Mix(h, Of(item));
      return h | 1;
    }
    case ExprKind::kCall: case ExprKind::kSubmit: return CallValue(e);
    default: break;
  }
  if (IsBinary(x.kind)) return Digest("binary", static_cast<uint64_t>(x.kind), Of(x.lhs()), Of(x.rhs()));
  return x.kind == ExprKind::kCast ? Of(x.operand()) : Digest("unary", static_cast<uint64_t>(x.kind), Of(x.operand()));
}

uint64_t Digester::NameOf(const Call& call) const {
  if (!call.op) return Word(p_[p_[call.callee].name]);
  const std::string_view name = Ops()[call.op].name;
  for (std::string_view level : {"tensor.", "tile.", "pld.tensor.", "pld.tile."}) {
    if (!exact_ && name.starts_with(level)) return Word(name.substr(level.size()));
  }
  return Word(name);
}
uint64_t Digester::Kwargs(const Call& call) const {
  uint64_t h = 0;
  if (!exact_) return h;
  for (const Attr& attr : p_[call.kwargs]) {
    const std::string_view key = p_[attr.key];
    if (key == "target_memory" || key == "cache") continue;  // where, not what
    uint64_t value = Mix(attr.a, attr.b);
    if (attr.kind == AttrKind::kString) value = Word(p_[attr.string()]);
    if (attr.kind == AttrKind::kIntList) {
      value = 0;
      for (uint32_t word : p_[attr.words()]) value = Mix(value, word);
    }
    h += Digest("kwarg", Word(key), value);  // in any order
  }
  return h;
}
uint64_t Digester::CallValue(ExprId e) {
  const Call& call = p_.CallOf(e);
  uint64_t h = Digest("call", NameOf(call), Kwargs(call));
  for (ExprId arg : p_[call.args]) {
    const uint64_t operand = Of(arg);
    if (operand != kUnwritten) h = Mix(h, operand);
  }
  return h | 1;
}

}  // namespace t2t::effects
