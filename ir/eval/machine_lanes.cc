// The two lanes of a split region.
#include "ir/eval/frames.h"

namespace t2t::eval {

// Every lane has its own variables. They run until each has ended or stands at the same aic_gather, which joins them.
absl::Status Machine::RunSplit(Thread& thread, StmtId stmt) {
  const Region& r = p_.RegionOf(stmt);
  constexpr size_t kLanes = 2;
  std::vector<Thread> lanes(kLanes);
  std::shared_ptr<Activation> first_lane;
  for (size_t i = 0; i < kLanes; ++i) {
    Frame f;
    f.kind = Frame::Kind::kScope;
    f.stmt = stmt;
    f.next = p_[r.body].first;
    f.activation = std::make_shared<Activation>(thread.activation());
    f.activation->exec.lane = static_cast<int64_t>(i);
    f.activation->exec.in_split = true;
    if (r.loop_var) {
      f.activation->values[r.loop_var] = RtValue::Of(Scalar::Int(static_cast<int64_t>(i), p_.TypeOf(r.loop_var).dtype));
    }
    if (i == 0) first_lane = f.activation;
    lanes[i].frames.push_back(std::move(f));
    lanes[i].is_lane = true;
  }
  while (true) {
    size_t done = 0;
    for (Thread& lane : lanes) {
      if (lane.frames.empty()) {
        ++done;
        continue;
      }
      ASSIGN_OR_RETURN(const Progress progress, Advance(lane));
      if (progress == Progress::kDone) ++done;
    }
    if (done == kLanes) break;
    if (done != 0) return UserError("one lane waits at an aic_gather that the other does not reach");
    const StmtId gather = lanes[0].top().next;
    for (const Thread& lane : lanes) {
      if (lane.frames.back().next != gather) return UserError("the lanes wait at different aic_gathers");
    }
    const ExprId expr = p_[gather].value();
    std::vector<RtValue> halves;
    for (Thread& lane : lanes) {
      ASSIGN_OR_RETURN(RtValue v, Eval(lane.activation(), p_.Args(expr)[0], gather));
      halves.push_back(std::move(v));
    }
    Activation& a = lanes[0].activation();
    const auto extent = [&](ExprId e) { return Extent(a, e); };
    OpContext c{p_,    Ops()[p_.CallOf(expr).op], p_.CallOf(expr), p_.Args(expr), halves, p_[expr].type, gather, a.exec,
                poison_, extent,                    {}};
    if (absl::Status s = Evaluators()[p_.CallOf(expr).op].run(c); !s.ok()) {
      failed_at_ = gather;
      return s;
    }
    for (Thread& lane : lanes) {
      lane.activation().values[p_[gather].var()] = c.result;
      lane.top().next = p_[gather].next;
      lane.waits = false;
    }
  }
  // Behind the region the variables of the first lane stand for those of all; only joined values are used there.
  Activation& a = thread.activation();
  const ExecState exec = a.exec;
  a.values = std::move(first_lane->values);
  a.exec = exec;
  if (!lanes[0].lane_yielded) return absl::OkStatus();
  for (size_t i = thread.frames.size(); i-- > thread.base;) {
    Frame& f = thread.frames[i];
    if (f.kind == Frame::Kind::kScope || f.kind == Frame::Kind::kSpmdScope) continue;
    f.yielded = std::move(lanes[0].lane_yield);
    f.has_yielded = true;
    return absl::OkStatus();
  }
  return UserError("a yield outside of loops and branches");
}

}  // namespace t2t::eval
