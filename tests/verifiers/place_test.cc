// Findings about a parameter point at its declaration, not at the function.
#include <string>
#include <string_view>

#include "fmt/core.h"
#include "gtest/gtest.h"
#include "ir/text/reader.h"
#include "verifiers/verifier.h"

namespace t2t {
namespace {

// "LINE:COLUMN+LENGTH" of the only finding about a kernel whose parameter in line 8 has type `type`.
std::string PlaceOfFinding(std::string_view property, std::string_view type) {
  const std::string text = fmt::format(
      "# pypto.program: T\nimport pypto.language as pl\n@pl.program\nclass T:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n"
      "    def k(\n"
      "          x: pl.Tensor[[64], pl.FP32],\n"
      "          wrong: {},\n"
      "          o: pl.Out[pl.Tensor[[64], pl.FP32]]) -> pl.Tensor[[64], pl.FP32]:\n"
      "        return o\n", type);
  Diagnostics read, found;
  auto program = ReadProgram(text, read);
  EXPECT_TRUE(program.has_value()) << RenderDiagnostics(read.all(), "t.py", text);
  if (!program) return {};
  const FuncId f(0);
  VerifyContext context(*program, *FindVerifier(property), {&f, 1}, found);
  FindVerifier(property)->run(context);
  EXPECT_EQ(found.all().size(), 1u) << RenderDiagnostics(found.all(), "t.py", text);
  if (found.all().empty()) return {};
  const Diagnostic& d = found.all()[0];
  EXPECT_EQ(d.function, "k");
  EXPECT_EQ(d.span.length, std::string("wrong: ").size() + type.size());
  return fmt::format("{}:{}", d.span.line, d.span.column);
}

TEST(Place, OfAParameterIsItsDeclaration) {
  EXPECT_EQ(PlaceOfFinding("ArrayNotEscaped", "pl.Array[4, pl.INT32]"), "8:11");
  EXPECT_EQ(PlaceOfFinding("TypeChecked", "pl.Tensor[[16], pl.FP32, pl.TensorView(valid_shape=[17])]"), "8:11");
  EXPECT_EQ(PlaceOfFinding("TensorViewCanonical",
                           "pl.Tensor[[4, 8], pl.FP32, pl.TensorView(stride=[4, 1], layout=pl.TensorLayout.ND)]"),
            "8:11");
  EXPECT_EQ(PlaceOfFinding("AccCompactValid",
                           "pl.Tile[[16, 64], pl.FP32, pl.Mem.Vec, pl.TileView(compact=pl.CompactMode.normal)]"),
            "8:11");
}

}  // namespace
}  // namespace t2t
