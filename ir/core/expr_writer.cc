#include "ir/core/expr_writer.h"

#include <cmath>

#include "fmt/format.h"

namespace t2t {
namespace {

struct Operator {
  int level;  // binding strength (text-format 3.2)
  std::string_view spelling;
};

Operator OperatorOf(ExprKind kind) {
  switch (kind) {
    case ExprKind::kOr: return {1, " or "};
    case ExprKind::kXor: return {2, " xor "};
    case ExprKind::kAnd: return {3, " and "};
    case ExprKind::kNot: return {4, "not "};
    case ExprKind::kEq: return {5, " == "};
    case ExprKind::kNe: return {5, " != "};
    case ExprKind::kLt: return {5, " < "};
    case ExprKind::kLe: return {5, " <= "};
    case ExprKind::kGt: return {5, " > "};
    case ExprKind::kGe: return {5, " >= "};
    case ExprKind::kBitOr: return {6, " | "};
    case ExprKind::kBitXor: return {7, " ^ "};
    case ExprKind::kBitAnd: return {8, " & "};
    case ExprKind::kShl: return {9, " << "};
    case ExprKind::kShr: return {9, " >> "};
    case ExprKind::kAdd: return {10, " + "};
    case ExprKind::kSub: return {10, " - "};
    case ExprKind::kMul: return {11, " * "};
    case ExprKind::kFloatDiv: return {11, " / "};
    case ExprKind::kFloorDiv: return {11, " // "};
    case ExprKind::kFloorMod: return {11, " % "};
    case ExprKind::kNeg: return {12, "-"};
    case ExprKind::kBitNot: return {12, "~"};
    case ExprKind::kPow: return {13, " ** "};
    case ExprKind::kMin: case ExprKind::kMax: case ExprKind::kAbs: case ExprKind::kCast: case ExprKind::kCall:
      return {14, ""};
    case ExprKind::kVar: case ExprKind::kConstInt: case ExprKind::kConstFloat: case ExprKind::kConstBool:
    case ExprKind::kTuple: case ExprKind::kTupleGet: case ExprKind::kSubmit:
      return {15, ""};
  }
  return {15, ""};
}

}  // namespace

void ExprWriter::AppendInt(std::string& out, int64_t value) {
  const fmt::format_int text(value);
  out.append(text.data(), text.size());
}

void ExprWriter::AppendFloat(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
  } else if (value == std::trunc(value) && std::fabs(value) < 1e15) {  // the common case, without the general formatter
    if (std::signbit(value) && value == 0) out += '-';
    AppendInt(out, static_cast<int64_t>(value));
    out += ".0";
  } else {
    const size_t start = out.size();
    fmt::format_to(std::back_inserter(out), "{:.17g}", value);
    if (out.find_first_of(".eE", start) == std::string::npos) out += ".0";
  }
}

void ExprWriter::DTypeText(DType dtype) {
  out_ += "pl.";
  const std::string_view name = DTypeName(dtype);
  out_ += name == "?" ? std::string_view("UnknownType") : name;
}

void ExprWriter::PutInt(int64_t value, DType dtype) {
  if (dtype == DType::kIndex && !typed_ints_) return PutInt(value);
  out_ += "pl.const(";
  PutInt(value);
  out_ += ", ";
  DTypeText(dtype);
  out_ += ')';
}

void ExprWriter::Quoted(std::string_view text) {
  out_ += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') out_ += '\\';
    out_ += c;
  }
  out_ += '"';
}

void ExprWriter::PutName(ValueId value) { out_ += p_[p_[value].name]; }

void ExprWriter::PutMemRefBase(const MemRef& memref) { Quoted(p_[memref.name]); }

void ExprWriter::PutCall(ExprId) { out_ += "<call>"; }

void ExprWriter::PutExprs(absl::Span<const ExprId> exprs) {
  for (size_t i = 0; i < exprs.size(); ++i) {
    if (i > 0) out_ += ", ";
    PutExpr(exprs[i]);
  }
}

// Binary nodes over integer constants only: the reference reader would fold them, so their leaves are typed (3.4).
bool ExprWriter::AllConstant(ExprId expr) const {
  const Expr& e = p_[expr];
  if (e.kind == ExprKind::kConstInt) return true;
  return IsBinary(e.kind) && AllConstant(e.rhs()) && AllConstant(e.lhs());
}

