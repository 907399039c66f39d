// Calls of operators and functions, and submits (text-format 1.4, 4.9, 5).
#include "ir/text/text_printer.h"

namespace t2t {

void TextPrinter::PutCall(ExprId id) {
  const Call& call = p_.CallOf(id);
  if (call.submit) return SubmitCall(call);
  if (call.op) return OpCall(call);
  FunctionCall(call);
}

void TextPrinter::Operands(absl::Span<const ExprId> args, std::string_view& comma) {
  for (ExprId arg : args) {
    out_ += comma;
    PutExpr(arg);
    comma = ", ";
  }
}

void TextPrinter::FunctionCall(const Call& call) {
  out_ += "self.";
  out_ += p_[p_[call.callee].name];
  out_ += '(';
  std::string_view comma = "";
  Operands(p_[call.args], comma);
  if (const Attr* device = Find(call.attrs, keys_.device)) {
    Keyword("device", comma);
    AttrValue(*device);
  }
  CallAttrs(call, comma, true);
  out_ += ')';
}

void TextPrinter::SubmitCall(const Call& call) {
  const Submit& submit = p_[call.submit];
  out_ += submit.core_num ? "pl.spmd_submit(self." : "pl.submit(self.";
  out_ += p_[p_[call.callee].name];
  std::string_view comma = ", ";
  Operands(p_[call.args], comma);
  if (!submit.deps.empty()) {
    out_ += ", deps=[";
    PutExprs(p_[submit.deps]);
    out_ += ']';
  }
  if (const Attr* dumps = Find(call.attrs, keys_.dump_vars)) {
    const size_t before = out_.size();
    out_ += ", dumps=";
    if (!DumpVars(*dumps, call)) out_.resize(before);
  }
  if (submit.core_num) {
    out_ += ", core_num=";
    PutExpr(submit.core_num);
  }
  if (submit.sync_start) out_ += ", sync_start=True";
  if (submit.allow_early_resolve) out_ += ", allow_early_resolve=True";
  if (submit.predicate) {
    out_ += ", predicate=(";
    PutExpr(submit.predicate);
    out_ += ')';
  }
  CallAttrs(call, comma, true);
  out_ += ')';
}

void TextPrinter::Kwargs(const Call& call, std::string_view& comma) {
  if (!call.kwargs) return;
  const OpForm form = TextOf(call.op).form;
  for (const Attr& attr : p_[call.kwargs]) {
    if (form == OpForm::kSplit && split_depth_ > 0 && attr.key == keys_.split) continue;
    if (form == OpForm::kRemoteLoad && attr.key == keys_.tail_padding && attr.kind == AttrKind::kBool &&
        attr.bool_value()) {
      continue;
    }
    if (form == OpForm::kAllocWindow && attr.key == keys_.name && attr.kind == AttrKind::kString && target_ &&
        p_[attr.string()] == names_.Name(target_)) {
      continue;
    }
    Keyword(p_[attr.key], comma);
    KwargValue(call, attr);
  }
}

void TextPrinter::OpCall(const Call& call) {
  const OpText& op = TextOf(call.op);
  const absl::Span<const ExprId> args = p_[call.args];
  std::string_view comma = "";
  size_t positional = args.size();
  const auto named = [&](std::string_view key, size_t i) {
    Keyword(key, comma);
    PutExpr(args[i]);
  };

  switch (op.form) {
    case OpForm::kAdd: {
      const bool constant = args.size() == 2 && (p_[args[1]].kind == ExprKind::kConstInt ||
                                                 p_[args[1]].kind == ExprKind::kConstFloat);
      out_ += constant ? std::string_view("pl.tensor.adds") : std::string_view(op.name);
      break;
    }
    case OpForm::kRemoteLoad: {
      const Attr* padded = Find(call.kwargs, keys_.tail_padding);
      const bool yes = padded != nullptr && padded->kind == AttrKind::kBool && padded->bool_value();
      out_ += yes ? kTailPaddingLoad : std::string_view(op.name);
      break;
    }
    default: out_ += op.name;
  }
  out_ += '(';

  switch (op.form) {
    case OpForm::kFull: {
      if (args.size() != 2) break;
      Operands(args.subspan(0, 1), comma);
      Kwargs(call, comma);
      Keyword("value", comma);
      const Expr& value = p_[args[1]];
      if (value.kind == ExprKind::kConstInt) {
        PutInt(value.int_value());
      } else if (value.kind == ExprKind::kConstFloat) {
        PutFloat(p_.FloatValue(args[1]));
      } else {
        PutExpr(args[1]);
      }
      CallAttrs(call, comma, false);
      out_ += ')';
      return;
    }
    case OpForm::kReinterpretView:
      if (args.size() != 2) break;
      Operands(args.subspan(0, 1), comma);
      Kwargs(call, comma);
      named("shape", 1);
      CallAttrs(call, comma, false);
      out_ += ')';
      return;
    case OpForm::kAlloc:
      if (args.empty() || !p_.IsConstInt(args[0])) break;
      out_ += "pl.Mem.";
      out_ += EnumName(static_cast<MemorySpace>(p_[args[0]].int_value()));
      comma = ", ";
      Operands(args.subspan(1), comma);
      positional = 0;
      break;
    case OpForm::kGatherRow:
      if (args.size() == 6) positional = 5;
      break;
    case OpForm::kMgather: positional = std::min<size_t>(args.size(), 2); break;
    case OpForm::kSyncall: {
      const Attr* mode = Find(call.kwargs, keys_.mode);
      if (args.empty() || args.size() > 2 || mode == nullptr || mode->kind != AttrKind::kString ||
          p_[mode->string()] != "soft") {
        break;
      }
      out_ += "mode=\"soft\"";
      comma = ", ";
      if (const Attr* core = Find(call.kwargs, keys_.core_type)) {
        Keyword("core_type", comma);
        AttrValue(*core);
      }
      named("gm_workspace", 0);
      Keyword("used_cores", comma);
      if (args.size() < 2) {
        out_ += '0';
      } else if (p_.IsConstInt(args[1])) {
        PutInt(p_[args[1]].int_value());
      } else {
        PutExpr(args[1]);
      }
      CallAttrs(call, comma, false);
      out_ += ')';
      return;
    }
    case OpForm::kTaskDummy: {
      Operands(args, comma);
      Keyword("deps", comma);
      out_ += '[';
      const Attr* deps = Find(call.attrs, keys_.manual_dep_edges);
      if (deps != nullptr && deps->kind == AttrKind::kExprList) PutExprs(p_[deps->exprs()]);
      out_ += ']';
      positional = 0;
      break;
    }
    default: break;
  }

  if (positional > 0) Operands(args.subspan(0, positional), comma);
  if (op.form == OpForm::kGatherRow && args.size() == 6) named("valid_shape", 5);
  if (op.form == OpForm::kMgather) {
    const Attr* coalesce = Find(call.kwargs, keys_.coalesce);
    const bool elements = coalesce != nullptr && coalesce->kind == AttrKind::kInt && coalesce->int_value() == 1;
    if (args.size() > 2) named(elements ? "scratch" : "valid_shape", 2);
    if (args.size() > 3) named(elements ? "valid_shape" : "scratch", 3);
  }
  Kwargs(call, comma);
  CallAttrs(call, comma, false);
  out_ += ')';
}

}  // namespace t2t
