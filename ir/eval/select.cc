// Compare and select. tensor.cmp gives 0/1 numbers; tile.cmp and tile.cmps give packed predicates, one bit per element,
// lowest bit first, rows of ceil(cols / 8) bytes. Bits without an answer are remembered per bit (Buffer::bit_poison), so
// that an unanswered neighbour does not spoil a byte.
#include "ir/eval/families.h"
#include "ir/eval/rows.h"

namespace t2t::eval {
namespace {

absl::Status CompareToNumbers(OpContext& c) {
  const int64_t code = c.IntKwarg("cmp_type", 0);
  if (!c.IsScalar(1)) {
    return Elementwise(
        c, {0, 1},
        [code](int64_t n, const auto& in, double* out, uint8_t*) {
          for (int64_t i = 0; i < n; ++i) out[i] = CompareFloat(in[0][i], in[1][i], code) ? 1 : 0;
        },
        [code, t = c.ResultDType()](int64_t n, const auto& in, int64_t* out, uint8_t*) {
          for (int64_t i = 0; i < n; ++i) out[i] = CompareInt(in[0][i], in[1][i], code, t) ? 1 : 0;
        });
  }
  ASSIGN_OR_RETURN(Scalar s, c.ScalarArg(1));
  ASSIGN_OR_RETURN(const bool done, PoisonedByScalar(c, s));
  if (done) return absl::OkStatus();
  const DType t = c.ResultDType();
  s = s.As(t);
  return Elementwise(
      c, {0},
      [code, v = s.AsDouble()](int64_t n, const auto& in, double* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = CompareFloat(in[0][i], v, code) ? 1 : 0;
      },
      [code, v = s.i, t](int64_t n, const auto& in, int64_t* out, uint8_t*) {
        for (int64_t i = 0; i < n; ++i) out[i] = CompareInt(in[0][i], v, code, t) ? 1 : 0;
      });
}

// Numbers of a window's row, whichever kind they are.
struct Row {
  std::vector<double> f;
  std::vector<int64_t> i;
  void Load(const Nd& nd, int64_t first, int64_t step, int64_t n) {
    f.resize(static_cast<size_t>(n));
    i.resize(static_cast<size_t>(n));
    if (IsFloat(nd.dtype)) {
      LoadRow(nd.dtype, nd.buffer->bytes.data(), first, step, n, f.data());
    } else {
      LoadRow(nd.dtype, nd.buffer->bytes.data(), first, step, n, i.data());
    }
  }
};

absl::Status PackedCompare(OpContext& c) {
  const int64_t code = c.IntKwarg("cmp_type", 0);
  ASSIGN_OR_RETURN(const Nd* a, c.NdArg(0));
  RETURN_IF_ERROR(c.NeedArithmetic(a->dtype));
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  Scalar s;
  // Extents of the comparison in elements: those of the result, columns from the operands.
  Dims box = out.shape, region = out.valid;
  std::vector<Operand> operands;
  const bool scalar = c.IsScalar(1);
  DType compared_as = a->dtype;
  int64_t columns = a->shape.back();
  if (!scalar) {
    ASSIGN_OR_RETURN(const Nd* b, c.NdArg(1));
    if (b->dtype != a->dtype && IsFloat(b->dtype) != IsFloat(a->dtype)) return c.Fail("operands of different kinds");
    compared_as = Promote(a->dtype, b->dtype);
    columns = std::max(columns, b->shape.back());
  }
  if (out.rank() == 0 || out.shape.back() * ByteSize(out.dtype) * 8 < columns) {
    return c.Fail("the result has no room for {} bits in a row", columns);
  }
  box.back() = columns;
  region.back() = std::min(columns, a->valid.back() == a->shape.back() ? columns : a->valid.back());
  ASSIGN_OR_RETURN(Operand first, AlignOperand(c, *a, box, region));
  operands.push_back(first);
  if (scalar) {
    ASSIGN_OR_RETURN(s, c.ScalarArg(1));
    RETURN_IF_ERROR(c.CheckNumber(s, "the scalar"));
    s = s.As(a->dtype);
  } else {
    ASSIGN_OR_RETURN(Operand second, AlignOperand(c, c.args[1].nd, box, region));
    operands.push_back(second);
  }
  std::vector<Dims> strides = {operands[0].stride};
  std::vector<int64_t> bases = {a->offset};
  if (!scalar) {
    strides.push_back(operands[1].stride);
    bases.push_back(c.args[1].nd.offset);
  }
  strides.push_back(out.stride);
  bases.push_back(out.offset);
  out.buffer->bit_poison.assign(out.buffer->bytes.size(), 0);
  const bool real = IsFloat(a->dtype);
  Row ra, rb;
  ForEachRow(region, strides, bases, [&](const RowStep& row) {
    ra.Load(*a, row.offset[0], strides[0].back(), row.n);
    if (!scalar) rb.Load(c.args[1].nd, row.offset[1], strides[1].back(), row.n);
    std::vector<PoisonId> reasons(static_cast<size_t>(row.n));
    const bool any = RowPoison(c, operands, row.position, row.offset.data(), 0, row.n, reasons.data());
    uint8_t* bytes = out.buffer->bytes.data() + row.offset.back();
    uint8_t* unknown = out.buffer->bit_poison.data() + row.offset.back();
    for (size_t i = 0; i < static_cast<size_t>(row.n); ++i) {
      const bool holds = real ? CompareFloat(ra.f[i], scalar ? s.f : rb.f[i], code)
                              : CompareInt(Cast(ra.i[i], compared_as), scalar ? s.i : Cast(rb.i[i], compared_as), code, compared_as);
      const auto bit = static_cast<uint8_t>(1u << (i % 8));
      if (holds) bytes[i / 8] = static_cast<uint8_t>(bytes[i / 8] | bit);
      if (any && reasons[i] != 0) unknown[i / 8] = static_cast<uint8_t>(unknown[i / 8] | bit);
    }
    // The bits behind the last element belong to no element.
    for (int64_t i = row.n; i % 8 != 0; ++i) {
      unknown[i / 8] = static_cast<uint8_t>(unknown[i / 8] | (1u << (i % 8)));
    }
  });
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

// Result elements come from `on` where the predicate bit is set, from `off` elsewhere. Each is a window or a scalar.
absl::Status SelectBy(OpContext& c, const Nd& mask, size_t on, size_t off) {
  ASSIGN_OR_RETURN(Nd out, c.NewResult());
  if (out.rank() != mask.rank()) return c.Fail("the predicate has {} axes, the result {}", mask.rank(), out.rank());
  const size_t branch[2] = {off, on};
  Operand operands[2];
  Scalar scalars[2];
  for (size_t k = 0; k < 2; ++k) {
    if (c.IsScalar(branch[k])) {
      ASSIGN_OR_RETURN(scalars[k], c.ScalarArg(branch[k]));
      scalars[k] = scalars[k].As(out.dtype);
    } else {
      ASSIGN_OR_RETURN(const Nd* nd, c.NdArg(branch[k]));
      ASSIGN_OR_RETURN(operands[k], AlignOperand(c, *nd, out.shape, out.valid));
    }
  }
  const PoisonId outside = c.Poison(PoisonKind::kOutsideValid);
  // A mask of wider elements counts its bits through its bytes.
  const int64_t mask_bytes = ByteSize(mask.dtype);
  const Dims strides[] = {operands[0].nd ? operands[0].stride : Dims(out.rank(), 0),
                          operands[1].nd ? operands[1].stride : Dims(out.rank(), 0), mask.stride, out.stride};
  const int64_t bases[] = {operands[0].nd ? operands[0].nd->offset : 0, operands[1].nd ? operands[1].nd->offset : 0,
                           mask.offset, out.offset};
  absl::Status status;
  ForEachRow(out.valid, strides, bases, [&](const RowStep& row) {
    const uint8_t* bytes = mask.buffer->bytes.data() + row.offset[2] * mask_bytes;
    for (int64_t i = 0; i < row.n && status.ok(); ++i) {
      const int64_t byte = i / 8;
      const int64_t at = row.offset[2] * mask_bytes + byte;
      PoisonId reason = 0;
      if (at >= static_cast<int64_t>(mask.buffer->bytes.size())) {
        status = c.OutOfRange("the predicate has no bit for column {}", i);
        return;
      }
      if (byte / mask_bytes >= mask.shape.back()) reason = outside;
      if (reason == 0) reason = PoisonAt(mask, row.offset[2] + byte / mask_bytes);
      if (reason == 0 && !mask.buffer->bit_poison.empty() &&
          ((mask.buffer->bit_poison[static_cast<size_t>(at)] >> (i % 8)) & 1) != 0) {
        reason = outside;
      }
      const size_t k = (bytes[byte] >> (i % 8)) & 1;
      const int64_t to = row.offset[3] + i * out.stride.back();
      if (operands[k].nd == nullptr) {
        if (IsFloat(out.dtype)) StoreRow(out, to, 0, 1, &scalars[k].f);
        else StoreRow(out, to, 0, 1, &scalars[k].i);
        if (reason == 0) reason = scalars[k].poison;
      } else {
        const Nd& from = *operands[k].nd;
        const int64_t first = row.offset[k] + i * operands[k].stride.back();
        PoisonId own = 0;
        if (reason == 0 && RowPoison(c, absl::MakeConstSpan(&operands[k], 1), row.position, &first, i, 1, &own)) reason = own;
        if (IsFloat(out.dtype)) {
          double v = 0;
          LoadRow(from.dtype, from.buffer->bytes.data(), first, 0, 1, &v);
          StoreRow(out, to, 0, 1, &v);
        } else {
          int64_t v = 0;
          LoadRow(from.dtype, from.buffer->bytes.data(), first, 0, 1, &v);
          StoreRow(out, to, 0, 1, &v);
        }
      }
      MarkRow(out, to, 0, 1, &reason, c.stmt);
    }
  });
  RETURN_IF_ERROR(status);
  c.SetResult(std::move(out));
  return absl::OkStatus();
}

absl::Status Sel(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* mask, c.NdArg(0));
  return SelectBy(c, *mask, 1, 2);
}

// sels(mask, src, tmp, scalar)
absl::Status Sels(OpContext& c) {
  ASSIGN_OR_RETURN(const Nd* mask, c.NdArg(0));
  return SelectBy(c, *mask, 1, 3);
}

}  // namespace

void AddSelect(EvalTable& t) {
  t.Add("tensor.cmp", CompareToNumbers);
  t.Add("tile.cmp", PackedCompare);
  t.Add("tile.cmps", PackedCompare);
  t.Add("tile.sel", Sel);
  t.Add("tile.sels", Sels);
}

}  // namespace t2t::eval
