// Typed 32-bit handles. A handle is an index into a store of the Program; it never dangles while the Program lives and
// it means the same thing in a copy of the Program. Handles of different kinds do not convert into each other.
#pragma once

#include <compare>
#include <cstdint>
#include <utility>

namespace t2t {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  explicit constexpr Id(uint32_t index) : index_(index) {}

  constexpr bool valid() const { return index_ != kNone; }
  explicit constexpr operator bool() const { return valid(); }
  constexpr uint32_t index() const { return index_; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
  template <class H>
  friend H AbslHashValue(H h, Id id) {
    return H::combine(std::move(h), id.index_);
  }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t index_ = kNone;
};

using StrId = Id<struct StrTag>;      // interned text
using TypeId = Id<struct TypeTag>;    // interned type: equal types have equal ids
using ViewId = Id<struct ViewTag>;    // interned tensor/tile view
using MemRefId = Id<struct MemRefTag>;
using ExprId = Id<struct ExprTag>;    // expression; interned unless it contains a call
using CallId = Id<struct CallTag>;    // operands and attributes of a Call or Submit expression
using SubmitId = Id<struct SubmitTag>;
using AttrsId = Id<struct AttrsTag>;  // interned ordered dictionary; invalid = empty
using ValueId = Id<struct ValueTag>;  // a variable
using StmtId = Id<struct StmtTag>;
using BlockId = Id<struct BlockTag>;
using RegionId = Id<struct RegionTag>;  // loop, branch or scope data of a statement
using FuncId = Id<struct FuncTag>;
using OpId = Id<struct OpTag>;          // operator of the process-wide registry

// A run of 32-bit words in the Program's list pool: operands, shapes, carried values.
template <class T>
struct List {
  uint32_t begin = 0;
  uint32_t size = 0;
  bool empty() const { return size == 0; }
  friend constexpr bool operator==(List, List) = default;
};
using ExprList = List<ExprId>;
using ValueList = List<ValueId>;
using TypeList = List<TypeId>;

}  // namespace t2t
