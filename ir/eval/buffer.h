// Storage and what names it. A Buffer is memory: a parameter in GM, or one on-chip tile. An Nd is a window into a buffer:
// the run-time value of a tensor or tile. Several windows may name one buffer, and a store through one is seen by all.
//
// Poison: storage that was never written, and elements outside a valid region, hold no number. Each poisoned element
// remembers why. Computing with poison gives poison; whoever needs a real number (an index, a condition, a result) asks.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "ir/core/nodes.h"
#include "ir/eval/number_format.h"
#include "ir/ops/op_def.h"
#include "ir/support/status.h"

namespace t2t::eval {

using Dims = absl::InlinedVector<int64_t, 4>;

// Why an element holds no number. 0 = it does.
using PoisonId = uint32_t;

enum class PoisonKind : uint8_t {
  kNeverWritten,    // storage made by a statement and not stored to since
  kOutParameter,    // an Out parameter before its first store
  kOutsideValid,    // outside the valid region of an operand or result
  kUndefined,       // the operator gives no value there (division of integers by zero, unmatched slots)
  kPredicate,       // results of a submit that its predicate left out
};

struct PoisonReason {
  PoisonKind kind = PoisonKind::kNeverWritten;
  StmtId stmt;       // where it comes from; invalid = the caller of the run
  ValueId value;     // the parameter or variable, if one
};

class PoisonLog {
 public:
  PoisonLog() { reasons_.emplace_back(); }
  PoisonId Add(PoisonKind kind, StmtId stmt, ValueId value = {});
  const PoisonReason& operator[](PoisonId id) const { return reasons_[id]; }

 private:
  std::vector<PoisonReason> reasons_;  // [0] is "not poison"
};

// How a kernel last wrote a buffer in GM.
struct LastStore {
  WriteChannel channel = WriteChannel::kNone;
  uint64_t activation = 0;           // number of the kernel call; 0 = none yet
};

struct Buffer {
  DType dtype = DType::kFp32;        // unit of `poison` and `writer`
  int64_t elements = 0;
  std::vector<uint8_t> bytes;
  std::vector<PoisonId> poison;      // by element; empty = no element is poisoned
  std::vector<uint32_t> writer;      // by element: statement index + 1 of the last store; empty = not tracked
  std::vector<uint8_t> bit_poison;   // packed predicates: bits of each byte that hold no answer; empty = none
  bool gm = false;                   // global memory: parameters and what the host allocates
  LastStore last_store;
  bool overrun = false;              // a store missed the memory: what made this buffer got its size wrong
  ValueId owner;                     // parameter or variable it was made for
};
using BufferPtr = std::shared_ptr<Buffer>;

BufferPtr NewBuffer(DType dtype, int64_t elements);
void PoisonAll(Buffer& buffer, PoisonId reason);

struct Nd {
  BufferPtr buffer;
  DType dtype = DType::kFp32;  // of the elements as this window reads them
  int64_t offset = 0;          // elements of `dtype`
  Dims shape;                  // physical
  Dims stride;                 // elements of `dtype`
  Dims valid;                  // extents from the origin

  size_t rank() const { return shape.size(); }
  bool FullyValid() const { return valid == shape; }
};

int64_t NumElements(absl::Span<const int64_t> shape);  // saturates; negative extents count as 0
Dims PackedStrides(absl::Span<const int64_t> shape);
// A window over all of a fresh buffer, packed, fully valid, elements not poisoned.
Nd NewNd(DType dtype, absl::Span<const int64_t> shape);
int64_t NumElementsIn(const Nd& nd);  // of its type, in all of the buffer
bool IsPacked(const Nd& nd);   // row-major without gaps (extents of 1 do not count)
// OutOfRange unless every element of the box [0, extent) lies inside the buffer.
absl::Status CheckInside(const Nd& nd, absl::Span<const int64_t> extent);
// The same elements under another shape; null dims result when only a copy can do that.
bool ReshapeInPlace(const Nd& nd, absl::Span<const int64_t> shape, Nd* out);
// A packed copy of all physical elements, poison included. `reason` marks those that the buffer does not have.
Nd PackedCopy(const Nd& nd, PoisonId reason);

// Rows of the last axis of a box: calls f(n, position, offsets) once per row (a box of rank 0 is one row of one element).
// `strides[k]` has the rank of the box, the offset of operand k at a row is offsets[k]; `position` are the outer indices.
struct RowStep {
  int64_t n = 0;
  absl::Span<const int64_t> position;  // all axes but the last
  absl::Span<const int64_t> offset;    // one per operand
};
void ForEachRow(absl::Span<const int64_t> extent, absl::Span<const Dims> strides, absl::Span<const int64_t> bases,
                absl::FunctionRef<void(const RowStep&)> f);

// Stores into the memory of a window, elements of its type from `first` on. What a wrong result type leaves no room for is
// not stored; Buffer::overrun remembers.
void StoreRow(Nd& to, int64_t first, int64_t stride, int64_t n, const double* in);
void StoreRow(Nd& to, int64_t first, int64_t stride, int64_t n, const int64_t* in);
void CopyRow(const uint8_t* from, int64_t from_first, int64_t from_stride, Nd& to, int64_t first, int64_t stride, int64_t n);

// Poison of `n` elements of a window, starting at element `first`, `stride` apart. Reading a buffer through another element
// type poisons an element when any byte of it is poisoned.
bool RowHasPoison(const Nd& nd);
PoisonId PoisonAt(const Nd& nd, int64_t element);
// Marks elements; 0 clears. Also notes the writer where writers are tracked.
void MarkRow(Nd& nd, int64_t first, int64_t stride, int64_t n, const PoisonId* reasons /* null = all clear */, StmtId writer);
void PoisonRow(Nd& nd, int64_t first, int64_t stride, int64_t n, PoisonId reason);
// Poisons the elements of the window's shape that are outside `valid`.
void PoisonOutside(Nd& nd, absl::Span<const int64_t> valid, PoisonId reason);

}  // namespace t2t::eval
