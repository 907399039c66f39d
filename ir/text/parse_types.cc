// Annotations (text-format 2).
#include <tuple>

#include "fmt/format.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {

std::optional<DType> Parser::ParseDType() {
  const bool word_like = At(Tok::kName) || At(Tok::kPath);
  const Word* word = word_like ? CurrentWord() : nullptr;
  Attr named;
  if (word != nullptr && word->kind == WordKind::kDType) {
    Advance();
    return static_cast<DType>(word->value);
  }
  if (word_like && word == nullptr && NamedAttr(&named) && named.kind == AttrKind::kDType) {  // `x.dtype`, a module name
    Advance();
    return named.as<DType>();
  }
  const bool name = At(Tok::kName) && word == nullptr;  // `float32`; ErrorHere looks at paths itself
  ErrorHere(fmt::format("expected a data type such as pl.FP32 here, found {}", Shown()),
            name ? HelpForPath(fmt::format("{}{}", prefix_, Text())) : std::string());
  return std::nullopt;
}

bool Parser::Unsigned(uint64_t* out, std::string_view what) {
  int64_t value = 0;
  if (!At(Tok::kInt)) return ErrorHere(fmt::format("expected {} here, found {}", what, Shown()));
  if (!IntLiteral(false, &value)) return false;
  *out = static_cast<uint64_t>(value);
  return true;
}

ExprId Parser::Dim(bool locals_first) {
  if (At(Tok::kInt) || At(Tok::kName)) {
    const char next = lex_.PeekChar();
    if (next == ',' || next == ']' || next == ')') {  // nothing but a number or a name: by far the most
      if (At(Tok::kInt)) {
        int64_t value = 0;
        return IntLiteral(false, &value) ? p_.Int(value) : ExprId();
      }
      const Token name = tok_;
      Advance();
      const ExprId used = UseInDim(name, locals_first);
      if (used && !p_.TypeOf(used).IsScalar() && p_.TypeOf(used).kind != TypeKind::kUnknown) {
        Error(Lexer::SpanOf(name, name.end),
              fmt::format("an extent must be a scalar, and '{}' is not one", lex_.Text(name)), {}, "type");
        return {};
      }
      return used;
    }
  }
  const NameMode outer = name_mode_;
  name_mode_ = locals_first ? NameMode::kViewDim : NameMode::kDim;
  const Token start = tok_;
  const ExprId dim = ParseExpr();
  name_mode_ = outer;
  if (dim && !p_.TypeOf(dim).IsScalar() && p_.TypeOf(dim).kind != TypeKind::kUnknown) {
    Error(From(start), "an extent must be a scalar", {}, "type");
    return {};
  }
  if (dim && p_.IsConstInt(dim)) return p_.Int(p_[dim].int_value());  // the dtype of a constant extent is not kept (2.1)
  return dim;
}

bool Parser::IsExtent(ExprId dim, Span span) {
  if (!IsInteger(dim, span, "an extent")) return false;
  if (p_.IsConstInt(dim) && p_[dim].int_value() < 0) {
    Error(span, fmt::format("an extent cannot be negative, got {}", p_[dim].int_value()), {}, "type");
    return false;
  }
  return true;
}

