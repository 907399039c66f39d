// A picture of a program as data: nodes, edges and the boxes around them. Builders fill it, dot_writer.cc writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/core/program.h"

namespace t2t {

// Where data can be: one colour each.
enum class Place : uint8_t { kGm, kVec, kMat, kLeft, kRight, kAcc, kBias, kScale, kOpen, kScalar };
inline constexpr int kNumPlaces = 10;
Place PlaceOf(const Type& type);

struct PlaceStyle {
  std::string_view name;  // as in the legend
  std::string_view fill;  // of nodes
  std::string_view line;  // of edges that carry such data
};
const PlaceStyle& StyleOf(Place place);

// What the pass of this stage did to a node.
enum class Mark : uint8_t { kNone, kAdded, kChanged, kRemoved };

inline constexpr uint32_t kNoNode = 0xffffffffu;

struct GraphNode {
  enum class Kind : uint8_t {
    kStatement,
    kCast,       // a private cast: drawn small
    kParam,
    kCells,      // one cell per value: carries of a loop, a yield, merged branch results
    kReturn,
    kPart,       // many statements, drawn in a file of their own
    kElsewhere,  // a value made in another part
  };
  // An operand slot, or a value of a kCells node.
  struct Cell {
    std::string text;
    std::string small;            // second line of a kCells cell
    Place place = Place::kScalar;
    bool written = false;         // the operand is written through
  };

  Kind kind = Kind::kStatement;
  Place place = Place::kScalar;
  Mark mark = Mark::kNone;
  uint32_t cluster = 0;
  std::string title;                 // name of the value, as in the text
  std::string what;                  // operator
  std::string was;                   // what stood here before, struck out
  std::vector<std::string> details;  // one line each
  std::vector<Cell> cells;
  std::string link;                  // file with the detail, without extension
};

struct GraphEdge {
  enum class Kind : uint8_t { kData, kScalar, kNextRound, kOrder, kRemoved, kAbove };  // kAbove: not drawn
  uint32_t from = 0, to = 0;
  int16_t from_cell = -1, to_cell = -1;  // -1: the node as a whole
  Kind kind = Kind::kData;
  Place place = Place::kScalar;          // of the data that flows
  std::string label;
};

struct GraphCluster {
  enum class Kind : uint8_t { kTop, kFunction, kLoop, kBranch, kArm, kScope };
  Kind kind = Kind::kTop;
  Mark mark = Mark::kNone;
  uint32_t parent = 0;                   // index of the enclosing cluster; 0 is the whole picture
  std::string label;
  std::vector<std::string> details;
};

struct Graph {
  std::string title;
  std::vector<std::string> subtitle;     // one line each
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  std::vector<GraphCluster> clusters = std::vector<GraphCluster>(1);
  bool sideways = false;                 // ranks run from left to right
  bool legend = true;

  uint32_t Add(GraphNode node) {
    nodes.push_back(std::move(node));
    return static_cast<uint32_t>(nodes.size() - 1);
  }
  uint32_t Open(GraphCluster cluster) {
    clusters.push_back(std::move(cluster));
    return static_cast<uint32_t>(clusters.size() - 1);
  }
};

}  // namespace t2t
