#include "tests/ir/ops/op_cases.h"

#include <algorithm>
#include <map>
#include <optional>

#include "ir/core/show.h"
#include "ir/ops/registry.h"
#include "ir/text/reader.h"
#include "tests/ir/ops/wrong_annotations.h"
#include "tests/operators/evidence.h"

namespace t2t {
namespace {

// The end of the bracket that opens at text[1].
size_t EndOfBracket(std::string_view text) {
  int depth = 0;
  size_t end = 1;
  do {
    depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    ++end;
  } while (depth > 0 && end < text.size());
  return end;
}

// `valid=[8, 64]|pad=zero` -> `valid_shape=[8, 64], stride=[], layout=pl.TensorLayout.ND, pad=pl.PadValue.zero`.
std::string ViewText(std::string_view fields) {
  std::string valid, stride = "stride=[]", layout = "layout=pl.TensorLayout.ND", pad;
  while (!fields.empty()) {
    const std::string_view part = fields.substr(0, fields.find('|'));
    fields.remove_prefix(std::min(part.size() + 1, fields.size()));
    const std::string value(part.substr(part.find('=') + 1));
    if (part.starts_with("valid=")) valid = "valid_shape=" + value + ", ";
    if (part.starts_with("stride=")) stride = "stride=" + value;
    if (part.starts_with("layout=")) layout = "layout=pl.TensorLayout." + value;
    if (part.starts_with("pad=")) pad = ", pad=pl.PadValue." + value;
  }
  return valid + stride + ", " + layout + pad;
}

// `[16, 64], FP32|valid=[8, 64]`, what stands between the brackets of T[..] or D[..].
std::string ShapedType(char kind, std::string_view body) {
  const size_t bar = std::min(body.find('|'), body.size());
  const size_t comma = body.rfind("], ", bar) + 3;
  std::string out = fmt::format("{}[{}pl.{}", kind == 'T' ? "pl.Tensor" : "pld.DistributedTensor",
                                body.substr(0, comma), body.substr(comma, bar - comma));
  if (bar < body.size()) out += fmt::format(", pl.TensorView({})", ViewText(body.substr(bar + 1)));
  return out + "]";
}

// pl.const(8, pl.INDEX) inside an extent -> 8.
std::string BareConstants(std::string text) {
  constexpr std::string_view kStart = "pl.const(", kEnd = ", pl.INDEX)";
  for (size_t at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at)) {
    const size_t end = text.find(kEnd, at);
    if (end == std::string::npos) break;
    text.erase(end, kEnd.size());
    text.erase(at, kStart.size());
  }
  return text;
}

struct Outcome {
  bool typed = false;
  std::string op;    // the operator called; "" when the text was not readable that far
  std::string text;  // the type, or the messages
};

// The first case of every operator that can be run is also run under wrong annotations: more would say the same at a price.
constexpr int kTriesPerOperator = 6;
void RunMisannotated(const std::string& op, const Program& p) {
  static std::map<std::string, int> tried;
  if (tried[op] == kTriesPerOperator) return;
  ++tried[op];
  if (RunUnderWrongAnnotations(p) == 0) return;
  RecordOperator(op, Shown::kMisannotated);
  tried[op] = kTriesPerOperator;
}

Outcome Run(const OpCase& c) {
  std::string text = "# pypto.program: T\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n";
  for (std::string_view s : {"M", "N", "K"}) text += fmt::format("{} = pl.dynamic(\"{}\")\n", s, s);
  text += fmt::format(
      "\n@pl.program\nclass P:\n    @pl.function(type=pl.FunctionType.InCore)\n    def k({}{}dims: pl.Tensor[[M, N, "
      "K], "
      "pl.FP32]):\n        {}{}\n        return\n",
      LongForm(c.params), c.params.empty() ? "" : ", ", c.call.starts_with("pld.") ? "" : "pl.", c.call);
  Diagnostics d;
  const std::optional<Program> p = ReadProgram(text, d);
  if (!p || d.HasErrors()) {
    Outcome out;
    for (const Diagnostic& finding : d.all()) out.text += finding.message + "\n";
    return out;
  }
  const StmtId first = (*p)[(*p)[p->FindFunction(p->FindStr("k"))].body].first;
  const ExprId call = (*p)[first].value();
  RunMisannotated(Ops()[p->CallOf(call).op].name, *p);
  return {true, Ops()[p->CallOf(call).op].name, BareConstants(TypeText(*p, (*p)[call].type))};
}

// The name in the registry of the operator that the text of a call names: pl.tensor.and_ is tensor.and.
std::string CalledOperator(std::string_view call) {
  std::string name(call.substr(0, call.find('(')));
  if (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace

std::string LongForm(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const bool starts = i == 0 || text[i - 1] == ' ' || text[i - 1] == '(' || text[i - 1] == '[';
    const std::string_view rest = text.substr(i);
    if (!starts || rest.size() < 2 || rest[1] != '[' ||
        std::string_view("TDS").find(rest[0]) == std::string_view::npos) {
      out += text[i++];
      continue;
    }
    const size_t end = EndOfBracket(rest);
    const std::string_view body = rest.substr(2, end - 3);
    out += rest[0] == 'S' ? fmt::format("pl.Scalar[pl.{}]", body) : ShapedType(rest[0], body);
    i += end;
  }
  return out;
}

void ExpectCases(const std::vector<OpCase>& cases) {
  for (const OpCase& c : cases) {
    SCOPED_TRACE(c.call + " with " + c.params);
    const Outcome got = Run(c);
    if (!c.want.starts_with("!")) {
      EXPECT_TRUE(got.typed) << got.text;
      EXPECT_EQ(got.text, LongForm(c.want));
      if (got.typed && got.text == LongForm(c.want)) RecordOperator(got.op, Shown::kTyped);
      continue;
    }
    const std::string op = CalledOperator(c.call), wanted = c.want.substr(1);
    EXPECT_FALSE(got.typed) << "accepted with " << got.text;
    EXPECT_THAT(got.text, testing::HasSubstr(op));
    EXPECT_THAT(got.text, testing::HasSubstr(wanted));
    const bool said = got.text.find(op) != std::string::npos && got.text.find(wanted) != std::string::npos;
    if (!got.typed && said) RecordOperator(op, Shown::kRefused);
  }
}

void ExpectEach(std::string_view names, const OpCase& c) {
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    OpCase one = c;
    one.call.replace(one.call.find("{}"), 2, name);
    ExpectCases({one});
  }
}

void ExpectEach(std::string_view names, const std::vector<OpCase>& cases) {
  for (const OpCase& c : cases) ExpectEach(names, c);
}

}  // namespace t2t
