#include "ir/text/dsl_ops.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "ir/text/op_text.h"

namespace t2t {
namespace {

// Operators whose positional order or stored defaults differ from "operands, then keyword arguments, nothing stored".
// `|` alone in front stands for all operands. `order` is that of the stored keyword arguments where it differs.
struct Written {
  std::string_view op, params, order;
};
constexpr std::string_view kCast = "| target_type mode=2", kFull = "shape dtype value",
                           kCi = "| dtype=INT32 descending=False", kRandom = "| dtype=UINT32 rounds=10",
                           kView = "data dtype shape", kPad = "| pad_value=zero", kGemv = "| acc_phase=unspecified",
                           kByDim = "input dim index src", kMerge = "| exhausted=False";
constexpr Written kWritten[] = {
    {"tensor.create", "shape dtype layout=ND manual_dep init_value", ""},
    {"tensor.full", kFull, ""},
    {"tile.full", kFull, ""},
    {"tensor.ci", kCi, ""},
    {"tile.ci", kCi, ""},
    {"tensor.random", kRandom, ""},
    {"tile.random", kRandom, ""},
    {"tile.tri", "| dtype=INT32 upper=False", ""},
    {"tensor.create_l1", "shape dtype transpose=False", ""},
    {"tensor.cmp", "| cmp_type=0", ""},
    {"tile.cmp", "| cmp_type=0", ""},
    {"tile.cmps", "| cmp_type=0", ""},
    {"tensor.cast", kCast, ""},
    {"tile.cast", kCast, ""},
    {"tensor.matmul", "lhs rhs out_dtype a_trans=False b_trans=False c_matrix_nz=False",
     "a_trans b_trans c_matrix_nz out_dtype"},
    {"tensor.matmul_acc", "acc lhs rhs a_trans=False b_trans=False init_cond", ""},
    {"tensor.reinterpret_view", kView, ""},
    {"tile.reinterpret_view", kView, ""},
    {"tensor.fillpad", kPad, ""},
    {"tensor.fillpad_expand", kPad, ""},
    {"tile.fillpad", kPad, ""},
    {"tile.fillpad_inplace", kPad, ""},
    {"tile.fillpad_expand", kPad, ""},
    {"tensor.gather_compare", "| cmp_mode offset=0 out_cols count_dtype", ""},
    {"tile.gather_compare", "| cmp_mode offset=0 out_cols count_dtype", ""},
    {"tensor.scatter", kByDim, ""},
    {"tensor.scatter_update", kByDim, ""},
    {"tile.scatter_update", kByDim, ""},
    {"tensor.gather_row", "acc src dst_offset src_offset shapes transpose=False valid_shape", ""},
    {"tile.gather_row", "dst src dst_offset src_offset shapes transpose=False valid_shape", ""},
    {"tensor.paged_gather",
     "src indices block_table block_size size max_indices col_off=0 is_trans=False is_b_matrix=False space=Mat", ""},
    {"tensor.mrgsort_format2", kMerge, ""},
    {"tile.mrgsort_format2", kMerge, ""},
    {"tile.gemv", kGemv, ""},
    {"tile.gemv_acc", kGemv, ""},
    {"tile.gemv_bias", kGemv, ""},
    {"tile.mgather", "| coalesce=0", ""},
    {"tile.tpop_from_aic", "split=0", ""},
    {"tile.tpop_from_aiv", "split=0", ""},
};

// Names that mean the same argument.
constexpr std::string_view kAlike[][6] = {
    {"dtype", "target_type", "output_dtype"},
    {"shape", "shapes"},
    {"offset", "offsets"},
    {"valid_shape", "valid_shapes"},
    {"index", "indices", "idx", "indexes"},
    {"input", "tensor", "tile", "src", "data", "x"},
    {"out", "output", "output_tensor", "dst"},
    {"lhs", "a", "left"},
    {"rhs", "b", "right", "scalar", "value"},
    {"tmp", "tmp_tile"},
    {"cmp_type", "cmp_mode"},
};

template <class F>
void ForEachPart(std::string_view text, F&& f) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end > 0) f(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

DslSignature Make(const OpDef& def, bool short_name) {
  DslSignature signature;
  std::vector<bool> seen(def.operands.size() + def.kwargs.size());
  const auto operand = [&](size_t i) {
    if (seen[i]) return;
    seen[i] = true;
    signature.params.push_back({def.operands[i].name, static_cast<int>(i), "", 0});
  };
  const auto kwarg = [&](size_t i, std::string_view fallback) {
    if (seen[def.operands.size() + i]) return;
    seen[def.operands.size() + i] = true;
    signature.params.push_back({def.kwargs[i].name, -1, std::string(fallback), 0});
  };
  const auto* written = std::find_if(std::begin(kWritten), std::end(kWritten),
                                     [&](const Written& w) { return short_name && w.op == def.name; });
  if (written != std::end(kWritten)) {
    ForEachPart(written->params, [&](std::string_view part) {
      if (part == "|") {
        for (size_t i = 0; i < def.operands.size(); ++i) operand(i);
        return;
      }
      const size_t equals = part.find('=');
      const std::string_view name = part.substr(0, equals);
      const std::string_view fallback = equals == std::string_view::npos ? "" : part.substr(equals + 1);
      for (size_t i = 0; i < def.operands.size(); ++i) {
        if (def.operands[i].name == name) return operand(i);
      }
      for (size_t i = 0; i < def.kwargs.size(); ++i) {
        if (def.kwargs[i].name == name) return kwarg(i, fallback);
      }
    });
  }
  for (size_t i = 0; i < def.operands.size(); ++i) operand(i);
  for (size_t i = 0; i < def.kwargs.size(); ++i) kwarg(i, "");
  uint32_t place = 0;
  for (DslParam& p : signature.params) p.stored = place++;
  if (written != std::end(kWritten)) {
    ForEachPart(written->order, [&](std::string_view name) {
      for (DslParam& p : signature.params) {
        if (p.name == name) p.stored = place++;
      }
    });
  }
  return signature;
}

struct Names {
  std::map<std::string, ShortName, std::less<>> short_names;
  std::vector<OpId> scalar_forms;
};

Names MakeNames() {
  Names names;
  const OpRegistry& ops = Ops();
  for (uint32_t i = 0; i < ops.size(); ++i) {
    const OpId op(i);
    const std::string& full = ops[op].name;
    std::string text = TextOf(op).name;  // `pl.tile.and_`
    const auto enter = [&](std::string_view family, std::string_view prefix, OpId ShortName::* field) {
      if (!full.starts_with(family)) return;
      const std::string name = std::string(prefix) + text.substr(text.rfind('.') + 1);
      OpId& place = names.short_names[name].*field;
      if (!place) place = op;
    };
    enter("tensor.", "", &ShortName::tensor);
    enter("tile.", "", &ShortName::tile);
    enter("system.", "", &ShortName::other);
    enter("pld.tensor.", "pld.", &ShortName::tensor);
    enter("pld.tile.", "pld.", &ShortName::tile);
    enter("pld.system.", "pld.", &ShortName::other);
    const bool has_rhs = ops[op].operands.size() > 1 && ops[op].operands[1].name == "rhs";
    const OpId with_scalar = has_rhs ? ops.Find(full + "s") : OpId();
    names.scalar_forms.push_back(with_scalar ? with_scalar : op);
  }
  const auto alias = [&](const char* name, const char* tensor, const char* tile) {
    names.short_names[name] = {ops.Find(tensor), ops.Find(tile), OpId()};
  };
  alias("create_tensor", "tensor.create", "");
  alias("create_tile", "", "tile.create");
  alias("arange", "tensor.ci", "");
  alias("mrgsort", "tensor.mrgsort_format2", "tile.mrgsort_format2");
  names.short_names.erase("create");  // which one?
  names.short_names.erase("alloc");
  return names;
}

const Names& AllNames() {
  static const Names& names = *new Names(MakeNames());
  return names;
}

}  // namespace

int DslSignature::Find(std::string_view name) const {
  const auto exact = [&](std::string_view wanted) {
    for (size_t i = 0; i < params.size(); ++i) {
      if (params[i].name == wanted) return static_cast<int>(i);
    }
    return -1;
  };
  if (const int found = exact(name); found >= 0) return found;
  for (const auto& group : kAlike) {
    if (std::find(std::begin(group), std::end(group), name) == std::end(group)) continue;
    for (std::string_view other : group) {
      if (other.empty()) break;
      if (const int found = exact(other); found >= 0) return found;
    }
  }
  return -1;
}

const DslSignature& SignatureOf(OpId op, bool short_name) {
  static const auto& all = *[] {
    auto* made = new std::array<std::vector<DslSignature>, 2>();
    for (const OpDef& def : Ops().all()) {
      for (const bool is_short : {false, true}) (*made)[is_short ? 1 : 0].push_back(Make(def, is_short));
    }
    return made;
  }();
  return all[short_name ? 1 : 0][op.index()];
}

ShortName FindShortName(std::string_view name) {
  const auto it = AllNames().short_names.find(name);
  return it == AllNames().short_names.end() ? ShortName() : it->second;
}

std::vector<std::string_view> ShortNames() {
  std::vector<std::string_view> names;
  for (const auto& [name, ops] : AllNames().short_names) names.push_back(name);
  return names;
}

OpId ScalarForm(OpId op) { return AllNames().scalar_forms[op.index()]; }

}  // namespace t2t
