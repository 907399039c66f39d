// `--explain-op=NAME`: everything the registries declare about one operator.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

// False when there is no such operator; `text` then says so, with the nearest name.
bool ExplainOp(std::string_view name, std::string& text);

}  // namespace t2t
