#include "passes/record_returns.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/support/status.h"
#include "passes/complete_signatures.h"
#include "passes/facts.h"
#include "passes/kernels.h"
#include "passes/loads.h"
#include "passes/known_ops.h"
#include "passes/open_tuples.h"
#include "passes/promotion.h"
#include "passes/tile_values.h"

namespace t2t {
namespace {

class Recorder {
 public:
  Recorder(PassContext& context, const TileValues& tiles, const Promotions& promotions)
      : context_(context), p_(context.program), tiles_(tiles), promotions_(promotions) {}

  void Kernel(FuncId kernel) {
    const StmtId last = p_[p_[kernel].body].last;
    if (!last || p_[last].kind != StmtKind::kReturn || p_[last].values().empty()) return;
    kernel_ = kernel;
    return_ = last;
    words_.clear();
    outputs_.clear();
    added_ = 0;
    OpenTuples();
    const absl::Span<const ExprId> values = p_[p_[last].values()];
    const std::vector<TypeId> types = ReturnTypesPerValue(p_, kernel);
    for (size_t i = 0; i < values.size(); ++i) Position(values[i], types[i]);
    SetFunctionAttr(p_, kernel, p_.StringAttr(facts::kReturns, words_));
  }

 private:
  // Replaces a returned value of tuple type by the literal of its elements.
  void OpenTuples() {
    const absl::Span<const ExprId> old = p_[p_[return_].values()];
    std::vector<ExprId> values;
    bool changed = false;
    for (ExprId value : old) {
      values.push_back(Open(value));
      changed |= values.back() != value;
    }
    if (changed) p_.SetStmtValues(return_, p_.MakeList(values));
  }

  ExprId Open(ExprId value) {
    const Type type = p_.TypeOf(value);
    if (type.kind != TypeKind::kTuple) {
      if (p_[value].kind != ExprKind::kTupleGet) return value;
      const ExprId resolved = ResolveProjection(p_, value);
      if (resolved) return resolved;
      Builder at = Builder::Before(p_, return_, p_[return_].span);
      return at.LetVar("ret", value);
    }
    std::vector<ExprId> elements;
    for (uint32_t i = 0; i < type.elements.size; ++i) elements.push_back(Open(p_.TupleGet(value, i)));
    const bool open = p_[value].kind == ExprKind::kTuple && p_.Elements(value) == absl::MakeConstSpan(elements);
    return open ? value : p_.Tuple(elements);
  }

  void Position(ExprId value, TypeId declared) {
    if (p_[value].kind == ExprKind::kTuple && p_[declared].kind == TypeKind::kTuple) {
      const absl::Span<const ExprId> elements = p_.Elements(value);
      for (size_t i = 0; i < elements.size() && i < p_[declared].elements.size; ++i) {
        Position(elements[i], p_[p_[declared].elements][i]);
      }
      return;
    }
    const ValueId v = AsVar(p_, value);
    if (!v) return Word("keep");
    if (const ValueId root = promotions_.PromotableRoot(v)) return Promote(root);
    const bool tile = tiles_.Has(v) || p_.TypeOf(v).IsTile() || ProjectsConverted(p_, DefiningExpr(p_, v));
    if (tile) return Computed(v, declared);
    Word("keep");
  }

  // The same underlying value, through plain aliases, is one result (lowering m.1).
  static ValueId Underlying(const Program& p, ValueId v) {
    while (true) {
      const ExprId def = DefiningExpr(p, v);
      const ExprId source = def ? ResolveProjection(p, def) : ExprId();
      const ValueId next = source ? AsVar(p, source) : ValueId();
      if (!next || next == v) return v;
      v = next;
    }
  }

  void Computed(ValueId value, TypeId declared) {
    const auto [it, fresh] = outputs_.try_emplace(Underlying(p_, value), added_);
    if (!fresh) return Word(fmt::format("same:{}", it->second));
    if (!CheckOutType(declared)) return;
    Word(fmt::format("new:{}", added_++));
  }

  void Promote(ValueId root) {
    const auto [it, fresh] = outputs_.try_emplace(root, added_);
    if (fresh) {
      if (!CheckOutType(p_[root].type)) return;
      const StmtId create = p_[root].def;
      const AttrsId tagged = p_.SetAttr(p_.CallOf(p_[create].value()).attrs, p_.IntAttr(facts::kOut, added_));
      p_.SetStmtValue(create, WithAttrs(p_, p_[create].value(), tagged));
      ++added_;
    }
    Word(fmt::format("alloc:{}", it->second));
  }

  // The type of an added output must be a plain tensor that every caller can allocate.
  bool CheckOutType(TypeId type) {
    const size_t position = positions_;
    const std::string_view name = p_[p_[kernel_].name];
    if (p_[type].kind != TypeKind::kTensor) {
      const bool window = p_[type].kind == TypeKind::kDistributedTensor;
      Error(fmt::format("function {} returns a computed value at position {} as {}", name, position,
                        window ? "a DistributedTensor" : "something that is not a Tensor"),
            window ? "a caller cannot create a window: write into a window parameter instead"
                   : "declare the result as pl.Tensor");
      return false;
    }
    ValueId local;
    ForEachUseInType(p_, type, [&](ValueId v) {
      const ValueKind kind = p_[v].kind;
      if (kind != ValueKind::kParam && kind != ValueKind::kSymbol && !local) local = v;
    });
    if (!local) return true;
    Error(fmt::format("the type of result {} of function {} names the extent {}, which is computed inside the function",
                      position, name, p_[p_[local].name]),
          "pass the extent as a scalar parameter, or let the caller pass an explicit Out tensor");
    return false;
  }

  void Error(std::string message, std::string help) {
    context_.diagnostics.Error("return-storage", p_[return_].span, std::move(message), std::move(help));
  }

  void Word(std::string_view word) {
    if (!words_.empty()) words_ += ',';
    words_ += word;
    ++positions_;
  }

  PassContext& context_;
  Program& p_;
  const TileValues& tiles_;
  const Promotions& promotions_;
  FuncId kernel_;
  StmtId return_;
  std::string words_;
  absl::flat_hash_map<ValueId, int> outputs_;  // underlying value or promoted create -> added output
  int added_ = 0;
  size_t positions_ = 0;
};

}  // namespace

absl::StatusOr<Change> RecordReturns::Run(PassContext& context) {
  Program& p = context.program;
  std::vector<uint32_t> versions;
  for (uint32_t i = 0; i < p.num_functions(); ++i) versions.push_back(p[FuncId(i)].version);
  RETURN_IF_ERROR(CompleteSignatures(context));
  ForEachKernel(p, [&](FuncId kernel) { OpenCarriedTuples(p, kernel); });
  const TileValues tiles(p);
  const Promotions promotions(p);
  ForEachKernel(p, [&](FuncId kernel) { Recorder(context, tiles, promotions).Kernel(kernel); });
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (p[FuncId(i)].version != versions[i]) return Change::kChanged;
  }
  return Change::kNone;
}

}  // namespace t2t
