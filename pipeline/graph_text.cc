#include "pipeline/graph_text.h"

#include "fmt/format.h"
#include "ir/core/expr_writer.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/facts.h"

namespace t2t {
namespace {

class ShortWriter final : public ExprWriter {
 public:
  ShortWriter(const Program& program, NameTable& names, std::string& out) : ExprWriter(program, out), names_(names) {}

 protected:
  void PutName(ValueId value) override { out_ += names_.Name(value); }
  void PutCall(ExprId id) override {
    const Call& call = p_.CallOf(id);
    out_ += call.op ? std::string_view(Ops()[call.op].name) : p_[p_[call.callee].name];
    out_ += '(';
    PutExprs(p_[call.args]);
    out_ += ')';
  }

 private:
  NameTable& names_;
};

// pl.const(1, pl.INDEX) -> 1, pl.X -> X.
std::string WithoutSpelling(std::string_view text) {
  constexpr std::string_view kConst = "pl.const(", kPrefix = "pl.";
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    const bool starts_word = i == 0 || !(std::isalnum(static_cast<unsigned char>(text[i - 1])) || text[i - 1] == '_' ||
                                         text[i - 1] == '.');
    if (starts_word && rest.starts_with(kConst)) {
      const size_t comma = rest.find(','), close = rest.find(')');
      if (comma != std::string_view::npos && close != std::string_view::npos && comma < close) {
        out += rest.substr(kConst.size(), comma - kConst.size());
        i += close + 1;
        continue;
      }
    }
    if (starts_word && rest.starts_with(kPrefix)) {
      i += kPrefix.size();
      continue;
    }
    out += text[i++];
  }
  return out;
}

std::string Dims(const Program& p, NameTable& names, absl::Span<const ExprId> dims) {
  std::string out;
  ShortWriter(p, names, out).PutDims(dims);
  return WithoutSpelling(out);
}

std::string_view WordOf(const Program& p, const Attr& attr) {
  switch (attr.kind) {
    case AttrKind::kString: return p[attr.string()];
    case AttrKind::kDType: return DTypeName(attr.as<DType>());
    case AttrKind::kMemorySpace: return EnumName(attr.as<MemorySpace>());
    case AttrKind::kTensorLayout: return EnumName(attr.as<TensorLayout>());
    case AttrKind::kTileLayout: return EnumName(attr.as<TileLayout>());
    case AttrKind::kPadValue: return EnumName(attr.as<PadValue>());
    default: return {};
  }
}

// "" for a keyword that says nothing beyond the result type or the default.
std::string KeywordText(const Program& p, const Attr& attr) {
  const std::string_view key = p[attr.key];
  for (std::string_view told : {"dtype", "out_dtype", "target_memory", "layout", "target_type", "mode", "cache"}) {
    if (key == told) return {};
  }
  if (attr.kind == AttrKind::kBool) return attr.bool_value() ? std::string(key) : std::string();
  if (attr.kind == AttrKind::kInt) return fmt::format("{} {}", key, attr.int_value());
  if (attr.kind == AttrKind::kFloat) return fmt::format("{} {}", key, attr.float_value());
  const std::string_view word = WordOf(p, attr);
  return word.empty() ? std::string() : fmt::format("{} {}", key, word);
}

std::string FactText(const Program& p, const Attr& attr) {
  const std::string_view key = p[attr.key];
  if (key == facts::kSpace) return fmt::format("wanted in {}", WordOf(p, attr));
  const auto box = [&](std::string_view whose) {
    const std::string_view text = p[attr.string()];
    return fmt::format("wants{} {} in {}s", whose, text.starts_with('0') ? "rows" : "columns",
                       text.substr(text.find(':') + 1));
  };
  if (key == facts::kBox && attr.kind == AttrKind::kString) return box("");
  if (key.starts_with(facts::kBoxOperand) && attr.kind == AttrKind::kString) {
    return box(fmt::format(" operand {}:", key.substr(facts::kBoxOperand.size())));
  }
  if (key == facts::kOut && attr.kind == AttrKind::kInt) return fmt::format("storage of output {}", attr.int_value());
  if (key == facts::kPrivate && attr.kind == AttrKind::kInt) return "becomes a parameter";
  return {};
}

}  // namespace

std::string Shortened(std::string text, size_t width) {
  size_t characters = 0, cut = text.size();
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;  // inside a character
    if (characters == width - 1) cut = std::min(cut, i);
    if (++characters > width) return text.substr(0, cut) + "\u2026";
  }
  return text;
}

std::string ShortExpr(const Program& p, NameTable& names, ExprId expr) {
  std::string out;
  if (expr) ShortWriter(p, names, out).PutExpr(expr);
  return Shortened(WithoutSpelling(out));
}

