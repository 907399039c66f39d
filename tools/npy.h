// The .npy format (NumPy format specification, versions 1.0 to 3.0): one array per file. Written little-endian, C order.
#pragma once

#include <string>

#include "ir/eval/value.h"

namespace t2t {

// "" or why the file cannot be used. Element types: bool, 8 to 64-bit integers, float16, float32, float64 (rounded to FP32).
// Types that NumPy does not have (BF16, 8-bit floats) are read from unsigned integers of their width. `into` has its element
// type and extents already; the array's must agree with them.
std::string ReadNpy(std::string_view bytes, eval::Nd& into);
// Bytes of a file with the elements of the window; poisoned ones are NaN, or 0 in integers.
std::string WriteNpy(const eval::Nd& nd);

}  // namespace t2t
