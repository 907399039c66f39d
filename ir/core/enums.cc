#include "ir/core/enums.h"

namespace t2t {
namespace {

constexpr EnumEntry<DType> kDTypes[] = {
    {DType::kBool, "BOOL"},     {DType::kInt4, "INT4"},     {DType::kInt8, "INT8"},
    {DType::kInt16, "INT16"},   {DType::kInt32, "INT32"},   {DType::kInt64, "INT64"},
    {DType::kIndex, "INDEX"},   {DType::kUint4, "UINT4"},   {DType::kUint8, "UINT8"},
    {DType::kUint16, "UINT16"}, {DType::kUint32, "UINT32"}, {DType::kUint64, "UINT64"},
    {DType::kFp4, "FP4"},       {DType::kFp8E4M3FN, "FP8E4M3FN"}, {DType::kFp8E5M2, "FP8E5M2"},
    {DType::kFp16, "FP16"},     {DType::kFp32, "FP32"},     {DType::kFp8E8M0, "FP8E8M0"},
    {DType::kBf16, "BF16"},     {DType::kHf4, "HF4"},       {DType::kHf8, "HF8"},
    {DType::kTaskId, "TASK_ID"},
};
constexpr EnumEntry<MemorySpace> kSpaces[] = {
    {MemorySpace::kDDR, "DDR"},   {MemorySpace::kVec, "Vec"},   {MemorySpace::kMat, "Mat"},
    {MemorySpace::kLeft, "Left"}, {MemorySpace::kRight, "Right"}, {MemorySpace::kAcc, "Acc"},
    {MemorySpace::kBias, "Bias"}, {MemorySpace::kScalarLocal, "ScalarLocal"},
    {MemorySpace::kLeftScale, "LeftScale"}, {MemorySpace::kRightScale, "RightScale"},
};
constexpr EnumEntry<TensorLayout> kTensorLayouts[] = {
    {TensorLayout::kND, "ND"}, {TensorLayout::kDN, "DN"}, {TensorLayout::kNZ, "NZ"},
    {TensorLayout::kMxAZz, "MX_A_ZZ"}, {TensorLayout::kMxBNn, "MX_B_NN"},
};
constexpr EnumEntry<TileLayout> kTileLayouts[] = {
    {TileLayout::kNoneBox, "none_box"}, {TileLayout::kRowMajor, "row_major"}, {TileLayout::kColMajor, "col_major"},
};
constexpr EnumEntry<PadValue> kPads[] = {
    {PadValue::kNull, "null"}, {PadValue::kZero, "zero"}, {PadValue::kMax, "max"}, {PadValue::kMin, "min"},
};
constexpr EnumEntry<CompactMode> kCompact[] = {{CompactMode::kNull, "null"}, {CompactMode::kNormal, "normal"}};
constexpr EnumEntry<ParamDirection> kParamDirections[] = {
    {ParamDirection::kIn, "In"}, {ParamDirection::kOut, "Out"}, {ParamDirection::kInOut, "InOut"},
};
constexpr EnumEntry<ArgDirection> kArgDirections[] = {
    {ArgDirection::kInput, "input"}, {ArgDirection::kOutput, "output"}, {ArgDirection::kInOut, "inout"},
    {ArgDirection::kOutputExisting, "output_existing"}, {ArgDirection::kNoDep, "no_dep"},
    {ArgDirection::kScalar, "scalar"},
};
constexpr EnumEntry<FunctionType> kFunctionTypes[] = {
    {FunctionType::kOpaque, "Opaque"}, {FunctionType::kOrchestration, "Orchestration"},
    {FunctionType::kInCore, "InCore"}, {FunctionType::kAIC, "AIC"}, {FunctionType::kAIV, "AIV"},
    {FunctionType::kGroup, "Group"},   {FunctionType::kSpmd, "Spmd"}, {FunctionType::kInline, "Inline"},
    {FunctionType::kGraph, "Graph"},
};
constexpr EnumEntry<Level> kLevels[] = {
    {Level::kAIV, "AIV"}, {Level::kAIC, "AIC"}, {Level::kCoreGroup, "CORE_GROUP"}, {Level::kChipDie, "CHIP_DIE"},
    {Level::kChip, "CHIP"}, {Level::kHost, "HOST"}, {Level::kCluster0, "CLUSTER_0"}, {Level::kCluster1, "CLUSTER_1"},
    {Level::kCluster2, "CLUSTER_2"}, {Level::kGlobal, "GLOBAL"},
    // Accepted when reading; EnumName finds the first entry of a value, so these are never printed.
    {Level::kChipDie, "L2CACHE"}, {Level::kChip, "PROCESSOR"}, {Level::kChip, "UMA"}, {Level::kHost, "NODE"},
    {Level::kCluster0, "POD"}, {Level::kCluster1, "CLOS1"}, {Level::kCluster2, "CLOS2"},
};
constexpr EnumEntry<Role> kRoles[] = {{Role::kOrchestrator, "Orchestrator"}, {Role::kSubWorker, "SubWorker"}};
constexpr EnumEntry<IrStage> kStages[] = {{IrStage::kFunctional, "functional"}, {IrStage::kBuffer, "buffer"}};
constexpr EnumEntry<LoopKind> kLoopKinds[] = {
    {LoopKind::kSequential, "range"}, {LoopKind::kParallel, "parallel"}, {LoopKind::kUnroll, "unroll"},
    {LoopKind::kPipeline, "pipeline"},
};
constexpr EnumEntry<SplitMode> kSplitModes[] = {
    {SplitMode::kNone, "NONE"}, {SplitMode::kUpDown, "UP_DOWN"}, {SplitMode::kLeftRight, "LEFT_RIGHT"},
};

}  // namespace

template <> absl::Span<const EnumEntry<DType>> EnumTable() { return kDTypes; }
template <> absl::Span<const EnumEntry<MemorySpace>> EnumTable() { return kSpaces; }
template <> absl::Span<const EnumEntry<TensorLayout>> EnumTable() { return kTensorLayouts; }
template <> absl::Span<const EnumEntry<TileLayout>> EnumTable() { return kTileLayouts; }
template <> absl::Span<const EnumEntry<PadValue>> EnumTable() { return kPads; }
template <> absl::Span<const EnumEntry<CompactMode>> EnumTable() { return kCompact; }
template <> absl::Span<const EnumEntry<ParamDirection>> EnumTable() { return kParamDirections; }
template <> absl::Span<const EnumEntry<ArgDirection>> EnumTable() { return kArgDirections; }
template <> absl::Span<const EnumEntry<FunctionType>> EnumTable() { return kFunctionTypes; }
template <> absl::Span<const EnumEntry<Level>> EnumTable() { return kLevels; }
template <> absl::Span<const EnumEntry<Role>> EnumTable() { return kRoles; }
template <> absl::Span<const EnumEntry<IrStage>> EnumTable() { return kStages; }
template <> absl::Span<const EnumEntry<LoopKind>> EnumTable() { return kLoopKinds; }
template <> absl::Span<const EnumEntry<SplitMode>> EnumTable() { return kSplitModes; }

std::string_view DTypeName(DType dtype) { return EnumName(dtype); }

int BitWidth(DType dtype) {
  switch (dtype) {
    case DType::kBool: return 1;
    case DType::kInt4: case DType::kUint4: case DType::kFp4: case DType::kHf4: return 4;
    case DType::kInt8: case DType::kUint8: case DType::kFp8E4M3FN: case DType::kFp8E5M2: case DType::kFp8E8M0:
    case DType::kHf8: return 8;
    case DType::kInt16: case DType::kUint16: case DType::kFp16: case DType::kBf16: return 16;
    case DType::kInt32: case DType::kUint32: case DType::kFp32: return 32;
    case DType::kInt64: case DType::kUint64: case DType::kIndex: case DType::kTaskId: return 64;
    case DType::kNone: return 0;
  }
  return 0;
}

DType Promote(DType a, DType b) {
  if (a == b) return a;
  if (IsFloat(a) != IsFloat(b)) return IsFloat(a) ? a : b;
  if (BitWidth(a) != BitWidth(b)) return BitWidth(a) > BitWidth(b) ? a : b;
  if (IsSignedInt(a)) return a;
  return IsSignedInt(b) ? b : a;
}

Level DerivedLevel(FunctionType type) {
  switch (type) {
    case FunctionType::kInCore: return Level::kChipDie;
    case FunctionType::kAIC: return Level::kAIC;
    case FunctionType::kAIV: return Level::kAIV;
    case FunctionType::kGroup: return Level::kCoreGroup;
    case FunctionType::kOrchestration: case FunctionType::kGraph: return Level::kChip;
    case FunctionType::kOpaque: case FunctionType::kSpmd: case FunctionType::kInline: return Level::kUnset;
  }
  return Level::kUnset;
}

Role DerivedRole(FunctionType type) {
  switch (type) {
    case FunctionType::kInCore: case FunctionType::kAIC: case FunctionType::kAIV: case FunctionType::kGroup:
      return Role::kSubWorker;
    case FunctionType::kOrchestration: case FunctionType::kGraph: return Role::kOrchestrator;
    case FunctionType::kOpaque: case FunctionType::kSpmd: case FunctionType::kInline: return Role::kUnset;
  }
  return Role::kUnset;
}

}  // namespace t2t
