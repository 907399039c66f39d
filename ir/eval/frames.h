// The explicit stack of a running program. Private to machine*.cc.
#pragma once

#include "absl/container/flat_hash_map.h"
#include "ir/eval/machine.h"

namespace t2t::eval {

inline constexpr int64_t kMaxBlocks = 4096;   // of an SPMD launch

// One running call of a function: its variables.
struct Machine::Activation {
  FuncId function;
  ExecState exec;
  absl::flat_hash_map<ValueId, RtValue> values;
  absl::flat_hash_map<ExprId, RtValue> calls;   // results of the function calls inside the statement being executed
};

struct Machine::Frame {
  enum class Kind : uint8_t { kFunction, kBranch, kScope, kSpmdScope, kFor, kWhile };
  Kind kind = Kind::kScope;
  StmtId stmt;                    // the region statement; invalid for a function
  StmtId next;                    // statement to execute, invalid at the end of the block
  std::shared_ptr<Activation> activation;

  // loops, branches
  int64_t index = 0, stop = 0, step = 1;
  std::vector<RtValue> carried;   // loops: the current values of the carries
  std::vector<RtValue> yielded;   // what the block has yielded
  bool has_yielded = false;

  // functions
  ExprId call;                    // the call in the calling statement that waits for the result
  int64_t block = 0, blocks = 1;  // SPMD launches run the body once per block
  std::vector<RtValue> args;      // kept for the next block
};

struct Machine::Thread {
  std::vector<Frame> frames;
  RtValue result;                 // of the outermost function
  bool is_lane = false;
  bool waits = false;             // a lane: at an aic_gather, for the others
  std::vector<RtValue> lane_yield;  // a lane: what it yields to the loop or branch around the region
  bool lane_yielded = false;
  size_t base = 0;                // frames below belong to somebody else

  Frame& top() { return frames.back(); }
  Activation& activation() { return *frames.back().activation; }
};

}  // namespace t2t::eval