void ExprWriter::Child(ExprId expr, int min_level) {
  const bool parenthesized = OperatorOf(p_[expr].kind).level < min_level;
  if (parenthesized) out_ += '(';
  PutExpr(expr);
  if (parenthesized) out_ += ')';
}

void ExprWriter::Infix(const Expr& e, int level, std::string_view spelling) {
  // Left-associative, `**` the other way round. Chained comparisons follow the same rule (3.3).
  const bool right = e.kind == ExprKind::kPow;
  Child(e.lhs(), right ? level + 1 : level);
  out_ += spelling;
  Child(e.rhs(), right ? level : level + 1);
}

void ExprWriter::PutExpr(ExprId expr) {
  const Expr& e = p_[expr];
  switch (e.kind) {
    case ExprKind::kVar: return PutName(e.var());
    case ExprKind::kConstInt: return PutInt(e.int_value(), e.dtype);
    case ExprKind::kConstBool: out_ += e.int_value() != 0 ? "True" : "False"; return;
    case ExprKind::kConstFloat:
      if (e.dtype == DType::kFp32) return PutFloat(p_.FloatValue(expr));
      out_ += "pl.const(";
      PutFloat(p_.FloatValue(expr));
      out_ += ", ";
      DTypeText(e.dtype);
      out_ += ')';
      return;
    case ExprKind::kMin: case ExprKind::kMax:
      out_ += e.kind == ExprKind::kMin ? "pl.min(" : "pl.max(";
      PutExpr(e.lhs());
      out_ += ", ";
      PutExpr(e.rhs());
      out_ += ')';
      return;
    case ExprKind::kCast:
      out_ += "pl.cast(";
      PutExpr(e.operand());
      out_ += ", ";
      DTypeText(e.dtype);
      out_ += ')';
      return;
    case ExprKind::kAbs:
      out_ += "abs(";
      PutExpr(e.operand());
      out_ += ')';
      return;
    case ExprKind::kTuple:
      out_ += '[';
      PutExprs(p_.Elements(expr));
      out_ += ']';
      return;
    case ExprKind::kTupleGet:
      PutExpr(e.tuple());
      out_ += '[';
      PutInt(e.tuple_index());
      out_ += ']';
      return;
    case ExprKind::kCall: case ExprKind::kSubmit: {
      const bool outer = typed_ints_;  // operands of a call are values of their own
      typed_ints_ = false;
      PutCall(expr);
      typed_ints_ = outer;
      return;
    }
    default: break;
  }
  const Operator op = OperatorOf(e.kind);
  if (IsUnary(e.kind)) {
    out_ += op.spelling;
    return Child(e.operand(), op.level);
  }
  const bool outer = typed_ints_;
  typed_ints_ = outer || AllConstant(expr);
  Infix(e, op.level, op.spelling);
  typed_ints_ = outer;
}

void ExprWriter::PutDim(ExprId expr) {
  const Expr& e = p_[expr];
  if (e.kind == ExprKind::kConstInt) return PutInt(e.int_value());
  if (e.kind == ExprKind::kVar) return PutName(e.var());
  typed_ints_ = true;
  PutExpr(expr);
  typed_ints_ = false;
}

void ExprWriter::PutDims(absl::Span<const ExprId> dims) {
  out_ += '[';
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) out_ += ", ";
    PutDim(dims[i]);
  }
  out_ += ']';
}

void ExprWriter::TensorViewText(const View& v, absl::Span<const ExprId> shape) {
  out_ += ", pl.TensorView(";
  const bool valid = !v.valid_shape.empty() && !ExprEq(p_, p_[v.valid_shape], shape);
  if (valid) {
    out_ += "valid_shape=";
    PutDims(p_[v.valid_shape]);
    out_ += ", ";
  }
  if (valid || !v.stride.empty() || v.layout != TensorLayout::kND || v.pad != PadValue::kNull) {
    out_ += "stride=";
    PutDims(p_[v.stride]);
    out_ += ", layout=pl.TensorLayout.";
    out_ += EnumName(v.layout);
    if (v.pad != PadValue::kNull) {
      out_ += ", pad=pl.PadValue.";
      out_ += EnumName(v.pad);
    }
  }
  out_ += ')';
}

