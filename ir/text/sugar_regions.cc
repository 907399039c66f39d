// Loops and branches of a hand-written function: what they carry and decide (text-format 6.4, Appendix B).
#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "ir/core/enums.h"
#include "ir/core/show.h"
#include "ir/text/parser.h"

namespace t2t {
namespace {

// How a name that got both types may get one. Tiles may differ in nothing but where they are: a load that does not say so
// leaves it open, and everything computed is somewhere.
std::string OneTypeOf(const Program& p, TypeId a, TypeId b, std::string_view otherwise) {
  const Type &x = p[a], &y = p[b];
  const bool placed = x.IsTile() && y.IsTile() && x.dtype == y.dtype && p.Shape(a) == p.Shape(b) && x.space != y.space;
  if (!placed) return fmt::format("give it one type, or {}", otherwise);
  const MemorySpace space = x.space == MemorySpace::kUnset ? y.space : x.space;
  if (x.space != MemorySpace::kUnset && y.space != MemorySpace::kUnset) {
    return fmt::format("the two are in different memories: move one of them with pl.move, or {}", otherwise);
  }
  return fmt::format("only one of them names its memory: write target_memory=pl.Mem.{} where the other is loaded or created",
                     EnumName(space));
}

}  // namespace

// The block of the outline that begins at `start`, when its carries and results are to be found out.
uint32_t Parser::ImplicitBlock(const Token& start) const {
  if (!hand_) return Outline::kNoBlock;
  const uint32_t block = hand_->outline.BlockAt(start.begin);
  return block != Outline::kNoBlock && hand_->outline.IsExplicit(block) ? Outline::kNoBlock : block;
}

// `counter`: a name that the text does not hold, carried in front of the others.
void Parser::OpenCarries(uint32_t block, Region& r, StrId counter) {
  FrontEnd::Loop loop;
  loop.block = block;
  const Outline& outline = hand_->outline;
  if (const StrId flag = outline.BreakFlag(block)) SetFlag(flag, false);
  std::vector<ExprId> inits;
  std::vector<ValueId> args, results;
  std::vector<StrId> names = outline.Carried(block);
  if (counter) names.insert(names.begin(), counter);
  for (StrId name : names) {
    const ValueId before = Bound(name);
    if (!before || p_[before].kind == ValueKind::kUndefined) continue;
    const TypeId type = p_[before].type;
    inits.push_back(ReadOf(before));
    const ValueId arg = p_.AddValue(ValueKind::kIterArg, VersionName(name, "iter"), type, func_);
    args.push_back(arg);
    results.push_back(p_.AddValue(ValueKind::kResult, VersionName(name, "rv"), type, func_));
    Bind(name, arg);
    loop.carried.push_back(name);
  }
  r.inits = p_.MakeList(inits);
  r.iter_args = p_.MakeList(args);
  r.results = p_.MakeList(results);
  hand_->loops.push_back(std::move(loop));
  if (const StrId flag = outline.ContinueFlag(block)) SetFlag(flag, false);
}

// Behind the body: yields what is carried, and puts back what names meant in front of the loop.
// `runs`: the body runs once at least, so that what it assigns has a value behind the loop.
bool Parser::CloseCarries(Region& r, size_t mark, Span span, bool runs) {
  FrontEnd::Loop loop = std::move(hand_->loops.back());
  hand_->loops.pop_back();
  std::vector<ExprId> yields;
  bool ok = true;
  for (size_t i = 0; i < loop.carried.size(); ++i) {
    const StrId name = loop.carried[i];
    const ValueId last = Bound(name);
    if (!last || p_[last].kind == ValueKind::kUndefined) {  // reported
      ok = false;
      continue;
    }
    const TypeId type = p_[p_[r.iter_args][i]].type;
    if (p_[last].type != type && ok && !FollowsFromError(type, p_[last].type)) {
      ok = Error(span, fmt::format("'{}' changes its type in the loop: {} in front of it, {} at the end of its body",
                                   p_[name], TypeText(p_, type), TypeText(p_, p_[last].type)),
                 OneTypeOf(p_, type, p_[last].type, "use another name inside the loop"), "type");
    }
    yields.push_back(ReadOf(last));
  }
  if (runs && ok) CarryOut(loop, r, yields, span);
  if (!yields.empty() && r.body) p_.Append(r.body, p_.NewYield(p_.MakeList(yields), span));
  Unwind(mark, span, "loop");
  for (size_t i = 0; i < loop.carried.size(); ++i) Bind(loop.carried[i], p_[r.results][i]);
  return ok;
}

// Names that only the body assigns and that are needed behind the loop. Nobody reads what they are carried in with.
void Parser::CarryOut(FrontEnd::Loop& loop, Region& r, std::vector<ExprId>& yields, Span span) {
  std::vector<ExprId> inits(p_[r.inits].begin(), p_[r.inits].end());
  std::vector<ValueId> args(p_[r.iter_args].begin(), p_[r.iter_args].end());
  std::vector<ValueId> results(p_[r.results].begin(), p_[r.results].end());
  for (StrId name : hand_->outline.Carried(loop.block)) {
    if (std::find(loop.carried.begin(), loop.carried.end(), name) != loop.carried.end()) continue;
    const ValueId last = Bound(name);
    if (!last || p_[last].kind == ValueKind::kUndefined || hand_->outline.IsFlag(name)) continue;
    const TypeId type = p_[last].type;
    const ExprId init = Unwritten(type, span);
    if (!init) continue;
    inits.push_back(init);
    args.push_back(p_.AddValue(ValueKind::kIterArg, VersionName(name, "iter"), type, func_));
    results.push_back(p_.AddValue(ValueKind::kResult, VersionName(name, "rv"), type, func_));
    yields.push_back(ReadOf(last));
    loop.carried.push_back(name);
  }
  r.inits = p_.MakeList(inits);
  r.iter_args = p_.MakeList(args);
  r.results = p_.MakeList(results);
}

// A value of this type in front of the statement being read; what is in it does not matter. Invalid when the type has
// none there.
ExprId Parser::Unwritten(TypeId type, Span span) {
  const Type t = p_[type];
  if (t.IsScalar()) {
    if (t.dtype == DType::kBool) return p_.Bool(false);
    return IsFloat(t.dtype) ? p_.Float(0, t.dtype) : p_.Int(0, t.dtype);
  }
  if (t.kind != TypeKind::kTensor && t.kind != TypeKind::kTile) return {};
  if (t.kind == TypeKind::kTensor && t.view) return {};  // fresh storage has no such view, and a carry has one type
  const absl::Span<const ExprId> shape = p_.Shape(type);
  if (!std::all_of(shape.begin(), shape.end(), [&](ExprId e) { return p_.IsConstInt(e); })) return {};
  const ExprId extents = p_.Tuple(shape);
  std::vector<Attr> kwargs = {p_.EnumAttr("dtype", AttrKind::kDType, t.dtype)};
  if (t.kind == TypeKind::kTensor) {
    kwargs.push_back(p_.EnumAttr("layout", AttrKind::kTensorLayout, TensorLayout::kND));
  } else if (t.space != MemorySpace::kUnset) {
    kwargs.push_back(p_.EnumAttr("target_memory", AttrKind::kMemorySpace, t.space));
  }
  return Operand(MakeOp(t.kind == TypeKind::kTensor ? "tensor.create" : "tile.create", {extents}, std::move(kwargs), span));
}

// An unknown type behind a reported error is not worth a second report.
bool Parser::FollowsFromError(TypeId a, TypeId b) const {
  return failed_ && (p_[a].kind == TypeKind::kUnknown || p_[b].kind == TypeKind::kUnknown);
}

ExprId Parser::ReadOf(ValueId value) {
  const auto it = hand_->constants.find(value);
  return it == hand_->constants.end() ? p_.Var(value) : it->second;
}

std::vector<ValueId> Parser::BoundTo(absl::Span<const StrId> names) const {
  std::vector<ValueId> values;
  for (StrId name : names) {
    const ValueId value = Bound(name);
    values.push_back(value && p_[value].kind != ValueKind::kUndefined ? value : ValueId());
  }
  return values;
}

// What a branch leaves; puts back what names meant in front of it.
Parser::BranchEnd Parser::EndBranch(absl::Span<const StrId> names, size_t mark, Span span) {
  if (!hand_) return {};
  BranchEnd end{BoundTo(names), std::exchange(hand_->returned, std::nullopt)};
  Unwind(mark, span, "branch");
  return end;
}

// Names that mean different values behind the two branches become results of the branch.
bool Parser::DecideNames(Region& r, absl::Span<const StrId> names, const BranchEnd& yes_end, const BranchEnd& no_end,
                         Span span) {
  const std::vector<ValueId>&yes = yes_end.values, &no = no_end.values;
  std::vector<ExprId> yes_values, no_values;
  std::vector<ValueId> results;
  std::vector<StrId> decided;
  bool ok = true;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!yes[i] || !no[i] || yes[i] == no[i]) continue;
    TypeId a = p_[yes[i]].type;
    const TypeId b = p_[no[i]].type;
    if (a != b && ok && !FollowsFromError(a, b)) {
      ok = Error(span, fmt::format("'{}' has type {} behind one branch and {} behind the other", p_[names[i]],
                                   TypeText(p_, a), TypeText(p_, b)),
                 OneTypeOf(p_, a, b, "use different names"), "type");
    }
    if (a != b) a = p_.UnknownType();  // nor does what is made of it have one
    yes_values.push_back(ReadOf(yes[i]));
    no_values.push_back(ReadOf(no[i]));
    results.push_back(p_.AddValue(ValueKind::kResult, VersionName(names[i], "phi"), a, func_));
    decided.push_back(names[i]);
  }
  if (yes_end.returned && no_end.returned && ok) ok = DecideReturns(yes_end, no_end, yes_values, no_values, results, span);
  if (results.empty()) return ok;
  if (!r.else_body) r.else_body = p_.NewBlock(func_);
  p_.Append(r.body, p_.NewYield(p_.MakeList(yes_values), span));
  p_.Append(r.else_body, p_.NewYield(p_.MakeList(no_values), span));
  r.results = p_.MakeList(results);
  for (size_t i = 0; i < decided.size(); ++i) Bind(decided[i], results[i]);
  return ok;
}

}  // namespace t2t
