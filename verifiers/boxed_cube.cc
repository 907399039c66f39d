// BoxedCubeM, BoxedCubeN: tiles that the lowering loads for matrix products consist of whole fractal boxes along M and N, and
// nothing else is padded for them (lowering k).
//
// Looked at from the products, which say what they need, not from the demands that the passes spread: an operand is followed
// back to its load, and whoever else reads that load is asked whether it wants the same. Loads the lowering did not make are
// left alone, and so is a load that reaches its reader in a loop's carry: there is more to know than a product can say. One
// walk over a kernel; a second one only where an operand is not in whole boxes, or a demand is still written down.
#include <algorithm>
#include <optional>
#include <vector>

#include "fmt/format.h"
#include "ir/analysis/fractal_box.h"
#include "ir/analysis/function_class.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "verifiers/all.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

constexpr Rule kRules[] = {
    {1, "a tile loaded for matrix products alone is not in whole boxes"},
    {2, "a box is demanded on another axis, in another size or of another operand than the matrix unit needs it"},
    {3, "a box is demanded of a value that is also read by somebody who does not ask for it"},
    // along M alone
    {4, "an accumulator and the left operand of its product differ in physical rows"},
};

enum class Axis : uint8_t { kM, kN };

// The matrix products, and on which axis which operand is boxed (lowering k.6).
struct Product {
  OpId op;
  uint32_t left, right;
  bool boxes_right;      // the columns of what is added to an accumulator would have to reach its allocation
  bool has_flags;        // a_trans, b_trans: a tensor operator; tiles come as transposed views
};

class Cube {
 public:
  Cube(VerifyContext& c, Axis axis)
      : c_(c), p_(c.program), axis_(axis),
        products_{{Ops().Find("tensor.matmul"), 0, 1, true, true}, {Ops().Find("tensor.matmul_acc"), 1, 2, false, true},
                  {Ops().Find("tile.matmul"), 0, 1, true, false}, {Ops().Find("tile.matmul_acc"), 1, 2, false, false}},
        load_(Ops().Find("tile.load")), transposed_(Ops().Find("tile.transpose_view")), concerns_(Ops().size()) {
    for (uint32_t i = 0; i < Ops().size(); ++i) {
      concerns_[i] = OpId(i) == load_ || OpId(i) == transposed_ || Ops()[OpId(i)].private_cast || ProductOf(OpId(i)) != nullptr;
    }
  }

