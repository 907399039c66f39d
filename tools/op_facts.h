// One operator's declaration in words, shared by the listings and --explain-op.
#pragma once

#include <string>
#include <string_view>

#include "ir/ops/op_def.h"

namespace t2t {

std::string_view CategoryName(OpCategory category);
std::string_view ChannelName(WriteChannel channel);      // "" = writes nothing by itself
std::string_view AffinityName(CoreAffinity affinity);
std::string KwargTypeName(const KwargDef& kwarg);
std::string EffectName(const OperandDef& operand);       // Read, Write, ReadWrite, by-kwarg
// "Vec", "reuses:0", "inherit", "kwarg:target_memory", joined by '|'; "" = not declared.
std::string OutputMemoryName(const OpDef& op);
// Names of the spaces, in code order, joined by `separator`.
std::string SpacesText(SpaceSet spaces, std::string_view separator = "|");

// ---- the same for people ----

// A call with all operands and keywords, what may be left out in brackets: tensor.matmul(lhs, rhs, [out_dtype=],
// [a_trans=False])`.
std::string SignatureText(const OpDef& op);
// "read", "written", "read and written"; by keyword both ends: "written (also read, by keyword)".
std::string EffectText(const OperandDef& operand);
// "int", "True or False", "text", "data type", ...
std::string KwargTypeText(const KwargDef& kwarg);
// Where the result lives; "" when the operator says nothing about it.
std::string ResultMemoryText(const OpDef& op);
// What becomes of the operator in a kernel, or why nothing does.
std::string ConversionText(const OpDef& op);

}  // namespace t2t