std::vector<std::string> TypeLines(const Program& p, NameTable& names, TypeId id) {
  const Type& type = p[id];
  if (!type.IsShaped()) return {};
  std::vector<std::string> lines = {Shortened(fmt::format("{} {}", Dims(p, names, p.Shape(id)), DTypeName(type.dtype)))};
  if (!ExprEq(p, p.Shape(id), p.ValidShape(id))) {
    lines.push_back(Shortened(fmt::format("valid {}", Dims(p, names, p.ValidShape(id)))));
  }
  return lines;
}

std::string WhatText(const Program& p, NameTable& names, ExprId value) {
  const ExprKind kind = p[value].kind;
  if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return ShortExpr(p, names, value);
  const Call& call = p.CallOf(value);
  if (call.op) return std::string(Ops()[call.op].name);
  return Shortened(fmt::format("{} {}", kind == ExprKind::kSubmit ? "submit" : "call", p[p[call.callee].name]));
}

std::vector<std::string> CallLines(const Program& p, NameTable& names, ExprId value) {
  const ExprKind kind = p[value].kind;
  if (kind != ExprKind::kCall && kind != ExprKind::kSubmit) return {};
  const Call& call = p.CallOf(value);
  std::vector<std::string> lines;
  const absl::Span<const ExprId> args = p[call.args];
  for (size_t i = 0; i < args.size() && call.op; ++i) {
    if (p.TypeOf(args[i]).IsShaped()) continue;
    const OperandDef* operand = Ops()[call.op].Operand(i);
    std::string_view name = operand != nullptr ? std::string_view(operand->name) : std::string_view("operand");
    // Extents are in the result's type.
    if (name.starts_with("shape") || name.starts_with("valid")) continue;
    lines.push_back(Shortened(fmt::format("{} {}", name, ShortExpr(p, names, args[i]))));
  }
  for (const Attr& attr : p[call.kwargs]) {
    if (std::string text = KeywordText(p, attr); !text.empty()) lines.push_back(Shortened(std::move(text)));
  }
  for (const Attr& attr : p[call.attrs]) {
    if (std::string text = FactText(p, attr); !text.empty()) lines.push_back(Shortened(std::move(text)));
  }
  return lines;
}

std::string RegionText(const Program& p, NameTable& names, StmtId stmt) {
  const Region& r = p.RegionOf(stmt);
  switch (p[stmt].kind) {
    case StmtKind::kFor:
      return fmt::format("{}for {} in {}, {}, {}",
                         r.loop_kind == LoopKind::kSequential ? std::string() : fmt::format("{} ", EnumName(r.loop_kind)),
                         r.loop_var ? names.Name(r.loop_var) : std::string_view("_"), ShortExpr(p, names, r.start),
                         ShortExpr(p, names, r.stop), ShortExpr(p, names, r.step));
    case StmtKind::kWhile: return fmt::format("while {}", ShortExpr(p, names, r.cond));
    case StmtKind::kIf: return fmt::format("if {}", ShortExpr(p, names, r.cond));
    default: break;
  }
  const std::string hint = r.name_hint && !p[r.name_hint].empty() ? fmt::format(" {}", p[r.name_hint]) : std::string();
  switch (r.scope_kind) {
    case ScopeKind::kInCore: return "in-core scope" + hint;
    case ScopeKind::kHierarchy: return fmt::format("at level {}{}", EnumName(r.level), hint);
    case ScopeKind::kCluster: return "cluster" + hint;
    case ScopeKind::kRuntime: return r.manual ? "manual scope" : "scope";
    case ScopeKind::kSpmd: return fmt::format("spmd {}{}", ShortExpr(p, names, r.core_num), hint);
    case ScopeKind::kSplitAiv: return fmt::format("split between two vector cores, {}", EnumName(r.split));
    case ScopeKind::kCommDomain: return "communication domain";
  }
  return "scope";
}

std::vector<std::string> FunctionFacts(const Program& p, AttrsId attrs) {
  std::vector<std::string> lines;
  for (const Attr& attr : p[attrs]) {
    const std::string_view key = p[attr.key];
    if (key == facts::kKernel) lines.push_back("kernel: is lowered");
    if (key == facts::kReturns) lines.push_back(Shortened(fmt::format("returns {}", p[attr.string()]), 60));
    if (key == facts::kOpaque && attr.bool_value()) lines.push_back("calls out: nothing is known about its effects");
    if (key == facts::kParamSpace) lines.push_back(Shortened(fmt::format("parameters wanted in {}", p[attr.string()]), 60));
    if (key == facts::kParamBox) lines.push_back(Shortened(fmt::format("parameters boxed {}", p[attr.string()]), 60));
    if (key == facts::kWritten && attr.kind == AttrKind::kIntList) {
      std::string list;
      for (uint32_t index : p[attr.words()]) list += fmt::format("{}{}", list.empty() ? "" : ", ", index);
      lines.push_back(list.empty() ? std::string("writes no parameter")
                                   : Shortened(fmt::format("writes parameters {}", list), 60));
    }
  }
  return lines;
}

}  // namespace t2t
