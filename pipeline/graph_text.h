// Short labels of graphs: the names and expressions of the text, without its spelling of types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/core/program.h"
#include "ir/text/names.h"

namespace t2t {

inline constexpr size_t kLabelWidth = 36;  // characters of one line; longer ones end in an ellipsis

// At most `width` characters of UTF-8, the last one an ellipsis when something is cut.
std::string Shortened(std::string text, size_t width = kLabelWidth);

// `k + 1` instead of `k + pl.const(1, pl.INDEX)`, with the unique names of the function `names` stands in.
std::string ShortExpr(const Program& program, NameTable& names, ExprId expr);
// "[48, 64] FP32", with a second line "valid [40, 64]" where the valid region is smaller. Nothing for other types.
std::vector<std::string> TypeLines(const Program& program, NameTable& names, TypeId type);
// "tile.load", "call mm", "submit mm"; an alias or arithmetic is shown as the expression itself.
std::string WhatText(const Program& program, NameTable& names, ExprId value);
// Scalar operands and keywords that say something: "offsets [0, k]", "b_trans"; then demands: "wanted in Mat".
std::vector<std::string> CallLines(const Program& program, NameTable& names, ExprId call);
// "for k in 0, 256, 64", "if n > 0", "while ...", "spmd 8".
std::string RegionText(const Program& program, NameTable& names, StmtId stmt);
// The facts under t2t. of a function, one line each; empty for a function that no pass looked at.
std::vector<std::string> FunctionFacts(const Program& program, AttrsId attrs);

}  // namespace t2t
