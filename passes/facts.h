// Names of the attributes in which analyses leave their results (DESIGN: passes talk only through the IR). Every key
// starts with `t2t.`, prints and reads like any attribute, and is gone after `finish`.
#pragma once

#include <string_view>

#include "ir/analysis/fractal_box.h"
#include "ir/analysis/out_storage.h"
#include "ir/analysis/return_record.h"

namespace t2t::facts {

// ---- on functions ----
inline constexpr std::string_view kKernel = "t2t.kernel";    // bool: the chain lowers this function (select-kernels)
inline constexpr std::string_view kReturns = kReturnRecord;   // string, one word per return position  (record-returns)
inline constexpr std::string_view kOpaque = "t2t.opaque";    // bool: contains a function call or Submit (analyze-effects)
inline constexpr std::string_view kWritten = "t2t.written";  // int list: indices of parameters that may be written; the
                                                             // attribute absent = assume all (analyze-effects)
inline constexpr std::string_view kParamSpace = "t2t.param_space";  // string "0:Mat,2:Vec": demanded space per parameter
inline constexpr std::string_view kParamBox = "t2t.param_box";      // string "0:axis:align": boxing per parameter

// ---- on calls ----
inline constexpr std::string_view kSpace = "t2t.space";  // memory space demanded of this producer (infer-consumer-space)
inline constexpr std::string_view kBox = kBoxMark;       // string "axis:align" demanded of this producer (box-cube-*)
inline constexpr std::string_view kBoxOperand = kBoxOperandMark;  // + operand index: boxing of that operand's bridge load
inline constexpr std::string_view kOut = kOutStorage;     // int k on a tensor.create: storage of added output k
inline constexpr std::string_view kPrivate = "t2t.private";  // int k on a tensor.create in a wrapper: becomes a parameter

}  // namespace t2t::facts
