#include "verifiers/verifier.h"

#include <cassert>
#include <utility>

#include "fmt/format.h"
#include "ir/core/walk_exprs.h"

namespace t2t {

const Rule* Verifier::FindRule(int id) const {
  for (const Rule& rule : rules) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

void VerifyContext::Add(Severity severity, int rule, Span span, FuncId function, std::string message,
                        std::string help) {
  assert(verifier_.FindRule(rule) != nullptr);
  out_.Add({severity, std::string(verifier_.property), span, std::move(message), std::move(help),
            std::string(program[program[function].name]), rule});
}

void VerifyContext::Error(int rule, StmtId stmt, std::string message, std::string help) {
  Add(Severity::kError, rule, program[stmt].span, program.FunctionOf(stmt), std::move(message), std::move(help));
}
void VerifyContext::Error(int rule, FuncId function, std::string message, std::string help) {
  Add(Severity::kError, rule, program[function].span, function, std::move(message), std::move(help));
}
void VerifyContext::Error(int rule, FuncId function, Span place, std::string message, std::string help) {
  Add(Severity::kError, rule, place, function, std::move(message), std::move(help));
}
void VerifyContext::Error(int rule, ValueId param, std::string message, std::string help) {
  Add(Severity::kError, rule, program.ParamSpan(param), program[param].func, std::move(message), std::move(help));
}
void VerifyContext::About(absl::Span<const ExprId> exprs) {
  if (values_ == nullptr) return;
  values_->resize(out_.all().size());
  for (ExprId expr : exprs) {
    ForEachUse(program, expr, [&](ValueId value) { values_->back().push_back(value); });
  }
}
void VerifyContext::Warning(int rule, StmtId stmt, std::string message, std::string help) {
  Add(Severity::kWarning, rule, program[stmt].span, program.FunctionOf(stmt), std::move(message), std::move(help));
}
void VerifyContext::Warning(int rule, FuncId function, std::string message, std::string help) {
  Add(Severity::kWarning, rule, program[function].span, function, std::move(message), std::move(help));
}

std::string VerifiersPage(std::string (*where)(const Verifier&)) {
  constexpr std::string_view kKinds[] = {"structural", "property", "advice"};
  std::string out =
      "# Verifiers\n\nMade by `t2t-pipeline --list-verifiers=docs`; a test compares, and another checks that every rule below "
      "has a program just inside it and one just outside it in `tests/verifiers/`.\n\n"
      "A finding shows as `[Property.rule]`. Structural properties hold at every stage; the others where a pass establishes "
      "them. `--verify-only=Property,...` checks any of them anywhere.\n";
  for (const Verifier& v : AllVerifiers()) {
    out += fmt::format("\n## {}\n\n{}{}. Kind: {}. Source: {}. Checked: {}.\n\n| rule | what is wrong |\n| --- | --- |\n",
                       v.property, static_cast<char>(v.summary[0] >= 'a' && v.summary[0] <= 'z' ? v.summary[0] - 32 : v.summary[0]),
                       v.summary.substr(1), kKinds[static_cast<size_t>(v.kind)], v.source, where(v));
    for (const Rule& rule : v.rules) out += fmt::format("| {} | {} |\n", rule.id, rule.what);
  }
  return out;
}

}  // namespace t2t
