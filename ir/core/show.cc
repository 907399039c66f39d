#include "ir/core/show.h"

#include <atomic>

#include "ir/core/expr_writer.h"

namespace t2t {
namespace {

std::atomic<OpNamer> g_op_namer{nullptr};

class ShowWriter final : public ExprWriter {
 public:
  using ExprWriter::ExprWriter;

 protected:
  void PutCall(ExprId id) override {
    const Call& call = p_.CallOf(id);
    out_ += call.op ? OpDisplayName(call.op) : p_[p_[call.callee].name];
    out_ += '(';
    PutExprs(p_[call.args]);
    out_ += ')';
  }
};

}  // namespace

void SetOpNamer(OpNamer namer) { g_op_namer = namer; }

std::string_view OpDisplayName(OpId op) {
  const OpNamer namer = g_op_namer;
  return namer == nullptr ? std::string_view("<op>") : namer(op);
}

std::string ExprText(const Program& program, ExprId expr) {
  std::string out;
  if (expr) ShowWriter(program, out).PutExpr(expr);
  return out;
}

std::string ShapeText(const Program& program, absl::Span<const ExprId> shape) {
  std::string out;
  ShowWriter(program, out).PutDims(shape);
  return out;
}

std::string TypeText(const Program& program, TypeId type) {
  std::string out;
  if (type) ShowWriter(program, out).PutType(type);
  return out;
}

std::string_view KindName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kUnknown: return "Unknown";
    case TypeKind::kScalar: return "Scalar";
    case TypeKind::kTensor: return "Tensor";
    case TypeKind::kDistributedTensor: return "DistributedTensor";
    case TypeKind::kTile: return "Tile";
    case TypeKind::kArray: return "Array";
    case TypeKind::kTuple: return "Tuple";
    case TypeKind::kMemRef: return "MemRef";
    case TypeKind::kPtr: return "Ptr";
    case TypeKind::kWindowBuffer: return "WindowBuffer";
    case TypeKind::kCommCtx: return "CommCtx";
    case TypeKind::kPrefetchAsyncContext: return "PrefetchAsyncContext";
    case TypeKind::kAsyncEvent: return "AsyncEvent";
    case TypeKind::kAsyncSession: return "AsyncSession";
  }
  return "?";
}

}  // namespace t2t
