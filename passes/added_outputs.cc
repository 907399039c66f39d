#include "passes/added_outputs.h"

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/builder.h"
#include "ir/core/call_operands.h"
#include "ir/core/rewrite.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/make_call.h"
#include "ir/symbolic/prove.h"
#include "passes/call_sites.h"
#include "passes/facts.h"
#include "passes/known_ops.h"
#include "passes/retype.h"

namespace t2t {

void AppendOutputs(Program& p, FuncId function, absl::Span<const ValueId> storage) {
  Function f = p[function];
  const absl::Span<const ValueId> old = p[f.params];
  const absl::Span<const uint32_t> old_directions = p[f.directions];
  const size_t place = old.size() - TrailingContexts(p, old);
  std::vector<ValueId> params(old.begin(), old.end());
  std::vector<uint32_t> directions(old_directions.begin(), old_directions.end());
  params.insert(params.begin() + static_cast<std::ptrdiff_t>(place), storage.begin(), storage.end());
  directions.insert(directions.begin() + static_cast<std::ptrdiff_t>(place), storage.size(),
                    static_cast<uint32_t>(ParamDirection::kOut));
  for (ValueId value : storage) {
    p.SetParamSpan(value, p[p[value].def].span);
    p.Unlink(p[value].def);
    p.SetDef(value, StmtId());
    p.SetValueKind(value, ValueKind::kParam);
  }
  f.params = p.MakeList(params);
  f.directions = p.MakeList(directions);
  p.SetFunction(function, f);
}

// The callee's parameters and symbols in terms of one caller (lowering q.3). Replacements belong to the caller and are
// never substituted again.
class CallFollower::Instantiation {
 public:
  Instantiation(Program& program) : p_(program), subst_(program) {}

  // False when one symbol would have to be two provably different extents; then `conflict` says which.
  bool Bind(absl::Span<const ValueId> params, absl::Span<const ExprId> operands, std::string* conflict) {
    for (size_t i = 0; i < params.size(); ++i) {
      const Type& type = p_.TypeOf(params[i]);
      if (type.IsScalar() || type.IsTensorLike()) subst_.Map(params[i], operands[i]);
    }
    for (size_t i = 0; i < params.size(); ++i) {
      const absl::Span<const ExprId> shape = p_.Shape(p_[params[i]].type);
      const absl::Span<const ExprId> actual = p_.Shape(p_[operands[i]].type);
      if (!p_.TypeOf(params[i]).IsTensorLike() || shape.size() != actual.size()) continue;
      for (size_t d = 0; d < shape.size(); ++d) {
        const ValueId symbol = AsVar(p_, shape[d]);
        if (!symbol) continue;
        if (!subst_.Has(symbol)) {
          subst_.Map(symbol, actual[d]);
        } else if (const ExprId bound = subst_.Apply(shape[d]); ProvenNe(p_, bound, actual[d])) {
          *conflict = fmt::format("extent {} is {} by one operand and {} by another", p_[p_[symbol].name],
                                  ExprText(p_, bound), ExprText(p_, actual[d]));
          return false;
        }
      }
    }
    return true;
  }
  void Bind(ValueId param, ExprId storage) { subst_.Map(param, storage); }

  // A type that names something unbound keeps the callee's words (q.3.5).
  void Require(TypeId type) {
    ForEachUseInType(p_, type, [&](ValueId v) { supported_ &= p_[v].kind == ValueKind::kParam || subst_.Has(v); });
  }
  TypeId Apply(TypeId type) { return supported_ ? subst_.Apply(type) : type; }

