#include "ir/eval/hardware_rules.h"

#include <algorithm>
#include <initializer_list>

namespace t2t::eval {
namespace {

bool IsOneOf(const OpDef& op, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), op.name) != names.end();
}

std::string SpacesText(const SpaceSet& set) {
  std::string out;
  for (const EnumEntry<MemorySpace>& entry : EnumTable<MemorySpace>()) {
    if (set.Has(entry.value)) out += fmt::format("{}{}", out.empty() ? "" : " or ", entry.name);
  }
  return out;
}

absl::Status CheckSpaces(const OpContext& c) {
  for (size_t i = 0; i < c.args.size(); ++i) {
    const OperandDef* operand = c.op.Operand(i);
    const RtValue& v = c.args[i];
    if (operand == nullptr || operand->input_memory.empty() || v.kind != RtValue::Kind::kTile) continue;
    if (v.space == MemorySpace::kUnset || operand->input_memory.Has(v.space)) continue;
    return c.Fail("operand {} ({}) is in {}, but is read from {}", i, operand->name, EnumName(v.space),
                  SpacesText(operand->input_memory));
  }
  return absl::OkStatus();
}

struct MatrixOperands {
  size_t lhs = 0, rhs = 1;
  bool accumulates = false;
};
bool IsMatrixProduct(const OpDef& op, MatrixOperands* out) {
  if (IsOneOf(op, {"tile.matmul", "tile.gemv", "tile.matmul_bias", "tile.gemv_bias"})) {
    *out = {0, 1, false};
    return true;
  }
  if (IsOneOf(op, {"tile.matmul_acc", "tile.gemv_acc"})) {
    *out = {1, 2, true};
    return true;
  }
  return false;
}

constexpr int64_t kBlockRows = 16;
int64_t Pitch(int64_t rows) { return (rows + kBlockRows - 1) / kBlockRows * kBlockRows; }

bool IsCompact(const Program& p, ExprId operand) {
  const Type& t = p.TypeOf(operand);
  return t.view && p[t.view].compact == CompactMode::kNormal;
}

absl::Status CheckProduct(const OpContext& c, bool judge_pitch) {
  MatrixOperands at;
  if (!IsMatrixProduct(c.op, &at)) return absl::OkStatus();
  ASSIGN_OR_RETURN(const Nd* lhs, c.NdArg(at.lhs));
  ASSIGN_OR_RETURN(const Nd* rhs, c.NdArg(at.rhs));
  if (lhs->rank() != 2 || rhs->rank() != 2) return absl::OkStatus();
  const int64_t m = lhs->valid[0], k = lhs->valid[1], n = rhs->valid[1];
  if (k != rhs->valid[0]) return c.Fail("K is {} on the left and {} on the right", k, rhs->valid[0]);
  if (at.accumulates) {
    ASSIGN_OR_RETURN(const Nd* acc, c.NdArg(0));
    if (judge_pitch && acc->rank() == 2 && m > 0 && !IsCompact(c.p, c.arg_exprs[0]) && Pitch(m) != Pitch(acc->shape[0])) {
      return c.Fail("a product of {} rows is packed at a pitch of {}, but its accumulator of {} rows is not compact", m,
                    Pitch(m), acc->shape[0]);
    }
    return absl::OkStatus();
  }
  Dims shape, valid;
  if (!c.DimsOf(c.type, &shape, &valid).ok() || valid.size() != 2) return absl::OkStatus();
  if (valid[0] != m || valid[1] != n) {
    return c.Fail("the operands give {} rows and {} columns, the result declares {} and {}", m, n, valid[0], valid[1]);
  }
  return absl::OkStatus();
}

std::string_view ChannelName(WriteChannel channel) { return channel == WriteChannel::kDma ? "DMA" : "the scalar data cache"; }

}  // namespace

absl::Status CheckTileOperands(const OpContext& c, bool strict_spaces, bool judge_pitch) {
  if (c.op.category != OpCategory::kTile) return absl::OkStatus();
  if (strict_spaces) RETURN_IF_ERROR(CheckSpaces(c));
  return CheckProduct(c, judge_pitch && c.exec.finished);
}

absl::Status CheckStoreChannel(const OpContext& c) {
  if (!c.exec.finished || c.op.channel == WriteChannel::kNone || !c.op.declares_effects) return absl::OkStatus();
  // A tensor-level DMA write is what the user wrote: the lowering may still stage it on chip, or refuse the mix.
  if (c.op.category == OpCategory::kTensor && c.op.channel == WriteChannel::kDma) return absl::OkStatus();
  for (size_t i = 0; i < c.args.size(); ++i) {
    if (!c.args[i].IsNd() || !c.args[i].nd.buffer->gm || !Writes(EffectOn(c.p, c.call, i))) continue;
    Buffer& buffer = *c.args[i].nd.buffer;
    if (buffer.last_store.activation == c.exec.activation && buffer.last_store.channel != c.op.channel) {
      return c.Fail("writes through {} what this kernel wrote through {}; the two do not see each other",
                    ChannelName(c.op.channel), ChannelName(buffer.last_store.channel));
    }
    buffer.last_store = {c.op.channel, c.exec.activation};
  }
  return absl::OkStatus();
}

}  // namespace t2t::eval
