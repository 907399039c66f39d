// Reads programs in tests. Bodies are written as the lines of one InCore function `k` with the parameters below.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <algorithm>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

namespace t2t {

inline constexpr std::string_view kHead =
    "# pypto.program: P\n"
    "import pypto.language as pl\n"
    "\n"
    "@pl.program\n"
    "class P:\n";
inline constexpr std::string_view kInCore =
    "    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)\n"
    "    def k(x: pl.Tensor[[64], pl.FP32], n: pl.Scalar[pl.INDEX], c: pl.Scalar[pl.BOOL]):\n";

// `body` lines carry their own relative indent; the function adds eight blanks to each that is not empty.
inline std::string Indented(std::string_view body) {
  std::string out;
  while (!body.empty()) {
    const size_t end = std::min(body.find('\n'), body.size());
    if (end > 0) out += "        " + std::string(body.substr(0, end));
    out += '\n';
    body.remove_prefix(std::min(end + 1, body.size()));
  }
  return out;
}
inline std::string InCore(std::string_view body) {
  std::string text = std::string(kHead) + std::string(kInCore) + Indented(body);
  text.pop_back();
  return text;
}

// What reading `text` says, without excerpts.
inline std::string ErrorsOf(std::string_view text) {
  Diagnostics d;
  ReadProgram(text, d);
  return RenderDiagnostics(d.all(), "f", "");
}
inline std::string Reprinted(std::string_view text) {
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(text, d);
  return p ? PrintProgram(*p) : RenderDiagnostics(d.all(), "f", text);
}
inline void ExpectStable(const std::string& text) { EXPECT_EQ(Reprinted(text), text); }

}  // namespace t2t
