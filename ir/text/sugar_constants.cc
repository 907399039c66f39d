// What costs no statement: Python's functions of constants, computed while the text is read, and lists (text-format 7.2).
#include <cmath>
#include <string_view>

#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

struct MathFunction {
  std::string_view name;
  double (*of)(double);
  bool whole;  // gives an integer
};
constexpr MathFunction kFunctions[] = {
    {"int", [](double x) { return std::trunc(x); }, true},
    {"round", [](double x) { return std::nearbyint(x); }, true},  // to even, as Python does
    {"float", [](double x) { return x; }, false},
    {"math.sqrt", [](double x) { return std::sqrt(x); }, false},
    {"math.exp", [](double x) { return std::exp(x); }, false},
    {"math.log", [](double x) { return std::log(x); }, false},
    {"math.log2", [](double x) { return std::log2(x); }, false},
    {"math.floor", [](double x) { return std::floor(x); }, true},
    {"math.ceil", [](double x) { return std::ceil(x); }, true},
};

const MathFunction* FunctionOf(std::string_view name) {
  for (const MathFunction& f : kFunctions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

}  // namespace

bool Parser::IsConstantFunction(std::string_view name) {
  return name == "len" || name == "sum" || FunctionOf(name) != nullptr;
}

bool Parser::IsNumber(ExprId expr) const {
  const ExprKind kind = p_[expr].kind;
  return kind == ExprKind::kConstInt || kind == ExprKind::kConstFloat;
}

// At the opening bracket.
ExprId Parser::ConstantCall(std::string_view name, const Token& start) {
  Advance();
  if (!Nest()) return {};
  const ExprId value = ParseExpr();
  Unnest();
  if (!value || !Expect(Tok::kRParen, "')'")) return {};
  const MathFunction* f = FunctionOf(name);
  if (f != nullptr && IsNumber(value)) {
    const bool integer = p_[value].kind == ExprKind::kConstInt;
    if (integer && f->whole) return value;
    const double x = integer ? static_cast<double>(p_[value].int_value()) : p_.FloatValue(value), result = f->of(x);
    const std::string_view no = !f->whole && std::isfinite(x) && !std::isfinite(result) ? "is no finite number"
                                : f->whole && !(std::abs(result) < 0x1p63)              ? "does not fit 64 bits"
                                                                                        : "";
    if (no.empty()) return f->whole ? p_.Int(static_cast<int64_t>(result)) : p_.Float(result);
    Error(From(start), fmt::format("{}({}) {}", name, x, no), "check the argument: it is a constant of the text", "type");
    return {};
  }
  if (f == nullptr && p_[value].kind == ExprKind::kTuple) {
    const std::vector<ExprId> items(p_.Elements(value).begin(), p_.Elements(value).end());
    if (name == "len") return p_.Int(static_cast<int64_t>(items.size()));
    ExprId sum = p_.Int(0);
    for (ExprId item : items) {
      sum = IsNumber(item) ? Combine(ExprKind::kAdd, sum, item, From(start)) : ExprId();
      if (!sum) break;
    }
    if (sum) return sum;
  }
  Error(From(start), fmt::format("{}() works on constants only", name), HelpForCall(name.substr(name.rfind('.') + 1)), "type");
  return {};
}

// A list stands for itself wherever its name is read, so `a = [a, a]` doubles what is printed of it.
ExprId Parser::ListOf(absl::Span<const ExprId> items, Span span) {
  constexpr uint64_t kMaxItems = 10'000;
  if (FollowsFromError(items)) return AfterError();
  const auto size = [&](ExprId item) {
    const auto it = list_sizes_.find(item);
    return it == list_sizes_.end() ? uint64_t{1} : it->second;
  };
  uint64_t all = 0;
  for (ExprId item : items) all += size(item);
  if (all > kMaxItems) {
    Error(span, fmt::format("this list holds {} items, those of the lists in it included: {} are the limit", all, kMaxItems),
          "values that belong together are a tensor, or an array: pl.array.create");
    return {};
  }
  const ExprId list = p_.Tuple(items);
  list_sizes_.emplace(list, all);
  return list;
}

}  // namespace t2t
