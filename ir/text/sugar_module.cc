// The module of a hand-written text: constants, free functions, and the order in which bodies are read (text-format 7.2,
// 7.6).
#include <algorithm>
#include <limits>

#include "absl/container/flat_hash_map.h"
#include "fmt/format.h"
#include "ir/text/parser.h"

namespace t2t {

// Behind `@` of a function outside of any class.
void Parser::ModuleFunction(FunctionType type) {
  FunctionDef(type);
  const uint32_t count = p_.num_functions();
  // Without a class the program is named after its last function: callees come first, the entry last.
  if (!saw_program_ && count > 0) p_.SetName(p_[FuncId(count - 1)].name);
}

// `x.shape`, `math.inf`: invalid, and nothing said, when the path is none of these.
ExprId Parser::HandPath(std::string_view path, const Token& start) {
  const size_t dot = path.rfind('.');
  const std::string_view tail = path.substr(dot + 1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr std::pair<std::string_view, double> kNumbers[] = {
      {"math.inf", kInfinity}, {"math.nan", kNaN}, {"math.pi", 3.14159265358979311}, {"math.e", 2.71828182845904509}};
  for (const auto& [name, number] : kNumbers) {
    if (path != name) continue;
    Advance();
    return p_.Float(number);
  }
  const std::string_view head = path.substr(0, dot);
  if (const Word* dtype = WordOf(head); tail == "get_byte" && dtype != nullptr && dtype->kind == WordKind::kDType) {
    Advance();
    if (!Expect(Tok::kLParen, "'('") || !Expect(Tok::kRParen, "')'")) return {};
    return p_.Int(BitWidth(static_cast<DType>(dtype->value)) / 8);
  }
  const ValueId value = Bound(p_.FindStr(head));
  const bool missing = hand_ && failed_ && !value && (hand_->outline.Assigns(p_.Str(head)) || BodyDefines(head));
  if (missing || (value && FollowsFromError({p_.Var(value)}))) {
    Advance();
    return At(Tok::kLParen) ? SkipBrackets() : AfterError();
  }
  if (!value) return {};
  if (tail == "base" && p_.TypeOf(ReadOf(value)).IsScalar()) {  // of a reserved buffer: the buffer is its address
    Advance();
    return ReadOf(value);
  }
  const TypeId type = p_[value].type;
  if (tail == "shape" && p_[type].IsShaped()) {
    Advance();
    return p_.Tuple(p_.Shape(type));
  }
  const bool operation = FindShortName(tail).operator bool() || tail == "softmax";
  const std::string help = operation ? fmt::format("operators are functions: write {}{}({}, ...)", prefix_, tail, head) : HelpForPath(path);
  Error(Lexer::SpanOf(start, start.end), fmt::format("'{}' of '{}' is no value", tail, path.substr(0, dot)),
        help.empty() ? "a tensor or tile has .shape, and as a keyword value .dtype; a tile has .memory_space" : help);
  return {};
}

// Callees without a return annotation are read before their callers, which need to know what they return.
std::vector<size_t> Parser::BodyOrder() const {
  std::vector<size_t> order;
  absl::flat_hash_map<FuncId, size_t> body_of;
  bool inferred = false;
  for (size_t i = 0; i < bodies_.size(); ++i) {
    order.push_back(i);
    body_of.emplace(bodies_[i].function, i);
    inferred |= p_[bodies_[i].function].return_types.size == 0;
  }
  if (!inferred || printed_) return order;
  std::vector<std::vector<size_t>> callees(bodies_.size());
  for (size_t i = 0; i < bodies_.size(); ++i) {
    Lexer lexer(lex_.text());
    lexer.Restart(bodies_[i].header, bodies_[i].indent, bodies_[i].end);
    for (Token t = lexer.Next(); t.kind != Tok::kEnd; t = lexer.Next()) {
      if (t.kind != Tok::kName && t.kind != Tok::kPath) continue;
      std::string_view name = lexer.Text(t);
      if (name.starts_with("self.")) name.remove_prefix(5);
      const auto it = body_of.find(p_.FindFunction(p_.FindStr(name)));
      if (it != body_of.end() && it->second != i) callees[i].push_back(it->second);
    }
  }
  order.clear();
  std::vector<uint8_t> state(bodies_.size());
  std::vector<std::pair<size_t, size_t>> stack;  // body, callee looked at next
  for (size_t root = 0; root < bodies_.size(); ++root) {
    if (state[root] != 0) continue;
    state[root] = 1;
    stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [body, next] = stack.back();
      if (next == callees[body].size()) {
        order.push_back(body);
        stack.pop_back();
        continue;
      }
      const size_t callee = callees[body][next++];
      if (state[callee] != 0) continue;
      state[callee] = 1;
      stack.emplace_back(callee, 0);
    }
  }
  return order;
}

}  // namespace t2t
