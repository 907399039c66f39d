// ReturnSlots: what is returned stays what record-returns wrote down, in the order it wrote it, from the allocation that stands
// for an output to the Out parameter that holds it. Of a computed result without storage nothing is said.
#include <algorithm>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/show.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/support/counted.h"
#include "verifiers/all.h"
#include "verifiers/recorded_results.h"
#include "verifiers/storage_behind.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "another number of results is returned than recorded"},
    {2, "a result recorded as kept is computed"},
    {3, "a result names other memory than that of the added output it is recorded as"},
    {4, "two results recorded as one value are in different memory"},
    {5, "an added output is not declared Out"},
    {6, "an added output stands behind a communication context"},
};

class Slots {
 public:
  explicit Slots(VerifyContext& c) : c_(c), p_(c.program), storage_(c.program) {}

  void Kernel(FuncId f) {
    const ResultsOnRecord record(p_, f);
    if (!record.recorded()) return;
    const StmtId last = p_[p_[f].body].last;
    const std::string_view name = p_[p_[f].name];
    if (record.words().size() != record.results().size()) {
      c_.Error(1, f, fmt::format("{} returns {}, its record tells of {}", name,
                                 Counted(record.results().size(), "result"), record.words().size()),
               "a pass keeps every result");
    }
    for (size_t i = 0; i < record.size(); ++i) {
      const ReturnWord& word = record.words()[i];
      const ExprId result = record.results()[i];
      if (word.Is(ReturnWord::Kind::kKeep)) {
        if (!IsComputed(result)) continue;
        c_.Error(2, last, fmt::format("result {} of {} is recorded as memory that {} was given, but {} is computed", i,
                                      name, name, ExprText(p_, result)),
                 "return the memory");
        continue;
      }
      const ValueId v = AsVar(p_, result);
      const absl::Span<const ValueId> storages = v ? storage_.Of(v) : absl::Span<const ValueId>();
      const auto wrong = std::find_if(storages.begin(), storages.end(),
                                      [&](ValueId storage) { return record.OutputOf(storage) != word.output; });
      if (wrong == storages.end()) {
        if (!storages.empty()) Output(f, storages[0], word.output);
        continue;
      }
      const ValueId storage = *wrong;
      const bool again = word.Is(ReturnWord::Kind::kSame);
      c_.Error(again ? 4 : 3, last,
               fmt::format("result {} of {} is recorded as {}added output {}, but names the memory of {}", i, name,
                           again ? "once more " : "", word.output, p_[p_[storage].name]),
               "return what was stored into that output");
    }
  }

 private:
  // On chip, or standing for something that is.
  bool IsComputed(ExprId value) const {
    if (p_.TypeOf(value).IsTile()) return true;
    const ValueId v = AsVar(p_, value);
    const ExprId def = v ? DefiningOpCall(p_, v) : ExprId();
    return def && Ops()[p_.CallOf(def).op].private_cast;
  }

  // Once it is a parameter: its direction and its place (lowering m.5).
  void Output(FuncId f, ValueId storage, uint32_t output) {
    if (p_[storage].kind != ValueKind::kParam) return;
    const auto params = p_.Params(f);
    for (uint32_t i = 0; i < params.size(); ++i) {
      if (params[i] != storage) continue;
      if (p_.Direction(f, i) != ParamDirection::kOut) {
        c_.Error(5, storage, fmt::format("{} is added output {} and declared {}", p_[p_[storage].name], output,
                                         EnumName(p_.Direction(f, i))),
                 "a caller hands over storage that nobody has written");
      }
      if (output == 0 && i > 0 && p_.TypeOf(params[i - 1]).kind == TypeKind::kCommCtx) {
        c_.Error(6, storage, fmt::format("added outputs stand behind the communication context {}",
                                         p_[p_[params[i - 1]].name]),
                 "added outputs go in front of trailing contexts");
      }
    }
  }

  VerifyContext& c_;
  Program& p_;
  StorageBehind storage_;
};

void VerifyReturnSlots(VerifyContext& c) {
  Slots slots(c);
  for (FuncId f : c.functions) {
    if (IsLoweredKernel(c.program, f)) slots.Kernel(f);
  }
}

}  // namespace

constinit const Verifier kReturnSlots = {
    .property = "ReturnSlots",
    .kind = VerifierKind::kProperty,
    .summary = "results stay what the record of returns says they are",
    .source = "verifiers 9.4 (ReturnSlots, OutParamOrder); lowering m",
    .rules = kRules,
    .run = VerifyReturnSlots,
};

}  // namespace t2t
