// One registration function per operator family; table.cc calls them all.
#pragma once

#include "ir/eval/op_context.h"

namespace t2t::eval {

void AddElementwise(EvalTable& t);   // elementwise.cc: two operands, tensor or scalar right-hand sides
void AddUnary(EvalTable& t);         // unary.cc: one operand, casts
void AddSelect(EvalTable& t);        // select.cc: compare, packed masks, select
void AddBroadcast(EvalTable& t);     // broadcast.cc: row_expand*, col_expand*, expands, expand_clone
void AddReduce(EvalTable& t);        // reduce.cc
void AddCreate(EvalTable& t);        // create.cc: create, full, ci, tri, random
void AddMemory(EvalTable& t);        // memory.cc: load, store, move, assemble, read, write, padding
void AddViews(EvalTable& t);         // views.cc: slice, reshape, transpose, view, set_validshape, concat, private casts
void AddMatmul(EvalTable& t);        // matmul.cc
void AddGather(EvalTable& t);        // gather.cc: elements
void AddGatherRows(EvalTable& t);    // gather_rows.cc: regions and pages of GM
void AddScatter(EvalTable& t);       // scatter.cc
void AddSort(EvalTable& t);          // sort.cc
void AddSystem(EvalTable& t);        // system.cc: scalars of the machine, arrays, synchronisation
void AddDistributed(EvalTable& t);   // distributed.cc: one rank
void AddRefused(EvalTable& t);       // table.cc: what cannot be run, with the reason

}  // namespace t2t::eval
