#include "ir/text/outline_maker.h"

#include <algorithm>
#include <utility>

#include "ir/text/reader.h"

namespace t2t {
namespace {

bool Opens(Tok t) { return t == Tok::kLParen || t == Tok::kLBracket || t == Tok::kLBrace; }
bool Closes(Tok t) { return t == Tok::kRParen || t == Tok::kRBracket || t == Tok::kRBrace; }

}  // namespace

StrId OutlineMaker::NameOf(const Token& token) {
  std::string_view text = lex_.Text(token);
  return o_.p_.Str(text.substr(0, text.find('.')));
}

void OutlineMaker::Count(StrId name, uint32_t times) {
  uint32_t& seen = o_.assignments_[name];
  seen += times;
  if (seen > 1) o_.reassigns_ = true;
}

void OutlineMaker::Read(const Token& token) { o_.events_.push_back({NameOf(token), block_, false}); }

void OutlineMaker::Assign(StrId name) {
  o_.events_.push_back({name, block_, true});
  o_.blocks_[block_].assigned.push_back(name);
  Count(name, 1);
}

uint32_t OutlineMaker::Open(Outline::Kind kind, uint32_t begin) {
  Outline::Block b;
  b.kind = kind;
  b.parent = o_.blocks_.empty() ? Outline::kNoBlock : block_;
  b.begin = begin;
  b.loop = loop_;
  b.first = static_cast<uint32_t>(o_.events_.size());
  o_.blocks_.push_back(std::move(b));
  block_ = static_cast<uint32_t>(o_.blocks_.size() - 1);
  return block_;
}

// Back in the block around: what leaks out of it was assigned there too.
void OutlineMaker::Close(const Region& region) {
  Outline::Block& b = o_.blocks_[block_];
  b.last = static_cast<uint32_t>(o_.events_.size());
  b.is_explicit |= region.yields;
  std::sort(b.assigned.begin(), b.assigned.end());
  b.assigned.erase(std::unique(b.assigned.begin(), b.assigned.end()), b.assigned.end());
  const uint32_t parent = b.parent;
  if (parent == Outline::kNoBlock) return;
  if (!b.is_explicit) {
    std::vector<StrId>& outer = o_.blocks_[parent].assigned;
    outer.insert(outer.end(), b.assigned.begin(), b.assigned.end());
  }
  block_ = parent;
  for (StrId name : region.names) Assign(name);
}

void OutlineMaker::Make(absl::Span<const StrId> params) {
  for (StrId name : params) Count(name, 1);
  Open(Outline::Kind::kBody, 0);
  Advance();
  Suite(nullptr);
  Close(Region());
}

void OutlineMaker::TakeLine(bool header) {
  line_.clear();
  int depth = 0;
  while (!At(Tok::kNewline) && !At(Tok::kEnd)) {
    if (header && depth == 0 && At(Tok::kColon)) break;
    depth += Opens(tok_.kind) ? 1 : Closes(tok_.kind) ? -1 : 0;
    line_.push_back(tok_);
    Advance();
  }
}

// Behind the colon of a header.
OutlineMaker::Exits OutlineMaker::Suite(Region* region) {
  if (!At(Tok::kNewline)) return Simple(region);
  Advance();
  if (!At(Tok::kIndent)) return {};
  Advance();
  Exits exits;
  if (++depth_ <= 2 * kMaxNesting) {  // deeper is an error that the parser reports
    exits = Rest(region, {});
  } else {
    for (int open = 1; open > 0 && !At(Tok::kEnd);) {
      Advance();
      open += At(Tok::kIndent) ? 1 : At(Tok::kDedent) ? -1 : 0;
    }
  }
  --depth_;
  if (At(Tok::kDedent)) Advance();
  return exits;
}

OutlineMaker::Exits OutlineMaker::Stmt(Region* region) {
  if (AtName("if")) return If(region);
  if (AtName("with")) return With(region);
  if (AtName("for")) {
    For(region);
  } else if (AtName("while")) {
    While();
  } else if (At(Tok::kIndent)) {
    Advance();
  } else {
    return Simple(region);
  }
  return {};
}

void OutlineMaker::Uses(size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    const Tok kind = line_[i].kind;
    if (kind != Tok::kName && kind != Tok::kPath) continue;
    const bool keyword = kind == Tok::kName && i + 1 < to && line_[i + 1].kind == Tok::kAssign;
    if (!keyword) Read(line_[i]);
  }
}

// `a`, `a, b`, `(a, b), c`, `a[i:j]`, with or without an annotation: the tokens in front of '='.
void OutlineMaker::Targets(size_t to, bool augmented, std::vector<StrId>& assigned) {
  size_t i = 0;
  for (; i < to && line_[i].kind != Tok::kColon; ++i) {
    if (line_[i].kind != Tok::kName) continue;
    assigned.push_back(NameOf(line_[i]));
    const bool part = i + 1 < to && line_[i + 1].kind == Tok::kLBracket;
    if (part || augmented) Read(line_[i]);
    if (!part) continue;
    size_t close = i + 1;
    int depth = 0;
    do {
      depth += Opens(line_[close].kind) ? 1 : Closes(line_[close].kind) ? -1 : 0;
      ++close;
    } while (close < to && depth > 0);
    Uses(i + 2, close);
    i = close - 1;
  }
  Uses(i, to);
}

