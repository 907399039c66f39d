#include "pipeline/timing.h"

#include <nlohmann/json.hpp>

#include "fmt/format.h"

namespace t2t {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

void TimingObserver::Phase(std::string_view name) {
  const Clock::time_point now = Clock::now();
  Row row;
  row.name = name;
  row.begin = Since(start_, mark_);
  row.pass = Since(mark_, now);
  rows_.push_back(std::move(row));
  mark_ = now;
}

void TimingObserver::After(const StageEvent& event) {
  const Clock::time_point now = Clock::now();
  Row row{event.ordinal, std::string(event.stage.name)};
  row.begin = Since(start_, before_);
  row.pass = Since(before_, ran_);
  row.verify = Since(ran_, now);
  row.ran = event.ran;
  row.changed = event.changed;
  row.changes = event.changes;
  rows_.push_back(std::move(row));
  mark_ = now;
}

void TimingObserver::Failed(const StageEvent& event, std::string_view) {
  if (ran_ < before_) ran_ = Clock::now();  // the pass itself gave up
  After(event);
}

double TimingObserver::Total() const {
  double total = 0;
  for (const Row& row : rows_) total += row.all();
  return total;
}

std::string TimingObserver::Table() const {
  std::string out = "       ms    verify    %  pass\n";
  const double total = Total();
  for (const Row& row : rows_) {
    out += fmt::format("{:9.3f} {:9.3f} {:4.1f}  {}{}{}\n", row.pass * 1e3, row.verify * 1e3,
                       total > 0 ? 100 * row.all() / total : 0.0,
                       row.ordinal > 0 ? fmt::format("{:02} ", row.ordinal) : std::string(), row.name,
                       row.ran ? "" : " (skipped)");
  }
  return out + fmt::format("{:9.3f} in all\n", total * 1e3);
}

std::string TimingObserver::Tree() const {
  std::string out = fmt::format("{:9.3f} ms in all\n", Total() * 1e3);
  for (size_t i = 0; i < rows_.size();) {
    if (rows_[i].ordinal == 0) {
      out += fmt::format("{:9.3f} ms   {}\n", rows_[i].all() * 1e3, rows_[i].name);
      ++i;
      continue;
    }
    const Language language = StageAt(rows_[i].ordinal).after;
    size_t end = i;
    double sum = 0;
    while (end < rows_.size() && rows_[end].ordinal > 0 && StageAt(rows_[end].ordinal).after == language) {
      sum += rows_[end++].all();
    }
    out += fmt::format("{:9.3f} ms   to {}\n", sum * 1e3, LanguageName(language));
    for (; i < end; ++i) {
      const Row& row = rows_[i];
      out += fmt::format("{:9.3f} ms     {:02} {}{}\n", row.all() * 1e3, row.ordinal, row.name,
                         row.ran ? "" : " (skipped)");
      if (row.ran) out += fmt::format("{:9.3f} ms       pass\n", row.pass * 1e3);
      if (row.verify > 0) out += fmt::format("{:9.3f} ms       verify\n", row.verify * 1e3);
    }
  }
  return out;
}

std::string TimingObserver::Json() const {
  t2t::Json rows = t2t::Json::array();
  for (const Row& row : rows_) {
    rows.push_back({{"ordinal", row.ordinal},
                    {"name", row.name},
                    {"ms", row.pass * 1e3},
                    {"verify_ms", row.verify * 1e3},
                    {"ran", row.ran},
                    {"changed", row.changed}});
  }
  return rows.dump(1) + "\n";
}

// Complete events ("X") in microseconds: one per pass, in it one for its work and one for its verification.
std::string TimingObserver::Trace() const {
  t2t::Json events = t2t::Json::array();
  const auto event = [&](std::string name, std::string category, double begin, double seconds) {
    events.push_back({{"name", std::move(name)},
                      {"cat", std::move(category)},
                      {"ph", "X"},
                      {"ts", begin * 1e6},
                      {"dur", seconds * 1e6},
                      {"pid", 1},
                      {"tid", 1}});
  };
  for (const Row& row : rows_) {
    if (row.ordinal == 0) {
      event(row.name, "phase", row.begin, row.pass);
      continue;
    }
    event(fmt::format("{:02} {}", row.ordinal, row.name), "stage", row.begin, row.all());
    events.back()["args"] = {{"ran", row.ran}, {"changed", row.changed}, {"changes", row.changes}};
    event("run", "pass", row.begin, row.pass);
    event("verify", "verify", row.begin + row.pass, row.verify);
  }
  return t2t::Json({{"traceEvents", events}, {"displayTimeUnit", "ms"}}).dump(1) + "\n";
}

}  // namespace t2t
