#include "pipeline/verification.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/function_calls.h"
#include "pipeline/causes.h"
#include "pipeline/languages.h"
#include "pipeline/properties.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

std::vector<FuncId> AllFunctions(const Program& program) {
  std::vector<FuncId> all;
  for (uint32_t i = 0; i < program.num_functions(); ++i) all.push_back(FuncId(i));
  return all;
}

// There are kernels, and all of them are in the language behind the last pass.
bool AlreadyLowered(const Program& program) {
  std::vector<FuncId> kernels;
  for (FuncId f : AllFunctions(program)) {
    if (IsLoweredKernel(program, f)) kernels.push_back(f);
  }
  Diagnostics findings;
  CheckLanguage(program, Language::kLowered, kernels, findings);
  return !kernels.empty() && findings.all().empty();
}

std::string_view ChipName(Backend backend) {
  return backend == Backend::kNone ? std::string_view() : kBackendNames[static_cast<size_t>(backend)];
}

}  // namespace

// The message is left out: a pass may rename what it talks about.
std::string Verification::Key(const Diagnostic& d) {
  return fmt::format("{}.{}:{}:{}:{}", d.kind, d.rule, d.function, d.span.line, d.span.column);
}

void Verification::Run(Program& program, const std::vector<std::string_view>& properties,
                       absl::Span<const FuncId> functions, Diagnostics& out, ValuesOfFindings* values) {
  const auto run = [&](const Verifier& verifier, absl::Span<const FuncId> to_check) {
    VerifyContext context(program, verifier, to_check, out, ChipName(backend_), values);
    verifier.run(context);
  };
  std::vector<const Verifier*> function_by_function;
  for (std::string_view property : properties) {
    const Verifier* verifier = FindVerifier(property);
    if (verifier == nullptr) continue;
    if (verifier->whole_program_table) {
      run(*verifier, functions);
    } else {
      function_by_function.push_back(verifier);
    }
  }
  // About 700 statements of a usual program: their nodes fit a second-level cache, and starting a verifier costs nothing
  // against them. docs/performance.md has the measurement.
  constexpr size_t kFunctionsAtATime = 16;
  for (size_t first = 0; first < functions.size(); first += kFunctionsAtATime) {
    for (const Verifier* verifier : function_by_function) run(*verifier, functions.subspan(first, kFunctionsAtATime));
  }
}

void Verification::Remember(const Program& program) {
  seen_.resize(program.num_functions());
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    const Function& f = program[FuncId(i)];
    seen_[i] = {f.version, f.params, f.directions, f.return_types};
  }
}

std::vector<FuncId> Verification::Changed(const Program& program) {
  if (seen_.size() != program.num_functions()) return AllFunctions(program);
  std::vector<bool> touched(seen_.size()), signature(seen_.size());
  bool any_signature = false;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    const Function& f = program[FuncId(i)];
    const Seen& seen = seen_[i];
    touched[i] = f.version != seen.version;
    signature[i] = touched[i] && (f.params != seen.params || f.directions != seen.directions ||
                                  f.return_types != seen.return_types);
    any_signature = any_signature || signature[i];
  }
  std::vector<FuncId> changed;
  for (uint32_t i = 0; i < program.num_functions(); ++i) {
    if (!touched[i] && any_signature) {
      ForEachFunctionCall(program, FuncId(i), [&](StmtId, ExprId call) {
        touched[i] = touched[i] || signature[program.CallOf(call).callee.index()];
      });
    }
    if (touched[i]) changed.push_back(FuncId(i));
  }
  return changed;
}

