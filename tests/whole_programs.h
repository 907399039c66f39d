// Whole programs for tests that run the chain many times: our examples, the stage tests, and the conformance programs
// when a suite lies beside the repository.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "ir/text/reader.h"
#include "pipeline/runner.h"

namespace t2t {

struct WholeProgram {
  std::string name;
  std::string text;
  Backend backend = Backend::kNone;
};

inline std::string FileText(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

// Programs in the state in front of the chain, in the order of their names.
inline std::vector<WholeProgram> WholePrograms() {
  namespace fs = std::filesystem;
  const fs::path source(T2T_SOURCE_DIR);
  std::vector<WholeProgram> programs;
  const auto add = [&](const fs::path& root, const std::string& suffix) {
    if (!fs::is_directory(root)) return;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string path = entry.path().string();
      if (!path.ends_with(suffix) || fs::exists(path.substr(0, path.size() - suffix.size()) + ".malformed")) continue;
      WholeProgram program{fs::relative(path, root).string(), FileText(path), Backend::kNone};
      const std::string flags = FileText(path.substr(0, path.size() - suffix.size()) + ".flags");
      if (flags.find("Ascend950") != std::string::npos) program.backend = Backend::kAscend950;
      if (flags.find("Ascend910B") != std::string::npos) program.backend = Backend::kAscend910B;
      programs.push_back(std::move(program));
    }
  };
  add(source / "examples", ".py");
  add(source / ".." / "shared" / "conformance", ".before.py");
  std::sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return programs;
}

// The chain over a program, every pass verified, without the passes of the given ordinals.
struct ChainRun {
  RunResult result;
  std::vector<Diagnostic> findings;
  std::optional<Program> program;
  std::set<int> changed;  // ordinals of the passes that changed something
};

class ChangedPasses final : public Observer {
 public:
  explicit ChangedPasses(std::set<int>& changed) : changed_(changed) {}
  void After(const StageEvent& event) override {
    if (event.changed) changed_.insert(event.ordinal);
  }

 private:
  std::set<int>& changed_;
};

inline ChainRun RunWhole(const Program& input, Backend backend, const std::vector<int>& without = {},
                         VerifyLevel verify = VerifyLevel::kEach) {
  ChainRun run;
  run.program.emplace(input);
  RunPlan plan;
  plan.last = NumStages();
  plan.backend = backend;
  plan.verify = verify;
  plan.disabled.resize(static_cast<size_t>(NumStages()), false);
  for (int ordinal : without) plan.disabled[static_cast<size_t>(ordinal - 1)] = true;
  Diagnostics diagnostics;
  ChangedPasses watch(run.changed);
  Observer* const observers[] = {&watch};
  run.result = RunChain(*run.program, Stages(), plan, observers, diagnostics);
  run.findings = diagnostics.all();
  return run;
}

}  // namespace t2t
