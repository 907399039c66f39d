// A verifier checks one property of a program and reports every violation it finds; it never changes the program
// (interning expressions for a proof aside) and knows nothing about stages. verifiers/all.cc is the ordered list.
#pragma once

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"

namespace t2t {

class VerifyContext {
 public:
  // Checks the given functions only; a verifier that looks across calls may read the others.
  VerifyContext(Program& p, std::string_view property, absl::Span<const FuncId> to_check, Diagnostics& out)
      : program(p), functions(to_check), property_(property), out_(out) {}

  Program& program;
  absl::Span<const FuncId> functions;

  // Finding of rule `rule` at a statement: place and function are the statement's.
  void Error(int rule, StmtId stmt, std::string message, std::string help = {});
  void Error(int rule, FuncId function, std::string message, std::string help = {});
  void Warning(int rule, StmtId stmt, std::string message, std::string help = {});
  void Warning(int rule, FuncId function, std::string message, std::string help = {});

 private:
  std::string_view property_;
  Diagnostics& out_;
};

enum class VerifierKind : uint8_t {
  kStructural,  // must hold at every stage
  kProperty,    // established or broken by passes
  kAdvice,      // warnings only
};

struct Verifier {
  std::string_view property;  // "SSAForm": the name used by --verify-only, in messages and in pass contracts
  VerifierKind kind = VerifierKind::kProperty;
  std::string_view summary;   // one sentence: what holds when it passes
  void (*run)(VerifyContext&) = nullptr;
};

absl::Span<const Verifier> AllVerifiers();
const Verifier* FindVerifier(std::string_view property);

}  // namespace t2t
