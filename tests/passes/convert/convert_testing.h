// Expectations about one conversion.
#pragma once

#include <string_view>

#include "convert_one.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/operators/evidence.h"

namespace t2t {

// What holds is recorded as evidence that the conversions that ran were tested.
inline void ExpectConverts(std::string_view params, std::string_view body, std::string_view expected,
                           Backend backend = Backend::kNone) {
  const Converted got = ConvertBody(params, body, backend);
  EXPECT_EQ(got.error, "");
  EXPECT_EQ(got.statements, expected);
  if (got.statements != expected) return;
  for (const std::string& op : got.operators) RecordOperator(op, Shown::kConverted);
}

// The message names the operator by itself and contains `fragment`.
inline void ExpectRefused(std::string_view params, std::string_view body, std::string_view fragment,
                          Backend backend = Backend::kNone) {
  const Converted got = ConvertBody(params, body, backend);
  EXPECT_THAT(got.error, testing::HasSubstr(std::string(fragment)));
  EXPECT_THAT(got.error, testing::Not(testing::HasSubstr("not readable"))) << "the reader was first";
  EXPECT_THAT(got.error, testing::Not(testing::HasSubstr("internal: ")));
  EXPECT_EQ(got.statements, "");
}

}  // namespace t2t
