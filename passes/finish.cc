#include "passes/finish.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "ir/analysis/function_class.h"
#include "ir/analysis/gm_access.h"
#include "ir/analysis/mixed_stores.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/call_sites.h"
#include "passes/kernels.h"
#include "passes/store_types.h"

namespace t2t {
namespace {

constexpr std::string_view kPrefix = "t2t.";
constexpr std::string_view kCachePolicy = "cache_policy";

void RefuseMixedStores(PassContext& context, GmAccess& access, FuncId kernel) {
  const Program& p = context.program;
  access.Analyze(kernel);
  for (const GmAccess::Root& root : access.roots()) {
    if (!root.MixesChannels()) continue;
    Diagnostic d;
    d.kind = "mixed-store-channels";
    d.span = p[root.first_scalar_store].span;
    d.function = p[p[kernel].name];
    d.message = MixedStoresMessage(p, kernel, root);
    d.help = MixedStoresHelp();
    context.diagnostics.Add(std::move(d));
  }
}

class Eraser {
 public:
  explicit Eraser(Program& program) : p_(program) {}

  void Run(FuncId f, bool is_kernel) {
    Function function = p_[f];
    AttrsId attrs = Strip(function.attrs);
    if (is_kernel) attrs = p_.EraseAttr(attrs, kCachePolicy);
    if (attrs != function.attrs) {
      function.attrs = attrs;
      p_.SetFunction(f, function);
      changed_ = true;
    }
    if (!HasBody(p_, f)) return;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) { Statement(stmt); });
  }
  bool changed() const { return changed_; }
  ExprId cast() const { return cast_; }

 private:
  void Statement(StmtId stmt) {
    changed_ |= MapCalls(p_, stmt, [&](ExprId expr) {
      Call call = p_.CallOf(expr);
      if (call.op && Ops()[call.op].private_cast) cast_ = expr;
      const AttrsId attrs = Strip(call.attrs);
      if (attrs == call.attrs) return expr;
      call.attrs = attrs;
      const TypeId type = p_[expr].type;
      return call.submit ? p_.AddSubmit(call, Submit(p_[call.submit]), type) : p_.AddCall(call, type);
    });
    if (!p_[stmt].HasRegion()) return;
    Region region = p_.RegionOf(stmt);
    const AttrsId attrs = Strip(region.attrs);
    if (attrs == region.attrs) return;
    region.attrs = attrs;
    p_.SetRegion(stmt, region);
    changed_ = true;
  }

  AttrsId Strip(AttrsId attrs) {
    if (!attrs) return attrs;
    const auto known = stripped_.find(attrs);
    if (known != stripped_.end()) return known->second;
    std::vector<Attr> kept;
    for (const Attr& attr : p_[attrs]) {
      if (!p_[attr.key].starts_with(kPrefix)) kept.push_back(attr);
    }
    const AttrsId result = kept.size() == p_[attrs].size() ? attrs : p_.MakeAttrs(kept);
    stripped_.emplace(attrs, result);
    return result;
  }

  Program& p_;
  absl::flat_hash_map<AttrsId, AttrsId> stripped_;
  bool changed_ = false;
  ExprId cast_;
};

}  // namespace

absl::StatusOr<Change> Finish::Run(PassContext& context) {
  Program& p = context.program;
  GmAccess access(p);
  ForEachKernel(p, [&](FuncId kernel) { RefuseMixedStores(context, access, kernel); });
  if (context.diagnostics.HasErrors()) return Change::kNone;
  ForEachKernel(p, [&](FuncId kernel) { WarnAboutStoreTypes(context, kernel); });
  Eraser eraser(p);
  for (uint32_t i = 0; i < p.num_functions(); ++i) eraser.Run(FuncId(i), IsKernel(p, FuncId(i)));
  if (eraser.cast()) {
    return InternalError("a {} is left at the end of the lowering", Ops()[p.CallOf(eraser.cast()).op].name);
  }
  return eraser.changed() ? Change::kChanged : Change::kNone;
}

}  // namespace t2t
