// t2t-run PROGRAM.py: executes a function of a program, at any stage of the lowering.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "ir/eval/copy.h"
#include "ir/eval/inputs.h"
#include "ir/text/author_names.h"
#include "ir/text/front_end.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "pipeline/check_values.h"
#include "pipeline/provenance.h"
#include "pipeline/runner.h"
#include "pipeline/selector.h"
#include "tools/files.h"
#include "tools/flags.h"
#include "tools/load_pass.h"
#include "tools/man_page.h"
#include "tools/npy.h"
#include "tools/run_input.h"
#include "tools/run_names.h"

namespace t2t {
namespace {

constexpr uint64_t kMaxSteps = ValueCheckOptions().max_steps;  // what --check-values gives a run
constexpr int kDone = 0, kProgramWrong = 1, kUsage = 2, kOurs = 3;

struct Arguments {
  std::string file, function, after, output_dir;
  std::vector<std::string> inputs, dims, libraries;
  uint64_t seed = 0, max_steps = 0;
  bool print = false, trace = false, allow_undefined = false;
};

int Usage(const std::string& message) {
  fmt::print(stderr, "t2t-run: {}\n", message);
  return kUsage;
}

// NAME=VALUE; false when there is no '='.
bool SplitPair(const std::string& text, std::string& name, std::string& value) {
  const size_t at = text.find('=');
  if (at == std::string::npos || at == 0) return false;
  name = text.substr(0, at);
  value = text.substr(at + 1);
  return true;
}

void PrintNd(const eval::Nd& nd) {
  int64_t shown = 0;
  const eval::Dims strides[] = {nd.stride};
  const int64_t bases[] = {nd.offset};
  eval::ForEachRow(nd.valid, strides, bases, [&](const eval::RowStep& row) {
    if (shown > 4096) return;
    std::string line = "  ";
    for (int64_t i = 0; i < row.n; ++i, ++shown) {
      eval::Dims at(row.position.begin(), row.position.end());
      if (nd.rank() > 0) at.push_back(i);
      const eval::Scalar s = eval::ElementAt(nd, at);
      line += s.poison != 0 ? "? " : IsFloat(s.dtype) ? fmt::format("{} ", s.f) : fmt::format("{} ", s.i);
    }
    fmt::print("{}\n", line);
  });
  if (shown > 4096) fmt::print("  ...\n");
}

std::string HeadOf(const eval::RtValue& v) {
  if (v.kind == eval::RtValue::Kind::kScalar) return std::string(DTypeName(v.scalar.dtype));
  std::string text(DTypeName(v.nd.dtype));
  for (size_t i = 0; i < v.nd.rank(); ++i) text += fmt::format("{}{}", i == 0 ? " " : "x", v.nd.shape[i]);
  return text;
}

class Runner {
 public:
  explicit Runner(Arguments arguments) : a_(std::move(arguments)) {}

  int Go() {
    if (const std::string error = LoadPasses(a_.libraries); !error.empty()) return Usage(error);
    std::string text;
    if (const std::string error = ReadFile(a_.file, text); !error.empty()) return Usage(error);
    Diagnostics diagnostics;
    std::optional<Program> program = ReadProgram(text, diagnostics);
    if (program && !a_.after.empty()) {
      const int last = FindStage(a_.after);
      if (last == 0) return Usage("--after: " + UnknownStage(a_.after));
      RunPlan plan;
      plan.last = last;
      const RunResult result = RunChain(*program, Stages(), plan, {}, diagnostics);
      if (result.verdict == Verdict::kOurFault) {
        fmt::print(stderr, "t2t-run: {}\n", result.failure);
        return kOurs;
      }
      if (result.verdict == Verdict::kInputWrong) program.reset();
    }
    if (!program || diagnostics.HasErrors()) {
      fmt::print(stderr, "{}", RenderDiagnostics(WithNamesAsWritten(diagnostics.all(), text), a_.file, text));
      return kProgramWrong;
    }
    return Execute(*program);
  }

