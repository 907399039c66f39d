// Structural equality of programs, functions and statements (types-and-ops 3.5): names, spans, comments and memrefs of
// types are ignored, variables are matched by where they are defined.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/core/program.h"

namespace t2t {

// What differs first, in program order: which function, which statements, and how, for people. nullopt = equal.
std::optional<std::string> FirstDifference(const Program& a, const Program& b);
std::optional<std::string> FirstDifference(const Program& a, FuncId f, const Program& b, FuncId g);

// 64-bit hash of everything a printed function shows, names included; the same in every run. Equal programs of equal
// names have equal fingerprints.
uint64_t Fingerprint(const Program& program);
uint64_t Fingerprint(const Program& program, FuncId function);

}  // namespace t2t
