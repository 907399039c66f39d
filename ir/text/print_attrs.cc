// Values inside `attrs={...}` and `pl.func_attr` (text-format 3.9) and keyword values of operators (5.1).
#include "absl/container/flat_hash_set.h"
#include "ir/text/text_printer.h"

namespace t2t {
namespace {

// Single quotes; plain in practice, so escapes only where the text would not read back.
void SingleQuoted(std::string& out, std::string_view text) {
  out += '\'';
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  out += '\'';
}

}  // namespace

const Attr* TextPrinter::Find(AttrsId attrs, StrId key) const {
  if (!attrs || !key) return nullptr;
  for (const Attr& attr : p_[attrs]) {
    if (attr.key == key) return &attr;
  }
  return nullptr;
}

void TextPrinter::AttrValue(const Attr& attr) {
  switch (attr.kind) {
    case AttrKind::kInt: return PutInt(attr.int_value());
    case AttrKind::kBool: out_ += attr.bool_value() ? "True" : "False"; return;
    case AttrKind::kFloat: return PutFloat(attr.float_value());
    case AttrKind::kString: return Quoted(p_[attr.string()]);
    case AttrKind::kDType: return DTypeText(attr.as<DType>());
    case AttrKind::kMemorySpace:
      out_ += "pl.Mem.";
      out_ += EnumName(attr.as<MemorySpace>());
      return;
    case AttrKind::kTensorLayout:
      out_ += "pl.TensorLayout.";
      out_ += EnumName(attr.as<TensorLayout>());
      return;
    case AttrKind::kTileLayout:
      out_ += "pl.TileLayout.";
      out_ += EnumName(attr.as<TileLayout>());
      return;
    case AttrKind::kPadValue:
      out_ += "pl.PadValue.";
      out_ += EnumName(attr.as<PadValue>());
      return;
    case AttrKind::kArgDirection:
      out_ += "pl.adir.";
      out_ += EnumName(attr.as<ArgDirection>());
      return;
    case AttrKind::kExpr: return PutExpr(attr.expr());
    case AttrKind::kExprList:
      out_ += '[';
      PutExprs(p_[attr.exprs()]);
      out_ += ']';
      return;
    case AttrKind::kIntList: case AttrKind::kIntPairList: case AttrKind::kArgDirectionList: break;
  }
  const absl::Span<const uint32_t> words = p_[attr.words()];
  out_ += '[';
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out_ += ", ";
    if (attr.kind == AttrKind::kArgDirectionList) {
      out_ += "pl.adir.";
      out_ += EnumName(static_cast<ArgDirection>(words[i]));
    } else if (attr.kind == AttrKind::kIntList) {
      PutInt(static_cast<int32_t>(words[i]));
    } else {
      out_ += '(';
      PutInt(static_cast<int32_t>(words[i]));
      out_ += ", ";
      if (++i < words.size()) PutInt(static_cast<int32_t>(words[i]));
      out_ += ')';
    }
  }
  out_ += ']';
}

void TextPrinter::Keyword(std::string_view key, std::string_view& comma) {
  out_ += comma;
  out_ += key;
  out_ += '=';
  comma = ", ";
}

void TextPrinter::KwargValue(const Call& call, const Attr& attr) {
  if (attr.kind == AttrKind::kString) return SingleQuoted(out_, p_[attr.string()]);
  if (attr.kind == AttrKind::kInt) {
    const int64_t value = attr.int_value();
    const bool pipe = attr.key == keys_.set_pipe || attr.key == keys_.wait_pipe ||
                      (attr.key == keys_.pipe && (call.op == sync_set_ || call.op == sync_wait_));
    if (pipe && value >= 0 && value < static_cast<int64_t>(std::size(kPipeNames))) {
      out_ += "pl.PipeType.";
      out_ += kPipeNames[value];
      return;
    }
    if (attr.key == keys_.mode && value >= 0 && value < static_cast<int64_t>(std::size(kCastModes))) {
      return SingleQuoted(out_, kCastModes[value]);
    }
    if (attr.key == keys_.atomic && (value == 0 || value == 1)) {
      out_ += value == 0 ? "pl.AtomicType.None_" : "pl.AtomicType.Add";
      return;
    }
  }
  AttrValue(attr);
}

// `dump_vars` of a dispatch lists arguments only, in argument order (text-format 1.4). False when none is left.
bool TextPrinter::DumpVars(const Attr& attr, const Call& call) {
  if (attr.kind != AttrKind::kExprList) return false;
  bool any = false;
  absl::flat_hash_set<ExprId> wanted(p_[attr.exprs()].begin(), p_[attr.exprs()].end());
  for (ExprId arg : p_[call.args]) {
    if (wanted.erase(arg) == 0) continue;
    out_ += any ? ", " : "[";
    PutExpr(arg);
    any = true;
  }
  if (any) out_ += ']';
  return any;
}

void TextPrinter::CallAttrs(const Call& call, std::string_view& comma, bool of_function) {
  if (!call.attrs) return;
  const size_t start = out_.size();
  out_ += comma;
  out_ += "attrs={";
  std::string_view inner = "";
  const auto entry = [&](const Attr& attr) {
    out_ += inner;
    Quoted(p_[attr.key]);
    out_ += ": ";
    AttrValue(attr);
    inner = ", ";
  };
  const Attr* dumps = of_function && !call.submit ? Find(call.attrs, keys_.dump_vars) : nullptr;
  if (dumps != nullptr) {
    const size_t before = out_.size();
    out_ += "\"dump_vars\": ";
    if (DumpVars(*dumps, call)) {
      inner = ", ";
    } else {
      out_.resize(before);
    }
  }
  const Attr* directions = of_function ? Find(call.attrs, keys_.arg_directions) : nullptr;
  if (directions != nullptr) entry(*directions);
  const bool dummy = call.op && TextOf(call.op).form == OpForm::kTaskDummy;
  for (const Attr& attr : p_[call.attrs]) {
    if (of_function && (attr.key == keys_.dump_vars || attr.key == keys_.arg_directions)) continue;
    if (of_function && !call.submit && attr.key == keys_.device) continue;
    if (dummy && (attr.key == keys_.dummy_task || attr.key == keys_.manual_dep_edges)) continue;
    entry(attr);
  }
  if (inner.empty()) return out_.resize(start);
  out_ += '}';
  comma = ", ";
}

}  // namespace t2t
