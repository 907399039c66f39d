#include "ir/analysis/mixed_stores.h"

#include "fmt/format.h"

namespace t2t {

std::string MixedStoresMessage(const Program& p, FuncId kernel, const GmAccess::Root& root) {
  const Span bulk = p[root.first_dma_store].span;
  return fmt::format(
      "parameter {} of kernel {} mixes MTE3 and scalar stores inside one InCore function: tile.store and tensor.assemble go "
      "through MTE3{}, tensor.write through the scalar D-cache, and neither their order nor the coherence of the cache lines "
      "can be guaranteed",
      p[p[root.value].name], p[p[kernel].name], bulk.known() ? fmt::format(" (line {})", bulk.line) : std::string());
}

std::string MixedStoresHelp() {
  return "update one UB tile with tile.write and store it once, or write every element of this tensor with tensor.write";
}

}  // namespace t2t
