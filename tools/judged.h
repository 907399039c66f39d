// What the tools with `IN -- CMD` have in common: all there is to do before the first question to CMD.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "ir/core/program.h"
#include "tools/flags.h"
#include "tools/judge.h"
#include "tools/options.h"

namespace t2t {

struct JudgedTool {
  std::string_view name;          // in front of what it says on stderr
  std::string_view brief, head;   // of --help and of the manual page, see ManPage
  absl::Span<const Flag> flags;

  static constexpr int kDone = 0, kTrouble = 2;
  // Says why the tool gives up, and what it exits with then.
  int Trouble(std::string_view message) const;
};

// The command line understood, IN read, CMD known.
struct Judged {
  CommandLine line;
  Options options;
  std::string text;               // IN, as it is
  Program program;                // IN, read
  std::unique_ptr<Judge> judge;   // asks CMD
};

// nullptr and the exit status of the tool when that was all: help is given, or something is wrong.
std::unique_ptr<Judged> PrepareJudged(const JudgedTool& tool, const std::vector<std::string>& args, int& code);

}  // namespace t2t
