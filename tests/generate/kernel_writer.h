// Writes the text of one random kernel, statement by statement. Private to the generator; each file holds one kind of
// statement: arithmetic.cc, picking.cc, control.cc.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "tests/generate/kernel.h"

namespace t2t {

inline bool IsReal(std::string_view t) { return t == "FP32" || t == "FP16" || t == "BF16"; }

class KernelWriter {
 public:
  KernelWriter(eval::Rng& rng, const GenerateOptions& options, std::string name)
      : rng_(rng), options_(options), name_(std::move(name)) {}

  std::string Generate(KernelSignature* signature);

 private:
  enum class Channel : uint8_t { kNone, kDma, kScalar };
  struct Target {              // a parameter that the kernel may write
    Var var;
    Channel channel = Channel::kNone;
    std::string direction;
  };

  // ---- kernel.cc ----
  void AddParameters(KernelSignature* signature);
  std::string Returns(KernelSignature* signature, std::string* types);
  void Body(int depth);
  void Statement(int depth);
  int Pick(std::initializer_list<int> values);
  std::string_view PickName(std::initializer_list<std::string_view> values);
  std::string Fresh() { return "v" + std::to_string(next_++); }
  static std::string Indent(int depth) { return std::string(static_cast<size_t>(8 + 4 * depth), ' '); }
  // A new variable with this value, visible from here on.
  Var Emit(int rows, int columns, std::string_view dtype, const std::string& value, int depth, bool annotate = true);
  // The same, of a layout that only the statement at hand knows how to use.
  Var EmitHidden(int rows, int columns, std::string_view dtype, const std::string& value, int depth);
  // A visible variable of the kernel's shape; empty name when there is none.
  Var Any(std::string_view dtype = "");
  std::string Constant(std::string_view dtype);
  bool Symbolic() const { return rows_ == kSymbolicRows; }

  // A visible variable that satisfies `f`; empty name when there is none. Recent ones are twice as likely.
  template <class F>
  Var Find(F f) {
    std::vector<const Var*> found;
    for (const Var& v : vars_) {
      if (f(v)) found.push_back(&v);
    }
    if (found.empty()) return {};
    const auto n = static_cast<int64_t>(found.size());
    return *found[static_cast<size_t>(std::max(rng_.Below(n), rng_.Below(n)))];
  }

  // ---- arithmetic.cc ----
  void Binary(int depth);
  void UnaryOrScalar(int depth);
  void ReduceAndExpand(int depth);
  void Casts(int depth);
  void Windows(int depth);
  void Product(int depth);
  // ---- picking.cc ----
  void Gather(int depth);
  void Scatter(int depth);
  void Sort(int depth);
  // ---- control.cc ----
  void Store(int depth);
  void Chunks(int depth);
  void Block(int depth);
  void Loop(int depth);
  void Branch(int depth);

  eval::Rng& rng_;
  GenerateOptions options_;
  std::string name_;
  std::string text_;
  std::vector<Var> vars_;
  std::vector<Target> targets_;
  Var matrix_[2];
  bool has_matrix_ = false;
  Var index_;                // INT32 of the kernel's shape, no name: the kernel has none
  Var order_;                // UINT32 likewise
  int rows_ = 0, columns_ = 0, next_ = 0, budget_ = 0;
};

}  // namespace t2t
