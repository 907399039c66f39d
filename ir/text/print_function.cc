// Functions and the program around them (text-format 1, 2.8).
#include <algorithm>

#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/text/function_order.h"
#include "ir/text/printer.h"
#include "ir/text/text_printer.h"

namespace t2t {

TextPrinter::TextPrinter(const Program& program, std::string& out, bool concise)
    : ExprWriter(program, out), names_(program), concise_(concise), symbol_used_(program.symbols().size()) {
  const auto key = [&](std::string_view text) { return p_.FindStr(text); };
  keys_ = {key("auto_scope"), key("external_source"), key("split"), key("task_id_var"), key("pipeline_stages"),
           key("manual_dep_edges"), key("arg_direction_overrides_vars"), key("dump_vars"), key("allow_early_resolve"),
           key("windowize"), key("slot_num"), key("predicate"), key("device"), key("arg_directions"),
           key("dummy_task"), key("name"), key("mode"), key("atomic"), key("set_pipe"), key("wait_pipe"), key("pipe"),
           key("coalesce"), key("core_type"), key(kTailPaddingKey)};
  task_invalid_ = Ops().Find("system.task_invalid");
  tile_block_idx_ = Ops().Find("tile.get_block_idx");
  tile_subblock_idx_ = Ops().Find("tile.get_subblock_idx");
  sync_set_ = Ops().Find("system.sync_set");
  sync_wait_ = Ops().Find("system.sync_wait");
}

void TextPrinter::Enter(FuncId function) {
  function_ = function;
  names_.Enter(function);
  ++epoch_;
}

void TextPrinter::PutName(ValueId value) {
  saw_name_ = true;
  if (p_[value].kind == ValueKind::kSymbol && !quiet_ && !p_[value].undeclared) {
    const absl::Span<const ValueId> symbols = p_.symbols();
    const auto it = std::lower_bound(symbols.begin(), symbols.end(), value);  // added in order of their ids
    if (it != symbols.end() && *it == value) symbol_used_[static_cast<size_t>(it - symbols.begin())] = true;
  }
  out_ += names_.Name(value);
}

void TextPrinter::PutMemRefBase(const MemRef& memref) {
  saw_memref_ = true;
  if (memref.base && !in_signature_ && p_[memref.base].def) {
    PutName(memref.base);
  } else {
    Quoted(memref.base ? names_.Name(memref.base) : p_[memref.name]);
  }
}

std::vector<std::string> TextPrinter::DynamicNames() const {
  std::vector<std::string> lines = parameter_symbols_;
  NameTable names(p_);
  for (size_t i = 0; i < symbol_used_.size(); ++i) {
    if (symbol_used_[i]) lines.emplace_back(names.Name(p_.symbols()[i]));
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

void TextPrinter::Decorator(const Function& f) {
  out_ += "    @pl.function";
  std::string_view comma = "(";
  const auto field = [&](std::string_view key, std::string_view value) {
    out_ += comma;
    out_ += key;
    out_ += value;
    comma = ", ";
  };
  if (f.type != FunctionType::kOpaque) field("type=pl.FunctionType.", EnumName(f.type));
  if (f.level != Level::kUnset) field("level=pl.Level.", EnumName(f.level));
  if (f.role != Role::kUnset) field("role=pl.Role.", EnumName(f.role));
  const Attr* auto_scope = Find(f.attrs, keys_.auto_scope);
  if (auto_scope != nullptr && !auto_scope->bool_value()) field("auto_scope=", "False");
  const Attr* source = Find(f.attrs, keys_.external_source);
  if (source != nullptr && source->kind == AttrKind::kString && !p_[source->string()].empty()) {
    field("external_source=", "");
    Quoted(p_[source->string()]);
  }
  out_ += comma == "(" ? "\n" : ")\n";
}

void TextPrinter::Signature(FuncId id, const Function& f) {
  in_signature_ = true;
  out_ += "    def ";
  out_ += p_[f.name];
  out_ += '(';
  std::string_view comma = "";
  if (f.role != Role::kSubWorker) {
    out_ += "self";
    comma = ", ";
  }
  const auto type = [&](TypeId t) {
    quiet_ = p_[t].kind == TypeKind::kDistributedTensor;  // their extents are no program symbols (2.8)
    PutType(t);
    quiet_ = false;
  };
  const absl::Span<const ValueId> params = p_.Params(id);
  for (uint32_t i = 0; i < params.size(); ++i) {
    out_ += comma;
    comma = ", ";
    PutName(params[i]);
    const ParamDirection direction = p_.Direction(id, i);
    out_ += direction == ParamDirection::kIn ? ": " : direction == ParamDirection::kOut ? ": pl.Out[" : ": pl.InOut[";
    const TypeId t = p_[params[i]].type;
    type(t);
    if (direction != ParamDirection::kIn) out_ += ']';
    // A scalar parameter read in the valid extents of a tensor parameter is declared like a symbol (2.8).
    if (p_[t].kind == TypeKind::kTensor && p_[t].view) {
      for (ExprId extent : p_[p_[p_[t].view].valid_shape]) {
        ForEachUse(p_, extent, [&](ValueId v) {
          if (p_[v].kind == ValueKind::kParam) parameter_symbols_.emplace_back(names_.Name(v));
        });
      }
    }
  }
  out_ += ')';
  const absl::Span<const TypeId> returns = p_[f.return_types];
  if (returns.size() == 1) {
    out_ += " -> ";
    type(returns[0]);
  } else if (returns.size() > 1) {
    std::string_view open = " -> tuple[";
    for (TypeId t : returns) {
      out_ += open;
      type(t);
      open = ", ";
    }
    out_ += ']';
  }
  out_ += ":\n";
  in_signature_ = false;
}

void TextPrinter::BodyPrologue(const Function& f) {
  std::string_view comma = "        pl.func_attr({";
  const auto entry = [&](std::string_view key) {
    out_ += comma;
    Quoted(key);
    out_ += ": ";
    comma = ", ";
  };
  for (const Attr& attr : p_[f.attrs]) {
    if (attr.key == keys_.auto_scope || attr.key == keys_.external_source) continue;
    if (attr.key == keys_.split && attr.kind == AttrKind::kInt) {
      const int64_t mode = attr.int_value();
      if (mode == 0) continue;
      entry("split");
      if (mode == 1 || mode == 2) {
        out_ += "pl.SplitMode.";
        out_ += EnumName(static_cast<SplitMode>(mode));
      } else {
        AttrValue(attr);
      }
      continue;
    }
    entry(p_[attr.key]);
    AttrValue(attr);
  }
  if (f.stage == IrStage::kBuffer) {
    entry("ir_stage");
    out_ += "\"buffer\"";
  }
  if (comma == ", ") out_ += "})\n";
}

// The stored text is dedented; each line goes back behind the indent of the body.
void TextPrinter::InlineText(const Function& f) {
  std::string_view rest = p_[f.inline_text];
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) {
      Line(2);
      out_ += rest.substr(0, end);
    }
    out_ += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void TextPrinter::PutFunction(FuncId id) {
  Enter(id);
  const Function& f = p_[id];
  Decorator(f);
  Signature(id, f);
  BodyPrologue(f);
  if (f.inline_text) return InlineText(f);
  if (f.requires_runtime_binding) {
    out_ += "        ...\n";
    return;
  }
  PutBlock(f.body, 2);
}

void TextPrinter::PutStatement(StmtId stmt, int indent) {
  ValueList results;
  StmtId at = stmt;
  while (p_.IsLinked(at) && p_[p_[at].block].parent) {
    const StmtId parent = p_[p_[at].block].parent;
    const Region& r = p_.RegionOf(parent);
    if (p_[parent].kind == StmtKind::kScope && r.scope_kind == ScopeKind::kSplitAiv) ++split_depth_;
    if (at == stmt && p_[parent].kind != StmtKind::kScope) results = r.results;
    at = parent;
  }
  PutStmt(stmt, indent, p_[stmt].kind == StmtKind::kYield ? results : ValueList(), !p_[stmt].next);
  split_depth_ = 0;
}

namespace {

void DropFinalBreak(std::string& text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
}

}  // namespace

std::string PrintProgram(const Program& program, const PrintOptions& options) {
  std::string body;
  TextPrinter printer(program, body, options.concise);
  for (FuncId f : PrintOrder(program)) {
    const size_t start = body.size();
    printer.PutFunction(f);
    if (options.only != nullptr && !(*options.only)(f)) body.resize(start);
  }
  if (body.empty()) body = "    pass\n";
  DropFinalBreak(body);

  const std::string_view name = program.name() ? program[program.name()] : std::string_view("Program");
  std::string out;
  out.reserve(body.size() + 4096);
  out += "# pypto.program: ";
  out += name;
  out += "\nimport pypto.language as pl\n\n";
  const std::vector<std::string> dynamic = printer.DynamicNames();
  for (const std::string& symbol : dynamic) out += symbol + " = pl.dynamic(\"" + symbol + "\")\n";
  if (!dynamic.empty()) out += '\n';
  out += "@pl.program\nclass ";
  out += name;
  out += ":\n";
  out += body;
  return out;
}

std::string PrintFunction(const Program& program, FuncId function) {
  std::string out;
  TextPrinter(program, out, false).PutFunction(function);
  DropFinalBreak(out);
  return out;
}

std::string PrintStmt(const Program& program, StmtId stmt) {
  std::string out;
  TextPrinter printer(program, out, false);
  if (program.IsLinked(stmt)) printer.Enter(program.FunctionOf(stmt));
  printer.PutStatement(stmt, 0);
  DropFinalBreak(out);
  return out;
}

std::string PrintStmtHead(const Program& program, StmtId stmt) {
  const std::string text = PrintStmt(program, stmt);
  return text.substr(0, text.find('\n'));
}

}  // namespace t2t