OutlineMaker::Exits OutlineMaker::Simple(Region* region) {
  TakeLine(false);
  if (At(Tok::kNewline)) Advance();
  const Exits exits = Jump();
  size_t equals = 0;
  int depth = 0;
  while (equals < line_.size() && !(depth == 0 && line_[equals].kind == Tok::kAssign)) {
    depth += Opens(line_[equals].kind) ? 1 : Closes(line_[equals].kind) ? -1 : 0;
    ++equals;
  }
  const auto yields = [&](size_t at) {
    return at < line_.size() && line_[at].kind == Tok::kPath && lex_.Text(line_[at]).ends_with(".yield_");
  };
  if (equals == line_.size()) {
    if (region != nullptr && yields(0)) region->yields = true;
    Uses(0, line_.size());
    return exits;
  }
  bool augmented = false;
  if (equals > 0) {
    const Tok before = line_[equals - 1].kind;
    augmented = before >= Tok::kPlus && before <= Tok::kShr;
  }
  std::vector<StrId> assigned;
  Targets(equals, augmented, assigned);
  Uses(equals + 1, line_.size());
  if (region != nullptr && yields(equals + 1)) {
    region->yields = true;
    region->names = std::move(assigned);
    return {};
  }
  for (StrId name : assigned) Assign(name);
  return {};
}

void OutlineMaker::For(Region* region) {
  const uint32_t begin = tok_.begin;
  Advance();
  TakeLine(true);
  size_t in = 0;
  while (in < line_.size() && !(line_[in].kind == Tok::kName && lex_.Text(line_[in]) == "in")) ++in;
  Uses(std::min(in + 1, line_.size()), line_.size());
  const std::string_view over = in + 1 < line_.size() ? lex_.Text(line_[in + 1]) : std::string_view();
  const bool scope = over.ends_with(".spmd") || over.ends_with(".split_aiv");
  if (scope) {
    for (size_t i = 0; i < in; ++i) {
      if (line_[i].kind == Tok::kName) Assign(NameOf(line_[i]));
    }
    Sealed(region, Outline::Trap::kLanes);
    return;
  }
  Region own;
  own.yields = std::any_of(line_.begin(), line_.end(), [&](const Token& t) { return lex_.Text(t) == "init_values"; });
  const uint32_t around = std::exchange(loop_, Open(Outline::Kind::kLoop, begin));
  for (size_t i = 0; i < in; ++i) {
    if (line_[i].kind != Tok::kName) continue;
    const StrId name = NameOf(line_[i]);
    o_.events_.push_back({name, block_, true});
    // The variable of a second loop is no reassignment of the first one's; that of a name assigned elsewhere is.
    const auto it = o_.assignments_.find(name);
    if (it != o_.assignments_.end() && it->second > 0) o_.reassigns_ = true;
  }
  if (At(Tok::kColon)) Advance();
  Suite(&own);
  EndLoop(around, own);
}

void OutlineMaker::While() {
  const uint32_t begin = tok_.begin;
  Advance();
  TakeLine(true);
  Region own;
  const uint32_t around = std::exchange(loop_, Open(Outline::Kind::kLoop, begin));
  o_.blocks_[block_].computed = std::any_of(line_.begin(), line_.end(), [](const Token& t) { return Opens(t.kind); });
  Uses(0, line_.size());  // read again in front of every iteration
  if (At(Tok::kColon)) Advance();
  Suite(&own);
  EndLoop(around, own);
}

// At `if` or `elif`. What follows an `elif` follows all branches in front of it too, so that it may join the `elif` only
// when those leave.
OutlineMaker::Exits OutlineMaker::If(Region* region, bool may_join) {
  const uint32_t begin = tok_.begin;
  Advance();
  TakeLine(true);
  Uses(0, line_.size());
  Region own;
  const uint32_t whole = Open(Outline::Kind::kIf, begin);
  const auto suite = [&] {
    if (At(Tok::kColon)) Advance();
    Region mine;
    Exits exits = Suite(&mine);
    own.yields |= mine.yields;
    if (own.names.empty()) own.names = std::move(mine.names);  // both branches name the same results
    return exits;
  };
  o_.blocks_[whole].branches[0] = Open(Outline::Kind::kBranch, tok_.begin);
  Exits yes = suite(), no;
  Close(Region());
  const bool elif = AtName("elif"), joins = may_join && yes.always;
  if (elif || AtName("else") || (joins && !AtBlockEnd())) {
    o_.blocks_[whole].branches[1] = Open(Outline::Kind::kBranch, tok_.begin - 1);
    if (++depth_ <= 2 * kMaxNesting) {  // deeper is an error that the parser reports
      if (elif) {
        no = If(region, joins);
      } else if (AtName("else")) {
        Advance();
        no = suite();
      }
      if (joins) no = Rest(region, std::move(no));
    }
    --depth_;
    Close(Region());
  }
  Outline::Block& b = o_.blocks_[whole];
  b.joins = joins;
  b.closes = AtBlockEnd();
  b.returns = yes.always && yes.may_return && no.always && no.may_return;
  Close(own);
  const bool always = yes.always && no.always;
  Add(yes, no);
  yes.always = always;
  return yes;
}

OutlineMaker::Exits OutlineMaker::With(Region* region) {
  Advance();
  TakeLine(true);
  size_t as = 0;
  while (as < line_.size() && !(line_[as].kind == Tok::kName && lex_.Text(line_[as]) == "as")) ++as;
  Uses(0, as);
  if (as + 1 < line_.size()) Assign(NameOf(line_[as + 1]));
  const std::string_view scope = line_.empty() ? std::string_view() : lex_.Text(line_[0]);
  const bool lanes = scope.ends_with(".spmd"), outlined = scope.ends_with(".at") || scope.ends_with(".cluster");
  if (lanes || outlined) {
    Sealed(region, lanes ? Outline::Trap::kLanes : Outline::Trap::kOutlined);
    return {};
  }
  if (At(Tok::kColon)) Advance();
  ++scopes_;
  Exits exits = Suite(region);
  --scopes_;
  return exits;
}

}  // namespace t2t
