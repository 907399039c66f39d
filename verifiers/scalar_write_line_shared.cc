// ScalarWriteLineShared: scalar writes go through the data cache, which writes whole lines back. Instances that run at the same
// time - iterations of a parallel loop, blocks of an SPMD launch - overwrite each other's elements unless each owns its lines.
//
// A function is summed up as the byte ranges that its scalar writes touch, relative to the buffers it is handed; calls hand
// the ranges up, loops widen them, and where instances meet, they must be a whole number of lines apart. What cannot be
// followed to a buffer (a window, the result of several) is left alone: this is advice.
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/strong_components.h"
#include "ir/core/call_operands.h"
#include "ir/core/function_calls.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/buffer_names.h"
#include "verifiers/verifier.h"
#include "verifiers/write_range.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1004, "instances that run at the same time may write to one cache line through the data cache"},
};

constexpr size_t kMaxRanges = 256;  // followed at a time, the writes behind them are left alone: pairs of them are compared

// Instances that run at the same time and differ in the value of `index`.
struct Instances {
  ValueId index;
  std::optional<int64_t> count;
  uint32_t own_from;  // values numbered from here on are made by each instance for itself
  Span place;
  std::string who;
};

class Walk {
 public:
  explicit Walk(VerifyContext& c)
      : c_(c), p_(c.program), summaries_(p_.num_functions()), wanted_(p_.num_functions(), false), names_(p_) {
    for (FuncId f : c.functions) wanted_[f.index()] = true;
  }

  // Callees first.
  void Function(FuncId f) {
    kernel_ = IsInCoreLike(p_[f].type);
    names_.Clear();
    order_.clear();
    ranges_.clear();
    open_.clear();
    for (ValueId param : p_.Params(f)) names_.Set(param, param);
    WalkStructured(p_, p_[f].body, [&](WalkEvent event, StmtId stmt) {
      if (event == WalkEvent::kEnter) Enter(stmt);
      if (event == WalkEvent::kLeave) Leave(stmt);
    });
    Forget({0, 1}, ValueId());
    if (const Attr* cores = p_.FindAttr(p_[f].attrs, "core_num"); cores != nullptr && p_[f].type == FunctionType::kSpmd) {
      Meet(0, {Affine::kBlock, Cores(*cores), 1, p_[f].span, fmt::format("blocks of {}", p_[p_[f].name])});
    }
    for (WriteRange& range : ranges_) {
      if (p_[range.root].kind != ValueKind::kParam) continue;
      if (!kernel_ && !IsWrapper(p_[f].type)) range.at.Take(Affine::kBlock);  // the host is the only block
      summaries_[f.index()].push_back(std::move(range));
    }
  }

 private:
  struct Open {
    size_t first_range;
    uint32_t first_value;
  };

  void Define(ValueId v) { order_.emplace(v, NextOrder()); }
  uint32_t NextOrder() const { return static_cast<uint32_t>(order_.size()) + 1; }
  // Values are numbered as they are defined; parameters and symbols are 0.
  uint32_t Order(ValueId v) const {
    const auto it = order_.find(v);
    return it == order_.end() ? 0 : it->second;
  }

