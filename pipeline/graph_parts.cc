#include "pipeline/graph_parts.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/core/walk.h"

namespace t2t {
namespace {

constexpr uint32_t kNotWorthAPicture = 4;

// f(StmtId) for the neighbours from first to last.
template <class F>
void ForEachNeighbour(const Program& p, StmtId first, StmtId last, F&& f) {
  for (StmtId stmt = first; stmt; stmt = p[stmt].next) {
    f(stmt);
    if (stmt == last) return;
  }
}

uint32_t CountDirect(const Program& p, BlockId block) {
  uint32_t n = 0;
  if (block) ForEachInBlock(p, block, [&](StmtId) { ++n; });
  return n;
}

}  // namespace

std::vector<uint32_t> Weights(const Program& p) {
  std::vector<uint32_t> weights(p.num_stmts(), 0);
  std::vector<StmtId> order;
  for (uint32_t f = 0; f < p.num_functions(); ++f) {
    ForEachStmt(p, p[FuncId(f)].body, [&](StmtId stmt) {
      order.push_back(stmt);
      weights[stmt.index()] = 1;
    });
  }
  for (auto stmt = order.rbegin(); stmt != order.rend(); ++stmt) {
    const StmtId parent = p[p[*stmt].block].parent;
    if (parent) weights[parent.index()] += weights[stmt->index()];
  }
  return weights;
}

PartPlan::PartPlan(const Program& program, const std::vector<uint32_t>& weights, Part part, uint32_t limit,
                   const std::string& prefix, int& number)
    : p_(program), weights_(weights), part_(std::move(part)), limit_(limit), prefix_(prefix), number_(number),
      budget_(limit) {
  if (!part_.first) return;
  uint32_t direct = 0;
  ForEachNeighbour(p_, part_.first, part_.last, [&](StmtId) { ++direct; });
  if (direct <= budget_) {
    budget_ -= direct;
    Show(part_.first, part_.last);
  } else {
    Group(part_.first, part_.last, budget_);
  }
  // Outer levels first: what is left out is what is nested deepest.
  for (size_t i = 0; i < regions_.size(); ++i) {
    const StmtId region = regions_[i];
    if (!ShowInside(region)) LeaveOut(region, region, weights_[region.index()]);
  }
}

const Part* PartPlan::LeftOut(StmtId stmt) const {
  const auto it = part_at_.find(stmt);
  return it == part_at_.end() ? nullptr : &parts_[it->second];
}

void PartPlan::Show(StmtId first, StmtId last) {
  ForEachNeighbour(p_, first, last, [&](StmtId stmt) {
    if (p_[stmt].HasRegion()) regions_.push_back(stmt);
  });
}

bool PartPlan::ShowInside(StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  const uint32_t direct = CountDirect(p_, r.body) + CountDirect(p_, r.else_body);
  const bool small = weights_[stmt.index()] <= kNotWorthAPicture;
  if (direct > budget_ && !small && budget_ < limit_ / 2) return false;
  for (BlockId block : {r.body, r.else_body}) {
    if (!block || !p_[block].first) continue;
    if (direct <= budget_ || small) {
      Show(p_[block].first, p_[block].last);
    } else {
      Group(p_[block].first, p_[block].last, budget_ / 2);
    }
  }
  budget_ -= std::min(budget_, direct);
  return true;
}

// Runs of about equal weight, so few that they fit into `room`. A neighbour too heavy for a run stands alone.
void PartPlan::Group(StmtId first, StmtId last, uint32_t room) {
  uint64_t total = 0;
  ForEachNeighbour(p_, first, last, [&](StmtId stmt) { total += weights_[stmt.index()]; });
  const uint64_t target = std::max<uint64_t>(limit_ / 2, 4 * total / std::max<uint32_t>(room, 1));
  StmtId begin, end;
  uint32_t weight = 0;
  const auto flush = [&] {
    if (weight > 0) LeaveOut(begin, end, weight);
    begin = end = StmtId();
    weight = 0;
  };
  ForEachNeighbour(p_, first, last, [&](StmtId stmt) {
    const uint32_t w = weights_[stmt.index()];
    if (w >= target) {
      flush();
      LeaveOut(stmt, stmt, w);
      return;
    }
    if (weight + w > target) flush();
    if (!begin) begin = stmt;
    end = stmt;
    weight += w;
  });
  flush();
}

void PartPlan::LeaveOut(StmtId first, StmtId last, uint32_t weight) {
  if (weight <= kNotWorthAPicture) return Show(first, last);
  Part part{part_.function, first, last, weight, fmt::format("{}.{}", prefix_, ++number_), {}};
  part.title = fmt::format("part {}", number_);
  part_at_.emplace(first, parts_.size());
  parts_.push_back(std::move(part));
}

}  // namespace t2t
