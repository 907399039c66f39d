#include "pipeline/timing.h"

#include "fmt/format.h"

namespace t2t {

void TimingObserver::Phase(std::string_view name) {
  const Clock::time_point now = Clock::now();
  rows_.push_back({0, std::string(name), std::chrono::duration<double>(now - mark_).count(), true});
  mark_ = now;
}

// Verification belongs to the pass it follows: it is the cost of running that pass under this --verify level.
void TimingObserver::After(const StageEvent& event) {
  const Clock::time_point now = Clock::now();
  rows_.push_back(
      {event.ordinal, std::string(event.stage.name), std::chrono::duration<double>(now - before_).count(), event.ran});
  mark_ = now;
}

double TimingObserver::Total() const {
  double total = 0;
  for (const Row& row : rows_) total += row.seconds;
  return total;
}

std::string TimingObserver::Table() const {
  std::string out = "       ms    %  pass (its verification included)\n";
  const double total = Total();
  for (const Row& row : rows_) {
    out += fmt::format("{:9.3f} {:4.1f}  {}{}{}\n", row.seconds * 1e3, total > 0 ? 100 * row.seconds / total : 0.0,
                       row.ordinal > 0 ? fmt::format("{:02} ", row.ordinal) : std::string(), row.name,
                       row.ran ? "" : " (skipped)");
  }
  return out + fmt::format("{:9.3f}       total\n", total * 1e3);
}

std::string TimingObserver::Tree() const {
  std::string out = fmt::format("{:9.3f} ms total\n", Total() * 1e3);
  for (size_t i = 0; i < rows_.size();) {
    if (rows_[i].ordinal == 0) {
      out += fmt::format("{:9.3f} ms   {}\n", rows_[i].seconds * 1e3, rows_[i].name);
      ++i;
      continue;
    }
    const Language language = StageAt(rows_[i].ordinal).after;
    size_t end = i;
    double sum = 0;
    while (end < rows_.size() && rows_[end].ordinal > 0 && StageAt(rows_[end].ordinal).after == language) {
      sum += rows_[end++].seconds;
    }
    out += fmt::format("{:9.3f} ms   to {}\n", sum * 1e3, LanguageName(language));
    for (; i < end; ++i) {
      out += fmt::format("{:9.3f} ms     {:02} {}{}\n", rows_[i].seconds * 1e3, rows_[i].ordinal, rows_[i].name,
                         rows_[i].ran ? "" : " (skipped)");
    }
  }
  return out;
}

std::string TimingObserver::Json() const {
  std::string out = "[";
  for (const Row& row : rows_) {
    out += fmt::format("{}\n  {{\"ordinal\": {}, \"name\": \"{}\", \"ms\": {:.6f}, \"ran\": {}}}",
                       out.size() == 1 ? "" : ",", row.ordinal, row.name, row.seconds * 1e3, row.ran);
  }
  return out + "\n]\n";
}

}  // namespace t2t
