#include "tools/run_input.h"

#include <cstdlib>

#include "ir/eval/copy.h"
#include "tools/files.h"
#include "tools/npy.h"

namespace t2t {
namespace {

bool ParseNumber(const std::string& text, double& number) {
  char* end = nullptr;
  number = std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == '\0';
}

void FillConstant(eval::Nd& nd, double v) {
  const eval::Scalar s = eval::Scalar::Float(v, DType::kFp32).As(nd.dtype);
  const eval::Dims strides[] = {nd.stride};
  const int64_t bases[] = {nd.offset};
  eval::ForEachRow(nd.shape, strides, bases, [&](const eval::RowStep& row) {
    const int64_t step = nd.rank() == 0 ? 1 : nd.stride.back();
    for (int64_t i = 0; i < row.n; ++i) {
      if (IsFloat(s.dtype)) eval::StoreRow(nd.dtype, nd.buffer->bytes.data(), row.offset[0] + i * step, 0, 1, &s.f);
      else eval::StoreRow(nd.dtype, nd.buffer->bytes.data(), row.offset[0] + i * step, 0, 1, &s.i);
    }
    eval::MarkRow(nd, row.offset[0], step, row.n, nullptr, StmtId());
  });
}

}  // namespace

std::string FillInput(eval::RtValue& arg, const std::string& how, eval::Rng& rng) {
  const bool constant = how.starts_with("const:");
  double v = 0;
  if (arg.kind == eval::RtValue::Kind::kScalar) {
    if (!ParseNumber(constant ? how.substr(6) : how, v)) return "a scalar takes a number";
    arg.scalar = IsFloat(arg.scalar.dtype) ? eval::Scalar::Float(v, arg.scalar.dtype)
                                           : eval::Scalar::Int(static_cast<int64_t>(v), arg.scalar.dtype);
    return {};
  }
  if (!arg.IsNd()) return "the parameter holds no elements";
  if (how == "random") {
    eval::FillRandom(arg.nd, eval::Flavour::kRandom, rng);
  } else if (how == "small") {
    eval::FillRandom(arg.nd, eval::Flavour::kTame, rng);
  } else if (how == "special") {
    eval::FillRandom(arg.nd, eval::Flavour::kSpecial, rng);
  } else if (how == "arange") {
    eval::FillRange(arg.nd);
  } else if (constant) {
    if (!ParseNumber(how.substr(6), v)) return "const: takes a number";
    FillConstant(arg.nd, v);
  } else {
    std::string bytes;
    if (std::string error = ReadFile(how, bytes); !error.empty()) return error;
    return ReadNpy(bytes, arg.nd);
  }
  return {};
}

}  // namespace t2t
