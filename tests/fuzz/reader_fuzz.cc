// Any bytes: the reader accepts or refuses them; what it accepts prints, reads back and is the same program.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "fmt/core.h"
#include "ir/core/structural_equal.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  t2t::Diagnostics diagnostics;
  const std::optional<t2t::Program> program = t2t::ReadProgram(text, diagnostics);
  t2t::RenderDiagnostics(diagnostics.all(), "fuzz.py", text);
  if (!program) {
    if (!diagnostics.HasErrors()) {
      fmt::print(stderr, "refused without a reason\n");
      std::abort();
    }
    return 0;
  }
  const std::string printed = t2t::PrintProgram(*program);
  t2t::Diagnostics again;
  const std::optional<t2t::Program> reread = t2t::ReadProgram(printed, again);
  if (!reread) {
    fmt::print(stderr, "the printed text is refused:\n{}\n{}", t2t::RenderDiagnostics(again.all(), "printed", printed), printed);
    std::abort();
  }
  if (const std::optional<std::string> difference = t2t::FirstDifference(*program, *reread)) {
    fmt::print(stderr, "the printed text reads back different: {}\n{}", *difference, printed);
    std::abort();
  }
  return 0;
}
