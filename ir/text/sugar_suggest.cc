// What to say of a name that means nothing, and of Python that is no part of the language.
#include <algorithm>

#include "absl/strings/ascii.h"
#include "fmt/format.h"
#include "ir/support/nearest.h"
#include "ir/text/advice.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

// Python's own functions, and where to look instead.
constexpr Advice kBuiltins[] = {
    {"range", "loops run over pl.range"},
    {"print", "look at values with t2t-run --print, or at a stage with --dump-after"},
    {"len", "an extent is x.shape[i]"},
    {"sum", "write pl.row_sum or pl.col_sum"},
    {"float", "write pl.cast(x, pl.FP32)"},
    {"int", "write pl.cast(x, pl.INDEX)"},
    {"round", "write pl.cast(x, pl.INT32, mode='round')"},
    {"bool", "compare with != 0"},
    {"pow", "multiply, or use pl.exp and pl.log"},
    {"T", "write pl.transpose(x, 0, 1)"},
    {"In", "what is only read has its type alone: x: pl.Tensor[[64], pl.FP32]"},
};
// Names that others use for types and memories.
constexpr Advice kOtherNames[] = {
    {"FLOAT", "FP32"},       {"FLOAT32", "FP32"},     {"FLOAT16", "FP16"},    {"HALF", "FP16"},
    {"BFLOAT16", "BF16"},    {"BFP16", "BF16"},       {"INT", "INT32"},       {"MEM.UB", "Mem.Vec"},
    {"MEM.L1", "Mem.Mat"},   {"MEM.L0A", "Mem.Left"}, {"MEM.L0B", "Mem.Right"}, {"MEM.L0C", "Mem.Acc"},
};
// Words that go on with an expression in Python.
constexpr Advice kInfixes[] = {
    {"if", "write an if statement that assigns in both branches"},
    {"for", "comprehensions are no part of the language: write a loop over pl.range"},
    {"in", "compare with each value: a == 1 or a == 2"},
    {"is", "compare with == and !="},
    {"not", "compare with != and 'and'"},
};

}  // namespace

// `pl.row_maxx`, `pl.Mem.vec`, `tensr.exp`, `np.exp`. The head is no value: HandPath looks at those.
std::string TokenReader::HelpForPath(std::string_view path) const {
  const std::string_view tail = path.substr(path.rfind('.') + 1), head = path.substr(0, path.find('.'));
  const bool operation = FindShortName(tail).operator bool() || tail == "softmax";
  const auto did_you_mean = [&](std::string_view name) {
    return fmt::format("did you mean '{}{}'?", name.starts_with("pld.") ? "" : prefix_, name);
  };
  if (path.starts_with(prefix_) || path.starts_with("pld.")) {
    std::string_view name = path;
    if (name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
    std::string_view near = AdviceOn(kOtherNames, absl::AsciiStrToUpper(std::string(name)));
    if (near.empty() && operation && path.starts_with("pld.")) near = tail;
    if (near.empty()) near = NearestWord(name);
    if (near.empty() && operation) near = tail;
    return near.empty() ? std::string(AdviceOn(kBuiltins, name)) : did_you_mean(near);
  }
  if (head == "np" || head == "numpy" || head == "torch" || head == "math") {
    return operation ? fmt::format("kernels use operators of the language: write {}{}(...)", prefix_, tail)
                     : fmt::format("t2t reads kernels and does not run them: '{}' is not there", head);
  }
  constexpr std::string_view kFamilies[] = {"tensor", "tile", "system", "array"};
  if (const std::string_view family = NearestName(head, kFamilies); !family.empty()) {
    const std::string_view near = NearestWord(fmt::format("{}.{}", family, tail));
    if (!near.empty()) return did_you_mean(near);
  }
  if (operation) return fmt::format("write {}{}(...)", prefix_, tail);
  return std::string(AdviceOn(kBuiltins, tail));
}

// `exp(x)`, `len(x)`, `kernel_on(x)`.
std::string Parser::HelpForCall(std::string_view name) const {
  if (FindShortName(name)) return fmt::format("write {}{}(...)", prefix_, name);
  if (const std::string_view help = AdviceOn(kBuiltins, name); !help.empty()) return std::string(help);
  std::vector<std::string_view> functions;
  for (uint32_t i = 0; i < p_.num_functions(); ++i) {
    if (!p_[FuncId(i)].declared_only) functions.push_back(p_[p_[FuncId(i)].name]);
  }
  const std::string_view near = NearestName(name, functions);
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

// A name that means something where `name` means nothing.
std::string Parser::NearestVariable(std::string_view name) const {
  std::vector<std::string_view> known;
  for (const auto& [bound, value] : body_->bound) known.push_back(p_[bound]);
  for (const auto& [bound, before] : hand_->trail) {
    if (Bound(bound) && !hand_->outline.IsFlag(bound) && p_[bound].find(' ') == std::string_view::npos) known.push_back(p_[bound]);
  }
  for (const auto& [bound, entry] : module_) known.push_back(p_[bound]);
  std::sort(known.begin(), known.end());  // the module is a hash map
  return std::string(NearestName(name, known));
}

// Behind an expression: Python would go on with it, the language does not.
bool Parser::RefusesPython() {
  if (At(Tok::kAt)) return !ErrorHere("there is no operator '@'", "write pl.matmul(a, b)");
  if (At(Tok::kColon) && lex_.PeekChar() == '=') {
    return !ErrorHere("':=' is no part of the language", "assign the name on a line of its own");
  }
  for (const Advice& a : kInfixes) {
    if (!AtName(a.word)) continue;
    return !ErrorHere(fmt::format("'{}' inside an expression is no part of the language", a.word), std::string(a.help));
  }
  return false;
}

}  // namespace t2t
