// --report=FILE.html: the whole run in one file that needs nothing else: what each pass changed, graphs, counts,
// findings. The same input gives the same bytes; times are only in it when they were asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/dot.h"
#include "pipeline/provenance.h"
#include "pipeline/provenance_journal.h"
#include "pipeline/stats.h"

namespace t2t {

class ReportObserver final : public Observer {
 public:
  ReportObserver(Provenance provenance, FunctionFilter functions)
      : provenance_(std::move(provenance)), pictures_(std::move(functions)) {}
  void Begin(Program& program) override;
  void After(const StageEvent& event) override;
  void Failed(const StageEvent& event, std::string_view why) override;

  // The page. `diagnostics` and `timing` are shown as they are; "" leaves the section out.
  std::string Html(std::string_view diagnostics, std::string_view timing) const;

 private:
  struct Row {
    int ordinal = 0;      // 0: as read
    std::string diff;     // "" when nothing changed
    std::string text;     // "" when the program is too long to repeat
    std::string dot;      // of the whole program; "" when nothing changed
    std::string failure;  // what went wrong in this pass
  };
  void Add(const Program& program, const StageChanges* changes);
  std::string Stage(const Row& row, std::string_view svg) const;
  std::vector<std::string> Render() const;

  Provenance provenance_;
  Journal journal_;
  DotPictures pictures_;
  StatsObserver stats_;
  std::string name_, last_;
  std::vector<Row> rows_;
};

// A unified diff as HTML: removed and added lines coloured, what differs inside a replaced line marked.
std::string DiffHtml(std::string_view diff);
// What `dot -Tsvg` writes, for use inside a page: without prologue, identifiers and tooltips.
std::string InlineSvg(std::string_view svg);

}  // namespace t2t