  void Enter(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign || s.kind == StmtKind::kEval) {
      ForEachCall(p_, s.value(), [&](ExprId call) { Call(stmt, call); });
      if (s.kind != StmtKind::kAssign) return;
      Define(s.var());
      names_.Assign(s.var(), s.value());
    }
    if (!s.HasRegion()) return;
    open_.push_back({ranges_.size(), NextOrder()});
    const Region& r = p_.RegionOf(stmt);
    if (s.kind == StmtKind::kFor) Define(r.loop_var);
    for (ValueId v : p_[r.iter_args]) Define(v);
    names_.EnterLoop(r);
  }

  void Leave(StmtId stmt) {
    const Open open = open_.back();
    open_.pop_back();
    const Region& r = p_.RegionOf(stmt);
    if (const StmtId yield = TrailingYield(p_, r.body)) {
      const auto values = p_[p_[yield].values()];
      for (size_t i = 0; i < r.results.size && i < values.size(); ++i) {
        const ValueId name = names_.Of(values[i]);
        if (p_[stmt].kind != StmtKind::kIf || name == OtherBranch(r, i)) names_.Set(p_[r.results][i], name);
      }
    }
    for (ValueId v : p_[r.results]) Define(v);
    Forget(open, r.loop_var);
    if (p_[stmt].kind == StmtKind::kFor) return Loop(stmt, r, open);
    if (p_[stmt].kind == StmtKind::kScope && r.scope_kind == ScopeKind::kSpmd && r.core_num) {
      Meet(open.first_range, {Affine::kBlock, Constant(r.core_num), open.first_value, p_[stmt].span, "blocks of this launch"});
    }
  }

  // Numbers of the inside mean nothing outside, but for one that comes next.
  void Forget(const Open& open, ValueId but) {
    for (size_t i = open.first_range; i < ranges_.size(); ++i) {
      for (const auto& [value, factor] : ranges_[i].at.terms) {
        if (value && value != but && Order(value) >= open.first_value) ranges_[i].at.known = false;
      }
    }
  }
  ValueId OtherBranch(const Region& r, size_t i) const {
    const StmtId yield = TrailingYield(p_, r.else_body);
    return yield && i < p_[yield].values().size ? names_.Of(p_[p_[yield].values()][i]) : ValueId();
  }

  void Loop(StmtId stmt, const Region& r, const Open& open) {
    const Affine start = r.start ? AffineOf(p_, r.start) : Affine();
    const std::optional<int64_t> step = r.step ? Constant(r.step) : 1;
    Affine extent = AffineOf(p_, r.stop);
    extent.Add(start, -1);
    std::optional<int64_t> count;
    if (extent.IsConstant() && step.value_or(0) > 0) count = extent.base <= 0 ? 0 : (extent.base - 1) / *step + 1;
    for (size_t i = open.first_range; i < ranges_.size(); ++i) {
      // The variable is start + step * iteration.
      Affine& at = ranges_[i].at;
      const int64_t factor = at.Take(r.loop_var);
      int64_t pitch = 0;
      if (factor != 0 && (!step || __builtin_mul_overflow(factor, *step, &pitch))) at.known = false;
      if (factor != 0) at.Add(start, factor);  // where it begins does not matter to what does not depend on it
      at.AddTerm(r.loop_var, pitch);
    }
    if (r.loop_kind == LoopKind::kParallel) {
      Meet(open.first_range, {r.loop_var, count, open.first_value, p_[stmt].span, "iterations of the parallel loop"});
    } else {
      for (size_t i = open.first_range; i < ranges_.size(); ++i) Widen(ranges_[i], r.loop_var, count);
    }
  }

  // The ranges from `first` on are those of one of the instances.
  void Meet(size_t first, const Instances& together) {
    std::vector<bool> meets;  // a line of another instance
    for (size_t i = first; i < ranges_.size(); ++i) meets.push_back(MeetsAnother(first, i, together, meets));
    size_t left = first;
    for (size_t i = first; i < ranges_.size(); ++i) {
      WriteRange& range = ranges_[i];
      if (meets[i - first]) {
        Warn(range, together);
        continue;
      }
      Widen(range, together.index, together.count);
      if (left != i) ranges_[left] = std::move(range);
      ++left;
    }
    ranges_.resize(left);
  }

  // Itself or a write in front of it that owns its lines as far as it alone is concerned.
  bool MeetsAnother(size_t first, size_t i, const Instances& together, const std::vector<bool>& meets) const {
    const WriteRange& range = ranges_[i];
    if (Order(range.root) >= together.own_from || together.count.value_or(2) <= 1) return false;
    if (!OwnsLines(range, together.index)) return true;
    for (size_t j = first; j < i; ++j) {
      if (ranges_[j].root != range.root || meets[j - first]) continue;
      if (ShareLines(ranges_[j], range, together.index, together.count)) return true;
    }
    return false;
  }

  void Warn(const WriteRange& range, const Instances& together) {
    if (!wanted_[p_.FunctionOf(range.write).index()] || !warned_.insert(range.write).second) return;
    c_.Warning(1004, range.write,
               fmt::format("{}{} may write to one {}-byte line of {} through the data cache, where one write is lost",
                           together.who, together.place.known() ? fmt::format(" (line {})", together.place.line) : "",
                           kCacheLine, p_[p_[range.root].name]),
               "give each of them whole lines of its own, or collect the elements in a tile and store it");
  }

  void Call(StmtId stmt, ExprId expr) {
    const t2t::Call& call = p_.CallOf(expr);
    if (call.op && Ops()[call.op].channel == WriteChannel::kScalar) return Write(stmt, call);
    if (!call.callee) return;
    const size_t first = ranges_.size();
    const OperandsByParameter operands(p_, call);
    absl::flat_hash_map<ValueId, ExprId> passed;
    for (uint32_t i = 0; i < operands.num_params(); ++i) {
      if (operands[i]) passed[p_.Params(call.callee)[i]] = operands[i];
    }
    for (const WriteRange& inner : summaries_[call.callee.index()]) {
      const auto target = passed.find(inner.root);
      if (target == passed.end()) continue;
      WriteRange range = inner;
      range.root = names_.Of(target->second);
      for (const auto& [value, factor] : inner.at.terms) {
        const auto operand = value ? passed.find(value) : passed.end();
        if (operand == passed.end()) continue;
        range.at.Take(value);
        range.at.Add(AffineOf(p_, operand->second), factor);
      }
      Add(std::move(range), p_[inner.root].type);
    }
    std::optional<int64_t> cores = 1;
    if (call.submit && p_[call.submit].core_num) cores = Constant(p_[call.submit].core_num);
    if (const Attr* attr = p_.FindAttr(call.attrs, "core_num")) cores = Cores(*attr);
    if (cores == 1) return;
    Meet(first, {Affine::kBlock, cores, std::numeric_limits<uint32_t>::max(), p_[stmt].span,
                 fmt::format("blocks of {}", p_[p_[call.callee].name])});
  }

  void Write(StmtId stmt, const t2t::Call& call) {
    if (call.args.size < 2) return;
    const ExprId target = p_[call.args][0];
    WriteRange range = ElementRange(p_, stmt, target, p_[call.args][1]);
    range.root = names_.Of(target);
    Add(std::move(range), p_[target].type);
  }

  // `type` is what the indices were taken in: elsewhere they must mean the same place. What a kernel makes is on chip.
  void Add(WriteRange range, TypeId type) {
    if (!range.root || (kernel_ && p_[range.root].kind != ValueKind::kParam) || ranges_.size() >= kMaxRanges) return;
    const TypeId whole = p_[range.root].type;
    const auto plain = [&](TypeId t) { return p_[t].IsTensorLike() && (!p_[t].view || p_[p_[t].view].stride.empty()); };
    if (!plain(type) || !plain(whole) || p_[type].dtype != p_[whole].dtype || p_[type].rank() != p_[whole].rank()) return;
    if (p_[type].rank() > 0 && !ExprEq(p_, p_.Shape(type).subspan(1), p_.Shape(whole).subspan(1))) return;
    ranges_.push_back(std::move(range));
  }

  std::optional<int64_t> Constant(ExprId expr) const {
    const Affine value = AffineOf(p_, expr);
    return value.IsConstant() ? std::optional(value.base) : std::nullopt;
  }
  std::optional<int64_t> Cores(const Attr& attr) const {
    if (attr.kind == AttrKind::kInt) return attr.int_value();
    return attr.kind == AttrKind::kExpr ? Constant(attr.expr()) : std::nullopt;
  }

  VerifyContext& c_;
  const Program& p_;
  std::vector<std::vector<WriteRange>> summaries_;  // by function
  std::vector<bool> wanted_;                        // by function: findings there are asked for
  absl::flat_hash_set<StmtId> warned_;
  // Of the function at hand:
  bool kernel_ = false;
  BufferNames names_;
  absl::flat_hash_map<ValueId, uint32_t> order_;
  std::vector<WriteRange> ranges_;
  std::vector<Open> open_;
};

void VerifyScalarWriteLineShared(VerifyContext& c) {
  const Program& p = c.program;
  std::vector<std::pair<uint32_t, uint32_t>> calls;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!HasBody(p, FuncId(i))) continue;
    ForEachFunctionCall(p, FuncId(i), [&](StmtId, ExprId call) { calls.emplace_back(i, p.CallOf(call).callee.index()); });
  }
  Walk walk(c);
  ForEachComponent(GraphOf(p.num_functions(), calls), [&](absl::Span<const uint32_t> members) {
    for (uint32_t f : members) {
      if (HasBody(p, FuncId(f))) walk.Function(FuncId(f));
    }
  });
}

}  // namespace

constinit const Verifier kScalarWriteLineShared = {
    .property = "ScalarWriteLineShared",
    .kind = VerifierKind::kAdvice,
    .phase = VerifierPhase::kInput,
    .summary = "what runs at the same time writes scalars to cache lines of its own",
    .source = "verifiers 8.8",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyScalarWriteLineShared,
};

}  // namespace t2t
