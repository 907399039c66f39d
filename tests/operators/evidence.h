// What the tests have shown of each operator. Test programs record it while they run and leave it in a file when they
// end; the operator_coverage test reads the files and asks whether an operator was left out. Nothing greps for names: a
// case counts only when its expectation held.
#pragma once

#include <string_view>

namespace t2t {

enum class Shown {
  kTyped,      // its deducer gave the expected type
  kRefused,    // its deducer refused wrong operands with the expected message
  kConverted,  // its conversion gave the expected statements
  kMisannotated,  // it was executed under wrong annotations of its result
};

// For the file T2T_EVIDENCE_FILE of this test program, written when all its tests have run.
void RecordOperator(std::string_view op, Shown shown);

}  // namespace t2t
