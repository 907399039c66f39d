#include "ir/text/op_text.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace t2t {
namespace {

constexpr std::pair<std::string_view, OpForm> kForms[] = {
    {"tensor.add", OpForm::kAdd},
    {"tensor.full", OpForm::kFull},
    {"tile.full", OpForm::kFull},
    {"tensor.reinterpret_view", OpForm::kReinterpretView},
    {"tile.reinterpret_view", OpForm::kReinterpretView},
    {"tensor.alloc", OpForm::kAlloc},
    {"tile.alloc", OpForm::kAlloc},
    {"tensor.gather_row", OpForm::kGatherRow},
    {"tile.gather_row", OpForm::kGatherRow},
    {"tile.mgather", OpForm::kMgather},
    {"system.syncall", OpForm::kSyncall},
    {"system.task_dummy", OpForm::kTaskDummy},
    {"pld.tensor.alloc_window_buffer", OpForm::kAllocWindow},
    {"pld.tile.remote_load", OpForm::kRemoteLoad},
    {"tile.aiv_shard", OpForm::kSplit},
    {"tile.aic_gather", OpForm::kSplit},
    {"tensor.aiv_shard", OpForm::kSplit},
    {"tensor.aic_gather", OpForm::kSplit},
};

OpText Make(std::string_view name) {
  OpText text;
  const size_t dot = name.rfind('.');
  if (dot != std::string_view::npos && !name.starts_with("pld.")) text.name = "pl.";
  text.name += name;
  if (IsPythonKeyword(name.substr(dot + 1))) text.name += '_';
  for (const auto& [op, form] : kForms) {
    if (op == name) text.form = form;
  }
  return text;
}

}  // namespace

bool IsPythonKeyword(std::string_view word) {
  static constexpr std::string_view kKeywords[] = {
      "False", "None",   "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def", "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global", "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",   "raise", "return", "try",  "while",  "with",   "yield"};
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

const OpText& TextOf(OpId op) {
  static const std::vector<OpText>& table = *[] {
    auto* made = new std::vector<OpText>();
    for (const OpDef& def : Ops().all()) made->push_back(Make(def.name));
    return made;
  }();
  return table[op.index()];
}

}  // namespace t2t
