// The record of what each result of a kernel is, as record-returns leaves it on the function. Verifiers read it, too: what
// the passes in between do to a result must agree with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

// One word per result, comma separated: keep | new:<k> | same:<k> | alloc:<k>.
inline constexpr std::string_view kReturnRecord = "t2t.returns";

struct ReturnWord {
  enum class Kind : uint8_t {
    kKeep,   // a scalar, or memory that the kernel was given
    kNew,    // computed: stored into added output `output`
    kSame,   // the same computed value once more
    kAlloc,  // a local allocation that becomes added output `output` itself
  };
  Kind kind = Kind::kKeep;
  uint32_t output = 0;

  bool Is(Kind other) const { return kind == other; }
};

// None when the word is not one of these.
std::optional<ReturnWord> ParseReturnWord(std::string_view word);
// All words of a record; none when one of them does not parse.
std::optional<std::vector<ReturnWord>> ParseReturnRecord(std::string_view record);

// Declared type of each value of the trailing return; the value's own type where none is declared. One returned tuple may
// stand for several declared results (lowering m.6).
std::vector<TypeId> ReturnTypesPerValue(Program& program, FuncId kernel);

// The results that words are about, in order: returned values, those of a returned tuple literal one by one (as far as they
// are declared). Empty when the body does not end in a return.
std::vector<ExprId> RecordedResults(Program& program, FuncId kernel);

}  // namespace t2t
