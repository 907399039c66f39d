// The page about all operators, made from the registries.
#pragma once

#include <string>

namespace t2t {

std::string OperatorsPage();  // docs/operators.md

}  // namespace t2t
