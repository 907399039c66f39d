#include "pipeline/marks.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <utility>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/function_calls.h"
#include "ir/ops/registry.h"
#include "passes/facts.h"

namespace t2t {
namespace {

enum class Bearer : uint8_t { kKernel, kCall, kCreate };

struct Mark {
  std::string_view key;  // one that ends in '.' goes on with an operand's index
  Bearer bearer;
  AttrKind kind;
  // Of texts: parts of each entry, of which there may be several; p = index of a parameter, n = number, s = memory space.
  // "r" alone: each entry says what becomes of a result (ir/analysis/return_record.h).
  std::string_view entry;
};

constexpr Mark kMarks[] = {
    {facts::kKernel, Bearer::kKernel, AttrKind::kBool, ""},
    {facts::kReturns, Bearer::kKernel, AttrKind::kString, "r"},
    {facts::kOpaque, Bearer::kKernel, AttrKind::kBool, ""},
    {facts::kWritten, Bearer::kKernel, AttrKind::kIntList, ""},
    {facts::kParamSpace, Bearer::kKernel, AttrKind::kString, "ps"},
    {facts::kParamBox, Bearer::kKernel, AttrKind::kString, "pnn"},
    {facts::kSpace, Bearer::kCall, AttrKind::kMemorySpace, ""},
    {facts::kBox, Bearer::kCall, AttrKind::kString, "nn"},
    {facts::kBoxOperand, Bearer::kCall, AttrKind::kString, "nn"},
    {facts::kOut, Bearer::kCreate, AttrKind::kInt, ""},
    {facts::kPrivate, Bearer::kCreate, AttrKind::kInt, ""},
};

constexpr std::string_view kBearers[] = {"a kernel", "a call", "a tensor.create"};

std::string_view KindName(AttrKind kind) {
  switch (kind) {
    case AttrKind::kBool: return "True or False";
    case AttrKind::kIntList: return "a list of parameter indices";
    case AttrKind::kMemorySpace: return "a memory space";
    case AttrKind::kInt: return "a number";
    default: return "a text";
  }
}

// The part of `text` in front of the next `end`; the rest stays in `text`.
std::string_view Take(std::string_view& text, char end) {
  const size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

bool IsNumber(std::string_view text, uint32_t limit) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value < limit;
}

bool HasForm(std::string_view text, std::string_view entry, uint32_t params) {
  while (!text.empty()) {
    std::string_view rest = Take(text, ',');
    if (entry == "r") {
      if (!ParseReturnWord(rest)) return false;
      continue;
    }
    for (char part : entry) {
      const std::string_view word = Take(rest, ':');
      if (part == 'p' && !IsNumber(word, params)) return false;
      if (part == 'n' && !IsNumber(word, UINT32_MAX)) return false;
      if (part == 's' && !ParseEnum<MemorySpace>(word)) return false;
    }
    if (!rest.empty()) return false;
  }
  return true;
}

class Checker {
 public:
  Checker(const Program& program, Diagnostics& out) : p_(program), out_(out), create_(Ops().Find("tensor.create")) {}

  void Function(FuncId f) {
    function_ = f;
    for (const Attr& attr : p_[p_[f].attrs]) {
      const Mark* mark = Find(attr, p_[f].span);
      if (mark == nullptr) continue;
      if (mark->bearer != Bearer::kKernel || !IsLoweredKernel(p_, f)) Misplaced(*mark, p_[f].span);
    }
    ForEachCallIn(p_, f, [&](StmtId stmt, ExprId expr) {
      const Call& call = p_.CallOf(expr);
      const Span place = call.span.known() ? call.span : p_[stmt].span;
      for (const Attr& attr : p_[call.attrs]) {
        const Mark* mark = Find(attr, place);
        if (mark == nullptr) continue;
        if (mark->bearer == Bearer::kKernel || (mark->bearer == Bearer::kCreate && call.op != create_)) Misplaced(*mark, place);
      }
    });
  }

 private:
  // The mark that `attr` is, when it is one and well formed.
  const Mark* Find(const Attr& attr, Span place) {
    const std::string_view key = p_[attr.key];
    const auto* mark = std::find_if(std::begin(kMarks), std::end(kMarks), [&](const Mark& m) {
      return m.key == key || (m.key.ends_with('.') && key.starts_with(m.key));
    });
    if (mark == std::end(kMarks)) return nullptr;
    const bool list = mark->kind == AttrKind::kIntList && attr.kind == AttrKind::kExprList && attr.exprs().empty();
    const bool text = mark->kind == AttrKind::kString && attr.kind == AttrKind::kString;
    if (attr.kind != mark->kind && !list) {
      Error(place, fmt::format("the mark {} must be {}", key, KindName(mark->kind)));
    } else if (mark->key == facts::kKernel && !attr.bool_value()) {
      Error(place, fmt::format("the mark {} is True where it is borne", key));
    } else if (attr.kind == AttrKind::kIntList && !NamesParameters(attr)) {
      Error(place, fmt::format("the mark {} names a parameter that {} does not have", key, p_[p_[function_].name]));
    } else if (text && !HasForm(p_[attr.string()], mark->entry, p_[function_].params.size)) {
      Error(place, fmt::format("no pass leaves a mark {} that says '{}'", key, p_[attr.string()]));
    } else {
      return mark;
    }
    return nullptr;
  }

  bool NamesParameters(const Attr& attr) const {
    const auto indices = p_[attr.words()];
    return std::all_of(indices.begin(), indices.end(), [&](uint32_t i) { return i < p_[function_].params.size; });
  }

  void Misplaced(const Mark& mark, Span place) {
    Error(place, fmt::format("the mark {} belongs on {}", mark.key, kBearers[static_cast<size_t>(mark.bearer)]));
  }
  void Error(Span place, std::string message) {
    out_.Add({Severity::kError, "marks", place, std::move(message), "go on from the dump as the pass left it",
              std::string(p_[p_[function_].name]), 0});
  }

  const Program& p_;
  Diagnostics& out_;
  OpId create_;
  FuncId function_;
};

}  // namespace

void CheckMarks(const Program& program, Diagnostics& diagnostics) {
  Checker checker(program, diagnostics);
  for (uint32_t i = 0; i < program.num_functions(); ++i) checker.Function(FuncId(i));
}

}  // namespace t2t
