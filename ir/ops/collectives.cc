#include "ir/ops/collectives.h"

#include "ir/core/show.h"
#include "ir/ops/shared_rules.h"
#include "ir/symbolic/prove.h"

namespace t2t {
namespace {

// Ranks count on each other through INT32 flags in window memory.
absl::Status NeedSignal(const DeduceContext& c, size_t i) {
  RETURN_IF_ERROR(c.NeedDistributed(i));
  return NeedDType(c, i, {DType::kInt32});
}

// An extent that may be symbolic is only refused when it is proven to differ.
absl::Status NeedSameExtent(const DeduceContext& c, size_t i, size_t j, size_t dim) {
  const ExprId a = c.Shape(i)[dim], b = c.Shape(j)[dim];
  if (!ProvenNe(c.p, a, b)) return absl::OkStatus();
  return c.Fail("dimension {} of {} and {} must agree, got {} and {}", dim, c.op.operands[i].name,
                c.op.operands[j].name, ExprText(c.p, a), ExprText(c.p, b));
}

// What each rank contributes is read while peers write the target: 2-D, same element type, not the same window.
absl::Status CheckExchange(const DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedTensorLike(0));
  RETURN_IF_ERROR(c.NeedDistributed(1));
  RETURN_IF_ERROR(NeedSignal(c, 2));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedRank(c, 1, 2));
  RETURN_IF_ERROR(NeedSameDType(c, 0, 1));
  if (c.args[0] == c.args[1]) return c.Fail("input and target must be different tensors");
  return NeedSameExtent(c, 0, 1, 1);
}

}  // namespace

absl::StatusOr<TypeId> DeduceAllReduce(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  if (!IsFloat(c.TypeOf(0).dtype)) {
    return c.Fail("target has element type {}; only floating-point elements are reduced", DTypeName(c.TypeOf(0).dtype));
  }
  if (c.Has(1)) RETURN_IF_ERROR(NeedSignal(c, 1));
  const int64_t op = c.IntKwarg("op", 0), cores = c.IntKwarg("core_num", 1);
  if (op < 0 || op > 3) return c.Fail("op must be 0 (sum), 1 (max), 2 (min) or 3 (prod), got {}", op);
  if (cores < 1) return c.Fail("core_num must be at least 1, got {}", cores);
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> DeduceBarrier(DeduceContext& c) {
  RETURN_IF_ERROR(NeedSignal(c, 0));
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> DeduceBroadcast(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  RETURN_IF_ERROR(NeedSignal(c, 1));
  const int64_t root = c.IntKwarg("root", 0);
  if (root < 0) return c.Fail("root must be a rank, 0 or more, got {}", root);
  return c.TypeIdOf(0);
}

absl::StatusOr<TypeId> DeduceAllGather(DeduceContext& c) {
  RETURN_IF_ERROR(CheckExchange(c));
  const ExprId rows = c.Shape(0)[0];
  if (ProvenNe(c.p, rows, c.p.Int(1, c.p[rows].dtype))) {
    return c.Fail("input must be one row [1, N], but its shape is {}; reshape it first", ShapeText(c.p, c.Shape(0)));
  }
  return c.TypeIdOf(1);
}

absl::StatusOr<TypeId> DeduceAllToAll(DeduceContext& c) {
  RETURN_IF_ERROR(CheckExchange(c));
  RETURN_IF_ERROR(NeedSameExtent(c, 0, 1, 0));
  return c.TypeIdOf(1);
}

absl::StatusOr<TypeId> DeduceAllToAllV(DeduceContext& c) {
  RETURN_IF_ERROR(CheckExchange(c));
  RETURN_IF_ERROR(NeedRank(c, 2, 2));
  RETURN_IF_ERROR(c.NeedTensorLike(3));
  RETURN_IF_ERROR(NeedDType(c, 3, {DType::kInt32}));
  RETURN_IF_ERROR(NeedMinRank(c, 3, 1));
  RETURN_IF_ERROR(NeedSignal(c, 4));
  // The signal has one row for each rank; every rank owns the same number of target rows.
  const ExprId ranks = c.Shape(2)[0], rows = c.Shape(1)[0];
  if (!c.p.IsConstInt(ranks) || c.p[ranks].int_value() <= 0) {
    return c.Fail("signal must have a constant number of ranks as its first extent, got {}", ExprText(c.p, ranks));
  }
  if (!c.p.IsConstInt(rows) || c.p[rows].int_value() % c.p[ranks].int_value() != 0) {
    return c.Fail("target rows must be a constant multiple of the {} ranks, got {}", ExprText(c.p, ranks),
                  ExprText(c.p, rows));
  }
  if (ProvenNe(c.p, c.Shape(3)[0], ranks)) {
    return c.Fail("send_counts must hold one count for each of the {} ranks, but its shape is {}", ExprText(c.p, ranks),
                  ShapeText(c.p, c.Shape(3)));
  }
  return c.TypeIdOf(1);
}

absl::StatusOr<TypeId> DeduceReduceScatter(DeduceContext& c) {
  RETURN_IF_ERROR(c.NeedDistributed(0));
  RETURN_IF_ERROR(NeedRank(c, 0, 2));
  RETURN_IF_ERROR(NeedSignal(c, 1));
  if (c.IntKwarg("op", 0) != 0) return c.Fail("only op=0 (sum) is offered, got {}", c.IntKwarg("op", 0));
  return c.TypeIdOf(0);
}

}  // namespace t2t
