// The facts about one value or function, stage by stage.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/support/diagnostics.h"
#include "passes/demand.h"
#include "pipeline/explain_causes.h"
#include "pipeline/explain_past.h"
#include "pipeline/explain_text.h"

namespace t2t {

inline constexpr int kInTheEnd = 99;  // behind every pass

class Story {
 public:
  Story(const Program& program, const Journal& journal, const Diagnostics& diagnostics, FuncId function)
      : p_(program), journal_(journal), diagnostics_(diagnostics), function_(function), say_(program, function) {}

  std::string OfValue(ValueId value);
  std::string OfFunction();

 private:
  // A value whose facts belong to the story, for the stages first+1 .. last.
  struct Tracked {
    ValueId value;
    int first = 0, last = kInTheEnd;
  };
  // A pass that looked and left things as they were is a fact too; so every sentence has its stage.
  void Put(int ordinal, std::string sentence);
  void Head(ValueId value);
  void Track(ValueId value, int first, int last);
  void TrackOrigins(ValueId value);
  void Stage(const StageChanges& stage, const Tracked& tracked);
  void Definition(const StageChanges& stage, ValueId value);
  void Retyped(const StageChanges& stage, ValueId value);
  void CallDemands(const StageChanges& stage, ValueId value, StmtId stmt, ExprId before, ExprId after);
  void Loads(const StageChanges& stage, ValueId value);
  void Param(const StageChanges& stage, ValueId value);
  void Direction(const StageChanges& stage, ValueId value, uint32_t index, ParamDirection now);
  void Ending(const std::vector<ValueId>& values);
  void Refusals(const std::vector<ValueId>& values);
  std::string Result();

  std::string Wanted(int ordinal, ValueId value, MemorySpace space, bool boxed, std::string_view what);
  std::string BoxSentence(int ordinal, ValueId value, std::string_view box);
  std::string NotShared(ValueId value);
  std::string WrittenBy(ValueId param);
  std::string Readers(ValueId value);
  const Past& Behind(int ordinal);   // kept once made
  const Past& Now() { return Behind(kInTheEnd); }
  bool IsParam(ValueId value, uint32_t& index) const;

  const Program& p_;
  const Journal& journal_;
  const Diagnostics& diagnostics_;
  const FuncId function_;
  Phrases say_;
  std::map<int, std::unique_ptr<Past>> pasts_;
  std::vector<Tracked> tracked_;
  std::map<int, std::vector<std::string>> facts_;  // by ordinal; 0 = as read, kInTheEnd
  std::string head_;
};

// "112" of 100 rows in boxes of 16; "" where the extent is no constant or a multiple already.
std::string BoxedExtent(const Program& program, TypeId type, Box box, std::string_view unit);
// The entry of parameter `index` in a list such as "0:Mat,2:Vec"; "" when there is none.
std::string_view EntryOf(std::string_view list, uint32_t index);

}  // namespace t2t
