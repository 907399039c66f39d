// Tuples of tensors that loops carry and branches yield are taken apart: each element travels by itself, and the tuple is
// put together again where the old variable was defined. Only so can one element become a tile while its neighbour stays
// a GM handle (lowering j.5).
//
//   before:                                         after:
//     t = (x, y)                                      t = (x, y)
//     for i, (c,) in pl.range(4, init_values=(t,)):   for i, (c_0, c_1) in pl.range(4, init_values=(x, y)):
//         ...                                             c = (c_0, c_1)
//         r = pl.yield_(u)                                ...
//                                                         r_0, r_1 = pl.yield_(u[0], u[1])
//                                                     r = (r_0, r_1)
#pragma once

#include "ir/core/program.h"

namespace t2t {

void OpenCarriedTuples(Program& program, FuncId kernel);

}  // namespace t2t
