// How each operator is spelled in the text, and which ones have a form of their own (text-format 5.2).
#pragma once

#include <string>
#include <string_view>

#include "ir/ops/registry.h"

namespace t2t {

enum class OpForm : uint8_t {
  kPlain, kAdd, kFull, kReinterpretView, kAlloc, kGatherRow, kMgather, kSyncall, kTaskDummy, kAllocWindow,
  kRemoteLoad, kSplit,
};

struct OpText {
  std::string name;   // `pl.tile.and_`
  OpForm form = OpForm::kPlain;
};

const OpText& TextOf(OpId op);

// `and` for `and_`: the registered segment behind a Python keyword with an underscore.
bool IsPythonKeyword(std::string_view word);

// Values of integer kwargs that have names.
inline constexpr std::string_view kPipeNames[] = {"MTE1", "MTE2", "MTE3", "M", "V", "S", "FIX", "ALL"};
inline constexpr std::string_view kCastModes[] = {"none", "rint", "round", "floor", "ceil", "trunc", "odd"};

inline constexpr std::string_view kTailPaddingLoad = "pld.tile._remote_load_with_physical_tail_padding";
inline constexpr std::string_view kTailPaddingKey = "allow_physical_tail_padding";

}  // namespace t2t
