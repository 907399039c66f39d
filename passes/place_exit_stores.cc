#include "passes/place_exit_stores.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/core/builder.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/support/place.h"
#include "ir/support/status.h"
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
    kernel_ = kernel;
    return_ = p_[p_[kernel].body].last;
    const bool returns = return_ && p_[return_].kind == StmtKind::kReturn;
    const absl::Span<const ExprId> old = returns ? p_[p_[return_].values()] : absl::Span<const ExprId>();
    const Attr* record = p_.FindAttr(p_[kernel].attrs, facts::kReturns);
    if (record == nullptr) {
      const bool computed = std::any_of(old.begin(), old.end(), [&](ExprId value) { return TileOf(value).valid(); });
      return computed ? WrongMark("is missing, yet the function returns what it computes") : absl::OkStatus();
    }
    words_ = p_[record->string()];
    stored_.clear();
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
    if (!words_.empty()) return WrongMark("tells of more results than the function returns");
    for (ExprId value : old) DropCasts(value);
    if (absl::MakeConstSpan(values) != old) p_.SetStmtValues(return_, p_.MakeList(values));
    Function f = p_[kernel];
    // A tuple returned for several declared types goes on being declared as several.
    const bool spread = f.return_types.size > 1 && types.size() == 1 && p_[types[0]].kind == TypeKind::kTuple;
    if (spread) types.assign(p_[p_[types[0]].elements].begin(), p_[p_[types[0]].elements].end());
    if (absl::MakeConstSpan(types) == p_[f.return_types]) return absl::OkStatus();
    f.return_types = p_.MakeList(types);
    p_.SetFunction(kernel, f);
    return absl::OkStatus();
  }

 private:
  using Kind = ReturnWord::Kind;

  absl::Status WrongMark(std::string_view why) {
    const Span place = return_ ? p_[return_].span : p_[kernel_].span;
    return WithPlace(MarkError("the mark {} of function {} {}", facts::kReturns, p_[p_[kernel_].name], why), place);
  }

  absl::StatusOr<ReturnWord> TakeWord() {
    if (words_.empty()) return WrongMark("tells of fewer results than the function returns");
    const size_t comma = words_.find(',');
    text_ = words_.substr(0, comma);
    words_ = comma == std::string_view::npos ? std::string_view() : words_.substr(comma + 1);
    // Outputs are numbered as they come; an allocation may be returned again.
    const std::optional<ReturnWord> word = ParseReturnWord(text_);
    const size_t next = stored_.size();
    const bool fits = word && (word->Is(Kind::kKeep) || (word->Is(Kind::kNew) && word->output == next) ||
                               (word->Is(Kind::kAlloc) && word->output <= next) ||
                               (word->Is(Kind::kSame) && word->output < next));
    if (!fits) return WrongMark(fmt::format("says '{}' where output {} is the next one", text_, next));
    return *word;
  }

  // The tile behind a returned value that is computed; invalid for one in GM.
  ExprId TileOf(ExprId value) const {
    const ExprId tile = CastSource(p_, value, Known().as_tensor);
    return !tile && p_.TypeOf(value).IsTile() ? value : tile;
  }

  // What is returned in place of `value`; its type in type_.
  absl::StatusOr<ExprId> Position(ExprId value, TypeId declared) {
    if (p_[value].kind == ExprKind::kTuple && p_[declared].kind == TypeKind::kTuple) {
      std::vector<ExprId> elements;
      std::vector<TypeId> types;
      for (uint32_t i = 0; i < p_.Elements(value).size(); ++i) {
        ExprId element = p_.Elements(value)[i];
        type_ = p_[element].type;
        if (i < p_[declared].elements.size) {  // the mark tells of declared results
          ASSIGN_OR_RETURN(element, Position(element, p_[p_[declared].elements][i]));
        }
        elements.push_back(element);
        types.push_back(type_);
      }
      type_ = p_.TupleType(types);
      return p_.Tuple(elements);
    }
    type_ = declared;
    ASSIGN_OR_RETURN(const ReturnWord word, TakeWord());
    if (word.Is(Kind::kSame)) {
      type_ = p_[stored_[word.output]].type;
      return stored_[word.output];
    }
    const ExprId tile = TileOf(value);
    if (word.Is(Kind::kNew) != tile.valid()) {
      return WrongMark(fmt::format("says '{}' of a result that is {}computed", text_, tile ? "" : "not "));
    }
    if (!tile) {
      if (word.Is(Kind::kAlloc) && word.output == stored_.size()) stored_.push_back(value);
      return value;
    }
    ASSIGN_OR_RETURN(const ExprId result, Store(word.output, tile, declared));
    stored_.push_back(result);
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
  std::string_view words_;  // of the record: those not yet taken
  std::string_view text_;   // the one at hand
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
