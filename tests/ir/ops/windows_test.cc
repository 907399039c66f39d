#include "ir/ops/windows.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "ir/core/show.h"
#include "ir/symbolic/simplify.h"

namespace t2t {
namespace {

using testing::HasSubstr;

class WindowsTest : public testing::Test {
 protected:
  ExprId I(int64_t v) { return p.Int(v); }
  ExprId Symbol(const char* name) { return p.Var(p.AddSymbol(p.Str(name))); }
  ExprId Make(ExprKind kind, ExprId a, ExprId b) { return MakeBinary(p, kind, a, b); }
  // The resulting valid shape, or the message.
  std::string Show(const absl::StatusOr<Shape>& shape) {
    return shape.ok() ? ShapeText(p, *shape) : std::string(MessageOf(shape.status()));
  }
  std::string Read(Shape physical, Shape valid, Shape offsets, Shape window, Shape requested = {}, bool clamp = false,
                   bool clamped = false) {
    WindowRead read;
    read.physical = physical;
    read.valid = valid;
    read.offsets = offsets;
    read.window = window;
    read.requested = requested;
    read.clamp = clamp;
    read.clamped = clamped;
    read.remedy = "pass clamp=True";
    return Show(WindowReadValid(p, read));
  }
  std::string Write(Shape target, Shape target_valid, Shape source, Shape source_valid, Shape offsets) {
    WriteUnion write;
    write.target = target;
    write.target_valid = target_valid;
    write.source = source;
    write.source_valid = source_valid;
    write.offsets = offsets;
    return Show(WriteUnionValid(p, write));
  }

