#include "passes/place_exit_stores.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "passes/assemble_loop.h"
#include "passes/facts.h"
#include "passes/kernels.h"
#include "passes/known_ops.h"

namespace t2t {
namespace {

class ExitStores {
 public:
  ExitStores(PassContext& context, std::vector<uint32_t>& reads)
      : p_(context.program), diagnostics_(context.diagnostics), reads_(reads) {}

  absl::Status Kernel(FuncId kernel) {
    const Attr* record = p_.FindAttr(p_[kernel].attrs, facts::kReturns);
    if (record == nullptr) return absl::OkStatus();
    kernel_ = kernel;
    return_ = p_[p_[kernel].body].last;
    if (!return_ || p_[return_].kind != StmtKind::kReturn) {
      return InternalError("t2t.returns on function {}, which does not end in a return", p_[p_[kernel].name]);
    }
    words_ = p_[record->string()];
    stored_.clear();
    const absl::Span<const ExprId> old = p_[p_[return_].values()];
    const std::vector<TypeId> declared = ReturnTypesPerValue(p_, kernel);
    std::vector<ExprId> values;
    std::vector<TypeId> types;
    for (size_t i = 0; i < old.size(); ++i) {
      const absl::StatusOr<ExprId> value = Position(old[i], declared[i]);
      if (absl::IsInvalidArgument(value.status())) return Refuse(i, value.status());
      RETURN_IF_ERROR(value.status());
      values.push_back(*value);
      types.push_back(type_);
    }
    for (ExprId value : old) DropCasts(value);
    p_.SetStmtValues(return_, p_.MakeList(values));
    Function f = p_[kernel];
    // A tuple returned for several declared types goes on being declared as several.
    const bool spread = f.return_types.size > 1 && types.size() == 1 && p_[types[0]].kind == TypeKind::kTuple;
    f.return_types = spread ? p_[types[0]].elements : p_.MakeList(types);
    f.attrs = p_.EraseAttr(f.attrs, facts::kReturns);
    p_.SetFunction(kernel, f);
    return absl::OkStatus();
  }

 private:
  struct Word {
    std::string_view kind;
    size_t output = 0;
  };

  Word TakeWord() {
    const size_t comma = words_.find(',');
    std::string_view word = words_.substr(0, comma);
    words_ = comma == std::string_view::npos ? std::string_view() : words_.substr(comma + 1);
    Word result;
    const size_t colon = word.find(':');
    result.kind = word.substr(0, colon);
    if (colon != std::string_view::npos) {
      std::from_chars(word.data() + colon + 1, word.data() + word.size(), result.output);
    }
    return result;
  }

  // What is returned in place of `value`; its type in type_.
  absl::StatusOr<ExprId> Position(ExprId value, TypeId declared) {
    if (p_[value].kind == ExprKind::kTuple) {
      std::vector<ExprId> elements;
      std::vector<TypeId> types;
      for (uint32_t i = 0; i < p_.Elements(value).size(); ++i) {
        const bool inside = p_[declared].kind == TypeKind::kTuple && i < p_[declared].elements.size;
        const ExprId element = p_.Elements(value)[i];
        ASSIGN_OR_RETURN(const ExprId result, Position(element, inside ? p_[p_[declared].elements][i] : p_[element].type));
        elements.push_back(result);
        types.push_back(type_);
      }
      type_ = p_.TupleType(types);
      return p_.Tuple(elements);
    }
    type_ = declared;
    const Word word = TakeWord();
    if (word.kind == "same" && word.output < stored_.size()) {
      type_ = p_[stored_[word.output]].type;
      return stored_[word.output];
    }
    ExprId tile = CastSource(p_, value, Known().as_tensor);
    if (!tile && p_.TypeOf(value).IsTile()) tile = value;
    if (word.kind != "new" || !tile) {
      if (tile) return InternalError("function {}: a computed value is returned as GM", p_[p_[kernel_].name]);
      if (word.kind == "alloc" && stored_.size() <= word.output) stored_.resize(word.output + 1, value);
      return value;
    }
    ASSIGN_OR_RETURN(const ExprId result, Store(word.output, tile, declared));
    stored_.resize(std::max(stored_.size(), word.output + 1), result);
    stored_[word.output] = result;
    type_ = p_[result].type;
    return result;
  }

