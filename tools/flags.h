// The command line as one table: parsing, --help and docs/flags.md all come from it.
#pragma once

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
  std::string_view value;     // "SEL", "text|json"
  std::string_view help;
};

absl::Span<const Flag> Flags();
std::string HelpText();
std::string FlagsPage();      // docs/flags.md

struct CommandLine {
  std::map<std::string, std::vector<std::string>, std::less<>> values;  // by flag name, in the order given
  std::string input;            // "" when none was named
  std::string error;            // usage error; "" = fine

  bool Has(std::string_view flag) const { return values.find(flag) != values.end(); }
  // Last value given; "" when the flag is absent.
  std::string Get(std::string_view flag) const {
    auto it = values.find(flag);
    return it == values.end() ? std::string() : it->second.back();
  }
};
CommandLine ParseCommandLine(const std::vector<std::string>& args);

}  // namespace t2t
