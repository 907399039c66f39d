// A verifier checks one property of a program and reports every violation it finds; it never changes the program
// (interning expressions for a proof aside) and knows nothing about stages. Each is one file that ends in its declaration;
// verifiers/all.cc is the ordered list.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "ir/support/diagnostics.h"

namespace t2t {

enum class VerifierKind : uint8_t {
  kStructural,  // must hold at every stage
  kProperty,    // established or broken by passes
  kAdvice,      // warnings only
};

// Where a property is looked at when no pass contract says so.
enum class VerifierPhase : uint8_t {
  kChain,     // as its kind and the contracts of the passes say
  kInput,     // of the program as read, once
  kResult,    // of the final program, once
  kStrict,    // of the program as read; behind passes only under --verify=strict
  kOnDemand,  // only when named (--verify-only): a property of a later compiler stage, or a stricter reading
};

// One thing a verifier finds. Numbers are those of the specification where it has some; they never change.
struct Rule {
  int id = 0;
  std::string_view what;  // what is wrong when it fires, as a phrase
};

struct Verifier {
  std::string_view property;  // "SSAForm": the name used by --verify-only, in messages and in pass contracts
  VerifierKind kind = VerifierKind::kProperty;
  VerifierPhase phase = VerifierPhase::kChain;
  std::string_view summary;   // one sentence: what holds when it passes
  std::string_view source;    // where the rules come from
  absl::Span<const Rule> rules;
  // Whether a run begins with a table as large as the program. The others look at one function after the other and are run
  // over a few functions at a time, so that the next verifier finds those still in the cache.
  bool whole_program_table = false;
  void (*run)(class VerifyContext&) = nullptr;

  const Rule* FindRule(int id) const;
};

// The values whose types findings are about, by the number of the finding in Diagnostics::all(); may be shorter.
using ValuesOfFindings = std::vector<std::vector<ValueId>>;

class VerifyContext {
 public:
  // Checks the given functions only; a verifier that looks across calls may read the others.
  VerifyContext(Program& p, const Verifier& verifier, absl::Span<const FuncId> to_check, Diagnostics& out,
                std::string_view backend = {}, ValuesOfFindings* values = nullptr)
      : program(p), functions(to_check), chip(backend), verifier_(verifier), out_(out), values_(values) {}

  Program& program;
  absl::Span<const FuncId> functions;
  std::string_view chip;  // "Ascend910B", "Ascend950"; "" = none is configured, and hardware rules are not checked

  // Finding of a declared rule at a statement: place and function are the statement's.
  void Error(int rule, StmtId stmt, std::string message, std::string help = {});
  void Error(int rule, FuncId function, std::string message, std::string help = {});
  void Error(int rule, FuncId function, Span place, std::string message, std::string help = {});
  // At the declaration of a parameter.
  void Error(int rule, ValueId param, std::string message, std::string help = {});
  // The finding made last is about the types of what these expressions read; see pipeline/causes.h.
  void About(std::initializer_list<ExprId> exprs) { About(absl::MakeConstSpan(exprs.begin(), exprs.size())); }
  void About(absl::Span<const ExprId> exprs);
  void About(ValueId value) { About({program[value].expr}); }
  void Warning(int rule, StmtId stmt, std::string message, std::string help = {});
  void Warning(int rule, FuncId function, std::string message, std::string help = {});

 private:
  void Add(Severity severity, int rule, Span span, FuncId function, std::string message, std::string help);

  const Verifier& verifier_;
  Diagnostics& out_;
  ValuesOfFindings* values_;
};

absl::Span<const Verifier> AllVerifiers();
const Verifier* FindVerifier(std::string_view property);

// The documentation page docs/verifiers.md, made from the declarations. `where(verifier)` says in words at which points of
// the chain a property is checked; the chain is not known here.
std::string VerifiersPage(std::string (*where)(const Verifier&));

}  // namespace t2t
