// `t2t-pipeline --watch FILE`: lowers the file again whenever it is saved, for live work and teaching.
#pragma once

#include <string>
#include <vector>

namespace t2t {

// Runs the tool with `args` (those of the command line without --watch) now and after every save of `path`, until SIGINT or
// SIGTERM. stdout: the result once, then what changed in it; stderr: findings, and one status line per run. Nothing is
// repainted. Returns the exit status of the last run; kExitUsage when there is nothing to watch.
int Watch(const std::vector<std::string>& args, const std::string& path);

}  // namespace t2t
