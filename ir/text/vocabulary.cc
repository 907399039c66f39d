#include "ir/text/vocabulary.h"

#include <deque>
#include <iterator>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "ir/core/enums.h"
#include "ir/core/nodes.h"
#include "ir/ops/registry.h"
#include "ir/support/nearest.h"
#include "ir/text/dsl_ops.h"
#include "ir/text/op_text.h"

namespace t2t {
namespace {

class Table {
 public:
  void emplace(std::string_view name, Word word) {
    names_.emplace_back(name);
    words_.emplace(names_.back(), word);
  }
  const Word* Find(std::string_view name) const {
    const auto it = words_.find(name);
    return it == words_.end() ? nullptr : &it->second;
  }
  const std::deque<std::string>& names() const { return names_; }

 private:
  std::deque<std::string> names_;  // what the keys point into
  absl::flat_hash_map<std::string_view, Word> words_;
};

template <class E>
void AddEnum(Table& table, WordKind kind, std::string_view prefix) {
  for (const EnumEntry<E>& entry : EnumTable<E>()) {
    table.emplace(std::string(prefix) + std::string(entry.name), Word{kind, static_cast<uint32_t>(entry.value)});
  }
}

const Table& Build() {
  Table& table = *new Table();
  const OpRegistry& ops = Ops();
  for (uint32_t i = 0; i < ops.size(); ++i) {
    std::string_view name = TextOf(OpId(i)).name;
    if (name.starts_with("pl.")) name.remove_prefix(3);
    table.emplace(name, Word{WordKind::kOp, i});
  }
  AddEnum<DType>(table, WordKind::kDType, "");
  AddEnum<MemorySpace>(table, WordKind::kMemorySpace, "Mem.");
  AddEnum<MemorySpace>(table, WordKind::kMemorySpace, "MemorySpace.");
  AddEnum<TensorLayout>(table, WordKind::kTensorLayout, "TensorLayout.");
  AddEnum<TensorLayout>(table, WordKind::kTensorLayout, "");  // `pl.NZ` as a bare view (text-format 2)
  AddEnum<TileLayout>(table, WordKind::kTileLayout, "TileLayout.");
  AddEnum<PadValue>(table, WordKind::kPadValue, "PadValue.");
  AddEnum<CompactMode>(table, WordKind::kCompactMode, "CompactMode.");
  AddEnum<ArgDirection>(table, WordKind::kArgDirection, "adir.");
  AddEnum<SplitMode>(table, WordKind::kSplitMode, "SplitMode.");
  AddEnum<Level>(table, WordKind::kLevel, "Level.");
  AddEnum<Role>(table, WordKind::kRole, "Role.");
  AddEnum<FunctionType>(table, WordKind::kFunctionType, "FunctionType.");
  for (uint32_t i = 0; i < std::size(kPipeNames); ++i) {
    table.emplace("PipeType." + std::string(kPipeNames[i]), Word{WordKind::kPipe, i});
  }
  const auto add = [&](std::string_view name, WordKind kind, uint32_t value) { table.emplace(name, Word{kind, value}); };
  add("AtomicType.None_", WordKind::kAtomic, 0);
  add("AtomicType.Add", WordKind::kAtomic, 1);
  add("CachePolicy.DEFAULT", WordKind::kCachePolicy, 0);
  add("CachePolicy.BYPASS", WordKind::kCachePolicy, 1);
  add("ScopeMode.AUTO", WordKind::kScopeMode, 0);
  add("ScopeMode.MANUAL", WordKind::kScopeMode, 1);
  const auto type = [&](std::string_view name, TypeKind kind) {
    add(name, WordKind::kType, static_cast<uint32_t>(kind));
  };
  type("UnknownType", TypeKind::kUnknown);
  type("Scalar", TypeKind::kScalar);
  type("Tensor", TypeKind::kTensor);
  type("Tile", TypeKind::kTile);
  type("Array", TypeKind::kArray);
  type("Tuple", TypeKind::kTuple);
  type("MemRefType", TypeKind::kMemRef);
  type("Ptr", TypeKind::kPtr);
  type("PrefetchAsyncContext", TypeKind::kPrefetchAsyncContext);
  type("AsyncEvent", TypeKind::kAsyncEvent);
  type("AsyncSession", TypeKind::kAsyncSession);
  for (const char* prefix : {"pld.", ""}) {
    type(prefix + std::string("DistributedTensor"), TypeKind::kDistributedTensor);
    type(prefix + std::string("WindowBufferType"), TypeKind::kWindowBuffer);
    type(prefix + std::string("CommCtxType"), TypeKind::kCommCtx);
  }
  const auto form = [&](std::string_view name, Form f) { add(name, WordKind::kForm, static_cast<uint32_t>(f)); };
  form("const", Form::kConst);
  form("min", Form::kMin);
  form("max", Form::kMax);
  form("cast", Form::kCast);
  form("submit", Form::kSubmit);
  form("spmd_submit", Form::kSpmdSubmit);
  form("yield_", Form::kYield);
  form("cond", Form::kCond);
  form("func_attr", Form::kFuncAttr);
  form("range", Form::kRange);
  form("parallel", Form::kParallel);
  form("unroll", Form::kUnroll);
  form("pipeline", Form::kPipeline);
  form("while_", Form::kWhile);
  form("spmd", Form::kSpmd);
  form("split_aiv", Form::kSplitAiv);
  form("at", Form::kAt);
  form("cluster", Form::kCluster);
  form("scope", Form::kScope);
  form("split", Form::kSplit);
  form("cross_core_slot", Form::kCrossCoreSlot);
  form("dynamic", Form::kDynamic);
  form("MemRef", Form::kMemRef);
  form("TensorView", Form::kTensorView);
  form("TileView", Form::kTileView);
  form("Out", Form::kOut);
  form("InOut", Form::kInOut);
  form(kTailPaddingLoad, Form::kPaddedLoad);
  form("program", Form::kProgram);
  form("function", Form::kFunction);
  form("jit", Form::kJit);
  form("jit.incore", Form::kJitInCore);
  form("inline", Form::kInline);
  form("manual_scope", Form::kManualScope);
  form("no_dep", Form::kNoDep);
  form("dump_tag", Form::kDumpTag);
  form("static_print", Form::kStaticPrint);
  form("static_assert", Form::kStaticAssert);
  return table;
}

const Table& Words() {
  static const Table& table = Build();
  return table;
}

}  // namespace

const Word* FindWord(std::string_view path) { return Words().Find(path); }

std::string_view NearestWord(std::string_view path) {
  static const std::vector<std::string_view>& known = *[] {
    auto* names = new std::vector<std::string_view>();
    for (std::string_view name : Words().names()) {
      if (!name.starts_with("t2t.")) names->push_back(name);  // nobody writes those
    }
    for (std::string_view name : ShortNames()) names->push_back(name);
    return names;
  }();
  const auto lower = [](std::string_view text) { return absl::AsciiStrToLower(std::string(text)); };
  const std::string wanted = lower(path);
  for (std::string_view name : known) {  // `pl.Mem.vec`
    if (name.size() == path.size() && lower(name) == wanted) return name;
  }
  return NearestName(path, known);
}

}  // namespace t2t
