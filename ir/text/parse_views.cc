// Views of tiles, and buffers (text-format 2.3, 2.4).
#include <limits>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::TileView(View& view) {
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
    } else if (name == "start_offset") {
      view.start_offset = Dim(true);
      if (!view.start_offset) return false;
    } else if (name == "blayout" || name == "slayout") {
      TileLayout& layout = name == "blayout" ? view.blayout : view.slayout;
      if (!EnumValue(WordKind::kTileLayout, "a tile layout", &layout)) return false;
    } else if (name == "fractal") {
      uint64_t bytes = 0;
      if (!Unsigned(&bytes, "a number of bytes")) return false;
      if (bytes > 1u << 20) return Error(Lexer::SpanOf(key, key.end), "no fractal is that large");
      view.fractal = static_cast<int32_t>(bytes);
    } else if (name == "pad") {
      if (!EnumValue(WordKind::kPadValue, "a pad value", &view.pad)) return false;
    } else if (name == "compact") {
      if (!EnumValue(WordKind::kCompactMode, "a compact mode", &view.compact)) return false;
    } else {
      return Error(Lexer::SpanOf(key, key.end), fmt::format("a TileView has no field '{}'", name),
                   "its fields are valid_shape, stride, start_offset, blayout, slayout, fractal, pad and compact");
    }
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(Tok::kRParen, "',' or ')'");
}

bool Parser::ParseMemRef(MemRefId* out) {
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return false;
  MemRef m;
  if (At(Tok::kString)) {
    m.name = p_.Str(DecodeString(Text()));
    Advance();
  } else if (At(Tok::kName)) {
    const Token base = tok_;
    Advance();
    m.name = p_.Str(lex_.Text(base));
    const ExprId var = Use(base);
    if (p_[var].kind == ExprKind::kVar) m.base = p_[var].var();
  } else {
    return ErrorHere(fmt::format("expected the name of the allocation here, found {}", Shown()));
  }
  while (Accept(Tok::kComma)) {
    if (At(Tok::kRParen)) break;
    if (AtName("slots")) {
      Advance();
      uint64_t slots = 0;
      if (!Expect(Tok::kAssign, "'='") || !Unsigned(&slots, "a number of slots")) return false;
      if (slots > std::numeric_limits<uint32_t>::max()) return ErrorHere("too many slots");
      m.slot_count = static_cast<uint32_t>(slots);
      continue;
    }
    m.byte_offset = ParseExpr();
    if (!m.byte_offset || !Expect(Tok::kComma, "',' and the size in bytes")) return false;
    if (!Unsigned(&m.size, "the size in bytes")) return false;
  }
  if (!Expect(Tok::kRParen, "',' or ')'")) return false;
  if (Accept(Tok::kLBracket)) {
    m.slot_index = ParseExpr();
    if (!m.slot_index || !Expect(Tok::kRBracket, "']'")) return false;
  }
  *out = p_.AddMemRef(m);
  return true;
}

}  // namespace t2t
