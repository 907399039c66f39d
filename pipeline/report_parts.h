// The fixed parts of the report: style and keyboard.
#pragma once

#include <string_view>

namespace t2t {

std::string_view ReportStyle();
std::string_view ReportScript();

}  // namespace t2t
