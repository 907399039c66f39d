// Statements (text-format 4.1 to 4.7, 4.12).
#include "ir/text/text_printer.h"

namespace t2t {

void TextPrinter::Annotation(TypeId type) {
  if (concise_) return MarkType(type);
  out_ += ": ";
  if (type_cache_.size() <= type.index()) type_cache_.resize(p_.num_types());
  CachedType& cached = type_cache_[type.index()];
  if (cached.epoch == epoch_ || cached.epoch == ~0u) {
    out_.append(type_pool_, cached.offset, cached.size);
    return;
  }
  const size_t start = out_.size();
  saw_name_ = saw_memref_ = false;
  PutType(type);
  if (saw_memref_) return;
  cached = {saw_name_ ? epoch_ : ~0u, static_cast<uint32_t>(out_.size() - start), type_pool_.size()};
  type_pool_.append(out_, start);
}

// The symbols of a type need their module lines even where the type itself is not shown.
void TextPrinter::MarkType(TypeId type) {
  const size_t start = out_.size();
  quiet_ = p_[type].kind == TypeKind::kDistributedTensor;
  PutType(type);
  quiet_ = false;
  out_.resize(start);
}

void TextPrinter::NameList(ValueList values) {
  std::string_view comma = "";
  for (ValueId v : p_[values]) {
    out_ += comma;
    PutName(v);
    comma = ", ";
  }
}

void TextPrinter::InitValues(ExprList inits) {
  out_ += "init_values=(";
  PutExprs(p_[inits]);
  out_ += inits.size == 1 ? ",)" : ")";
}

void TextPrinter::PutBlock(BlockId block, int indent, ValueList results) {
  if (!p_[block].first) {
    Line(indent);
    out_ += "pass\n";
    return;
  }
  BlockFrom(p_[block].first, indent, results);
}

void TextPrinter::BlockFrom(StmtId first, int indent, ValueList results) {
  const bool single = first && !p_[first].prev && !p_[first].next;
  for (StmtId stmt = first; stmt; stmt = p_[stmt].next) {
    const Stmt& s = p_[stmt];
    if (s.kind == StmtKind::kAssign && s.next && IsHiddenTaskId(s)) continue;
    // An automatic runtime scope that is the whole body is transparent for the yield inside it (4.8).
    const bool through = single && s.kind == StmtKind::kScope;
    PutStmt(stmt, indent, s.kind == StmtKind::kYield || through ? results : ValueList(), !s.next);
  }
}

void TextPrinter::YieldStmt(const Stmt& s, ValueList results) {
  const absl::Span<const ExprId> values = p_[s.values()];
  if (!results.empty() && !values.empty()) {
    NameList(results);
    if (results.size == 1) Annotation(p_[p_[results][0]].type);
    out_ += " = ";
  }
  out_ += "pl.yield_(";
  PutExprs(values);
  out_ += ")\n";
}

void TextPrinter::PutStmt(StmtId stmt, int indent, ValueList results, bool last) {
  const Stmt& s = p_[stmt];
  if (s.comments) {
    std::string_view rest = p_[s.comments];
    while (true) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      Line(indent);
      out_ += "# ";
      out_ += rest.substr(0, end);
      out_ += '\n';
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
  }
  switch (s.kind) {
    case StmtKind::kAssign:
      Line(indent);
      PutName(s.var());
      Annotation(p_[s.var()].type);
      out_ += " = ";
      target_ = s.var();
      PutExpr(s.value());
      target_ = ValueId();
      out_ += '\n';
      return;
    case StmtKind::kEval:
      Line(indent);
      PutExpr(s.value());
      out_ += '\n';
      return;
    case StmtKind::kYield:
      Line(indent);
      if (p_[s.block].parent) return YieldStmt(s, last ? results : ValueList());
      [[fallthrough]];  // a yield of the function body reads as its return (4.3)
    case StmtKind::kReturn: {
      if (s.kind == StmtKind::kReturn) Line(indent);
      out_ += "return";
      if (!s.values().empty()) out_ += ' ';
      PutExprs(p_[s.values()]);
      out_ += '\n';
      return;
    }
    case StmtKind::kBreak: case StmtKind::kContinue:
      Line(indent);
      out_ += s.kind == StmtKind::kBreak ? "break\n" : "continue\n";
      return;
    case StmtKind::kFor: return For(p_.RegionOf(stmt), indent);
    case StmtKind::kWhile: return While(p_.RegionOf(stmt), indent);
    case StmtKind::kIf: return If(p_.RegionOf(stmt), indent);
    case StmtKind::kScope: return Scope(stmt, p_.RegionOf(stmt), indent, results);
  }
}

void TextPrinter::For(const Region& r, int indent) {
  Line(indent);
  out_ += "for ";
  PutName(r.loop_var);
  if (!r.iter_args.empty()) {
    out_ += ", (";
    NameList(r.iter_args);
    out_ += r.iter_args.size == 1 ? ",)" : ")";
  }
  out_ += " in pl.";
  out_ += EnumName(r.loop_kind);
  out_ += '(';
  const auto is_index = [&](ExprId e, int64_t value) {
    return p_.IsConstInt(e, value) && p_[e].dtype == DType::kIndex;
  };
  const bool unit_step = is_index(r.step, 1);
  if (!unit_step || !is_index(r.start, 0)) {
    PutExpr(r.start);
    out_ += ", ";
  }
  PutExpr(r.stop);
  std::string_view comma = ", ";
  if (!unit_step) {
    out_ += ", ";
    PutExpr(r.step);
  }
  const Attr* stages = r.loop_kind == LoopKind::kPipeline ? Find(r.attrs, keys_.pipeline_stages) : nullptr;
  if (stages != nullptr) {
    Keyword("stage", comma);
    AttrValue(*stages);
  }
  if (!r.iter_args.empty()) {
    out_ += comma;
    InitValues(r.inits);
  }
  std::string_view inner = "";
  for (const Attr& attr : p_[r.attrs]) {
    if (&attr == stages) continue;
    out_ += inner.empty() ? std::string_view(", attrs={") : inner;
    Quoted(p_[attr.key]);
    out_ += ": ";
    AttrValue(attr);
    inner = ", ";
  }
  out_ += inner.empty() ? "):\n" : "}):\n";
  PutBlock(r.body, indent + 1, r.results);
}

void TextPrinter::While(const Region& r, int indent) {
  Line(indent);
  if (r.iter_args.empty()) {
    out_ += "while ";
    PutExpr(r.cond);
    out_ += ":\n";
    return PutBlock(r.body, indent + 1, r.results);
  }
  out_ += "for (";
  NameList(r.iter_args);
  out_ += r.iter_args.size == 1 ? ",) in pl.while_(" : ") in pl.while_(";
  InitValues(r.inits);
  out_ += "):\n";
  Line(indent + 1);
  out_ += "pl.cond(";
  PutExpr(r.cond);
  out_ += ")\n";
  if (p_[r.body].first) PutBlock(r.body, indent + 1, r.results);
}

void TextPrinter::If(const Region& r, int indent) {
  Line(indent);
  out_ += "if ";
  PutExpr(r.cond);
  out_ += ":\n";
  PutBlock(r.body, indent + 1, r.results);
  if (!r.else_body) return;
  Line(indent);
  out_ += "else:\n";
  PutBlock(r.else_body, indent + 1, r.results);
}

}  // namespace t2t