 private:
  int Execute(const Program& p) {
    const FuncId f = FindRunnable(p, a_.function);
    if (!f) return Usage(UnknownFunction(p, a_.function));
    eval::InputPlan plan;
    plan.flavour = eval::Flavour::kRandom;
    plan.seed = a_.seed;
    for (const std::string& d : a_.dims) {
      std::string name, value;
      char* end = nullptr;
      const int64_t v = SplitPair(d, name, value) ? std::strtoll(value.c_str(), &end, 10) : 0;
      if (end == nullptr || end == value.c_str() || *end != '\0') return Usage(fmt::format("--dim={}: expected NAME=NUMBER", d));
      if (const std::string wrong = UnknownExtent(p, f, name); !wrong.empty()) return Usage(fmt::format("--dim={}: {}", d, wrong));
      plan.dims[name] = v;
      plan.scalars[ParamName(p, f, name)] = v;
    }
    // Integer scalars that extents may depend on are needed before storage is made.
    for (const std::string& input : a_.inputs) {
      std::string name, value;
      if (!SplitPair(input, name, value)) return Usage(fmt::format("--input={}: expected NAME=WHAT", input));
      if (const std::string wrong = UnknownParameter(p, f, name); !wrong.empty()) return Usage(fmt::format("--input={}: {}", input, wrong));
      if (value.starts_with("const:")) plan.scalars[ParamName(p, f, name)] = static_cast<int64_t>(std::strtod(value.c_str() + 6, nullptr));
    }
    eval::RunOptions options;
    options.max_steps = MaxSteps();
    if (a_.trace) {
      options.on_value = [&](StmtId stmt, const eval::RtValue& v) {
        if (!v.IsNd()) return;
        const ExprId e = p[stmt].value();
        if (!p.IsOpCall(e)) return;
        const std::string& op = Ops()[p.CallOf(e).op].name;
        if (op == "tile.load" || op == "tile.store" || Ops()[p.CallOf(e).op].channel != WriteChannel::kNone) {
          fmt::print(stderr, "{}\n", PrintStmtHead(p, stmt));
        }
      };
    }
    eval::Machine machine(p, options);
    absl::StatusOr<std::vector<eval::RtValue>> args = eval::MakeInputs(machine, f, plan);
    if (!args.ok()) return Failed(machine, args.status());
    eval::Rng rng(a_.seed + 1);
    for (const std::string& input : a_.inputs) {
      std::string name, value;
      SplitPair(input, name, value);
      const std::string full = ParamName(p, f, name);
      for (size_t i = 0; i < args->size(); ++i) {
        if (p[p[p.Params(f)[i]].name] != full) continue;
        if (std::string error = FillInput((*args)[i], value, rng); !error.empty()) {
          return Usage(fmt::format("--input={}: {}", input, error));
        }
      }
    }
    const absl::StatusOr<eval::RtValue> result = machine.Run(f, *args);
    if (!result.ok()) return Failed(machine, result.status());
    int code = kDone;
    Show(machine, "result", *result, code);
    for (size_t i = 0; i < args->size(); ++i) {
      if (p.Direction(f, static_cast<uint32_t>(i)) == ParamDirection::kIn || !(*args)[i].IsNd()) continue;
      Show(machine, std::string(p[p[p.Params(f)[i]].name]), (*args)[i], code);
    }
    return code;
  }

  int64_t MaxSteps() const {
    return static_cast<int64_t>(std::min<uint64_t>(a_.max_steps, std::numeric_limits<int64_t>::max()));
  }
  int Failed(const eval::Machine& machine, const absl::Status& status) {
    const bool stopped = machine.steps() > MaxSteps();
    fmt::print(stderr, "t2t-run: {}: {}{}\n", machine.Place(machine.failed_at()), MessageOf(status),
               stopped ? "; --max-steps=N allows more" : "");
    return kProgramWrong;
  }

  // Prints and writes one value; elements of a result that hold no number are an error unless they are allowed.
  void Show(const eval::Machine& machine, const std::string& name, const eval::RtValue& v, int& code) {
    if (v.kind == eval::RtValue::Kind::kTuple) {
      for (size_t i = 0; i < v.items->size(); ++i) Show(machine, fmt::format("{}{}", name, i), (*v.items)[i], code);
      return;
    }
    if (v.kind == eval::RtValue::Kind::kScalar) {
      fmt::print("{}: {} = {}\n", name, HeadOf(v), IsFloat(v.scalar.dtype) ? fmt::format("{}", v.scalar.f) : fmt::format("{}", v.scalar.i));
      return;
    }
    if (!v.IsNd()) return;
    const int64_t undefined = CountUndefined(machine, name, v.nd, code);
    fmt::print("{}: {}{}\n", name, HeadOf(v), undefined == 0 ? "" : fmt::format(", {} elements undefined", undefined));
    if (a_.print) PrintNd(v.nd);
    if (a_.output_dir.empty()) return;
    const std::string error = WriteFileAtomically(a_.output_dir + "/" + name + ".npy", WriteNpy(v.nd));
    if (!error.empty()) code = Usage(error);
  }

