#include "ir/ops/make_call.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/show.h"
#include "ir/ops/check_deduced.h"

namespace t2t {
namespace {

using testing::HasSubstr;

class MakeCallTest : public testing::Test {
 protected:
  ExprId Operand(TypeId type) { return p.Var(p.AddValue(ValueKind::kLocal, p.Str("a"), type, func)); }
  std::string Result(std::string_view op, std::vector<ExprId> args, std::vector<Attr> kwargs = {}) {
    const absl::StatusOr<ExprId> call = MakeCall(p, op, args, p.MakeAttrs(kwargs), {});
    return call.ok() ? TypeText(p, p[*call].type) : std::string(MessageOf(call.status()));
  }

  Program p;
  FuncId func = p.AddFunction(p.Str("k"), {});
  const std::vector<ExprId> shape = {p.Int(16), p.Int(16)};
  TypeId tensor = p.TensorType(DType::kFp32, shape);
};

TEST_F(MakeCallTest, OperandsAreCounted) {
  const ExprId x = Operand(tensor);
  EXPECT_EQ(Result("tensor.add", {x, x}), TypeText(p, tensor));
  EXPECT_THAT(Result("tensor.add", {x}), HasSubstr("tensor.add takes 2 operands, got 1"));
  EXPECT_THAT(Result("tensor.add", {x, x, x}), HasSubstr("got 3"));
}

TEST_F(MakeCallTest, KeywordsAreDeclaredAndTyped) {
  const ExprId x = Operand(tensor);
  EXPECT_EQ(Result("tensor.matmul", {x, x}, {p.BoolAttr("a_trans", true)}), TypeText(p, tensor));
  EXPECT_THAT(Result("tensor.matmul", {x, x}, {p.IntAttr("a_trans", 1)}), HasSubstr("must be a bool"));
  EXPECT_THAT(Result("tensor.matmul", {x, x}, {p.BoolAttr("a_tarns", true)}), HasSubstr("'a_tarns'"));
}

TEST_F(MakeCallTest, AccumulatorsAreCreatedWhereTheyLive) {
  const auto tile = [&](MemorySpace space) {
    return Operand(p.WithSpace(p.TileType(DType::kFp32, shape, View{}, MemorySpace::kUnset), space));
  };
  const ExprId left = tile(MemorySpace::kLeft), right = tile(MemorySpace::kRight);
  EXPECT_THAT(Result("tile.matmul_acc", {tile(MemorySpace::kVec), left, right}),
              testing::AllOf(HasSubstr("must live in Acc"), HasSubstr("Vec")));
  EXPECT_THAT(Result("tile.matmul_acc", {tile(MemorySpace::kAcc), left, right}), HasSubstr("Mem.Acc"));
  // A left operand in Vec is only badly placed: a move repairs it.
  EXPECT_THAT(Result("tile.matmul", {tile(MemorySpace::kVec), right}), HasSubstr("Mem.Acc"));
}

TEST_F(MakeCallTest, UnknownOperatorsHaveNearNames) {
  EXPECT_FALSE(Ops().Find("tensor.ad").valid());
  EXPECT_EQ(Ops().Nearest("tensor.matmull"), "tensor.matmul");
  EXPECT_EQ(Ops().Nearest("nothing like an operator"), "");
}

TEST_F(MakeCallTest, AnnotationsAreComparedWithTheDeducedType) {
  const ExprId x = Operand(tensor);
  const ExprId call = *MakeCall(p, "tensor.add", std::vector<ExprId>{x, x}, {}, {});
  EXPECT_TRUE(CheckDeduced(p, call, tensor).ok());
  const absl::Status wrong = CheckDeduced(p, call, p.TensorType(DType::kFp16, shape));
  EXPECT_THAT(std::string(MessageOf(wrong)), HasSubstr("annotated"));
}

class FunctionCallTest : public MakeCallTest {
 protected:
  // f(x: Tensor[param]) -> Tensor[result]
  void Declare(std::vector<ExprId> param, std::vector<ExprId> result) {
    Function f = p[func];
    const ValueId x = p.AddValue(ValueKind::kParam, p.Str("x"), p.TensorType(DType::kFp32, param), func);
    f.params = p.MakeList({x});
    f.directions = p.MakeList<uint32_t>({0});
    f.return_types = p.MakeList({p.TensorType(DType::kFp32, result)});
    p.SetFunction(func, f);
  }
  std::string Call(std::vector<ExprId> extents) {
    const std::vector<ExprId> args = {Operand(p.TensorType(DType::kFp32, extents))};
    const absl::StatusOr<TypeId> type = DeduceFunctionCall(p, func, args);
    return type.ok() ? TypeText(p, *type) : std::string(MessageOf(type.status()));
  }
  ExprId m = p.Var(p.AddSymbol(p.Str("m"))), n = p.Var(p.AddSymbol(p.Str("n")));
};

TEST_F(FunctionCallTest, ReplacementsAreNotReplacedAgain) {
  Declare({m, n}, {m, n});
  EXPECT_EQ(Call({n, m}), TypeText(p, p.TensorType(DType::kFp32, {{n, m}})));
}

TEST_F(FunctionCallTest, OneExtentHasOneValue) {
  Declare({m, m}, {m});
  EXPECT_EQ(Call({p.Int(8), p.Int(8)}), TypeText(p, p.TensorType(DType::kFp32, {{p.Int(8)}})));
  EXPECT_THAT(Call({p.Int(8), p.Int(4)}), testing::AllOf(HasSubstr("m"), HasSubstr("8"), HasSubstr("4")));
}

}  // namespace
}  // namespace t2t
