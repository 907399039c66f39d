#include "ir/text/reader.h"

#include <limits>

#include "ir/text/parser.h"

namespace t2t {

std::optional<Program> ReadProgram(std::string_view text, Diagnostics& diagnostics) {
  if (text.size() >= std::numeric_limits<uint32_t>::max() / 2) {
    diagnostics.Error("syntax", {}, "the text is too long: 2 GB are the limit");
    return std::nullopt;
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const size_t before = diagnostics.errors();
  Program program;
  Parser(text, program, diagnostics).ParseFile();
  if (diagnostics.errors() > before) return std::nullopt;
  return program;
}

}  // namespace t2t
