#include <algorithm>
#include <utility>

#include "ir/core/walk.h"
#include "verifiers/effects/digester.h"

namespace t2t::effects {

std::vector<uint32_t> Digester::WrittenIn(StmtId stmt) const {
  std::vector<uint32_t> roots;
  const std::vector<ValueId>* written = writes_.In(stmt);
  if (written == nullptr) return roots;
  for (ValueId v : *written) {
    const auto handle = handles_.find(v);
    if (handle != handles_.end()) roots.push_back(handle->second.root);
  }
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

void Digester::Loop(StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  const auto inits = p_[r.inits];
  const auto carries = p_[r.iter_args];
  uint64_t h = Digest("loop", ++ordinal_, static_cast<uint64_t>(p_[stmt].kind));
  const uint64_t label = h;
  for (ExprId e : {r.start, r.stop, r.step}) h = Mix(h, Of(e));
  std::vector<uint64_t> seeds;
  for (size_t i = 0; i < carries.size(); ++i) {
    seeds.push_back(i < inits.size() ? Of(inits[i]) : 0);
    // A carried handle of memory keeps its buffer; everything else is an unknown of the loop.
    const Handle* seed = i < inits.size() ? HandleOf(inits[i]) : nullptr;
    if (seed != nullptr && writes_.Kept(carries[i])) {
      Bind(carries[i], *seed);
    } else {
      BindResult(carries[i], Digest("carry", label, i));
    }
  }
  if (r.loop_var) scalar_[r.loop_var] = Digest("index", label);
  for (uint64_t seed : seeds) h = Mix(h, seed);
  const Trace outer = std::exchange(trace_, {});
  const std::vector<uint32_t> roots = WrittenIn(stmt);
  std::vector<uint64_t> before;
  for (uint32_t root : roots) {
    before.push_back(content_[root]);
    content_[root] = Digest("inside", label, content_[root]);
  }
  if (r.cond) h = Mix(h, Of(r.cond));
  Block(r.body);
  std::vector<uint64_t> yields;
  if (const StmtId yield = TrailingYield(p_, r.body)) {
    for (ExprId e : p_[p_[yield].values()]) yields.push_back(Of(e));
  }
  for (uint64_t y : yields) h = Mix(h, y);
  for (uint32_t root : roots) h = Mix(h, content_[root]);
  trace_ = trace_.empty() ? outer : Trace{Digest("loop", outer.all, trace_.all, h), Digest("loop", outer.names, trace_.names)};
  for (size_t k = 0; k < roots.size(); ++k) content_[roots[k]] = Digest("after", h, before[k]);
  for (size_t i = 0; i < p_[r.results].size(); ++i) {
    const ValueId result = p_[r.results][i];
    const auto carry = i < carries.size() ? handles_.find(carries[i]) : handles_.end();
    if (carry != handles_.end() && writes_.Kept(carries[i])) {
      Bind(result, Handle(carry->second));
    } else {
      BindResult(result, Digest("result", h, i));
    }
  }
}
void Digester::Branch(StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  const uint64_t cond = Of(r.cond);
  const std::vector<uint32_t> roots = WrittenIn(stmt);
  std::vector<uint64_t> start, then_content;
  for (uint32_t root : roots) start.push_back(content_[root]);
  const Trace outer = std::exchange(trace_, {});
  Block(r.body);
  const std::vector<uint64_t> then_values = Yields(r.body);
  const Trace then = std::exchange(trace_, {});
  for (size_t i = 0; i < roots.size(); ++i) {
    then_content.push_back(content_[roots[i]]);
    content_[roots[i]] = start[i];
  }
  std::vector<uint64_t> else_values;
  if (r.else_body) {
    Block(r.else_body);
    else_values = Yields(r.else_body);
  }
  for (size_t i = 0; i < roots.size(); ++i) {
    uint64_t& now = content_[roots[i]];
    if (then_content[i] != now) now = Digest("either", cond, then_content[i], now);
  }
  trace_ = then.empty() && trace_.empty() ? outer
                                          : Trace{Digest("branch", outer.all, cond, then.all, trace_.all),
                                                  Digest("branch", outer.names, then.names, trace_.names)};
  for (size_t i = 0; i < p_[r.results].size(); ++i) {
    const uint64_t a = i < then_values.size() ? then_values[i] : 0, b = i < else_values.size() ? else_values[i] : 0;
    BindResult(p_[r.results][i], Digest("either", cond, a, b));
  }
}
std::vector<uint64_t> Digester::Yields(BlockId block) {
  std::vector<uint64_t> out;
  if (const StmtId yield = TrailingYield(p_, block)) {
    for (ExprId e : p_[p_[yield].values()]) out.push_back(Of(e));
  }
  return out;
}

}  // namespace t2t::effects
