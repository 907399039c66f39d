#include "pipeline/causes.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace t2t {
namespace {

// They compare the declared types of two values; TypesDeduced and AssignTypeSymmetry look at one declaration each.
constexpr std::string_view kComparisons[] = {"TypeChecked", "TileTypeCoherence", "ReturnTypes", "CallResults", "CallArity"};

bool IsWrongType(const Diagnostic& d) {
  return d.severity == Severity::kError && d.rule == 1 && (d.kind == "TypesDeduced" || d.kind == "AssignTypeSymmetry");
}

bool Compares(const Diagnostic& d) {
  return std::find(std::begin(kComparisons), std::end(kComparisons), d.kind) != std::end(kComparisons);
}

// Another number of values on the two sides of a loop or branch; SSAForm.5 says so at the yield.
bool IsCount(const Diagnostic& d) { return d.kind == "TypeChecked" && d.rule == 105; }

}  // namespace

std::vector<Diagnostic> Causes(const std::vector<Diagnostic>& findings) {
  std::set<std::string_view> functions, counted;
  std::set<Span> places;
  for (const Diagnostic& d : findings) {
    if (d.kind == "SSAForm" && d.rule == 5) counted.insert(d.function);
    if (!IsWrongType(d)) continue;
    functions.insert(d.function);
    if (d.span.known()) places.insert(d.span);
  }
  std::vector<Diagnostic> causes;
  for (const Diagnostic& d : findings) {
    const bool follows = (Compares(d) && functions.count(d.function) > 0) || places.count(d.span) > 0 ||
                         (IsCount(d) && counted.count(d.function) > 0);
    if (IsWrongType(d) || !follows) causes.push_back(d);
  }
  return causes;
}

}  // namespace t2t
