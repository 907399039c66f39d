// Runs the text of a function body on numbers written in the test.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "ir/eval/copy.h"
#include "ir/eval/inputs.h"
#include "ir/text/reader.h"

namespace t2t::eval {

// One parameter: its annotation without direction ("pl.Tensor[[2, 3], pl.FP32]"), its numbers in row-major order.
struct Param {
  std::string name;
  std::string type;
  std::vector<double> numbers;   // empty: stays as it is made (poison for Out)
  std::string direction = "";    // "", "Out", "InOut"
};

class Bench {
 public:
  // `returns` is the return annotation; `body` lines are separated by '\n', without indent.
  Bench(const std::vector<Param>& params, const std::string& returns, std::string_view body,
        std::string_view type = "InCore", const std::string& header = "") {
    std::string list;
    for (const Param& p : params) {
      list += list.empty() ? "" : ", ";
      list += p.name + ": " + (p.direction.empty() ? p.type : "pl." + p.direction + "[" + p.type + "]");
    }
    text_ = "import pypto.language as pl\n" + header + "\n@pl.program\nclass T:\n    @pl.function(type=pl.FunctionType." +
            std::string(type) + ")\n    def k(" + list + ")" + (returns.empty() ? "" : " -> " + returns) + ":\n";
    while (!body.empty()) {
      const size_t end = body.find('\n');
      text_ += "        " + std::string(body.substr(0, end)) + "\n";
      body = end == std::string_view::npos ? std::string_view() : body.substr(end + 1);
    }
    Diagnostics diagnostics;
    program_ = ReadProgram(text_, diagnostics);
    EXPECT_TRUE(program_.has_value()) << RenderDiagnostics(diagnostics.all(), "test", text_) << text_;
    if (!program_) return;
    machine_.emplace(*program_);
    absl::StatusOr<std::vector<RtValue>> args = MakeInputs(*machine_, Function(), {});
    EXPECT_TRUE(args.ok()) << args.status().ToString();
    if (!args.ok()) return;
    args_ = *args;
    for (size_t i = 0; i < params.size(); ++i) {
      if (!params[i].numbers.empty()) Put(args_[i], params[i].numbers);
    }
  }

  FuncId Function() { return program_->FindFunction(program_->Str("k")); }
  absl::StatusOr<RtValue> Run() { return machine_->Run(Function(), args_); }
  std::vector<RtValue>& args() { return args_; }
  Machine& machine() { return *machine_; }

  // Elements of a value in row-major order over its physical extents; poison reads as `kPoison`.
  static constexpr double kPoison = -987654321;
  static std::vector<double> Numbers(const RtValue& v) {
    if (v.kind == RtValue::Kind::kScalar) return {v.scalar.poison != 0 ? kPoison : v.scalar.AsDouble()};
    std::vector<double> out;
    const Dims strides[] = {v.nd.stride};
    const int64_t bases[] = {v.nd.offset};
    ForEachRow(v.nd.shape, strides, bases, [&](const RowStep& row) {
      for (int64_t i = 0; i < row.n; ++i) {
        const int64_t at = row.offset[0] + (v.nd.rank() == 0 ? 0 : i * v.nd.stride.back());
        double x = 0;
        LoadRow(v.nd.dtype, v.nd.buffer->bytes.data(), at, 0, 1, &x);
        out.push_back(PoisonAt(v.nd, at) != 0 ? kPoison : x);
      }
    });
    return out;
  }
  std::vector<double> Result() {
    absl::StatusOr<RtValue> r = Run();
    EXPECT_TRUE(r.ok()) << r.status().ToString() << "\n" << machine_->Place(machine_->failed_at()) << "\n" << text_;
    return r.ok() ? Numbers(*r) : std::vector<double>();
  }
  std::string Error() {
    absl::StatusOr<RtValue> r = Run();
    return r.ok() ? "" : std::string(MessageOf(r.status()));
  }

 private:
  static void Put(RtValue& v, const std::vector<double>& numbers) {
    if (v.kind == RtValue::Kind::kScalar) {
      v.scalar = IsFloat(v.scalar.dtype) ? Scalar::Float(numbers[0], v.scalar.dtype)
                                         : Scalar::Int(static_cast<int64_t>(numbers[0]), v.scalar.dtype);
      return;
    }
    size_t next = 0;
    const Dims strides[] = {v.nd.stride};
    const int64_t bases[] = {v.nd.offset};
    ForEachRow(v.nd.shape, strides, bases, [&](const RowStep& row) {
      for (int64_t i = 0; i < row.n; ++i, ++next) {
        const int64_t at = row.offset[0] + i * v.nd.stride.back();
        const double x = numbers[next % numbers.size()];
        const auto k = static_cast<int64_t>(x);
        if (IsFloat(v.nd.dtype)) StoreRow(v.nd.dtype, v.nd.buffer->bytes.data(), at, 0, 1, &x);
        else StoreRow(v.nd.dtype, v.nd.buffer->bytes.data(), at, 0, 1, &k);
        if (v.nd.buffer->poison.empty()) continue;
        // Poison outside the valid region stays.
        bool valid = i < v.nd.valid.back();
        for (size_t a = 0; a < row.position.size(); ++a) valid = valid && row.position[a] < v.nd.valid[a];
        if (valid) MarkRow(v.nd, at, 0, 1, nullptr, StmtId());
      }
    });
  }

  std::string text_;
  std::optional<Program> program_;
  std::optional<Machine> machine_;
  std::vector<RtValue> args_;
};

using Numbers = std::vector<double>;

}  // namespace t2t::eval
