// Diagnostics: what t2t says about the user's program. Collected first, shown together, sorted by place.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/support/span.h"

namespace t2t {

enum class Severity : uint8_t { kError, kWarning };

struct Diagnostic {
  Severity severity = Severity::kError;
  std::string kind;      // stable: "syntax", "type", "SSAForm", "mixed-store-channels", ...
  Span span;             // narrowest place; unknown for whole-program findings
  std::string message;   // one sentence, says what is wrong
  std::string help;      // what to do; may be empty
  std::string function;  // name of the function the place is in; may be empty
  int rule = 0;          // number of the rule within a verifier; 0 when there is none
};

class Diagnostics {
 public:
  void Add(Diagnostic d) {
    if (d.severity == Severity::kError) ++errors_;
    all_.push_back(std::move(d));
  }
  void Error(std::string_view kind, Span span, std::string message, std::string help = {}) {
    Add({Severity::kError, std::string(kind), span, std::move(message), std::move(help), {}, 0});
  }
  void Warning(std::string_view kind, Span span, std::string message, std::string help = {}) {
    Add({Severity::kWarning, std::string(kind), span, std::move(message), std::move(help), {}, 0});
  }
  const std::vector<Diagnostic>& all() const { return all_; }
  bool HasErrors() const { return errors_ > 0; }
  size_t errors() const { return errors_; }
  void Clear() {
    all_.clear();
    errors_ = 0;
  }

 private:
  std::vector<Diagnostic> all_;
  size_t errors_ = 0;
};

// What is shown of a list of findings: sorted by place, exact repetitions dropped and warnings about what is an error, and of
// the errors at most `error_limit`
// (0 = all); `left_out` counts the errors beyond it. Linear but for the sort.
std::vector<const Diagnostic*> ShownFindings(const std::vector<Diagnostic>& diagnostics, size_t error_limit,
                                             size_t& left_out);

// Text for people: file:line:column: error: message [kind], a source excerpt with a caret, help; the
// findings that ShownFindings picks. `source` may be empty, then there are no excerpts.
std::string RenderDiagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view file,
                              std::string_view source, size_t error_limit = 0);

}  // namespace t2t
