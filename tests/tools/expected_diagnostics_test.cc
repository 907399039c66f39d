// --verify-diagnostics: each expectation is met by a finding of its own, and nothing is left over.
#include "tools/expected_diagnostics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace t2t {
namespace {

Diagnostic Finding(Severity severity, uint32_t line, std::string message) {
  Diagnostic d;
  d.severity = severity;
  d.kind = "test";
  d.span = Span{line, 1, 1};
  d.message = std::move(message);
  return d;
}
Diagnostic Error(uint32_t line, std::string message) { return Finding(Severity::kError, line, std::move(message)); }

std::string Check(std::string_view source, const std::vector<Diagnostic>& findings) {
  return CheckExpected(source, findings, "f.py");
}

TEST(ExpectedDiagnosticsTest, OffsetsCountFromTheComment) {
  EXPECT_EQ(Check("# expected-error@+1: no such\nx\n", {Error(2, "there is no such thing")}), "");
  EXPECT_EQ(Check("x\n# expected-error@-1: no such\n", {Error(1, "no such thing")}), "");
  EXPECT_EQ(Check("x  # expected-error: no such\n", {Error(1, "no such thing")}), "");
  EXPECT_EQ(Check("# expected-error@*: no such\nx\n", {Error(7, "no such thing")}), "");
  EXPECT_EQ(Check("# expected-error@*: no such\n", {Error(0, "no such thing")}), "");
}

TEST(ExpectedDiagnosticsTest, MissingAndUnexpectedOnesAreNamedInOrder) {
  const std::string out = Check("# expected-error@+1: first\nx\ny\n", {Error(3, "second")});
  EXPECT_EQ(out, "f.py:1: missing error on line 2: first\nf.py:3: unexpected error: second [test]\n");
}

TEST(ExpectedDiagnosticsTest, SeverityAndTextMustFit) {
  EXPECT_NE(Check("x # expected-warning: a\n", {Error(1, "a")}), "");
  EXPECT_NE(Check("x # expected-error: a\n", {Error(1, "b")}), "");
  EXPECT_EQ(Check("x # expected-warning: a\n", {Finding(Severity::kWarning, 1, "a")}), "");
  Diagnostic helped = Error(1, "b");
  helped.help = "do a";
  EXPECT_EQ(Check("x # expected-error: a\n", {helped}), "");
}

TEST(ExpectedDiagnosticsTest, OneFindingMeetsOneExpectation) {
  EXPECT_NE(Check("# expected-error@+2: a\n# expected-error@+1: a\nx\n", {Error(3, "a")}), "");
  EXPECT_EQ(Check("# expected-error@+2: a\n# expected-error@+1: a\nx\n", {Error(3, "a1"), Error(3, "a2")}), "");
  EXPECT_EQ(Check("# expected-error@+1: a\nx\n", {Error(2, "a"), Error(2, "a")}), "") << "repetitions count once";
}

TEST(ExpectedDiagnosticsTest, AnExpectationThatMakesNoSenseIsAnError) {
  for (const char* comment : {"# expected-error@: a", "# expected-error@+x: a", "# expected-error@-5: a", "# expected-error a",
                              "# expected-error:"}) {
    EXPECT_THAT(Check(std::string(comment) + "\n", {}), testing::HasSubstr("cannot be understood")) << comment;
  }
}

TEST(ExpectedDiagnosticsTest, NothingExpectedAndNothingFound) { EXPECT_EQ(Check("x\n", {}), ""); }

}  // namespace
}  // namespace t2t
