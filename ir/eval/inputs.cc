#include "ir/eval/inputs.h"

#include <algorithm>
#include <limits>

#include "absl/container/flat_hash_set.h"
#include "ir/core/walk.h"

namespace t2t::eval {
namespace {

double SpecialFloat(Rng& rng) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kValues[] = {0.0, -0.0, 1.0, -1.0, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(),
                                0x1p-149, -0x1p-130, 0x1p-24, 65504.0, 3.0e38, -3.0e38, 0.5};
  return kValues[rng.Below(static_cast<int64_t>(std::size(kValues)))];
}

double FloatOf(Flavour flavour, Rng& rng) {
  switch (flavour) {
    case Flavour::kTame: return static_cast<double>(rng.Below(17) - 8) * 0.5;
    case Flavour::kRandom: return (rng.Unit() - 0.5) * 8;
    case Flavour::kSpecial: return rng.OneIn(4) ? SpecialFloat(rng) : (rng.Unit() - 0.5) * 4;
  }
  return 0;
}

int64_t IntOf(Flavour flavour, DType t, Rng& rng) {
  switch (flavour) {
    case Flavour::kTame: return rng.Below(8);
    case Flavour::kRandom: return rng.Below(1 << 15) - (IsUnsignedInt(t) ? 0 : 1 << 14);
    case Flavour::kSpecial: {
      const int64_t kEnds[] = {0, 1, MinInt(t), MaxInt(t), -1, MinInt(t) + 1};
      return rng.OneIn(4) ? kEnds[rng.Below(6)] : rng.Below(64);
    }
  }
  return 0;
}

template <class T, class F>
void Fill(Nd& nd, F next) {
  std::vector<T> row;
  const Dims strides[] = {nd.stride};
  const int64_t bases[] = {nd.offset};
  const int64_t step = nd.rank() == 0 ? 1 : nd.stride.back();
  ForEachRow(nd.shape, strides, bases, [&](const RowStep& r) {
    row.resize(static_cast<size_t>(r.n));
    for (T& v : row) v = next();
    StoreRow(nd, r.offset[0], step, r.n, row.data());
    MarkRow(nd, r.offset[0], step, r.n, nullptr, StmtId());
  });
}

}  // namespace

uint64_t Rng::Next() {  // splitmix64
  uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void FillRandom(Nd& nd, Flavour flavour, Rng& rng) {
  if (nd.dtype == DType::kHf4 || nd.dtype == DType::kHf8) {
    for (uint8_t& b : nd.buffer->bytes) b = static_cast<uint8_t>(rng.Next());
    nd.buffer->poison.clear();
  } else if (nd.dtype == DType::kFp8E8M0) {
    Fill<double>(nd, [&] { return std::ldexp(1.0, static_cast<int>(rng.Below(5)) - 2); });
  } else if (IsFloat(nd.dtype)) {
    Fill<double>(nd, [&] { return FloatOf(flavour, rng); });
  } else {
    Fill<int64_t>(nd, [&] { return IntOf(flavour, nd.dtype, rng); });
  }
}

void FillRange(Nd& nd) {
  int64_t i = 0;
  if (IsFloat(nd.dtype)) Fill<double>(nd, [&] { return static_cast<double>(i++); });
  else Fill<int64_t>(nd, [&] { return i++; });
}

void SetSymbols(Machine& machine, FuncId function, const InputPlan& plan) {
  const Program& p = machine.program();
  const absl::flat_hash_set<ValueId> params(p.Params(function).begin(), p.Params(function).end());
  const auto set = [&](ValueId symbol) {
    const auto given = plan.dims.find(std::string(p[p[symbol].name]));
    machine.SetSymbol(symbol, given == plan.dims.end() ? plan.extent : given->second);
  };
  // Names in extents that are no scalar of this call, declared or not.
  for (ValueId param : p.Params(function)) {
    ForEachUseInType(p, p[param].type, [&](ValueId v) {
      if (!params.contains(v)) set(v);
    });
  }
  for (ValueId v : p.symbols()) set(v);
}

absl::StatusOr<std::vector<RtValue>> MakeInputs(Machine& machine, FuncId function, const InputPlan& plan) {
  const Program& p = machine.program();
  Rng rng(plan.seed * 1000003 + 17);
  const absl::Span<const ValueId> params = p.Params(function);
  std::vector<RtValue> args(params.size());
  absl::flat_hash_set<ValueId> extents;
  for (ValueId v : params) {
    for (ExprId e : p.TypeOf(v).IsShaped() ? p.Shape(p[v].type) : absl::Span<const ExprId>()) {
      if (const ValueId name = AsVar(p, e)) extents.insert(name);
    }
  }

  // Scalars first: extents may name them.
  for (size_t i = 0; i < params.size(); ++i) {
    const Type& t = p.TypeOf(params[i]);
    if (t.IsShaped() || t.kind == TypeKind::kArray) continue;
    if (!t.IsScalar()) {
      args[i] = RtValue::Opaque();
      continue;
    }
    if (IsFloat(t.dtype)) {
      args[i] = RtValue::Of(Scalar::Float(FloatOf(plan.flavour, rng), t.dtype));
      continue;
    }
    const std::string name(p[p[params[i]].name]);
    const auto given = plan.scalars.find(name);
    int64_t value = t.dtype == DType::kBool ? rng.Below(2) : rng.Below(3);
    if (extents.contains(params[i])) value = plan.extent;  // as names in extents that are no parameter
    args[i] = RtValue::Of(Scalar::Int(given == plan.scalars.end() ? value : given->second, t.dtype));
  }
  SetSymbols(machine, function, plan);
  for (size_t i = 0; i < params.size(); ++i) {
    const Type& t = p.TypeOf(params[i]);
    if (t.kind == TypeKind::kArray) {
      const int64_t shape[] = {p[p.Shape(p[params[i]].type)[0]].int_value()};
      args[i] = RtValue::Tensor(NewNd(t.dtype, shape));
      args[i].kind = RtValue::Kind::kArray;
      FillRandom(args[i].nd, plan.flavour, rng);
    } else if (t.IsShaped()) {
      ASSIGN_OR_RETURN(args[i], machine.Allocate(function, i, args));
      Nd& nd = args[i].nd;
      if (p.Direction(function, static_cast<uint32_t>(i)) == ParamDirection::kOut) continue;
      FillRandom(nd, plan.flavour, rng);
      if (!nd.FullyValid()) {
        PoisonOutside(nd, nd.valid, machine.poison().Add(PoisonKind::kOutsideValid, StmtId(), params[i]));
      }
    }
  }
  return args;
}

std::vector<RtValue> CopyInputs(const std::vector<RtValue>& args) {
  std::vector<RtValue> copy = args;
  std::vector<std::pair<const Buffer*, BufferPtr>> made;
  for (RtValue& v : copy) {
    if (!v.nd.buffer) continue;
    auto it = std::find_if(made.begin(), made.end(), [&](const auto& m) { return m.first == v.nd.buffer.get(); });
    if (it == made.end()) {
      made.emplace_back(v.nd.buffer.get(), std::make_shared<Buffer>(*v.nd.buffer));
      it = made.end() - 1;
    }
    v.nd.buffer = it->second;
  }
  return copy;
}

}  // namespace t2t::eval
