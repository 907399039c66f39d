#include "ir/core/walk.h"

namespace t2t {

StmtId TrailingYield(const Program& p, BlockId block) {
  if (!block) return {};
  StmtId last = p[block].last;
  while (last && p[last].kind == StmtKind::kScope && p[block].first == last) {
    block = p.RegionOf(last).body;
    last = p[block].last;
  }
  return last && p[last].kind == StmtKind::kYield ? last : StmtId();
}

}  // namespace t2t