  void Kernel(FuncId f) {
    sources_.resize(p_.num_values());
    bool suspect = false;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      if (s.kind != StmtKind::kAssign) return;
      const Expr& e = p_[s.value()];
      if (e.kind == ExprKind::kVar) sources_[s.var().index()] = sources_[e.var().index()];
      if (e.kind != ExprKind::kCall) return;
      const t2t::Call& call = p_[e.call()];
      if (call.op && (call.attrs || concerns_[call.op.index()])) suspect |= Call(stmt, s.var(), call);
    });
    if (suspect) Readers(f);
  }

 private:
  // The load behind a value, or the producer that a box is demanded of, and whether the value is it transposed.
  struct Source {
    ValueId of;
    bool transposed = false;
  };
  // What the readers of one such source ask for.
  struct Asked {
    std::optional<Box> box;  // none yet
    StmtId other;            // somebody who asks for something else, or for nothing
  };

  // True when a second look is due: somebody's box is missing, or a demand is to be judged.
  bool Call(StmtId stmt, ValueId var, const t2t::Call& call) {
    if (const ValueId seen = SeenThrough(call)) {
      const Source source = sources_[seen.index()];
      sources_[var.index()] = {source.of, source.transposed != (call.op == transposed_)};
      return false;
    }
    const bool demand = HasDemand(call);
    if (demand || IsBridge(call)) {
      sources_[var.index()] = {var};
      return demand;
    }
    const Product* product = ProductOf(call.op);
    if (product == nullptr) return false;
    if (product->has_flags) {
      Demanded(stmt, *product, call);
      return false;
    }
    if (axis_ == Axis::kM && product->left == 1) SameRows(stmt, *product, call);
    const uint32_t i = axis_ == Axis::kM ? product->left : product->right;
    const Source source = i < call.args.size ? SourceOf(p_[call.args][i]) : Source{};
    return source.of && !IsWhole(source.of, Needed(*product, i, source));
  }

  const Product* ProductOf(OpId op) const {
    for (const Product& product : products_) {
      if (product.op == op) return &product;
    }
    return nullptr;
  }

  bool HasDemand(const t2t::Call& call) const { return call.attrs.valid() && p_.FindAttr(call.attrs, kBoxMark) != nullptr; }

  // A tile that the lowering loaded from memory for a cube operand.
  bool IsBridge(const t2t::Call& call) const {
    return call.op == load_ && call.attrs.valid() && p_.FindAttr(call.attrs, kMatBridgeAttr) != nullptr;
  }

  // The operand of what only names it anew or reads it in the other order.
  ValueId SeenThrough(const t2t::Call& call) const {
    const bool names = call.op == transposed_ || Ops()[call.op].private_cast;
    return names && !call.args.empty() ? AsVar(p_, p_[call.args][0]) : ValueId();
  }

  Source SourceOf(ExprId operand) const {
    const ValueId v = AsVar(p_, operand);
    return v ? sources_[v.index()] : Source{};
  }

  // The box that operand `i` of a product needs on the axis at hand, in the frame of `source`; align 0 where it needs none.
  // M is sized by the left operand, in rows as the unit sees them; N reconciles the three spaces it passes through.
  Box Needed(const Product& product, uint32_t i, Source source) const {
    if (i != (axis_ == Axis::kM ? product.left : product.right)) return {};
    if (axis_ == Axis::kN && !product.boxes_right) return {};
    const Type& type = p_.TypeOf(source.of);
    if (!type.IsShaped() || type.rank() != 2) return {};
    const Granularity box = FractalBox(MemorySpace::kMat, type.dtype);
    if (axis_ == Axis::kN) {
      return box.rows == 0 ? Box{} : Box{source.transposed ? 0u : 1u, std::max({box.rows, box.cols, kFractalRows})};
    }
    const uint32_t own = source.transposed ? box.cols : box.rows;
    return own <= 1 ? Box{} : Box{source.transposed ? 1u : 0u, std::max(own, kFractalRows)};
  }

  // Nothing to round up: run-time extents are never padded, and the largest of all have no multiple above them.
  bool IsWhole(ValueId value, Box box) const {
    if (box.align == 0) return true;
    const ExprId extent = p_.Shape(p_[value].type)[box.axis];
    if (!p_.IsConstInt(extent)) return true;
    const int64_t size = p_[extent].int_value();
    return size <= 0 || size > INT64_MAX - box.align || size % box.align == 0;
  }

  // Boxes demanded of the loads of a product that stand out.
  void Demanded(StmtId stmt, const Product& product, const t2t::Call& call) {
    if (!call.attrs.valid()) return;
    for (uint32_t i = 0; i < call.args.size; ++i) {
      const bool ours = axis_ == Axis::kM ? i <= product.left : i == product.right;
      const Attr* mark = ours ? p_.FindAttr(call.attrs, fmt::format("{}{}", kBoxOperandMark, i)) : nullptr;
      if (mark == nullptr || mark->kind != AttrKind::kString) continue;
      const Box asked = ParseBox(p_[mark->string()]);
      const Source operand{AsVar(p_, p_[call.args][i]), ReadTransposed(product, call, i)};
      const Box needed = operand.of ? Needed(product, i, operand) : Box{};
      if (asked == needed && !IsWhole(operand.of, needed)) continue;
      c_.Error(2, stmt, fmt::format("operand {} of {} is to be loaded in boxes {}, where the matrix unit needs {}", i,
                                    Ops()[call.op].name, BoxText(asked),
                                    needed.align == 0 || IsWhole(operand.of, needed) ? "none" : BoxText(needed)),
               "pad M of the left and N of the right operand, where they are constant and no whole number of boxes");
    }
  }

  bool ReadTransposed(const Product& product, const t2t::Call& call, uint32_t i) const {
    const Attr* flag = p_.FindAttr(call.kwargs, i == product.left ? "a_trans" : "b_trans");
    return flag != nullptr && flag->kind == AttrKind::kBool && flag->bool_value();
  }

  void SameRows(StmtId stmt, const Product& product, const t2t::Call& call) {
    if (call.args.size <= product.left) return;
    const auto args = p_[call.args];
    const TypeId acc = p_[args[0]].type, left = p_[args[product.left]].type;
    if (!p_[acc].IsShaped() || p_[acc].rank() != 2 || !p_[left].IsShaped() || p_[left].rank() != 2) return;
    const ExprId acc_rows = p_.Shape(acc)[0], left_rows = p_.Shape(left)[0];
    if (!p_.IsConstInt(acc_rows) || !p_.IsConstInt(left_rows) || acc_rows == left_rows) return;
    c_.Error(4, stmt, fmt::format("the accumulator has {} physical rows, the left operand {}", p_[acc_rows].int_value(),
                                  p_[left_rows].int_value()),
             "the left operand decides for both");
  }

  // Who reads what is loaded or asked for in boxes, and does everybody want them?
  void Readers(FuncId f) {
    asked_of_.resize(p_.num_values());
    std::vector<ValueId> found;
    ForEachStmt(p_, p_[f].body, [&](StmtId stmt) {
      const Stmt& s = p_[stmt];
      const bool calls = s.kind == StmtKind::kAssign && p_.IsOpCall(s.value());
      const Product* product = calls ? ProductOf(p_.CallOf(s.value()).op) : nullptr;
      if (product != nullptr) {
        const auto args = p_.Args(s.value());
        for (uint32_t i = 0; i < args.size(); ++i) Ask(stmt, *product, i, args[i]);
      } else if (s.kind != StmtKind::kAssign || (calls && !SeenThrough(p_.CallOf(s.value())))) {
        Others(stmt);
      }
      if (s.kind == StmtKind::kAssign && sources_[s.var().index()].of == s.var()) found.push_back(s.var());
    });
    for (ValueId v : found) {
      Judge(v, asked_of_[v.index()]);
      asked_of_[v.index()] = {};
    }
  }

  // Readers that are no products. A demand travels on through what shares the storage of its operand, and into loops; whether
  // it is met there is not asked.
  void Others(StmtId stmt) {
    const Stmt& s = p_[stmt];
    const bool hands_on = s.kind == StmtKind::kFor || s.kind == StmtKind::kWhile ||
                          (s.kind == StmtKind::kAssign && p_.IsOpCall(s.value()) &&
                           Ops()[p_.CallOf(s.value()).op].output.rule == OutputMemory::Rule::kInherit);
    ForEachUse(p_, stmt, [&](ValueId v) {
      const ValueId of = sources_[v.index()].of;
      if (!of || (hands_on && !IsBridge(p_.CallOf(DefiningExpr(p_, of))))) return;
      Asked& asked = asked_of_[of.index()];
      if (!asked.other) asked.other = stmt;
    });
  }

  void Ask(StmtId stmt, const Product& product, uint32_t i, ExprId operand) {
    Source source = SourceOf(operand);
    if (!source.of) return;
    if (product.has_flags) source.transposed ^= ReadTransposed(product, p_.CallOf(p_[stmt].value()), i);
    Asked& asked = asked_of_[source.of.index()];
    const Box box = Needed(product, i, source);
    const bool same = box.align != 0 && (!asked.box || *asked.box == box);
    if (!same && !asked.other) asked.other = stmt;
    if (!asked.box) asked.box = box;
  }

  void Judge(ValueId value, const Asked& asked) {
    const StmtId def = p_[value].def;
    const t2t::Call& call = p_.CallOf(p_[def].value());
    const std::string_view name = p_[p_[value].name];
    if (!asked.box) return;
    if (IsBridge(call)) {
      if (asked.other || IsWhole(value, *asked.box)) return;
      c_.Error(1, def, fmt::format("{} is loaded for matrix products alone, and extent {} of dimension {} is no multiple of {}",
                                   name, p_[p_.Shape(p_[value].type)[asked.box->axis]].int_value(), asked.box->axis,
                                   asked.box->align),
               "load it into whole boxes; the valid shape keeps the logical extent");
      return;
    }
    // Who adds to an accumulator fixes its extent, whoever else reads it.
    const Attr* mark = p_.FindAttr(call.attrs, kBoxMark);
    if (!asked.other || mark->kind != AttrKind::kString || ParseBox(p_[mark->string()]) != *asked.box) return;
    c_.Error(3, def, fmt::format("{} is to be made in boxes {}, but who reads it in line {} does not ask for them", name,
                                 p_[mark->string()], p_[asked.other].span.line),
             "padding needs the consent of all readers");
  }

  VerifyContext& c_;
  const Program& p_;
  const Axis axis_;
  const Product products_[4];
  const OpId load_, transposed_;
  std::vector<uint8_t> concerns_;  // by operator: more than a reader among others
  std::vector<Source> sources_;  // by value
  std::vector<Asked> asked_of_;  // by source
};

template <Axis kAxis>
void VerifyBoxedCube(VerifyContext& c) {
  Cube cube(c, kAxis);
  for (FuncId f : c.functions) {
    if (IsLoweredKernel(c.program, f)) cube.Kernel(f);
  }
}

}  // namespace

constinit const Verifier kBoxedCubeM = {
    .property = "BoxedCubeM",
    .kind = VerifierKind::kProperty,
    .summary = "left operands and accumulators consist of whole boxes along M",
    .source = "verifiers 9.4 (BoxedCube); lowering k.1 to k.3, k.6",
    .rules = kRules,
    .whole_program_table = true,
    .run = VerifyBoxedCube<Axis::kM>,
};

constinit const Verifier kBoxedCubeN = {
    .property = "BoxedCubeN",
    .kind = VerifierKind::kProperty,
    .summary = "right operands consist of whole boxes along N",
    .source = "verifiers 9.4 (BoxedCube); lowering k.1, k.4, k.6",
    .rules = absl::Span<const Rule>(kRules, 3),
    .whole_program_table = true,
    .run = VerifyBoxedCube<Axis::kN>,
};

}  // namespace t2t
