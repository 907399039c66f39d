#include "ir/text/author_names.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "ir/text/char_class.h"
#include "ir/text/front_end.h"

namespace t2t {
namespace {

// Calls f(piece, is_name) for every name of `text` and for what stands between them.
template <class F>
void ForEachPiece(std::string_view text, F&& f) {
  for (size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    const auto in_name = [&](size_t at) { return text_internal::Is(text[at], text_internal::kLetter | text_internal::kDigit); };
    const bool name = in_name(begin);
    while (end < text.size() && in_name(end) == name) ++end;
    f(text.substr(begin, end - begin), name);
  }
}

bool HasSuffix(std::string_view name) { return name.find("__") != std::string_view::npos; }
// A value that no line of the text names.
bool IsTemporary(std::string_view name) { return name.starts_with("t__tmp_v"); }

}  // namespace

std::vector<Diagnostic> WithNamesAsWritten(std::vector<Diagnostic> findings, std::string_view text) {
  if (findings.empty() || HasPrintedHeader(text)) return findings;
  absl::flat_hash_set<std::string_view> written;
  ForEachPiece(text, [&](std::string_view piece, bool name) {
    if (name) written.insert(piece);
  });
  for (Diagnostic& d : findings) {
    for (std::string* words : {&d.message, &d.help}) {
      if (!HasSuffix(*words)) continue;
      std::string shown;
      ForEachPiece(*words, [&](std::string_view piece, bool name) {
        const bool version = name && HasSuffix(piece) && !IsTemporary(piece) && !written.contains(piece);
        const std::string base = version ? PartsOf(piece).base : std::string();
        shown += written.contains(base) ? std::string_view(base) : piece;
      });
      *words = std::move(shown);
    }
  }
  return findings;
}

}  // namespace t2t
