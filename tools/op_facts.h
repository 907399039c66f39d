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
// Names of the spaces, in code order, joined by '|'.
std::string SpacesText(SpaceSet spaces);

}  // namespace t2t