void Verification::Input(Program& program, int ordinal, Diagnostics& out) {
  const std::vector<bool> ran = RowsTakenAsRun(stages_, ordinal);
  last_properties_ = only_.empty() ? PropertiesInForce(stages_, ordinal, ran, /*strict=*/true) : only_;
  const Language language = ordinal == 0 ? Language::kSource : stages_[static_cast<size_t>(ordinal - 1)].after;
  const std::vector<FuncId> all = AllFunctions(program);
  Diagnostics findings;
  ValuesOfFindings values;
  Run(program, last_properties_, all, findings, &values);
  if (only_.empty()) CheckLanguage(program, language, all, findings);
  // In a program that went through the chain before, directions are those the chain found, not those the user wrote. Asked
  // for only when it matters: of a program that was not lowered, nearly every statement is a finding.
  std::optional<bool> lowered;
  const auto directions_are_ours = [&] {
    if (!lowered) lowered = ordinal == 0 && AlreadyLowered(program);
    return *lowered;
  };
  for (const Diagnostic& d : findings.all()) known_.insert(Key(d));
  for (Diagnostic d : only_.empty() ? Causes(program, findings.all(), values) : findings.all()) {
    const bool weak = OnlyStrictOnEntry(d.kind, d.rule);
    if (weak && only_.empty() && !strict_) continue;
    const bool by_direction = d.kind == "InOutUseValid" || d.kind == "SubmitInputs";
    const bool refused = RefusedOnEntry(d.kind, d.rule) && !weak && !(by_direction && directions_are_ours());
    if (d.severity == Severity::kError && only_.empty() && d.kind != "language" && !refused) {
      d.severity = Severity::kWarning;
    }
    out.Add(std::move(d));
  }
  if (only_.empty()) KnowWhatMayBeMissing(program, ordinal);
  Remember(program);
}

// What an optional pass establishes is missing from a program that went through the chain without that pass, and the pass,
// which finds nothing left to do, is not to blame.
void Verification::KnowWhatMayBeMissing(Program& program, int ordinal) {
  std::vector<std::string_view> missing;
  for (size_t i = static_cast<size_t>(ordinal); i < stages_.size(); ++i) {
    if (!stages_[i].optional) continue;
    for (std::string_view property : stages_[i].establishes) {
      if (std::find(last_properties_.begin(), last_properties_.end(), property) == last_properties_.end()) {
        missing.push_back(property);
      }
    }
  }
  Diagnostics findings;
  Run(program, missing, AllFunctions(program), findings);
  for (const Diagnostic& d : findings.all()) known_.insert(Key(d));
}

std::vector<Diagnostic> Verification::After(Program& program, int ordinal, const std::vector<bool>& ran) {
  std::vector<std::string_view> properties = only_.empty() ? PropertiesInForce(stages_, ordinal, ran, strict_) : only_;
  const Language language = stages_[static_cast<size_t>(ordinal - 1)].after;
  // What a row establishes is looked at everywhere, functions that did not change included.
  std::vector<std::string_view> established;
  for (std::string_view property : properties) {
    if (std::find(last_properties_.begin(), last_properties_.end(), property) == last_properties_.end()) {
      established.push_back(property);
    }
  }
  Diagnostics findings;
  const std::vector<FuncId> changed = Changed(program);
  if (!changed.empty() || !established.empty()) {
    std::vector<std::string_view> kept;
    for (std::string_view property : properties) {
      if (std::find(established.begin(), established.end(), property) == established.end()) kept.push_back(property);
    }
    Run(program, kept, changed, findings);
    Run(program, established, AllFunctions(program), findings);
  }
  if (only_.empty()) {
    // The language may have changed where the functions have not.
    const Language before = ordinal == 1 ? Language::kSource : stages_[static_cast<size_t>(ordinal - 2)].after;
    CheckLanguage(program, language, language == before ? changed : AllFunctions(program), findings);
  }

  last_properties_ = std::move(properties);
  Remember(program);
  std::vector<Diagnostic> fresh;
  for (const Severity severity : {Severity::kError, Severity::kWarning}) {
    for (const Diagnostic& d : findings.all()) {
      if (d.severity == severity && !known_.contains(Key(d))) fresh.push_back(d);
    }
  }
  for (const Diagnostic& d : fresh) known_.insert(Key(d));
  return fresh;
}

}  // namespace t2t
