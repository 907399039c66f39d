// The pipes between the cube core and the vector cores, in one kernel: a pipe is set up before it is used, what comes out of it
// lies in the memory of this side, and every slot is given back (rules 2 to 5 of MixedKernelExpanded).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "verifiers/verifier.h"

namespace t2t {

class CrossCorePipes {
 public:
  explicit CrossCorePipes(VerifyContext& c);

  void Function(FuncId f);

 private:
  enum class Does : uint8_t { kSetUp, kPush, kPop, kFree };
  struct PipeOp {
    OpId op;
    Does does;
    bool on_cube;  // which side runs it
    int direction = 0;  // 1 = cube to vector, 2 = vector to cube: the bits of dir_mask
  };
  struct Popped {
    StmtId stmt;
    const PipeOp* by;
    bool freed = false;
  };

  const PipeOp* Find(OpId op) const;
  int64_t IntKwarg(const Call& call, std::string_view name) const;
  void One(StmtId stmt, const PipeOp& pipe, const Call& call);
  void Place(StmtId stmt, const PipeOp& pop);
  void Free(StmtId stmt, const PipeOp& pipe, const Call& call);

  VerifyContext& c_;
  const Program& p_;
  const std::vector<PipeOp> ops_;
  // Of the function: directions by side and pipe; what was popped, in order, and its place in that list.
  absl::flat_hash_map<std::pair<bool, int64_t>, int64_t> set_up_;
  std::vector<Popped> popped_;
  absl::flat_hash_map<ValueId, size_t> by_value_;
};

}  // namespace t2t
