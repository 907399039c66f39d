#include "tools/findings.h"

#include <nlohmann/json.hpp>

namespace t2t {

std::string DiagnosticsJson(const std::vector<Diagnostic>& all, std::string_view file, size_t error_limit) {
  auto array = nlohmann::ordered_json::array();
  size_t left_out = 0;
  for (const Diagnostic* d : ShownFindings(all, error_limit, left_out)) {
    array.push_back({{"severity", d->severity == Severity::kError ? "error" : "warning"},
                     {"kind", d->kind},
                     {"rule", d->rule},
                     {"file", std::string(file)},
                     {"line", d->span.line},
                     {"column", d->span.column},
                     {"length", d->span.length},
                     {"function", d->function},
                     {"message", d->message},
                     {"help", d->help}});
  }
  return array.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace t2t
