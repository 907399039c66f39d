// What a converter sees and may do: it gets one call of a tensor operator with its operands already bridged (tiles where
// the operator computes, GM values where it manages memory itself) and says what computes the same on tiles.
//
// Everything a user can cause comes back as UserError that names the tensor operator; the driver adds the place.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/core/builder.h"
#include "ir/core/program.h"
#include "ir/ops/make_call.h"
#include "passes/pass.h"

namespace t2t {

class ConvertContext {
 public:
  ConvertContext(PassContext& pass, Builder& cursor, const Call& original, std::vector<ExprId> operands)
      : p(pass.program), call(original), args(std::move(operands)), pass_(pass), cursor_(&cursor) {}
  virtual ~ConvertContext() = default;

  Program& p;
  const Call& call;             // the original call: operator, kwargs, span
  std::vector<ExprId> args;     // operands, substituted and bridged

  Backend backend() const { return pass_.backend; }
  bool a5() const { return pass_.a5(); }
  // Is this tile known to sit in its own contiguous storage? (op-conversions 1.4) Unknown counts as no.
  virtual bool ProvenCompact(ExprId tile) const = 0;
  // The element type under which every reader of the result stores it, when that is all they do (passes/stored_types.h).
  virtual std::optional<DType> StoredAs() const { return std::nullopt; }

  // ---- operands ----
  bool IsTile(size_t i) const { return i < args.size() && p.TypeOf(args[i]).IsTile(); }
  bool IsGm(size_t i) const { return i < args.size() && p.TypeOf(args[i]).IsTensorLike(); }
  bool IsTensor(size_t i) const { return i < args.size() && p.TypeOf(args[i]).kind == TypeKind::kTensor; }
  bool IsScalar(size_t i) const { return i < args.size() && p.TypeOf(args[i]).IsScalar(); }
  DType DTypeOf(ExprId shaped) const { return p.TypeOf(shaped).dtype; }
  absl::Span<const ExprId> Shape(ExprId shaped) const { return p.Shape(p[shaped].type); }
  absl::Span<const ExprId> Valid(ExprId shaped) const { return p.ValidShape(p[shaped].type); }
  bool FullyValid(ExprId shaped) const;                          // valid extents are the physical ones
  absl::Status NeedOperands(size_t min, size_t max) const;
  absl::Status NeedTile(size_t i) const;
  absl::Status NeedGm(size_t i) const;                           // plain or distributed
  absl::Status NeedTensor(size_t i) const;                       // plain only
  absl::StatusOr<absl::Span<const ExprId>> TupleOperand(size_t i) const;  // elements of a literal tuple
  // Physical extents, all of which must be constants; their product fits 64 bits with room to spare.
  absl::StatusOr<std::vector<int64_t>> StaticShape(ExprId shaped) const;

  // ---- kwargs of the original call ----
  bool BoolKwarg(std::string_view key, bool fallback) const;
  int64_t IntKwarg(std::string_view key, int64_t fallback) const;
  AttrsId KeepKwargs(std::initializer_list<std::string_view> keys) const;  // those present, in call order
  AttrsId DropKwargs(std::initializer_list<std::string_view> keys) const;

  // ---- emission, in front of the converted statement or inside a CarryLoop ----
  Builder& builder() { return *cursor_; }
  // Where emission goes from now on; returns the place before.
  Builder* SetBuilder(Builder* cursor) { return std::exchange(cursor_, cursor); }
  // A checked call with the span of the original one. An error of the operator comes back as UserError.
  absl::StatusOr<ExprId> Make(std::string_view op, absl::Span<const ExprId> operands, AttrsId kwargs = {});
  absl::StatusOr<ExprId> Make(std::string_view op, std::initializer_list<ExprId> operands, AttrsId kwargs = {}) {
    return Make(op, absl::MakeConstSpan(operands.begin(), operands.size()), kwargs);
  }
  // The same, bound to a variable; the read of that variable.
  absl::StatusOr<ExprId> Emit(std::string_view name, std::string_view op, absl::Span<const ExprId> operands,
                              AttrsId kwargs = {});
  absl::StatusOr<ExprId> Emit(std::string_view name, std::string_view op, std::initializer_list<ExprId> operands,
                              AttrsId kwargs = {}) {
    return Emit(name, op, absl::MakeConstSpan(operands.begin(), operands.size()), kwargs);
  }
  // tile.create(shape){dtype, target_memory}
  absl::StatusOr<ExprId> EmitCreate(std::string_view name, absl::Span<const ExprId> shape, DType dtype,
                                    MemorySpace space = MemorySpace::kVec);
  // tile.full(shape, value){dtype}, the value as a constant of that dtype
  absl::StatusOr<ExprId> EmitFull(std::string_view name, absl::Span<const ExprId> shape, DType dtype, int64_t value);
  // tile.load(source, offsets, shape, valid){target_memory=Vec}
  absl::StatusOr<ExprId> MakeLoad(ExprId source, absl::Span<const ExprId> offsets, absl::Span<const ExprId> shape,
                                  absl::Span<const ExprId> valid);
  // The whole tensor, bound to `name`; its valid region is for the deducer to find out.
  absl::StatusOr<ExprId> EmitWholeLoad(std::string_view name, ExprId source);

  // ---- expressions ----
  ExprId Constant(int64_t value, DType dtype);                   // integer or float constant, by dtype
  ExprId Zeros(size_t rank);                                     // tuple of INDEX zeros
  ExprId ShapeTuple(ExprId shaped);                              // tuple of its physical extents
  std::vector<ExprId> Extents(std::initializer_list<int64_t> values);  // INDEX constants
  ExprId IntTuple(std::initializer_list<int64_t> values) { return p.Tuple(Extents(values)); }
  AttrsId Kwargs(std::initializer_list<Attr> attrs) { return p.MakeAttrs(attrs); }
  Attr DTypeKw(std::string_view key, DType dtype) { return p.EnumAttr(key, AttrKind::kDType, dtype); }
  Attr TargetKw(MemorySpace space) { return p.EnumAttr("target_memory", AttrKind::kMemorySpace, space); }
  AttrsId VecKwargs() { return Kwargs({TargetKw(MemorySpace::kVec)}); }
  AttrsId CastKwargs(DType target, int64_t mode) { return Kwargs({DTypeKw("target_type", target), p.IntAttr("mode", mode)}); }

  // Error with the tensor operator's name in front.
  template <class... Args>
  absl::Status Fail(fmt::format_string<Args...> format, Args&&... a) const {
    return UserError("{}: {}", OpName(), fmt::format(format, std::forward<Args>(a)...));
  }
  std::string_view OpName() const;

 private:
  PassContext& pass_;
  Builder* cursor_;
};

// Rounding modes of tile.cast (op-conversions 0.4). Integers convert without one; a float may have to be rounded.
inline constexpr int64_t kCastNone = 0;
inline constexpr int64_t kCastRint = 1;
inline constexpr int64_t kCastRound = 2;
inline constexpr int64_t kCastTrunc = 5;

// The expression that takes the place of the converted call; statements it needs are emitted through the context.
using Converter = std::function<absl::StatusOr<ExprId>(ConvertContext&)>;

}  // namespace t2t
