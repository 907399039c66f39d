#include "pipeline/languages.h"

#include <array>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "passes/convert/registry.h"
#include "passes/facts.h"

namespace t2t {
namespace {

constexpr std::string_view kConstructNames[kNumConstructs] = {
    "tensor computation", "GM access",       "storage to become a parameter", "tile operator",
    "array operator",     "remote operator", "cross-core operator",           "synchronisation",
    "task operator",      "t2t.as_tile",     "t2t.as_tensor",                 "function call",
    "control flow",       "scope to be outlined", "t2t attribute",            "operator without a class"};

constexpr Construct kSourceAdds[] = {Construct::kTensorCompute, Construct::kGmAccess, Construct::kTile,
                                     Construct::kArray,         Construct::kRemote,   Construct::kCrossCore,
                                     Construct::kSync,          Construct::kTask,
                                     Construct::kFunctionCall,  Construct::kControl,  Construct::kFactAttribute};
constexpr Construct kPlannedAdds[] = {Construct::kAsTile, Construct::kAsTensor, Construct::kStorage};
constexpr Construct kTiledDrops[] = {Construct::kTensorCompute, Construct::kAsTile};
constexpr Construct kStoredDrops[] = {Construct::kAsTensor};
constexpr Construct kLinkedDrops[] = {Construct::kStorage};
constexpr Construct kLoweredDrops[] = {Construct::kFactAttribute};

constexpr LanguageDef kDefs[kNumLanguages] = {
    {Language::kSource, kSourceAdds, {}, "What the front end writes: tensor operators next to tile and GM operators."},
    {Language::kPlanned, kPlannedAdds, {},
     "What becomes a tile and what is returned is decided; the two casts mark the border."},
    {Language::kBridged, {}, {}, "Every operand of a tensor computation stands where its tile form wants it."},
    {Language::kTiled, {}, kTiledDrops, "Every computation is a tile operator; values are tiles or GM handles."},
    {Language::kResolved, {}, {}, "Casts remain only where a tile is returned."},
    {Language::kStored, {}, kStoredDrops, "Returned tiles are stored, so no cast has a reason to stay."},
    {Language::kLinked, {}, kLinkedDrops, "Storage for results comes from the caller."},
    {Language::kLowered, {}, kLoweredDrops, "Nothing of the lowering itself is left."},
};

using Table = std::array<std::array<bool, kNumConstructs>, kNumLanguages>;

constexpr Table MakeTable() {
  Table table{};
  for (size_t i = 0; i < kNumLanguages; ++i) {
    if (i > 0) table[i] = table[i - 1];
    for (Construct c : kDefs[i].appears) table[i][static_cast<size_t>(c)] = true;
    for (Construct c : kDefs[i].disappears) table[i][static_cast<size_t>(c)] = false;
  }
  return table;
}
constexpr Table kTable = MakeTable();

// Access to single elements of a GM value: has a tile form, yet stays as it is where its first operand is in GM.
bool IsElementAccess(const Program& p, ExprId call) {
  const Call& c = p.CallOf(call);
  const bool element = Ops()[c.op].channel == WriteChannel::kScalar || p.TypeOf(call).IsScalar();
  return element && !c.args.empty() && p.TypeOf(p[c.args][0]).IsTensorLike();
}

class Walker {
 public:
  Walker(const Program& program, Language language, Diagnostics& out) : p_(program), language_(language), out_(out) {}

  void Function(FuncId f) {
    function_ = f;
    Attributes(p_[f].attrs, p_[f].span, "the function");
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) { Statement(stmt); });
  }

 private:
  void Statement(StmtId stmt) {
    const Stmt& s = p_[stmt];
    if (s.HasRegion()) {
      const Region& r = p_.RegionOf(stmt);
      const bool outlined = s.kind == StmtKind::kScope && r.scope_kind != ScopeKind::kRuntime &&
                            r.scope_kind != ScopeKind::kSplitAiv && r.scope_kind != ScopeKind::kCommDomain;
      Need(outlined ? Construct::kOutlinedScope : Construct::kControl, s.span, "a region");
      Attributes(r.attrs, s.span, "a loop or scope");
    }
    ForEachExpr(p_, stmt, [&](ExprId expr) {
      if (!p_[expr].has_call) return;
      ForEachCall(p_, expr, [&](ExprId call) { Call(call, s.span); });
    });
  }