  int64_t CountUndefined(const eval::Machine& machine, const std::string& name, const eval::Nd& nd, int& code) {
    if (!eval::RowHasPoison(nd) || !eval::CheckInside(nd, nd.valid).ok()) return 0;
    int64_t count = 0;
    const eval::Dims strides[] = {nd.stride};
    const int64_t bases[] = {nd.offset};
    eval::ForEachRow(nd.valid, strides, bases, [&](const eval::RowStep& row) {
      for (int64_t i = 0; i < row.n; ++i) {
        const eval::PoisonId id = eval::PoisonAt(nd, row.offset[0] + (nd.rank() == 0 ? 0 : i * nd.stride.back()));
        if (id == 0) continue;
        if (count++ == 0 && !a_.allow_undefined) {
          std::string at;
          for (const int64_t k : row.position) at += fmt::format("{}, ", k);
          fmt::print(stderr, "t2t-run: {} [{}{}] holds no number: {}\n", name, at, i,
                     eval::PoisonText(machine.program(), machine.poison()[id]));
          code = kProgramWrong;
        }
      }
    });
    return count;
  }

  Arguments a_;
};

using V = Flag::Value;
constexpr Flag kFlags[] = {
    {"what", "func", V::kRequired, "NAME", "function to run (default main, or the only one)"},
    {"what", "after", V::kRequired, "PASS", "run the lowering up to this pass first"},
    {"what", "load-pass", V::kRequired, "LIB", "add the passes of this shared library to the chain"},
    {"input", "input", V::kRequired, "NAME=VALUE",
     "a tensor is FILE.npy, random, small, special, arange or const:V, a scalar is a number"},
    {"input", "dim", V::kRequired, "NAME=N", "value of a symbolic extent or of an integer scalar parameter"},
    {"input", "seed", V::kRequired, "N", "for inputs that are not given: random numbers (default 0)"},
    {"input", "max-steps", V::kRequired, "N", "statements to run at most (default 3000000)"},
    {"output", "output-dir", V::kRequired, "DIR", "write results and changed parameters as .npy files"},
    {"output", "print", V::kNone, "", "print the elements"},
    {"output", "trace", V::kNone, "", "loads and stores on stderr as they happen"},
    {"output", "allow-undefined", V::kNone, "", "results may hold elements without a number"},
    {"help", "help", V::kNone, "", "this text"},
    {"help", "help-docs", V::kRequired, "man", "this text as manual page"},
};
constexpr std::string_view kHead =
    "usage: t2t-run [options] FILE|-\n\n"
    "Runs a function of a program, at any stage of the lowering. --input and --dim are given once per name.\n"
    "Exit status: 0 done, 1 the program is wrong, 2 usage, 3 t2t is wrong.\n";

int Main(const std::vector<std::string>& args) {
  const CommandLine line = ParseCommandLine(kFlags, 1, args);
  if (!line.error.empty()) return Usage(line.error);
  if (const std::optional<std::string> text = AnswerHelp("run a function of a tensor or tile program", kHead, kFlags, line)) {
    const std::string error = WriteToStdout(*text);
    return error.empty() ? kDone : Usage(error);
  }
  if (line.inputs.empty()) return Usage("no program: name a file, or - for stdin; --help shows the options");
  Arguments a{line.input(), line.Has("func") ? line.Get("func") : "main", line.Get("after"), line.Get("output-dir"),
              line.All("input"), line.All("dim"), line.All("load-pass"), 0, kMaxSteps,
              line.Has("print"), line.Has("trace"), line.Has("allow-undefined")};
  if (!line.GetNumber("seed", a.seed)) return Usage(fmt::format("--seed={}: expected a number", line.Get("seed")));
  if (!line.GetNumber("max-steps", a.max_steps)) return Usage(fmt::format("--max-steps={}: expected a number", line.Get("max-steps")));
  return Runner(std::move(a)).Go();
}

}  // namespace
}  // namespace t2t

int main(int argc, char** argv) { return t2t::Main({argv + 1, argv + argc}); }
