#include "tests/generate/host.h"

#include "fmt/format.h"

namespace t2t {
namespace {

constexpr int kBlocks = 2;  // of an SPMD launch: kernels that ask for their block have rows for two

class HostWriter {
 public:
  explicit HostWriter(eval::Rng& rng) : rng_(rng) {}

  std::string Generate(const std::vector<KernelSignature>& kernels) {
    std::string params;
    for (const KernelSignature& k : kernels) {
      std::string args;
      for (size_t i = 0; i < k.tensors.size(); ++i) {
        const std::string name = fmt::format("{}_{}", k.name, k.tensors[i].name);
        params += fmt::format("{}: {}, ", name, ParameterType(k.tensors[i], k.directions[i]));
        args += name + ", ";
      }
      Call(k, Callee(k), args + "n");
    }
    return fmt::format("{}    @pl.function(type=pl.FunctionType.Orchestration)\n    def main(self, {}n: pl.Scalar[pl.INDEX]) -> {}:\n{}        return {}\n",
                       wrappers_, params, TypeOf(kernels.back().returns[0]), body_, last_);
  }

 private:
  // The kernel itself, or a wrapper around it, or one around that.
  std::string Callee(const KernelSignature& k) {
    std::string callee = k.name;
    for (int level = 0; k.returns.size() == 1 && level < 2 && rng_.OneIn(3); ++level) callee = Wrapper(k, callee, level);
    return callee;
  }

  std::string Wrapper(const KernelSignature& k, const std::string& inner, int level) {
    const bool spmd = rng_.OneIn(3);
    const std::string name = fmt::format("w{}_{}", level, k.name);
    std::string params, args;
    for (size_t i = 0; i < k.tensors.size(); ++i) {
      params += fmt::format("{}: {}, ", k.tensors[i].name, ParameterType(k.tensors[i], k.directions[i]));
      args += k.tensors[i].name + ", ";
    }
    const std::string type = TypeOf(k.returns[0]);
    wrappers_ += fmt::format("    @pl.function(type=pl.FunctionType.{})\n    def {}(self, {}n: pl.Scalar[pl.INDEX]) -> {}:\n{}"
                             "        r: {} = self.{}({}n)\n        return r\n",
                             spmd ? "Spmd" : "Group", name, params, type,
                             spmd ? fmt::format("        pl.func_attr({{\"core_num\": {}}})\n", kBlocks) : "", type, inner, args);
    return name;
  }

  void Call(const KernelSignature& k, const std::string& callee, const std::string& args) {
    const std::string r = fmt::format("r{}", next_++), type = TypeOf(k.returns[0]);
    const int64_t how = rng_.Below(9);
    if (k.returns.size() > 1) {
      body_ += fmt::format("        t{} = self.{}({})\n        {}: {} = t{}[0]\n", next_, callee, args, r, type, next_);
    } else if (how < 2) {
      Task("        ", callee, args, r, type);
    } else if (how < 3) {
      body_ += fmt::format("        s{} = pl.spmd_submit(self.{}, {}, core_num={})\n        {}: {} = s{}[0]\n", next_, callee, args, kBlocks, r, type, next_);
    } else if (how < 4) {  // a task per round, the next one behind it
      body_ += fmt::format("        for i{} in pl.range(0, {}, 1):\n", next_, 1 + rng_.Below(2));
      Task("            ", callee, args, r + "_round", type);
      Task("        ", callee, args, r, type);
    } else {
      body_ += fmt::format("        {}: {} = self.{}({})\n", r, type, callee, args);
    }
    last_ = r;
  }

  void Task(const std::string& indent, const std::string& callee, const std::string& args, const std::string& result, const std::string& type) {
    const std::string s = fmt::format("s{}", ++tasks_), deps = task_.empty() ? "" : ", deps=[" + task_ + "]";
    body_ += fmt::format("{0}{1} = pl.submit(self.{2}, {3}{4})\n{0}{5}: {6} = {1}[0]\n", indent, s, callee, args, deps, result, type);
    if (indent.size() != 8) return;  // visible in its round only
    body_ += fmt::format("{0}{1}_id = {1}[1]\n", indent, s);
    task_ = s + "_id";
  }

  eval::Rng& rng_;
  std::string body_, wrappers_, last_, task_;
  int next_ = 0, tasks_ = 100;
};

}  // namespace

std::string GenerateHost(eval::Rng& rng, const std::vector<KernelSignature>& kernels) { return HostWriter(rng).Generate(kernels); }

}  // namespace t2t
