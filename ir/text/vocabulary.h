// What a dotted path of the text means: one look-up table for operators, enumerators, types and the forms of the
// language (`pl.range`, `pl.yield_`, ...). Keys carry no `pl.` prefix; `pld.` stays.
#pragma once

#include <cstdint>
#include <string_view>

namespace t2t {

enum class WordKind : uint8_t {
  kOp, kType, kDType, kMemorySpace, kTensorLayout, kTileLayout, kPadValue, kCompactMode, kArgDirection, kPipe, kAtomic,
  kCachePolicy, kSplitMode, kLevel, kRole, kFunctionType, kScopeMode, kForm,
};

enum class Form : uint8_t {
  kConst, kMin, kMax, kCast, kSubmit, kSpmdSubmit, kYield, kCond, kFuncAttr, kRange, kParallel, kUnroll, kPipeline,
  kWhile, kSpmd, kSplitAiv, kAt, kCluster, kScope, kSplit, kCrossCoreSlot, kDynamic, kMemRef, kTensorView, kTileView,
  kOut, kInOut, kPaddedLoad, kProgram, kFunction, kJit, kJitInCore, kInline,
  kManualScope, kNoDep, kDumpTag, kStaticPrint, kStaticAssert,
};

struct Word {
  WordKind kind;
  uint32_t value;  // OpId, code of the enumerator, TypeKind or Form
};

// Null when the path means nothing.
const Word* FindWord(std::string_view path);
// The path, or short name of an operator, closest to one that means nothing; "" when none is close.
std::string_view NearestWord(std::string_view path);

}  // namespace t2t
