// What a converter sees and may do: it gets one call of a tensor operator with its operands already bridged (tiles where
// the operator computes, GM values where it manages memory itself) and says what computes the same on tiles.
#pragma once

#include <string_view>
#include <vector>

#include "ir/core/builder.h"
#include "ir/core/program.h"
#include "ir/ops/make_call.h"
#include "passes/pass.h"

namespace t2t {

class ConvertContext {
 public:
  ConvertContext(PassContext& pass, Builder& cursor, const Call& original, std::vector<ExprId> operands)
      : p(pass.program), builder(cursor), call(original), args(std::move(operands)), pass_(pass) {}
  virtual ~ConvertContext() = default;

  Program& p;
  Builder& builder;             // emits in front of the converted statement
  const Call& call;             // the original call: operator, kwargs, span
  std::vector<ExprId> args;     // operands, substituted and bridged

  bool a5() const { return pass_.a5(); }
  bool IsTile(size_t i) const { return i < args.size() && p.TypeOf(args[i]).IsTile(); }
  bool IsGm(size_t i) const { return i < args.size() && p.TypeOf(args[i]).IsTensorLike(); }
  // Is this tile known to sit in its own contiguous storage? (op-conversions 1.4) Unknown counts as no.
  virtual bool ProvenCompact(ExprId tile) const = 0;

  // A checked call with the span of the original one. An error of the operator comes back as UserError.
  absl::StatusOr<ExprId> Make(std::string_view op, absl::Span<const ExprId> operands, AttrsId kwargs = {});
  // The same, bound to a variable in front of the converted statement; the read of that variable.
  absl::StatusOr<ExprId> Emit(std::string_view name, std::string_view op, absl::Span<const ExprId> operands,
                              AttrsId kwargs = {});

  ExprId Zeros(size_t rank);                       // tuple of INDEX zeros
  ExprId ShapeTuple(ExprId shaped);                // tuple of its physical extents
  ExprId IntTuple(std::initializer_list<int64_t> values);
  AttrsId Kwargs(std::initializer_list<Attr> attrs) { return p.MakeAttrs(attrs); }
  Attr DTypeKw(std::string_view key, DType dtype) { return p.EnumAttr(key, AttrKind::kDType, dtype); }
  Attr TargetKw(MemorySpace space) { return p.EnumAttr("target_memory", AttrKind::kMemorySpace, space); }

 private:
  PassContext& pass_;
};

// The expression that takes the place of the converted call; statements it needs are emitted through the context.
using Converter = absl::StatusOr<ExprId> (*)(ConvertContext&);

}  // namespace t2t
