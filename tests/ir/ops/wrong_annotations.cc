#include "tests/ir/ops/wrong_annotations.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/builder.h"
#include "ir/core/show.h"
#include "ir/eval/copy.h"
#include "ir/eval/inputs.h"
#include "ir/ops/make_call.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

namespace t2t {
namespace {

using eval::RtValue;

// The same kind of type with other parts. Layouts and strides go: they would have to suit the number of axes.
TypeId Shaped(Program& p, const Type& like, DType dtype, const std::vector<ExprId>& shape, const std::vector<ExprId>& valid = {}) {
  View view;
  view.valid_shape = p.MakeList(valid);
  return like.IsTile() ? p.TileType(dtype, shape, view, like.space) : p.TensorType(dtype, shape, view);
}

std::vector<TypeId> WrongShaped(Program& p, TypeId type) {
  const Type like = p[type];
  const absl::Span<const ExprId> extents = p.Shape(type);
  const std::vector<ExprId> shape(extents.begin(), extents.end());
  std::vector<TypeId> wrong;
  const auto with = [&](const std::vector<ExprId>& other) { wrong.push_back(Shaped(p, like, like.dtype, other)); };
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    const int64_t extent = p.IsConstInt(shape[axis]) ? p[shape[axis]].int_value() : 8;
    for (int64_t other : {int64_t{0}, int64_t{1}, extent - 1, extent + 1, extent * 2, extent + 97}) {
      if (other < 0) continue;
      std::vector<ExprId> changed = shape;
      changed[axis] = p.Int(other);
      with(changed);
      wrong.push_back(Shaped(p, like, like.dtype, shape, changed));  // too small and too large a valid region
    }
    std::vector<ExprId> fewer = shape;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(axis));
    with(fewer);
    std::vector<ExprId> more = shape;
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(axis), p.Int(3));
    with(more);
  }
  for (DType dtype : {DType::kFp32, DType::kFp16, DType::kInt8, DType::kInt64, DType::kUint8, DType::kBool}) {
    if (dtype != like.dtype) wrong.push_back(Shaped(p, like, dtype, shape));
  }
  wrong.push_back(p.ScalarType(like.dtype));
  return wrong;
}

std::vector<TypeId> Wrong(Program& p, TypeId type) {
  const Type& t = p[type];
  if (t.IsShaped()) return WrongShaped(p, type);
  const ExprId four[] = {p.Int(4)};
  if (t.kind != TypeKind::kTuple) {
    return {p.ScalarType(DType::kFp32), p.ScalarType(DType::kInt8), p.ScalarType(DType::kInt64), p.ScalarType(DType::kBool),
            p.TensorType(DType::kFp32, four), p.TileType(DType::kFp32, four, View{}, MemorySpace::kVec)};
  }
  std::vector<TypeId> wrong;
  const std::vector<TypeId> elements(p[t.elements].begin(), p[t.elements].end());
  for (size_t i = 0; i < elements.size(); ++i) {
    for (TypeId element : Wrong(p, elements[i])) {
      std::vector<TypeId> changed = elements;
      changed[i] = element;
      wrong.push_back(p.TupleType(changed));
    }
  }
  return wrong;
}

// Every element that the value claims to have.
void Read(const RtValue& v, const std::string& text) {
  if (v.kind == RtValue::Kind::kTuple) {
    for (const RtValue& item : *v.items) Read(item, text);
  }
  if (!v.IsNd()) return;
  const eval::Nd& nd = v.nd;
  ASSERT_TRUE(eval::CheckInside(nd, nd.valid).ok()) << text;
  const eval::Dims strides[] = {nd.stride};
  const int64_t bases[] = {nd.offset};
  int64_t read = 0;
  eval::ForEachRow(nd.valid, strides, bases, [&](const eval::RowStep& row) {
    for (int64_t i = 0; i < row.n; ++i) {
      eval::Dims at(row.position.begin(), row.position.end());
      if (nd.rank() > 0) at.push_back(i);
      if (eval::HasArithmetic(nd.dtype)) eval::ElementAt(nd, at);
      ++read;
    }
  });
  EXPECT_EQ(read, eval::NumElements(nd.valid)) << text;
}

// k states `type` for what its first statement computes, and reads that again.
std::string Annotated(const Program& program, TypeId type) {
  Program p = program;
  const FuncId k = p.FindFunction(p.FindStr("k"));
  const StmtId call = p[p[k].body].first;
  const ExprId value = p.WithType(p[call].value(), type);
  Builder at = Builder::Before(p, call, p[call].span);
  const ExprId result[] = {at.LetVar("wrong", value)};
  if (p[type].IsShaped()) {
    const absl::StatusOr<ExprId> reader = MakeCall(p, p[type].IsTile() ? "tile.abs" : "tensor.abs", result, {}, p[call].span);
    if (reader.ok()) at.Let("reader", *reader);
  }
  p.Unlink(call);
  return PrintProgram(p);
}

bool RunText(const std::string& text) {
  Diagnostics diagnostics;
  const std::optional<Program> p = ReadProgram(text, diagnostics);
  if (!p || diagnostics.HasErrors()) return false;
  eval::RunOptions limits;
  limits.max_steps = 10'000;
  limits.max_work = 3'000'000;
  limits.on_value = [&](StmtId, const RtValue& v) { Read(v, text); };
  eval::Machine machine(*p, limits);
  const FuncId k = p->FindFunction(p->FindStr("k"));
  eval::InputPlan plan;
  plan.extent = 8;
  const absl::StatusOr<std::vector<RtValue>> args = eval::MakeInputs(machine, k, plan);
  if (!args.ok()) return false;
  const absl::StatusOr<RtValue> result = machine.Run(k, *args);
  for (const RtValue& v : *args) Read(v, text);
  // The operator says so itself, before it writes: the last net of the machine is for what nobody thought of.
  EXPECT_THAT(std::string(result.status().message()), testing::Not(testing::HasSubstr("larger than its type says"))) << text;
  return !absl::IsUnimplemented(result.status());
}

}  // namespace

int RunUnderWrongAnnotations(const Program& program) {
  Program types = program;
  const FuncId k = types.FindFunction(types.FindStr("k"));
  const TypeId right = types[types[types[types[k].body].first].value()].type;
  int run = 0;
  for (TypeId type : Wrong(types, right)) run += RunText(Annotated(types, type));
  return run;
}

}  // namespace t2t
