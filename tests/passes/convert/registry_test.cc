#include "passes/convert/registry.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace t2t {
namespace {

using ::testing::HasSubstr;

TEST(StagingSpaceForLoad, OnlyVecAndMatAreReachedByALoad) {
  EXPECT_EQ(StagingSpaceForLoad(MemorySpace::kVec), MemorySpace::kVec);
  for (MemorySpace s : {MemorySpace::kMat, MemorySpace::kLeft, MemorySpace::kRight, MemorySpace::kBias,
                        MemorySpace::kLeftScale, MemorySpace::kRightScale}) {
    EXPECT_EQ(StagingSpaceForLoad(s), MemorySpace::kMat) << EnumName(s);
  }
  for (MemorySpace s : {MemorySpace::kAcc, MemorySpace::kDDR, MemorySpace::kScalarLocal, MemorySpace::kUnset}) {
    EXPECT_EQ(StagingSpaceForLoad(s), std::nullopt) << EnumName(s);
  }
}

TEST(OperandSpace, IsReadFromTheOperators) {
  EXPECT_EQ(BridgeSpaceOf({"tile.matmul", "tile.batch_matmul"}, 0).Get(), MemorySpace::kMat);
  EXPECT_EQ(BridgeSpaceOf({"tile.matmul", "tile.batch_matmul"}, 1).Get(), MemorySpace::kMat);
  EXPECT_EQ(BridgeSpaceOf({"tile.sel"}, 2).Get(), MemorySpace::kVec);
  // Vec or Acc: only Vec can be loaded.
  EXPECT_EQ(BridgeSpaceOf({"pld.tile.remote_store"}, 0).Get(), MemorySpace::kVec);
  EXPECT_EQ(OperandSpaceOf({"tile.matmul_acc", "tile.batch_matmul_acc"}, 0).Get(), MemorySpace::kAcc);
}

TEST(OperandSpace, FailsWithAReason) {
  EXPECT_THAT(BridgeSpaceOf({"tile.nonsense"}, 0).error(), HasSubstr("tile.nonsense is not registered"));
  EXPECT_THAT(BridgeSpaceOf({"tile.move"}, 0).error(), HasSubstr("declares no memory space"));
  EXPECT_THAT(BridgeSpaceOf({"tile.matmul"}, 7).error(), HasSubstr("declares no memory space"));
  EXPECT_THAT(BridgeSpaceOf({"tile.matmul", "tile.sel"}, 0).error(), HasSubstr("disagree"));
  EXPECT_THAT(BridgeSpaceOf({"tile.matmul_acc"}, 0).error(), HasSubstr("created there"));
  EXPECT_THAT(OperandSpaceOf({"tile.store"}, 0).error(), HasSubstr("several memory spaces"));
  EXPECT_THAT(BridgeSpaceOf({}, 0).error(), HasSubstr("no operator"));
}

TEST(ConversionRegistryBuilder, ReportsEveryWrongRegistration) {
  ConversionRegistryBuilder builder;
  builder.Simple("tensor.exp", "tile.exp");
  builder.Simple("tensor.nonsense", "tile.exp");
  builder.Simple("tensor.neg", "tile.nonsense");
  builder.Simple("tensor.abs", "tile.abs", {{.operand = 0, .space = BridgeSpaceOf({"tile.matmul_acc"}, 0)}});
  const absl::StatusOr<ConversionRegistry> built = builder.Build();
  ASSERT_FALSE(built.ok());
  EXPECT_TRUE(absl::IsInternal(built.status()));
  const std::string message(MessageOf(built.status()));
  EXPECT_THAT(message, HasSubstr("tensor.nonsense"));
  EXPECT_THAT(message, HasSubstr("tensor.neg: its target tile.nonsense"));
  EXPECT_THAT(message, HasSubstr("tensor.abs: operand 0"));
  EXPECT_THAT(message, testing::Not(HasSubstr("tensor.exp:")));
}

TEST(ConversionRegistryBuilder, RefusesContradictoryRequirements) {
  ConversionRegistryBuilder both_axes;
  both_axes.Simple("tensor.abs", "tile.abs",
                   {{.operand = 0, .space = BridgeSpaceOf({"tile.abs"}, 0), .cube_m_axis = true, .cube_n_axis = true}});
  EXPECT_THAT(std::string(MessageOf(both_axes.Build().status())), HasSubstr("M and the N axis"));
  ConversionRegistryBuilder unordered;
  unordered.Simple("tensor.add", "tile.add",
                   {{.operand = 1, .space = BridgeSpaceOf({"tile.add"}, 1)},
                    {.operand = 0, .space = BridgeSpaceOf({"tile.add"}, 0)}});
  EXPECT_THAT(std::string(MessageOf(unordered.Build().status())), HasSubstr("ascend"));
}

TEST(ConversionRegistryBuilder, LastRegistrationWins) {
  ConversionRegistryBuilder builder;
  builder.Simple("tensor.exp", "tile.exp", {{.operand = 0, .space = BridgeSpaceOf({"tile.exp"}, 0)}});
  builder.Simple("tensor.neg", "tile.neg");
  builder.Simple("tensor.exp", "tile.abs");
  const absl::StatusOr<ConversionRegistry> built = builder.Build();
  ASSERT_TRUE(built.ok()) << MessageOf(built.status());
  ASSERT_EQ(built->all().size(), 2u);
  const Conversion* exp = built->Find(Ops().Find("tensor.exp"));
  ASSERT_NE(exp, nullptr);
  EXPECT_EQ(exp->to, "tile.abs");
  EXPECT_TRUE(exp->requirements.empty());
}

TEST(ConversionRegistry, FindsNothingForUnknownOperators) {
  EXPECT_EQ(Conversions().Find(OpId()), nullptr);
  EXPECT_EQ(Conversions().Find(Ops().Find("tensor.nope")), nullptr);
  EXPECT_EQ(Conversions().Find(Ops().Find("tensor.dim")), nullptr);
  EXPECT_EQ(Conversions().Find(Ops().Find("tile.add")), nullptr);
}

// ---- the built-in conversions ----

const Conversion& Of(std::string_view op) {
  static const Conversion none;
  const Conversion* found = Conversions().Find(Ops().Find(op));
  EXPECT_NE(found, nullptr) << op;
  return found == nullptr ? none : *found;
}

struct Row {
  std::string_view op;
  size_t operand;
  MemorySpace space;
  std::string transpose = {};
  bool m = false;
  std::optional<size_t> m_from = {};
  bool n = false;
};

TEST(Conversions, RequirementsAreThoseOfTheTable) {  // op-conversions 1.3
  const MemorySpace vec = MemorySpace::kVec;
  const MemorySpace mat = MemorySpace::kMat;
  const Row rows[] = {
      {"tensor.matmul", 0, mat, "a_trans", true}, {"tensor.matmul", 1, mat, "b_trans", false, {}, true},
      {"tensor.matmul_acc", 0, MemorySpace::kAcc, "", true, 1}, {"tensor.matmul_acc", 1, mat, "a_trans", true},
      {"tensor.matmul_acc", 2, mat, "b_trans"},
      {"tensor.scatter", 0, vec}, {"tensor.scatter", 1, vec}, {"tensor.scatter", 2, vec},
      {"tensor.scatter_update", 0, vec}, {"tensor.scatter_update", 1, vec}, {"tensor.scatter_update", 2, vec},
      {"tile.scatter_update", 0, vec}, {"tile.scatter_update", 1, vec}, {"tile.scatter_update", 2, vec},
      {"tensor.scatter_mask", 0, vec}, {"tensor.scatter_mask", 1, vec},
      {"tensor.mrgsort_format2", 0, vec}, {"tensor.mrgsort_format2", 1, vec}, {"tensor.mrgsort_format2", 2, vec},
      {"tensor.mrgsort_format2", 3, vec},
      {"tensor.gather_compare", 0, vec}, {"pld.tensor.remote_store", 0, vec},
  };
  size_t expected = 0;
  for (const Row& row : rows) {
    ++expected;
    const OperandRequirement* r = Of(row.op).Requirement(row.operand);
    ASSERT_NE(r, nullptr) << row.op << " " << row.operand;
    EXPECT_EQ(r->space.Get(), row.space) << row.op << " " << row.operand;
    EXPECT_EQ(r->transpose_kwarg, row.transpose) << row.op << " " << row.operand;
    EXPECT_EQ(r->cube_m_axis, row.m) << row.op << " " << row.operand;
    EXPECT_EQ(r->m_align_from_operand, row.m_from) << row.op << " " << row.operand;
    EXPECT_EQ(r->cube_n_axis, row.n) << row.op << " " << row.operand;
  }
  size_t actual = 0;
  for (const Conversion& c : Conversions().all()) actual += c.requirements.size();
  EXPECT_EQ(actual, expected) << "an operator outside the table has a requirement";
}

TEST(Conversions, DefaultTileInputs) {  // lowering h.1
  for (std::string_view own : {"tensor.slice", "tensor.assemble", "tensor.read", "tensor.write", "tensor.expand_clone",
                               "tensor.gather", "tensor.paged_gather", "tensor.create_l1", "tensor.gather_row",
                               "tensor.aiv_shard", "tensor.aic_gather"}) {
    EXPECT_NE(Conversions().Find(Ops().Find(own)), nullptr) << own;
    EXPECT_FALSE(HasDefaultTileInputs(Ops().Find(own))) << own;
  }
  for (std::string_view none : {"pld.tensor.put", "pld.tensor.remote_store", "tile.scatter_update", "tensor.dim",
                                "tensor.view", "tile.add"}) {
    EXPECT_FALSE(HasDefaultTileInputs(Ops().Find(none))) << none;
  }
  for (std::string_view loaded : {"tensor.add", "tensor.fillpad", "tensor.scatter", "tensor.matmul", "tensor.reshape"}) {
    EXPECT_TRUE(HasDefaultTileInputs(Ops().Find(loaded))) << loaded;
  }
  EXPECT_FALSE(HasDefaultTileInputs(OpId()));
}

// All levels but the tensor one are the language after the lowering; one composite tile operator is expanded on the way.
TEST(Conversions, OnlyTensorOperatorsConvert) {
  for (const Conversion& c : Conversions().all()) {
    const std::string& name = Ops()[c.from].name;
    EXPECT_TRUE(name.starts_with("tensor.") || name.starts_with("pld.tensor.") || name == "tile.scatter_update") << name;
  }
}

TEST(Conversions, EveryOneSaysWhatItDoes) {
  for (const Conversion& c : Conversions().all()) {
    EXPECT_FALSE(c.summary.empty()) << Ops()[c.from].name;
    EXPECT_TRUE(c.convert) << Ops()[c.from].name;
  }
}

}  // namespace
}  // namespace t2t
