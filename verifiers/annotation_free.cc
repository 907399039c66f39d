// AnnotationFree: what passes tell each other is gone at the end.
#include "fmt/format.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a private cast is left"},
    {2, "an attribute under t2t. is left"},
};

void VerifyAnnotationFree(VerifyContext& c) {
  const Program& p = c.program;
  auto check = [&](AttrsId attrs, auto report) {
    for (const Attr& attr : p[attrs]) {
      if (p[attr.key].starts_with("t2t.")) report(p[attr.key]);
    }
  };
  for (FuncId f : c.functions) {
    check(p[f].attrs, [&](std::string_view key) { c.Error(2, f, fmt::format("attribute {} is left", key)); });
    ForEachStmt(p, p[f].body, [&](StmtId stmt) {
      auto report = [&](std::string_view key) { c.Error(2, stmt, fmt::format("attribute {} is left", key)); };
      if (p[stmt].HasRegion()) check(p.RegionOf(stmt).attrs, report);
      ForEachExpr(p, stmt, [&](ExprId e) {
        if (!p[e].has_call) return;
        ForEachCall(p, e, [&](ExprId call) {
          check(p.CallOf(call).attrs, report);
          const OpId op = p.CallOf(call).op;
          if (op && Ops()[op].private_cast) c.Error(1, stmt, fmt::format("{} is left", Ops()[op].name));
        });
      });
    });
  }
}

}  // namespace

constinit const Verifier kAnnotationFree = {
    .property = "AnnotationFree",
    .kind = VerifierKind::kProperty,
    .summary = "no private cast and no t2t. attribute is left",
    .source = "DESIGN 4",
    .rules = kRules,
    .run = VerifyAnnotationFree,
};

}  // namespace t2t
