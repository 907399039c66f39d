#include "tests/operators/evidence.h"

#include <fstream>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace t2t {
namespace {

std::set<std::string>& Evidence() {
  static std::set<std::string> lines;
  return lines;
}

class WriteAtEnd final : public testing::EmptyTestEventListener {
 public:
  void OnTestProgramEnd(const testing::UnitTest& test) override {
    // A run of some of the tests says nothing about those it left out.
    if (test.test_to_run_count() + test.disabled_test_count() != test.total_test_count()) return;
    std::ofstream out(T2T_EVIDENCE_FILE);
    for (const std::string& line : Evidence()) out << line << '\n';
  }
};

[[maybe_unused]] const bool kListening = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new WriteAtEnd);
  return true;
}();

}  // namespace

void RecordOperator(std::string_view op, Shown shown) {
  constexpr std::string_view kNames[] = {"typed", "refused", "converted", "misannotated"};
  Evidence().insert(std::string(op) + ' ' + std::string(kNames[static_cast<size_t>(shown)]));
}

}  // namespace t2t
