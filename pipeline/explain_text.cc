#include "pipeline/explain_text.h"

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "pipeline/graph_text.h"

namespace t2t {
namespace {

std::string Operator(const Program& p, ExprId value, NameTable& names) { return WhatText(p, names, value); }

}  // namespace

std::string LineOf(Span span) { return span.known() ? fmt::format(" (line {})", span.line) : std::string(); }

Phrases::Phrases(const Program& program, FuncId function) : p_(program), names_(program) {
  names_.Enter(function);
  for (ValueId param : p_.Params(function)) alive_.insert(param);
  ForEachStmt(p_, p_[function].body, [&](StmtId stmt) { ForEachDef(p_, stmt, [&](ValueId v) { alive_.insert(v); }); });
}

std::string Phrases::Name(ValueId value) {
  if (!value) return {};
  return std::string(alive_.contains(value) ? names_.Name(value) : p_[p_[value].name]);
}

std::string Phrases::Code(StmtId stmt, ValueId var, ExprId value) {
  switch (p_[stmt].kind) {
    case StmtKind::kReturn: return "`return`";
    case StmtKind::kYield: return "`yield`";
    case StmtKind::kFor: case StmtKind::kWhile: return "the loop";
    case StmtKind::kIf: return "the branch";
    case StmtKind::kScope: return "the scope";
    case StmtKind::kBreak: return "`break`";
    case StmtKind::kContinue: return "`continue`";
    case StmtKind::kAssign: case StmtKind::kEval: break;
  }
  const std::string what = value ? Operator(p_, value, names_) : std::string("?");
  return var ? fmt::format("`{} = {}`", Name(var), what) : fmt::format("`{}`", what);
}

std::string Phrases::Statement(StmtId stmt, ValueId var, ExprId value) {
  return Code(stmt, var, value) + LineOf(p_[stmt].span);
}

std::string Phrases::Type(TypeId id) {
  const t2t::Type& type = p_[id];
  if (!type.IsShaped()) return type.IsScalar() ? fmt::format("scalar {}", DTypeName(type.dtype)) : std::string(KindName(type.kind));
  std::string text = type.IsTile() ? "tile" : "tensor";
  std::string_view comma = " ";
  for (const std::string& line : TypeLines(p_, names_, id)) {
    text += fmt::format("{}{}", comma, line);
    comma = ", ";
  }
  if (type.IsTile() && type.space != MemorySpace::kUnset) text += fmt::format(", in {}", EnumName(type.space));
  return text;
}

std::string Phrases::SpaceReason(ExprId value) {
  if (!value || !p_.IsOpCall(value)) return {};
  const t2t::Type& type = p_.TypeOf(value);
  if (!type.IsTile() || type.space == MemorySpace::kUnset) return {};
  const OpDef& op = Ops()[p_.CallOf(value).op];
  using Rule = OutputMemory::Rule;
  switch (op.output.rule) {
    case Rule::kFixed: return fmt::format("{} puts its result in {}", op.name, EnumName(type.space));
    case Rule::kInherit: return fmt::format("{} leaves it where its operand is, in {}", op.name, EnumName(type.space));
    case Rule::kFromKwarg: case Rule::kNone: return {};
  }
  return {};
}

}  // namespace t2t
