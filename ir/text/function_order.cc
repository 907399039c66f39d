#include "ir/text/function_order.h"

#include <algorithm>

#include "ir/core/walk.h"

namespace t2t {
namespace {

bool MayCallFunctions(const Program& p, ExprId expr) {
  const Expr& e = p[expr];
  if (!e.has_call) return false;
  if (e.kind != ExprKind::kCall || !p[e.call()].op) return true;
  for (ExprId arg : p[p[e.call()].args]) {
    if (p[arg].has_call) return true;
  }
  return false;
}

std::vector<FuncId> Callees(const Program& p, FuncId function) {
  std::vector<FuncId> callees;
  ForEachStmt(p, p[function].body, [&](StmtId stmt) {
    ForEachExpr(p, stmt, [&](ExprId root) {
      if (!MayCallFunctions(p, root)) return;
      ForEachCall(p, root, [&](ExprId call) {
        const FuncId callee = p.CallOf(call).callee;
        if (callee && !p[callee].declared_only) callees.push_back(callee);
      });
    });
  });
  return callees;
}

}  // namespace

std::vector<FuncId> PrintOrder(const Program& p) {
  std::vector<FuncId> by_name;
  for (uint32_t i = 0; i < p.num_functions(); ++i) {
    if (!p[FuncId(i)].declared_only) by_name.push_back(FuncId(i));
  }
  std::sort(by_name.begin(), by_name.end(), [&](FuncId a, FuncId b) { return p[p[a].name] < p[p[b].name]; });
  std::vector<uint32_t> rank(p.num_functions(), 0);
  for (uint32_t i = 0; i < by_name.size(); ++i) rank[by_name[i].index()] = i;

  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> state(p.num_functions(), kNew);
  struct Frame {
    FuncId function;
    std::vector<FuncId> callees;
    size_t next = 0;
  };
  std::vector<Frame> stack;
  std::vector<FuncId> order;
  const auto open = [&](FuncId f) {
    state[f.index()] = kOpen;
    std::vector<FuncId> callees = Callees(p, f);
    std::sort(callees.begin(), callees.end(),
              [&](FuncId a, FuncId b) { return rank[a.index()] < rank[b.index()]; });
    callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
    stack.push_back({f, std::move(callees), 0});
  };
  for (FuncId root : by_name) {
    if (state[root.index()] != kNew) continue;
    open(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.callees.size()) {
        state[frame.function.index()] = kDone;
        order.push_back(frame.function);
        stack.pop_back();
        continue;
      }
      const FuncId callee = frame.callees[frame.next++];
      if (state[callee.index()] == kOpen) return by_name;
      if (state[callee.index()] == kNew) open(callee);
    }
  }
  return order;
}

}  // namespace t2t
