// What is made from the flag table beside --help: the documentation page, the manual page, the shell completions. A test
// compares the files in the repository with them.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

std::string PipelineHelp();       // t2t-pipeline --help
std::string FlagsPage();          // docs/flags.md
std::string PipelineManPage();    // docs/t2t-pipeline.1
std::string BashCompletion();     // tools/completion/t2t-pipeline.bash
std::string ZshCompletion();      // tools/completion/_t2t-pipeline

}  // namespace t2t
