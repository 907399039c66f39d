// Hand-written functions in tests: what the front end makes of them, as printed text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

namespace t2t {

inline std::string Indented(std::string_view body) {
  std::string out;
  while (!body.empty()) {
    const size_t end = std::min(body.find('\n'), body.size());
    if (end > 0) out += "    " + std::string(body.substr(0, end));
    out += '\n';
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return out;
}

// One kernel `k` with these parameters; its body begins on line 4, column 5.
inline std::string Kernel(std::string_view params, std::string_view body) {
  return "import pypto.language as pl\n@pl.function(type=pl.FunctionType.InCore)\ndef k(" + std::string(params) + "):\n" +
         Indented(body);
}
inline constexpr std::string_view kParams =
    "x: pl.Tensor[[64, 32], pl.FP32], y: pl.Tensor[[64, 32], pl.FP32], n: pl.Scalar[pl.INDEX], c: pl.Scalar[pl.BOOL]";
inline std::string Kernel(std::string_view body) { return Kernel(kParams, body); }

// The program behind the front end, or the findings.
inline std::string Shown(std::string_view text) {
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(text, d);
  return p ? PrintProgram(*p) : RenderDiagnostics(d.all(), "f", "");
}

// The statements of the last function, without types, without the blanks in front of the least indented line.
inline std::string Statements(std::string_view text) {
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(text, d);
  if (!p) return RenderDiagnostics(d.all(), "f", "");
  PrintOptions options;
  options.concise = true;
  std::string all = PrintProgram(*p, options);
  const size_t def = all.rfind("    def ");
  std::string body = all.substr(all.find('\n', def) + 1) + "\n";
  std::string out;
  for (size_t i = 0; i < body.size();) {
    const size_t end = body.find('\n', i);
    out += body.substr(std::min(i + 8, end), end - std::min(i + 8, end)) + "\n";
    i = end + 1;
  }
  return out;
}

// What was said about the text: "f:LINE:COLUMN: error: ...".
inline std::string Said(std::string_view text) {
  Diagnostics d;
  ReadProgram(text, d);
  return RenderDiagnostics(d.all(), "f", "");
}

}  // namespace t2t
