// The command line as one table: parsing, --help, docs/flags.md, the manual page and the shell completions all come from
// it. A new flag is one new line.
#pragma once

#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"

namespace t2t {

struct Flag {
  enum class Value : uint8_t { kNone, kOptional, kRequired };
  std::string_view group;
  std::string_view name;      // without dashes; one letter = a short flag
  Value takes = Value::kNone;
  std::string_view value;     // what it takes: words "text|json", or FILE, DIR, LIB, PASS, SEL, OP, PROPERTY, GLOB, N
  std::string_view help;

  // Lists may be given in several parts, NAME=VALUE once per name.
  bool repeats() const {
    return value.ends_with(",...") || value == "SEL" || value == "PASS:N" || value == "LIB" || value.starts_with("NAME=");
  }
};

absl::Span<const Flag> Flags();                // of t2t-pipeline
std::string Spelled(const Flag& flag);         // "--stats[=text|json]"
std::vector<std::string> SplitCommas(std::string_view text);
std::string HelpText(std::string_view head, absl::Span<const Flag> flags);  // grouped

struct CommandLine {
  std::map<std::string, std::vector<std::string>, std::less<>> values;  // by flag name, in the order given
  std::vector<std::string> inputs;
  std::string error;            // usage error; "" = fine

  std::string input() const { return inputs.empty() ? std::string() : inputs[0]; }
  bool Has(std::string_view flag) const { return values.find(flag) != values.end(); }
  // Last value given; "" when the flag is absent.
  std::string Get(std::string_view flag) const {
    auto it = values.find(flag);
    return it == values.end() ? std::string() : it->second.back();
  }
  // All values given, in order.
  std::vector<std::string> All(std::string_view flag) const {
    auto it = values.find(flag);
    return it == values.end() ? std::vector<std::string>() : it->second;
  }
  // Sets `number` to the one given, if any; false when what is given is none.
  template <class T>
  bool GetNumber(std::string_view flag, T& number) const {
    if (!Has(flag)) return true;
    const std::string text = Get(flag);
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
    return wrong == std::errc() && end == text.data() + text.size();
  }
};
CommandLine ParseCommandLine(absl::Span<const Flag> flags, size_t max_inputs, const std::vector<std::string>& args);

}  // namespace t2t
