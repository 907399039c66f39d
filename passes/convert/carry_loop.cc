#include "passes/convert/carry_loop.h"

namespace t2t {

CarryLoop::CarryLoop(ConvertContext& context, std::string_view index_name, ExprId stop, std::string_view carry_name,
                     ExprId seed)
    : c_(context),
      outside_(&context.builder()),
      block_(context.p.NewBlock(outside_->function())),
      body_(Builder::AtEnd(context.p, block_, outside_->span())),
      stop_(stop),
      seed_(seed) {
  Program& p = c_.p;
  index_ = p.AddValue(ValueKind::kLoopVar, p.Str(index_name), p.ScalarType(DType::kIndex), outside_->function());
  carry_ = p.AddValue(ValueKind::kIterArg, p.Str(carry_name), p[seed].type, outside_->function());
  body_.SetOrigin(outside_->origin());
  c_.SetBuilder(&body_);
}

CarryLoop::~CarryLoop() {
  if (outside_ != nullptr) c_.SetBuilder(outside_);
}

ExprId CarryLoop::Finish(std::string_view result_name, ExprId value) {
  Program& p = c_.p;
  body_.Yield({value});
  Builder& outside = *outside_;
  c_.SetBuilder(&outside);
  outside_ = nullptr;
  const ValueId result = p.AddValue(ValueKind::kResult, p.Str(result_name), p[seed_].type, outside.function());
  Region region;
  region.body = block_;
  region.loop_var = index_;
  region.start = p.Int(0);
  region.stop = stop_;
  region.step = p.Int(1);
  region.iter_args = p.MakeList({carry_});
  region.inits = p.MakeList({seed_});
  region.results = p.MakeList({result});
  outside.Insert(p.NewRegion(StmtKind::kFor, region, outside.span()));
  return p.Var(result);
}

}  // namespace t2t
