#include "verifiers/recorded_results.h"

#include "ir/analysis/out_storage.h"
#include "ir/core/call_operands.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"

namespace t2t {

std::optional<uint64_t> OutputNumber(const Program& p, ValueId value) {
  const ExprId create = DefiningOpCall(p, value);
  const Attr* tag = create ? p.FindAttr(p.CallOf(create).attrs, kOutStorage) : nullptr;
  if (tag == nullptr || tag->kind != AttrKind::kInt) return std::nullopt;
  return static_cast<uint64_t>(tag->int_value());
}

ValueId WrittenBack(const Program& p, ExprId write) {
  const Call& call = p.CallOf(write);
  const int named = ResultNames(Ops()[call.op]);
  if (named < 0 || static_cast<uint32_t>(named) >= call.args.size) return {};
  const auto operand = static_cast<size_t>(named);
  const ValueId target = AsVar(p, p[call.args][operand]);
  return target && p.TypeOf(target).IsTensorLike() && Writes(EffectOn(p, call, operand)) ? target : ValueId();
}

std::optional<CarriedResult> CarriedIn(const Program& p, ValueId result) {
  const StmtId loop = p[result].kind == ValueKind::kResult ? p[result].def : StmtId();
  if (!loop || (p[loop].kind != StmtKind::kFor && p[loop].kind != StmtKind::kWhile)) return std::nullopt;
  const Region& r = p.RegionOf(loop);
  const StmtId yield = TrailingYield(p, r.body);
  if (!yield) return std::nullopt;
  const auto results = p[r.results];
  for (uint32_t i = 0; i < results.size(); ++i) {
    if (results[i] != result) continue;
    if (i >= r.iter_args.size || i >= r.inits.size || i >= p[yield].values().size) return std::nullopt;
    return CarriedResult{p[r.iter_args][i], p[r.inits][i], p[p[yield].values()][i]};
  }
  return std::nullopt;
}

ResultsOnRecord::ResultsOnRecord(Program& program, FuncId kernel) : p_(program), kernel_(kernel) {
  const Attr* record = p_.FindAttr(p_[kernel].attrs, kReturnRecord);
  if (record == nullptr || record->kind != AttrKind::kString) return;
  words_ = ParseReturnRecord(p_[record->string()]);
  if (!words_) return;
  results_ = RecordedResults(program, kernel);
  uint64_t outputs = 0;
  for (const ReturnWord& word : *words_) {
    if (!word.Is(ReturnWord::Kind::kKeep)) outputs = std::max(outputs, uint64_t{word.output} + 1);
  }
  const auto params = p_.Params(kernel);
  end_outputs_ = params.size() - TrailingContexts(p_, params);
  first_output_ = end_outputs_ - std::min(end_outputs_, outputs);
}

std::optional<uint64_t> ResultsOnRecord::OutputOf(ValueId storage) const {
  if (p_[storage].kind != ValueKind::kParam) return OutputNumber(p_, storage);
  const auto params = p_.Params(kernel_);
  for (uint64_t i = first_output_; i < end_outputs_; ++i) {
    if (params[i] == storage) return i - first_output_;
  }
  return std::nullopt;
}

}  // namespace t2t
