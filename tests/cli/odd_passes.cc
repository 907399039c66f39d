// Passes that no library should bring; the environment variable ODD says which one to be.
#include <csignal>
#include <cstdlib>
#include <string>

#include "passes/plugin.h"

namespace t2t {
namespace {

std::string Odd() {
  const char* odd = std::getenv("ODD");
  return odd == nullptr ? std::string() : odd;
}

class OddPass final : public Pass {
 public:
  absl::StatusOr<Change> Run(PassContext&) override {
    const std::string odd = Odd();
    if (odd == "lies") return Change::kChanged;
    if (odd == "crashes") std::raise(SIGSEGV);
    if (odd == "refuses") return absl::InvalidArgumentError("not today");
    if (odd == "distrusts") return absl::FailedPreconditionError("the mark says nothing");  // MarkError
    return Change::kNone;
  }
};

PluginPass Row() {
  const std::string odd = Odd();
  PluginPass row;
  row.name = odd == "clash" ? "share-loads" : odd == "number" ? "12" : odd == "word" ? "changed" : odd == "language" ? "tiled" : "odd-pass";
  row.after = odd == "nowhere" ? "share-load" : odd == "ordinal" ? "10" : "share-loads";
  row.summary = "does nothing";
  row.make = odd == "no-factory" ? nullptr : &MakePass<OddPass>;
  return row;
}

const PluginPass kPasses[] = {Row()};
absl::Span<const PluginPass> Passes() { return Odd() == "none" ? absl::Span<const PluginPass>() : absl::MakeConstSpan(kPasses); }

}  // namespace
}  // namespace t2t

T2T_PLUGIN(t2t::Passes());