  absl::StatusOr<ExprId> Store(size_t k, ExprId tile, TypeId declared) {
    const ValueId var = AsVar(p_, tile);
    if (var) {
      if (const auto match = MatchAssembleLoop(p_, var, p_[kernel_].body, reads_)) {
        Builder before = Builder::Before(p_, match->loop, p_[return_].span);
        ASSIGN_OR_RETURN(const ExprId out, Output(before, k, declared));
        const ValueId seed = p_[match->seed].var();
        ASSIGN_OR_RETURN(const ValueId result, StoreInLoop(p_, *match, out));
        if (--reads_[seed.index()] == 0) p_.Unlink(match->seed);
        return p_.Var(result);
      }
    }
    Builder before = Builder::Before(p_, return_, p_[return_].span);
    ASSIGN_OR_RETURN(const ExprId out, Output(before, k, declared));
    const std::vector<ExprId> zeros(p_.Shape(p_[tile].type).size(), p_.Int(0));
    const ExprId operands[] = {tile, p_.Tuple(zeros), out};
    CallSpec spec;
    spec.op = Known().tile_store;
    spec.args = operands;
    spec.span = before.span();
    ASSIGN_OR_RETURN(const ExprId store, MakeCall(p_, spec));
    return before.LetVar(fmt::format("ret{}__store", k), store);
  }

  // `ret<k>__out = tensor.create(shape)` of exactly the type `type`: the view is the caller's business, the create makes
  // the storage.
  absl::StatusOr<ExprId> Output(Builder& at, size_t k, TypeId type) {
    const Type& t = p_[type];
    const TensorLayout layout = t.view ? p_[t.view].layout : TensorLayout::kND;
    const ExprId operands[] = {p_.Tuple(p_.Shape(type))};
    CallSpec spec;
    spec.op = Known().tensor_create;
    spec.args = operands;
    spec.kwargs = p_.MakeAttrs({p_.EnumAttr("dtype", AttrKind::kDType, t.dtype),
                                p_.EnumAttr("layout", AttrKind::kTensorLayout, layout)});
    spec.attrs = p_.MakeAttrs({p_.IntAttr(facts::kOut, static_cast<int64_t>(k))});
    spec.span = at.span();
    ASSIGN_OR_RETURN(const ExprId create, MakeCall(p_, spec));
    return at.LetVar(fmt::format("ret{}__out", k), p_.WithType(create, type));
  }

  // What was computed does not fit the declared result.
  absl::Status Refuse(size_t position, const absl::Status& why) {
    diagnostics_.Error("return-storage", p_[return_].span,
                       fmt::format("result {} of function {} cannot be stored: {}", position, p_[p_[kernel_].name],
                                   MessageOf(why)),
                       "declare the result in the shape that is computed, or bring the value into the declared one");
    return absl::OkStatus();
  }

  // The cast behind a returned value has done its work.
  void DropCasts(ExprId value) {
    if (p_[value].kind == ExprKind::kTuple) {
      for (ExprId element : p_.Elements(value)) DropCasts(element);
      return;
    }
    const ValueId v = AsVar(p_, value);
    if (!v || !CastSource(p_, value, Known().as_tensor)) return;
    if (p_.IsLinked(p_[v].def)) p_.Unlink(p_[v].def);
  }

  Program& p_;
  Diagnostics& diagnostics_;
  std::vector<uint32_t>& reads_;
  FuncId kernel_;
  StmtId return_;
  std::string_view words_;
  std::vector<ExprId> stored_;  // by added output: what is returned for it
  TypeId type_;
};

}  // namespace

absl::StatusOr<Change> PlaceExitStores::Run(PassContext& context) {
  Program& p = context.program;
  std::vector<uint32_t> reads(p.num_values(), 0);
  ForEachKernel(p, [&](FuncId kernel) {
    ForEachStmt(p, p[kernel].body, [&](StmtId stmt) { ForEachUse(p, stmt, [&](ValueId v) { ++reads[v.index()]; }); });
  });
  ExitStores stores(context, reads);
  Change change = Change::kNone;
  absl::Status status;
  ForEachKernel(p, [&](FuncId kernel) {
    const uint32_t version = p[kernel].version;
    status.Update(stores.Kernel(kernel));
    if (p[kernel].version != version) change = Change::kChanged;
  });
  RETURN_IF_ERROR(status);
  return change;
}

}  // namespace t2t