 private:
  Program& p_;
  Substitution subst_;
  bool supported_ = true;
};

CallFollower::CallFollower(PassContext& context) : context_(context), p_(context.program) {
  for (uint32_t i = 0; i < p_.num_functions(); ++i) {
    const FuncId f(i);
    before_.push_back({p_[f].params, TrailingContexts(p_, p_.Params(f))});
  }
}

bool CallFollower::Gained(FuncId function) const {
  return p_[function].params.size != before_[function.index()].params.size;
}

void CallFollower::Error(FuncId caller, Span span, std::string message, std::string help) {
  Diagnostic d;
  d.kind = "call-outputs";
  d.span = span;
  d.message = std::move(message);
  d.help = std::move(help);
  d.function = p_[p_[caller].name];
  context_.diagnostics.Add(std::move(d));
}

absl::StatusOr<bool> CallFollower::Follow(FuncId caller, Storage storage, bool fill_submits) {
  if (!HasBody(p_, caller)) return false;
  const uint32_t version = p_[caller].version;
  absl::Status status;
  Retyper retyper(p_, caller, LoopResults::kTakeYields);
  ForEachStmt(p_, p_[caller].body, [&](StmtId stmt) {
    const ExprId old = p_[stmt].kind == StmtKind::kAssign ? p_[stmt].value() : ExprId();
    const bool changed = MapCalls(p_, stmt, [&](ExprId call) {
      if (!p_.CallOf(call).callee || !status.ok()) return call;
      absl::StatusOr<ExprId> rewritten = Rewrite(caller, stmt, call, storage, fill_submits);
      status.Update(rewritten.status());
      return rewritten.ok() ? *rewritten : call;
    });
    if (changed && old && p_[p_[stmt].value()].type != p_[old].type) retyper.TakeValueType(stmt);
  });
  RETURN_IF_ERROR(status);
  if (retyper.needed()) RETURN_IF_ERROR(retyper.Run(context_.diagnostics));
  return p_[caller].version != version;
}

absl::StatusOr<ExprId> CallFollower::Rewrite(FuncId caller, StmtId stmt, ExprId expr, Storage storage,
                                             bool fill_submits) {
  const Call old = p_.CallOf(expr);
  const FuncId callee = old.callee;
  const Signature& before = before_[callee.index()];
  const bool gained = Gained(callee);
  const bool submit = old.submit.valid();
  const uint32_t count = old.args.size, had = before.params.size, contexts = before.contexts;
  if (!gained && !(submit && fill_submits && count < had)) return expr;

  const std::string_view caller_name = p_[p_[caller].name], callee_name = p_[p_[callee].name];
  if (IsInCoreLike(p_[caller].type) || p_[caller].stage == IrStage::kBuffer) {
    Error(caller, old.span,
          fmt::format("function {} calls {}, which gains an output its caller must allocate, but {} cannot allocate "
                      "global memory",
                      caller_name, callee_name, caller_name),
          fmt::format("let {} write its result into an explicit Out parameter", callee_name));
    return expr;
  }
  if (count > had || count < contexts || (!submit && count != had)) {
    Error(caller, old.span, fmt::format("call of {} passes {} operands for {} parameters", callee_name, count, had),
          "pass one operand per parameter");
    return expr;
  }

  // Operands [0, place) bind the parameters of the same index, the last ones the contexts; between them stand the
  // parameters the call leaves out, and then the new ones.
  const uint32_t place = count - contexts;
  const absl::Span<const ValueId> params = p_.Params(callee);
  const size_t end = params.size() - contexts;
  std::vector<ValueId> bound(params.begin(), params.begin() + place);
  bound.insert(bound.end(), params.begin() + static_cast<std::ptrdiff_t>(end), params.end());
  std::vector<ExprId> operands(p_[old.args].begin(), p_[old.args].end());

  Instantiation instantiation(p_);
  if (std::string conflict; !instantiation.Bind(bound, operands, &conflict)) {
    Error(caller, old.span, fmt::format("call of {}: {}", callee_name, conflict),
          "pass tensors whose extents agree with the callee's signature");
    return expr;
  }
  for (size_t i = place; i < end; ++i) instantiation.Require(p_[params[i]].type);
  for (TypeId type : p_[p_[callee].return_types]) instantiation.Require(type);

  for (size_t i = place; i < end; ++i) {
    const TypeId type = instantiation.Apply(p_[params[i]].type);
    const bool output = p_.Direction(callee, static_cast<uint32_t>(i)) == ParamDirection::kOut;
    if (!output || p_[type].kind != TypeKind::kTensor) {
      Error(caller, old.span,
            fmt::format("call of {} leaves out parameter {}, which is no output tensor", callee_name,
                        p_[p_[params[i]].name]),
            "only trailing outputs may be left to the runtime; pass the others");
      return expr;
    }
    ASSIGN_OR_RETURN(const ExprId made, Allocate(caller, stmt, old.span, params[i], type, i - place, storage));
    if (!made) return expr;
    instantiation.Bind(params[i], made);
    operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(i), made);
  }

