// Text that Graphviz accepts whatever is in it: quoted strings and HTML-like labels.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

// `text` as the content of an HTML-like label or of HTML: markup escaped, control characters and bytes that are no UTF-8
// replaced by U+FFFD. Never empty: "" becomes a space that does not break.
std::string HtmlText(std::string_view text);
// `text` in double quotes, for attributes and names: quotes and backslashes escaped, the rest as above.
std::string DotQuoted(std::string_view text);
// A name that is safe inside a file name: letters, digits, '_', '-'; anything else becomes '_', and long ones are cut.
std::string FileWord(std::string_view text);

}  // namespace t2t
