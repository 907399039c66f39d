#include "ir/core/program.h"

#include "ir/core/program_interning.h"
#include "ir/support/check.h"

namespace t2t {

Program::Program() : interning_(std::make_unique<Interning>(this)) {}
Program::~Program() = default;

Program::Program(const Program& other)
    : strings_(other.strings_), lists_(other.lists_), types_(other.types_), views_(other.views_),
      memrefs_(other.memrefs_), exprs_(other.exprs_), calls_(other.calls_), submits_(other.submits_),
      values_(other.values_), stmts_(other.stmts_), blocks_(other.blocks_), regions_(other.regions_),
      attrs_(other.attrs_), functions_(other.functions_), symbols_(other.symbols_),
      interning_(std::make_unique<Interning>(this)),
      scalar_types_(other.scalar_types_), name_(other.name_), maker_(other.maker_) {
  interning_->Rebuild();
  interning_->param_spans = other.interning_->param_spans;
}
Program& Program::operator=(const Program& other) {
  if (this != &other) *this = Program(other);
  return *this;
}
Program::Program(Program&& other) noexcept { *this = std::move(other); }
Program& Program::operator=(Program&& other) noexcept {
  if (this == &other) return *this;
  strings_ = std::move(other.strings_);
  lists_ = std::move(other.lists_);
  types_ = std::move(other.types_);
  views_ = std::move(other.views_);
  memrefs_ = std::move(other.memrefs_);
  exprs_ = std::move(other.exprs_);
  calls_ = std::move(other.calls_);
  submits_ = std::move(other.submits_);
  values_ = std::move(other.values_);
  stmts_ = std::move(other.stmts_);
  blocks_ = std::move(other.blocks_);
  regions_ = std::move(other.regions_);
  attrs_ = std::move(other.attrs_);
  functions_ = std::move(other.functions_);
  symbols_ = std::move(other.symbols_);
  name_ = other.name_;
  maker_ = other.maker_;
  scalar_types_ = other.scalar_types_;
  interning_ = std::move(other.interning_);  // leaves `other` fit only for destruction or assignment
  interning_->p = this;
  return *this;
}

size_t Program::MemoryBytes() const {
  return lists_.bytes() + types_.bytes() + views_.bytes() + exprs_.bytes() + calls_.bytes() + values_.bytes() +
         stmts_.bytes() + blocks_.bytes() + regions_.bytes() + submits_.bytes() + memrefs_.bytes() +
         strings_.bytes() + attrs_.capacity() * sizeof(attrs_[0]) + functions_.capacity() * sizeof(Function) +
         interning_->exprs.capacity() * 5 + interning_->types.capacity() * 5;
}

// ---- values --------------------------------------------------------------------------------------------------------

ValueId Program::AddValue(ValueKind kind, StrId name, TypeId type, FuncId func) {
  Value v;
  v.name = name;
  v.type = type;
  v.func = func;
  v.kind = kind;
  const ValueId id = values_.Add(v);
  const DType dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  values_[id].expr = exprs_.Add({ExprKind::kVar, dtype, false, type, id.index(), 0});
  return id;
}

ValueId Program::AddSymbol(StrId name) {
  const ValueId id = AddValue(ValueKind::kSymbol, name, ScalarType(DType::kIndex), FuncId());
  symbols_.push_back(id);
  return id;
}

void Program::SetValueType(ValueId value, TypeId type) {
  Value& v = values_[value];
  if (v.type == type) return;
  v.type = type;
  exprs_[v.expr].type = type;
  exprs_[v.expr].dtype = types_[type].IsScalar() ? types_[type].dtype : DType::kNone;
  if (v.func) Touch(v.func);
}

Span Program::ParamSpan(ValueId param) const {
  const auto it = interning_->param_spans.find(param);
  if (it != interning_->param_spans.end()) return it->second;
  return values_[param].func ? functions_[values_[param].func.index()].span : Span();
}

void Program::SetParamSpan(ValueId param, Span span) { interning_->param_spans[param] = span; }

// ---- functions -----------------------------------------------------------------------------------------------------

FuncId Program::AddFunction(StrId name, Span span) {
  const FuncId id(static_cast<uint32_t>(functions_.size()));
  Function f;
  f.name = name;
  f.span = span;
  functions_.push_back(f);
  functions_.back().body = NewBlock(id);
  interning_->functions.emplace(name, id);
  return id;
}

FuncId Program::FindFunction(StrId name) const {
  auto it = interning_->functions.find(name);
  return it == interning_->functions.end() ? FuncId() : it->second;
}

void Program::SetFunction(FuncId id, const Function& function) {
  const uint32_t version = functions_[id.index()].version;
  functions_[id.index()] = function;
  functions_[id.index()].version = version + 1;
}

}  // namespace t2t