bool Parser::ShapeList(std::vector<ExprId>& dims, bool locals_first) {
  const Tok close = At(Tok::kLParen) ? Tok::kRParen : Tok::kRBracket;
  if (At(Tok::kName)) {
    const auto it = module_.find(p_.Str(Text()));
    if (it != module_.end() && it->second.constant && p_[it->second.constant].kind == ExprKind::kTuple) {
      for (ExprId dim : p_.Elements(it->second.constant)) dims.push_back(dim);
      Advance();
      return true;
    }
  }
  if (!At(Tok::kLBracket) && !At(Tok::kLParen)) {
    return ErrorHere(fmt::format("expected a list of extents such as [64, 64] here, found {}", Shown()),
                     "extents come first, then the data type: pl.Tensor[[64, 64], pl.FP32]");
  }
  Advance();
  while (!At(close)) {
    const Token at = tok_;
    const ExprId dim = Dim(locals_first);
    if (!dim || !IsExtent(dim, From(at))) return false;
    dims.push_back(dim);
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(close, close == Tok::kRBracket ? "',' or ']'" : "',' or ')'");
}

TypeId Parser::ParseType() {
  const Token start = tok_;
  if (At(Tok::kName)) {  // a type that the module names
    const auto it = module_.find(p_.FindStr(Text()));
    if (it != module_.end() && it->second.type) {
      Advance();
      return it->second.type;
    }
  }
  const Word* word = At(Tok::kPath) || At(Tok::kName) ? CurrentWord() : nullptr;
  if (word == nullptr || word->kind != WordKind::kType) {
    const bool number = AtName("int") || AtName("float") || AtName("bool");
    ErrorHere(fmt::format("expected a type such as pl.Tensor[[64], pl.FP32] here, found {}", Shown()),
              number ? "a number is a pl.Scalar[pl.INDEX], a pl.Scalar[pl.FP32] or the like" : "");
    return {};
  }
  const auto kind = static_cast<TypeKind>(word->value);
  Advance();
  switch (kind) {
    case TypeKind::kTensor: case TypeKind::kDistributedTensor: return TensorType(kind, start);
    case TypeKind::kTile: return TileType(start);
    case TypeKind::kTuple: return TupleType();
    case TypeKind::kScalar: {
      if (!Expect(Tok::kLBracket, "'['")) return {};
      const std::optional<DType> dtype = ParseDType();
      if (!dtype || !Expect(Tok::kRBracket, "']'")) return {};
      return p_.ScalarType(*dtype);
    }
    case TypeKind::kArray: {
      if (!Expect(Tok::kLBracket, "'['")) return {};
      const Token at = tok_;
      const ExprId extent = Dim(false);
      if (!extent) return {};
      if (!p_.IsConstInt(extent) || p_[extent].int_value() <= 0) {
        Error(From(at), "the extent of an array must be a positive constant", {}, "type");
        return {};
      }
      if (!Expect(Tok::kComma, "','")) return {};
      const std::optional<DType> dtype = ParseDType();
      if (!dtype || !Expect(Tok::kRBracket, "']'")) return {};
      return p_.ArrayType(*dtype, extent);
    }
    default: return p_.SimpleType(kind);
  }
}

TypeId Parser::TupleType() {
  if (!Expect(Tok::kLBracket, "'['")) return {};
  std::vector<TypeId> elements;
  if (At(Tok::kLParen)) {
    Advance();
    if (!Expect(Tok::kRParen, "')'") || !Expect(Tok::kRBracket, "']'")) return {};
    return p_.TupleType(elements);
  }
  if (!Nest()) return {};
  while (!At(Tok::kRBracket)) {
    const TypeId element = ParseType();
    if (!element) return {};
    elements.push_back(element);
    if (!Accept(Tok::kComma)) break;
  }
  Unnest();
  if (!Expect(Tok::kRBracket, "',' or ']'")) return {};
  return p_.TupleType(elements);
}

TypeId Parser::TensorType(TypeKind kind, const Token& start) {
  if (!Expect(Tok::kLBracket, "'['")) return {};
  std::vector<ExprId> shape;
  if (!ShapeList(shape) || !Expect(Tok::kComma, "',' and a data type")) return {};
  const std::optional<DType> dtype = ParseDType();
  if (!dtype) return {};
  View view;
  MemRefId memref;
  while (Accept(Tok::kComma)) {
    if (At(Tok::kRBracket)) break;
    if (AtForm(Form::kTensorView)) {
      if (!TensorView(view)) return {};
    } else if (AtForm(Form::kMemRef)) {
      if (!ParseMemRef(&memref)) return {};
    } else if (At(Tok::kString) && kind == TypeKind::kDistributedTensor) {
      Advance();  // "window_buffer=..." of explicit dumps is for people (0.2)
    } else {
      const Token layout = tok_;
      if (!EnumValue(WordKind::kTensorLayout, "pl.TensorView(...), a layout or pl.MemRef(...)", &view.layout)) return {};
      if (view.layout == TensorLayout::kDN) {
        Error(Lexer::SpanOf(layout, layout.end), "a bare DN layout says nothing about the strides",
              "write pl.TensorView(stride=[...], layout=pl.TensorLayout.DN)");
        return {};
      }
    }
  }
  if (!Expect(Tok::kRBracket, "',' or ']'")) return {};
  if (!view.valid_shape.empty() && view.valid_shape.size != shape.size()) {
    Error(From(start), fmt::format("valid_shape has {} extents, the shape has {}", view.valid_shape.size, shape.size()),
          "give one valid extent per dimension", "type");
    return {};
  }
  return kind == TypeKind::kTensor ? p_.TensorType(*dtype, shape, view, memref)
                                   : p_.DistributedTensorType(*dtype, shape, view, memref);
}

bool Parser::TensorView(View& view) {
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return false;
  while (!At(Tok::kRParen)) {
    const Token key = tok_;
    const std::string_view name = Text();
    if (!Expect(Tok::kName, "a field of the view") || !Expect(Tok::kAssign, "'='")) return false;
    std::vector<ExprId> dims;
    if (name == "valid_shape" || name == "stride") {
      if (!ShapeList(dims, true)) return false;
      (name == "stride" ? view.stride : view.valid_shape) = p_.MakeList(dims);
    } else if (name == "layout") {
      if (!EnumValue(WordKind::kTensorLayout, "a tensor layout", &view.layout)) return false;
    } else if (name == "pad") {
      if (!EnumValue(WordKind::kPadValue, "a pad value", &view.pad)) return false;
    } else {
      return Error(Lexer::SpanOf(key, key.end), fmt::format("a TensorView has no field '{}'", name),
                   "its fields are valid_shape, stride, layout and pad");
    }
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(Tok::kRParen, "',' or ')'");
}

TypeId Parser::TileType(const Token& start) {
  if (!Expect(Tok::kLBracket, "'['")) return {};
  std::vector<ExprId> shape;
  if (!ShapeList(shape) || !Expect(Tok::kComma, "',' and a data type")) return {};
  const std::optional<DType> dtype = ParseDType();
  if (!dtype) return {};
  MemorySpace space = MemorySpace::kUnset;
  MemRefId memref;
  View view;
  const auto implicit_view = [&] {
    const TileLayoutInfo implicit = ImplicitLayout(p_, shape, space);
    View v;
    v.blayout = implicit.blayout;
    v.slayout = implicit.slayout;
    v.fractal = implicit.fractal;
    return v;
  };
  // What a view leaves out depends on the memory space, which may be written behind it (2.3): it is read again then.
  bool has_view = false;
  std::optional<std::pair<Lexer, Token>> early_view;
  while (Accept(Tok::kComma)) {
    if (At(Tok::kRBracket)) break;
    if (AtForm(Form::kTileView)) {
      if (has_view) {
        ErrorHere("a second TileView in one type");
        return {};
      }
      has_view = true;
      if (space == MemorySpace::kUnset) early_view.emplace(lex_, tok_);
      view = implicit_view();
      if (!TileView(view)) return {};
    } else if (AtForm(Form::kMemRef)) {
      if (!ParseMemRef(&memref)) return {};
    } else if (!EnumValue(WordKind::kMemorySpace, "pl.MemRef(...), a memory space or pl.TileView(...)", &space)) {
      return {};
    }
  }
  if (!Expect(Tok::kRBracket, "',' or ']'")) return {};
  if (memref && space == MemorySpace::kUnset) {
    Error(From(start), "a tile with a MemRef must name its memory space", "add pl.Mem.Vec or the like", "type");
    return {};
  }
  if (!has_view) {
    view = implicit_view();
  } else if (early_view && space != MemorySpace::kUnset) {
    const auto here = std::tuple(lex_, tok_, last_end_, last_line_);
    std::tie(lex_, tok_) = *early_view;
    view = implicit_view();
    if (!TileView(view)) return {};
    std::tie(lex_, tok_, last_end_, last_line_) = here;
  }
  if (!view.valid_shape.empty() && view.valid_shape.size != shape.size()) {
    Error(From(start), fmt::format("valid_shape has {} extents, the shape has {}", view.valid_shape.size, shape.size()),
          "give one valid extent per dimension", "type");
    return {};
  }
  return p_.TileType(*dtype, shape, view, space, memref);
}

}  // namespace t2t