  Call call = old;
  call.args = p_.MakeList(operands);
  call.attrs = Renumber(call.attrs, place, static_cast<uint32_t>(end) - place);
  if (submit) return p_.AddSubmit(call, Submit(p_[call.submit]), p_[expr].type);
  return p_.AddCall(call, ResultType(callee, instantiation));
}

absl::StatusOr<ExprId> CallFollower::Allocate(FuncId caller, StmtId stmt, Span span, ValueId param, TypeId type,
                                              size_t number, Storage storage) {
  const std::vector<ExprId> shape(p_.Shape(type).begin(), p_.Shape(type).end());
  CallSpec create;
  create.op = Known().tensor_create;
  const ExprId tuple = p_.Tuple(shape);
  create.args = absl::MakeConstSpan(&tuple, 1);
  const Attr kwargs[] = {p_.EnumAttr("dtype", AttrKind::kDType, p_[type].dtype),
                         p_.EnumAttr("layout", AttrKind::kTensorLayout, p_.EffectiveView(type).layout)};
  create.kwargs = p_.MakeAttrs(kwargs);
  if (storage == Storage::kPrivate) {
    const Attr tag[] = {p_.IntAttr(facts::kPrivate, static_cast<int64_t>(number))};
    create.attrs = p_.MakeAttrs(tag);
  }
  create.span = span;
  absl::StatusOr<ExprId> made = MakeCall(p_, create);
  if (!made.ok()) {
    if (!absl::IsInvalidArgument(made.status())) return made.status();
    Error(caller, span,
          fmt::format("storage for output {} cannot be allocated: {}", p_[p_[param].name], MessageOf(made.status())),
          "pass the output explicitly");
    return ExprId();
  }
  Builder at = Builder::Before(p_, stmt, span);
  if (storage == Storage::kLocal) return at.LetVar(fmt::format("ret{}__out", number), *made);
  return at.LetVar(p_[p_[param].name], p_.WithType(*made, type));
}

// Attributes that count operands (lowering p.4).
AttrsId CallFollower::Renumber(AttrsId attrs, uint32_t at, uint32_t inserted) {
  if (const Attr* indices = p_.FindAttr(attrs, "arg_direction_overrides");
      indices != nullptr && indices->kind == AttrKind::kIntList) {
    std::vector<uint32_t> words(p_[indices->words()].begin(), p_[indices->words()].end());
    for (uint32_t& word : words) {
      if (static_cast<int32_t>(word) >= static_cast<int32_t>(at)) word += inserted;
    }
    attrs = p_.SetAttr(attrs, p_.ListAttr("arg_direction_overrides", AttrKind::kIntList, p_.MakeList(words)));
  }
  if (const Attr* directions = p_.FindAttr(attrs, "arg_directions");
      directions != nullptr && directions->kind == AttrKind::kArgDirectionList) {
    std::vector<uint32_t> words(p_[directions->words()].begin(), p_[directions->words()].end());
    const size_t place = std::min<size_t>(at, words.size());
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(place), inserted,
                 static_cast<uint32_t>(ArgDirection::kOutputExisting));
    attrs = p_.SetAttr(attrs, p_.ListAttr("arg_directions", AttrKind::kArgDirectionList, p_.MakeList(words)));
  }
  return attrs;
}

TypeId CallFollower::ResultType(FuncId callee, Instantiation& instantiation) {
  std::vector<TypeId> types;
  for (uint32_t i = 0; i < p_[callee].return_types.size; ++i) {
    types.push_back(instantiation.Apply(p_[p_[callee].return_types][i]));
  }
  if (types.empty()) return p_.UnknownType();
  return types.size() == 1 ? types[0] : p_.TupleType(types);
}

}  // namespace t2t
