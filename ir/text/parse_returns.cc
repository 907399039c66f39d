// Returns (text-format 4.3), and what they say about a function without a return annotation.
#include <algorithm>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"

namespace t2t {

bool Parser::ReturnStmt(BlockId block) {
  const Token start = tok_;
  Advance();
  std::vector<ExprId> values;
  if (const Position none = Where(); hand_ && AcceptName("None")) {  // alone it is nothing, as in Python
    if (!At(Tok::kNewline) && !At(Tok::kEnd)) GoTo(none);
  }
  while (!At(Tok::kNewline) && !At(Tok::kEnd)) {
    const ExprId value = Operand(ParseExpr());
    if (!value) return false;
    values.push_back(value);
    if (hand_) hand_->inline_depth = std::max(hand_->inline_depth, depth_);
    if (!Accept(Tok::kComma)) break;
  }
  if (hand_) {
    if (IsTrapped(start)) return false;
    if (!printed_ && !hand_->inlined && !Returnable(values, From(start))) return false;
    if (values.size() == 1) values = Unpacked(values[0], From(start));
    if (!printed_ && !hand_->inlined) InferReturnTypes(values);
    hand_->left = true;
    if (EarlyReturn(values)) return true;
    const bool ends = hand_->ifs.empty() && hand_->closed == 0;
    const bool last = hand_->inlined || (!printed_ && IsInCoreLike(p_[func_].type));
    if (!ends && last) return StrayReturn(From(start));
  }
  EndReturn(block, std::move(values), From(start));
  return true;
}

// What a hand-written function of its own returns: values, as many as it declares.
bool Parser::Returnable(absl::Span<const ExprId> values, Span span) {
  size_t count = values.size();
  if (count == 1 && p_[values[0]].kind == ExprKind::kTuple) {
    const absl::Span<const ExprId> items = p_.Elements(values[0]);
    const auto shaped = [&](ExprId item) { return !p_.TypeOf(item).IsScalar(); };
    if (IsInCoreLike(p_[func_].type) && std::none_of(items.begin(), items.end(), shaped)) {
      return Error(span, "a kernel returns tensors, and this is a list of numbers",
                   "extents are known where the kernel is called: read t.shape there", "type");
    }
    count = items.size();
  } else if (count == 1 && p_.TypeOf(values[0]).kind == TypeKind::kTuple) {
    count = p_.TypeOf(values[0]).elements.size;
  } else if (FollowsFromError(values)) {
    return true;
  }
  const size_t declared = hand_->declared_results;
  if (declared == 0 || count == 0 || count == declared) return true;
  return Error(span, fmt::format("{} declares {} and returns {}", p_[p_[func_].name], Counted(declared, "result"), count),
               "return one value for each declared result", "type");
}

// A return at the end of the function, or of an inline one that is being expanded.
void Parser::EndReturn(BlockId block, std::vector<ExprId> values, Span span) {
  if (hand_ && hand_->inlined) {
    hand_->inline_result = std::move(values);
  } else {
    Emit(block, p_.NewReturn(p_.MakeList(values), span));
  }
}

// A function without a return annotation returns what its first return statement returns.
void Parser::InferReturnTypes(absl::Span<const ExprId> values) {
  if (p_[func_].return_types.size > 0 || values.empty()) return;
  std::vector<TypeId> types;
  for (ExprId value : values) {
    if (p_.TypeOf(value).kind == TypeKind::kUnknown) return;
    types.push_back(p_[value].type);
  }
  Function f = p_[func_];
  f.return_types = p_.MakeList(types);
  p_.SetFunction(func_, f);
}

}  // namespace t2t
