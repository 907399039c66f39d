// Table-driven tests of operator deducers: one call, and either the type it gets or what its refusal must say.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fmt/core.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/show.h"
#include "ir/text/reader.h"

namespace t2t {

// `params` are the parameters of a kernel, `call` one call with `pl.` left out. Short forms in both: T[..], D[..], S[..] are
// Tensor, DistributedTensor and Scalar types with bare element types; `|valid=[..]`, `|stride=[..]`, `|layout=DN` and
// `|pad=zero` behind an element type add a view. M, N and K are dynamic symbols.
struct OpCase {
  std::string params;
  std::string call;
  std::string want;  // the type in short form, or a part of the message after "!"
};

// T[[16, 64], FP32|valid=[8, 64]|pad=zero] -> pl.Tensor[[16, 64], pl.FP32, pl.TensorView(valid_shape=...)].
inline std::string LongForm(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const bool starts = i == 0 || text[i - 1] == ' ' || text[i - 1] == '(' || text[i - 1] == '[';
    const std::string_view rest = text.substr(i);
    const bool typed = rest.size() > 1 && rest[1] == '[';
    if (starts && typed && (rest[0] == 'T' || rest[0] == 'D')) {
      int depth = 0;
      size_t end = 1;
      do {
        depth += rest[end] == '[' ? 1 : rest[end] == ']' ? -1 : 0;
        ++end;
      } while (depth > 0);
      std::string_view body = rest.substr(2, end - 3);
      const size_t dims = body.rfind("], ", body.find('|'));
      const size_t view = body.find('|', dims);
      out += rest[0] == 'T' ? "pl.Tensor[" : "pld.DistributedTensor[";
      out += body.substr(0, dims + 3);
      out += "pl.";
      out += body.substr(dims + 3, view == std::string_view::npos ? view : view - dims - 3);
      std::string valid, stride = "stride=[]", layout = "layout=pl.TensorLayout.ND", pad;
      for (size_t at = view; at != std::string_view::npos;) {
        const size_t next = body.find('|', at + 1);
        const std::string_view part = body.substr(at + 1, next == std::string_view::npos ? next : next - at - 1);
        const std::string value(part.substr(part.find('=') + 1));
        if (part.starts_with("valid=")) valid = "valid_shape=" + value + ", ";
        if (part.starts_with("stride=")) stride = "stride=" + value;
        if (part.starts_with("layout=")) layout = "layout=pl.TensorLayout." + value;
        if (part.starts_with("pad=")) pad = ", pad=pl.PadValue." + value;
        at = next;
      }
      if (view != std::string_view::npos) out += ", pl.TensorView(" + valid + stride + ", " + layout + pad + ")";
      out += ']';
      i += end;
    } else if (starts && typed && rest[0] == 'S') {
      const size_t end = rest.find(']');
      out += "pl.Scalar[pl." + std::string(rest.substr(2, end - 1));
      i += end + 1;
    } else {
      out += text[i++];
    }
  }
  return out;
}

// The type of the call's result as text, or "!" and the messages.
inline std::string Deduced(const OpCase& c) {
  std::string text = "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n";
  for (std::string_view s : {"M", "N", "K"}) text += fmt::format("{} = pl.dynamic(\"{}\")\n", s, s);
  text += fmt::format(
      "\n@pl.program\nclass P:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k({}{}dims: pl.Tensor[[M, N, K], "
      "pl.FP32]):\n        r = {}{}\n        return\n",
      LongForm(c.params), c.params.empty() ? "" : ", ", c.call.starts_with("pld.") ? "" : "pl.", c.call);
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(text, d);
  if (!p || d.HasErrors()) {
    std::string out = "!";
    for (const Diagnostic& finding : d.all()) out += finding.message + "\n";
    return out;
  }
  const StmtId first = (*p)[(*p)[p->FindFunction(p->FindStr("k"))].body].first;
  return TypeText(*p, (*p)[(*p)[first].var()].type);
}

// Every refusal names the operator besides what a case asks for.
inline void ExpectCases(const std::vector<OpCase>& cases) {
  for (const OpCase& c : cases) {
    SCOPED_TRACE(c.call + " with " + c.params);
    const std::string got = Deduced(c);
    if (!c.want.starts_with("!")) {
      EXPECT_EQ(got, LongForm(c.want));
      continue;
    }
    std::string name = c.call.substr(0, c.call.find('('));
    if (name.back() == '_') name.pop_back();  // pl.tensor.and_
    EXPECT_THAT(got, testing::StartsWith("!"));
    EXPECT_THAT(got, testing::HasSubstr(name));
    EXPECT_THAT(got, testing::HasSubstr(c.want.substr(1)));
  }
}

}  // namespace t2t
