#include <algorithm>

#include "ir/core/walk.h"
#include "verifiers/effects/digester.h"
#include "verifiers/effects/op_names.h"

namespace t2t::effects {

void Digester::Block(BlockId block) {
  for (StmtId stmt = p_[block].first; stmt; stmt = p_[stmt].next) Statement(stmt);
}

void Digester::Statement(StmtId stmt) {
  const Stmt& s = p_[stmt];
  switch (s.kind) {
    case StmtKind::kAssign: return Assign(s.var(), s.value());
    case StmtKind::kEval: return Assign(ValueId(), s.value());
    case StmtKind::kReturn:
      for (ExprId e : p_[s.values()]) effects_.results.push_back(Of(e));
      return;
    case StmtKind::kYield: return;
    case StmtKind::kBreak: case StmtKind::kContinue:
      Trail("jump", static_cast<uint64_t>(s.kind), 0);
      return;
    case StmtKind::kScope: return Block(p_.RegionOf(stmt).body);
    case StmtKind::kIf: return Branch(stmt);
    case StmtKind::kFor: case StmtKind::kWhile: return Loop(stmt);
  }
}

void Digester::BindResult(ValueId var, uint64_t content) {
  if (!var) return;
  if (p_.TypeOf(var).IsShaped()) {
    Bind(var, {NewRoot(content)});
  } else {
    scalar_[var] = content;
  }
}

void Digester::Assign(ValueId var, ExprId value) {
  const Expr& e = p_[value];
  if (e.kind == ExprKind::kVar) {
    if (const Handle* h = HandleOf(value); h != nullptr && var) return Bind(var, *h);
  }
  if (e.kind != ExprKind::kCall && e.kind != ExprKind::kSubmit) return BindResult(var, Of(value));
  const Call& call = p_.CallOf(value);
  call.op ? Operator(var, value, call) : FunctionCall(var, value, call);
}

void Digester::FunctionCall(ValueId var, ExprId value, const Call& call) {
  const uint64_t h = CallValue(value);
  for (uint32_t i = 0; i < call.args.size; ++i) {
    const Handle* target = HandleOf(p_[call.args][i]);
    if (target != nullptr && writes_.WritesArg(call, i)) Write(*target, Digest("out", h, i));
  }
  Trail("called", uint64_t{call.callee.index()}, h);
  BindResult(var, h);
}

void Digester::Write(Handle target, uint64_t value) {
  uint64_t& content = content_[target.root];
  content = target.view == 0 ? value : Digest("into", content, target.view, value);
}

bool Digester::Zeros(ExprId tuple) const {
  if (p_[tuple].kind != ExprKind::kTuple) return false;
  const auto items = p_[p_[tuple].elements()];
  return std::all_of(items.begin(), items.end(), [&](ExprId e) { return p_.IsConstInt(e, 0); });
}
bool Digester::SameExtents(absl::Span<const ExprId> a, absl::Span<const ExprId> b) const {
  return a.size() == b.size() && ExprEq(p_, a, b);
}
uint64_t Digester::Window(uint64_t view, ExprId offsets, absl::Span<const ExprId> extents) {
  uint64_t h = Digest("window", view, Of(offsets));
  for (ExprId e : extents) h = Mix(h, Of(e));
  return h | 1;
}

void Digester::Store(ValueId var, const Call& call, ExprId target, ExprId source, ExprId offsets) {
  const uint64_t data = Of(source);
  const Attr* atomic = p_.FindAttr(call.kwargs, "atomic");
  const bool adds = atomic != nullptr && atomic->int_value() != 0;
  const bool whole = !adds && call.args.size == 3 && Zeros(offsets) &&
                     SameExtents(p_.ValidShape(p_[source].type), p_.Shape(p_[target].type));
  const Handle* handle = HandleOf(target);
  if (handle == nullptr) return BindResult(var, Digest("store", Of(target), data, Of(offsets)));
  const Handle to = *handle;
  const uint64_t shape = call.args.size > 3 ? Of(p_[call.args][3]) : 0;
  Write(to, whole ? data : Digest("store", Of(target), data, Of(offsets), uint64_t{adds}, shape));
  if (var) Bind(var, to);
}

void Digester::Operator(ValueId var, ExprId value, const Call& call) {
  const OpNames& n = Names();
  const auto args = p_[call.args];
  const OpDef& op = Ops()[call.op];
  if (n.Allocates(call.op)) return BindResult(var, kUnwritten);
  if ((call.op == n.as_tile || call.op == n.move) && !args.empty()) return BindResult(var, Of(args[0]));
  if (call.op == n.store && args.size() >= 3) return Store(var, call, args[2], args[0], args[1]);
  if ((call.op == n.tensor_assemble || call.op == n.tile_assemble) && args.size() == 3) {
    return Store(var, call, args[0], args[1], args[2]);
  }
  const Handle* first = args.empty() ? nullptr : HandleOf(args[0]);
  if (call.op == n.as_tensor && first != nullptr && var) return Bind(var, *first);
  if (call.op == n.load && args.size() == 4 && first != nullptr && p_[args[3]].kind == ExprKind::kTuple &&
      p_.FindAttr(call.kwargs, "transpose") == nullptr) {
    const Handle from = *first;
    const auto extents = p_[p_[args[3]].elements()];
    const bool whole = Zeros(args[1]) && SameExtents(extents, p_.Shape(p_[args[0]].type));
    if (whole) return BindResult(var, Of(args[0]));
    return BindResult(var, Digest("view", content_[from.root], Window(from.view, args[1], extents)));
  }
  if (call.op == n.slice && first != nullptr && var && args.size() >= 3 && args.size() <= 4 && !call.kwargs) {
    const ExprId shape = args.size() == 4 ? args[3] : args[1];
    if (p_[shape].kind == ExprKind::kTuple) {
      return Bind(var, {first->root, Window(first->view, args[2], p_[p_[shape].elements()])});
    }
  }
  General(var, value, call, op);
}

void Digester::General(ValueId var, ExprId value, const Call& call, const OpDef& op) {
  const uint64_t h = CallValue(value);
  bool writes = false;
  for (uint32_t i = 0; i < call.args.size; ++i) {
    const Handle* target = HandleOf(p_[call.args][i]);
    if (target == nullptr || !writes_.WritesArg(call, i)) continue;
    Write(*target, Digest("written", h, i));
    writes = true;
  }
  const bool computes = op.category == OpCategory::kTensor || op.category == OpCategory::kTile ||
                        op.category == OpCategory::kArray || op.category == OpCategory::kCast;
  if (!computes) Trail("signal", NameOf(call), h);
  const int named = writes_.AliasOperand(call);
  if (var && named >= 0 && (writes || call.op == Names().view)) {
    if (const Handle* source = HandleOf(p_[call.args][static_cast<size_t>(named)])) {
      return Bind(var, {source->root, writes ? source->view : Digest("as", source->view, h)});
    }
  }
  BindResult(var, h);
}

}  // namespace t2t::effects