void ExprWriter::TileViewText(const View& v, const Type& type) {
  const absl::Span<const ExprId> shape = p_[type.shape];
  const TileLayoutInfo implicit = ImplicitLayout(p_, shape, type.space);
  std::string_view comma = "";
  const auto field = [&](std::string_view name) {
    out_ += comma;
    out_ += name;
    comma = ", ";
  };
  out_ += ", pl.TileView(";
  if (!v.valid_shape.empty() && !ExprEq(p_, p_[v.valid_shape], shape)) {
    field("valid_shape=");
    PutDims(p_[v.valid_shape]);
  }
  if (!v.stride.empty()) {
    field("stride=");
    PutDims(p_[v.stride]);
  }
  if (v.start_offset) {
    field("start_offset=");
    PutDim(v.start_offset);
  }
  if (v.blayout != implicit.blayout) {
    field("blayout=pl.TileLayout.");
    out_ += EnumName(v.blayout);
  }
  if (v.slayout != implicit.slayout) {
    field("slayout=pl.TileLayout.");
    out_ += EnumName(v.slayout);
  }
  if (v.fractal != implicit.fractal) {
    field("fractal=");
    PutInt(v.fractal);
  }
  if (v.pad != PadValue::kNull) {
    field("pad=pl.PadValue.");
    out_ += EnumName(v.pad);
  }
  if (v.compact != CompactMode::kNull) {
    field("compact=pl.CompactMode.");
    out_ += EnumName(v.compact);
  }
  out_ += ')';
}

void ExprWriter::MemRefText(MemRefId id) {
  const MemRef& m = p_[id];
  out_ += ", pl.MemRef(";
  if (m.byte_offset) {
    PutMemRefBase(m);
    out_ += ", ";
    PutExpr(m.byte_offset);
    out_ += ", ";
    out_ += fmt::format_int(m.size).c_str();
  } else {
    Quoted(p_[m.name]);
  }
  if (m.slot_count > 1) {
    out_ += ", slots=";
    PutInt(m.slot_count);
  }
  out_ += ')';
  if (m.slot_index) {
    out_ += '[';
    PutExpr(m.slot_index);
    out_ += ']';
  }
}

void ExprWriter::PutType(TypeId id) {
  const Type& t = p_[id];
  switch (t.kind) {
    case TypeKind::kUnknown: out_ += "pl.UnknownType"; return;
    case TypeKind::kScalar:
      out_ += "pl.Scalar[";
      DTypeText(t.dtype);
      out_ += ']';
      return;
    case TypeKind::kMemRef: out_ += "pl.MemRefType"; return;
    case TypeKind::kPtr: out_ += "pl.Ptr"; return;
    case TypeKind::kWindowBuffer: out_ += "pld.WindowBufferType"; return;
    case TypeKind::kCommCtx: out_ += "pld.CommCtxType"; return;
    case TypeKind::kPrefetchAsyncContext: out_ += "pl.PrefetchAsyncContext"; return;
    case TypeKind::kAsyncEvent: out_ += "pl.AsyncEvent"; return;
    case TypeKind::kAsyncSession: out_ += "pl.AsyncSession"; return;
    case TypeKind::kTuple: {
      out_ += "pl.Tuple[";
      const absl::Span<const TypeId> elements = p_[t.elements];
      if (elements.empty()) out_ += "()";
      for (size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) out_ += ", ";
        PutType(elements[i]);
      }
      out_ += ']';
      return;
    }
    case TypeKind::kArray:
      out_ += "pl.Array[";
      PutDim(p_[t.shape][0]);
      out_ += ", ";
      DTypeText(t.dtype);
      out_ += ']';
      return;
    case TypeKind::kTensor: case TypeKind::kDistributedTensor:
      out_ += t.kind == TypeKind::kTensor ? "pl.Tensor[" : "pld.DistributedTensor[";
      PutDims(p_[t.shape]);
      out_ += ", ";
      DTypeText(t.dtype);
      if (t.view) TensorViewText(p_[t.view], p_[t.shape]);
      if (t.memref) MemRefText(t.memref);
      out_ += ']';
      return;
    case TypeKind::kTile:
      out_ += "pl.Tile[";
      PutDims(p_[t.shape]);
      out_ += ", ";
      DTypeText(t.dtype);
      if (t.memref) MemRefText(t.memref);
      if (t.space != MemorySpace::kUnset) {
        out_ += ", pl.Mem.";
        out_ += EnumName(t.space);
      }
      if (t.view) TileViewText(p_[t.view], t);
      out_ += ']';
      return;
  }
}

}  // namespace t2t
