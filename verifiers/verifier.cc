#include "verifiers/verifier.h"

#include <utility>

namespace t2t {
namespace {

Diagnostic Finding(Severity severity, std::string_view property, Span span, std::string function, int rule,
                   std::string message, std::string help) {
  return {severity, std::string(property), span, std::move(message), std::move(help), std::move(function), rule};
}

}  // namespace

void VerifyContext::Error(int rule, StmtId stmt, std::string message, std::string help) {
  const FuncId f = program.FunctionOf(stmt);
  out_.Add(Finding(Severity::kError, property_, program[stmt].span, std::string(program[program[f].name]), rule,
                   std::move(message), std::move(help)));
}
void VerifyContext::Error(int rule, FuncId function, std::string message, std::string help) {
  out_.Add(Finding(Severity::kError, property_, program[function].span, std::string(program[program[function].name]),
                   rule, std::move(message), std::move(help)));
}
void VerifyContext::Warning(int rule, StmtId stmt, std::string message, std::string help) {
  const FuncId f = program.FunctionOf(stmt);
  out_.Add(Finding(Severity::kWarning, property_, program[stmt].span, std::string(program[program[f].name]), rule,
                   std::move(message), std::move(help)));
}
void VerifyContext::Warning(int rule, FuncId function, std::string message, std::string help) {
  out_.Add(Finding(Severity::kWarning, property_, program[function].span, std::string(program[program[function].name]),
                   rule, std::move(message), std::move(help)));
}

}  // namespace t2t