  Program p;
  ExprId n = Symbol("n"), m = Symbol("m"), k = Symbol("k");
};

TEST_F(WindowsTest, WholeSourceGivesWholeWindow) {
  EXPECT_EQ(Read({I(128), I(64)}, {I(128), I(64)}, {n, I(0)}, {I(32), I(64)}), ShapeText(p, {I(32), I(64)}));
}

TEST_F(WindowsTest, ClampCutsAtTheEnd) {
  const ExprId rest = Make(ExprKind::kMax, Make(ExprKind::kSub, I(128), n), I(0));
  EXPECT_EQ(Read({I(128), I(64)}, {I(128), I(64)}, {n, I(0)}, {I(32), I(64)}, {}, true),
            ShapeText(p, {Make(ExprKind::kMin, rest, I(32)), I(64)}));
}

TEST_F(WindowsTest, RequestIsTrustedUnlessLessIsProven) {
  const Shape physical{I(128), I(64)}, origin{I(0), I(0)}, window{I(32), I(64)};
  EXPECT_EQ(Read(physical, {n, I(64)}, origin, window), ShapeText(p, {Make(ExprKind::kMin, n, I(32)), I(64)}));
  EXPECT_EQ(Read(physical, {n, I(64)}, origin, window, {k, I(64)}), ShapeText(p, {k, I(64)}));
  EXPECT_EQ(Read(physical, {n, I(64)}, origin, window, {I(16), I(64)}), ShapeText(p, {I(16), I(64)}));
  EXPECT_EQ(Read(physical, {I(8), I(64)}, origin, window, {I(16), I(64)}), ShapeText(p, {I(8), I(64)}));
}

TEST_F(WindowsTest, WindowMustStayInside) {
  const Shape source{I(128), I(64)}, window{I(32), I(64)};
  EXPECT_THAT(Read(source, source, {I(112), I(0)}, window, {}, false, true),
              testing::AllOf(HasSubstr("dimension 0"), HasSubstr("112"), HasSubstr("32"), HasSubstr("128"),
                             HasSubstr("clamp=True")));
  EXPECT_EQ(Read(source, source, {I(96), I(0)}, window), ShapeText(p, window));
  EXPECT_EQ(Read(source, source, {I(112), I(0)}, window, {I(16), I(64)}, false, true),
            ShapeText(p, {I(16), I(64)}));
  EXPECT_THAT(Read(source, source, {I(-1), I(0)}, window), HasSubstr("must start inside its source"));
  EXPECT_THAT(Read(source, source, {I(0), I(0)}, window, {I(33), I(64)}), HasSubstr("larger than the window"));
  EXPECT_THAT(Read(source, source, {I(0)}, window), HasSubstr("rank"));
}

TEST_F(WindowsTest, WritesJoinToARectangle) {
  const ExprId sum = Make(ExprKind::kAdd, k, m);
  EXPECT_EQ(Write({I(256), I(128)}, {k, I(128)}, {m, I(128)}, {m, I(128)}, {k, I(0)}),
            ShapeText(p, {Make(ExprKind::kMin, sum, I(256)), I(128)}));
  EXPECT_EQ(Write({I(64), I(64)}, {k, I(64)}, {I(64), I(64)}, {n, I(64)}, {I(0), I(0)}),
            ShapeText(p, {Make(ExprKind::kMin, Make(ExprKind::kMax, k, n), I(64)), I(64)}));
}

TEST_F(WindowsTest, WritesThatDoNotJoinAreRefused) {
  EXPECT_THAT(Write({I(8), I(8)}, {n, I(8)}, {I(4), I(8)}, {I(4), I(8)}, {k, I(0)}), HasSubstr("gap"));
  EXPECT_THAT(Write({I(8), I(8)}, {I(2), I(2)}, {I(4), I(4)}, {I(4), I(4)}, {I(2), I(2)}), HasSubstr("L-shape"));
  EXPECT_THAT(Write({I(8), I(8)}, {I(0), I(8)}, {I(4), I(8)}, {I(4), I(8)}, {I(1), I(0)}), HasSubstr("offset 0"));
  EXPECT_THAT(Write({I(8), I(8)}, {I(8), I(8)}, {I(4), I(8)}, {I(4), I(8)}, {I(5), I(0)}), HasSubstr("leaves"));
  EXPECT_EQ(Write({I(8), I(8)}, {I(8), I(8)}, {I(4), I(8)}, {I(4), I(8)}, {I(4), I(0)}), ShapeText(p, {I(8), I(8)}));
}

TEST_F(WindowsTest, ReshapeKeepsRowsThatStayWhole) {
  const auto reshape = [&](Shape valid, Shape from, Shape to, bool contiguous = true) {
    return Show(ReshapeValid(p, valid, from, to, contiguous));
  };
  EXPECT_EQ(reshape({I(2), I(8)}, {I(4), I(8)}, {I(8), I(4)}), ShapeText(p, {I(4), I(4)}));
  EXPECT_THAT(reshape({I(3), I(4)}, {I(4), I(8)}, {I(32)}), HasSubstr("dimension 1"));
  EXPECT_EQ(reshape({I(1), n}, {I(1), I(16)}, {I(16)}), ShapeText(p, {n}));
  EXPECT_EQ(reshape({n, I(1)}, {I(64), I(1)}, {I(1), I(64)}, false), ShapeText(p, {I(1), n}));
  EXPECT_EQ(reshape({n, I(8)}, {I(4), I(8)}, {I(4), I(2), I(4)}), ShapeText(p, {n, I(2), I(4)}));
  EXPECT_THAT(reshape({n, I(8)}, {I(4), I(8)}, {I(2), I(2), I(8)}), HasSubstr("rows"));
  EXPECT_THAT(reshape({I(2), I(8)}, {I(4), I(8)}, {I(8), I(4)}, false), HasSubstr("row-major"));
}

TEST_F(WindowsTest, BroadcastAlignsRight) {
  EXPECT_EQ(Show(Broadcast(p, {I(4), I(1)}, {n})), ShapeText(p, {I(4), n}));
  EXPECT_EQ(Show(Broadcast(p, {}, {n})), ShapeText(p, {n}));
  EXPECT_THAT(Show(Broadcast(p, {I(4)}, {I(3)})), HasSubstr("broadcast"));
}

TEST_F(WindowsTest, PackedStridesFollowTheLayout) {
  const Shape shape{I(2), I(3), I(5)};
  EXPECT_EQ(Show(PackedStrides(p, shape, TensorLayout::kND)), ShapeText(p, {I(15), I(5), I(1)}));
  EXPECT_EQ(Show(PackedStrides(p, shape, TensorLayout::kDN)), ShapeText(p, {I(15), I(1), I(3)}));
  EXPECT_FALSE(PackedStrides(p, shape, TensorLayout::kNZ).ok());
}

}  // namespace
}  // namespace t2t