  void Call(ExprId call, Span fallback) {
    const t2t::Call& c = p_.CallOf(call);
    const Span span = c.span.known() ? c.span : fallback;
    const std::string_view name = c.op ? std::string_view(Ops()[c.op].name) : c.callee ? p_[p_[c.callee].name] : "a call";
    Need(Classify(p_, call), span, name);
    Attributes(c.attrs, span, name);
  }

  void Attributes(AttrsId attrs, Span span, std::string_view where) {
    if (kTable[static_cast<size_t>(language_)][static_cast<size_t>(Construct::kFactAttribute)]) return;
    for (const Attr& attr : p_[attrs]) {
      if (p_[attr.key].starts_with("t2t.")) Need(Construct::kFactAttribute, span, where);
    }
  }

  void Need(Construct construct, Span span, std::string_view what) {
    if (Allows(language_, construct)) return;
    Diagnostic d;
    d.kind = "language";
    d.span = span;
    d.function = std::string(p_[p_[function_].name]);
    d.message = fmt::format("{} is a {}, which language '{}' does not allow", what, ConstructName(construct),
                            LanguageName(language_));
    if (construct == Construct::kOutlinedScope) {
      d.help = "t2t lowers kernels that were outlined: make the body a function of its own, or drop the 'with' in a kernel";
    }
    out_.Add(std::move(d));
  }

  const Program& p_;
  Language language_;
  Diagnostics& out_;
  FuncId function_;
};

}  // namespace

std::string_view ConstructName(Construct construct) { return kConstructNames[static_cast<size_t>(construct)]; }
absl::Span<const LanguageDef> LanguageDefs() { return kDefs; }

bool Allows(Language language, Construct construct) {
  return kTable[static_cast<size_t>(language)][static_cast<size_t>(construct)];
}

namespace {

Construct ConstructOf(OpId op) {
  const OpDef& def = Ops()[op];
  // An operator that the conversion replaces is unfinished business, whatever its category.
  if (Conversions().Find(op) != nullptr) return Construct::kTensorCompute;
  switch (def.category) {
    case OpCategory::kTensor:
      if (def.name == "tensor.dim" || def.name == "tensor.view") return Construct::kGmAccess;
      // Computes, and exists so that the refusal of what nobody converts can be tried: convert-ops says it.
      if (def.name == "test.tensor_op_no_conv") return Construct::kTensorCompute;
      return Construct::kUnknownOperator;
    case OpCategory::kTile: return Construct::kTile;
    case OpCategory::kArray: return Construct::kArray;
    case OpCategory::kDistributed: case OpCategory::kPrefetch: return Construct::kRemote;
    case OpCategory::kCrossCore: return Construct::kCrossCore;
    case OpCategory::kSync: return Construct::kSync;
    case OpCategory::kTask: return Construct::kTask;
    case OpCategory::kCast: return def.name == "t2t.as_tile" ? Construct::kAsTile : Construct::kAsTensor;
  }
  return Construct::kUnknownOperator;
}

}  // namespace

Construct ClassifyOp(OpId op) {
  static const std::vector<Construct> constructs = [] {  // asked for every call behind every pass
    std::vector<Construct> all;
    for (uint32_t i = 0; i < Ops().size(); ++i) all.push_back(ConstructOf(OpId(i)));
    return all;
  }();
  return constructs[op.index()];
}

Construct Classify(const Program& program, ExprId call) {
  const Call& c = program.CallOf(call);
  if (!c.op) return Construct::kFunctionCall;
  if (Ops()[c.op].category == OpCategory::kTensor) {
    if (program.FindAttr(c.attrs, facts::kOut) != nullptr) return Construct::kStorage;
    if (IsElementAccess(program, call)) return Construct::kGmAccess;
  }
  return ClassifyOp(c.op);
}

void CheckLanguage(const Program& program, Language language, absl::Span<const FuncId> functions, Diagnostics& out) {
  Walker walker(program, language, out);
  for (FuncId f : functions) {
    if (IsLoweredKernel(program, f)) walker.Function(f);
  }
}

}  // namespace t2t
