// Loops (text-format 4.5, 4.7).
#include <utility>

#include "fmt/format.h"
#include "ir/support/counted.h"
#include "ir/text/parser.h"

namespace t2t {

BlockId Parser::RegionBody(RegionContext* context, Region* cond_of) {
  if (!Expect(Tok::kColon, "':'")) return {};
  const BlockId block = p_.NewBlock(func_);
  if (context != nullptr) regions_.push_back(context);
  ParseBlock(block, cond_of);
  if (context != nullptr) regions_.pop_back();
  return block;
}

bool Parser::ParseTargets(Targets& targets) {
  const bool outer = Accept(Tok::kLParen);
  while (true) {
    if (At(Tok::kName) && !AtName("in")) {
      targets.plain.push_back(tok_);
      Advance();
    } else if (At(Tok::kLParen) && !targets.has_inner) {
      Advance();
      targets.has_inner = true;
      while (!At(Tok::kRParen)) {
        if (!At(Tok::kName)) return ErrorHere(fmt::format("expected a name here, found {}", Shown()));
        targets.inner.push_back(tok_);
        Advance();
        if (!Accept(Tok::kComma)) break;
      }
      if (!Expect(Tok::kRParen, "',' or ')'")) return false;
    } else {
      return ErrorHere(fmt::format("expected the name of a loop variable here, found {}", Shown()));
    }
    if (!Accept(Tok::kComma)) break;
    if (At(Tok::kRParen) || AtName("in")) break;
  }
  return !outer || Expect(Tok::kRParen, "')'");
}

bool Parser::ForStmt(BlockId block) {
  const Token start = tok_;
  Advance();
  Targets targets;
  if (!ParseTargets(targets)) return false;
  if (!AcceptName("in")) return ErrorHere(fmt::format("expected 'in' here, found {}", Shown()));
  const Word* word = At(Tok::kPath) ? CurrentWord() : nullptr;
  if (word != nullptr && word->kind == WordKind::kForm) {
    const auto form = static_cast<Form>(word->value);
    switch (form) {
      case Form::kRange: Advance(); return CountedLoop(block, start, targets, LoopKind::kSequential);
      case Form::kParallel: Advance(); return CountedLoop(block, start, targets, LoopKind::kParallel);
      case Form::kUnroll: Advance(); return CountedLoop(block, start, targets, LoopKind::kUnroll);
      case Form::kPipeline: Advance(); return CountedLoop(block, start, targets, LoopKind::kPipeline);
      case Form::kWhile: Advance(); return WhileFor(block, start, targets);
      case Form::kSpmd: case Form::kSplitAiv:
        Advance();
        if (targets.plain.size() != 1 || targets.has_inner) {
          return Error(From(start), "this loop has exactly one variable");
        }
        return form == Form::kSpmd ? SpmdStmt(block, start, &targets.plain[0])
                                   : SplitAivStmt(block, start, targets.plain[0]);
      default: break;
    }
  }
  return ErrorHere(fmt::format("a loop cannot run over {}", Shown()),
                   "loops run over pl.range, pl.parallel, pl.unroll, pl.pipeline, pl.while_, pl.spmd or pl.split_aiv");
}

bool Parser::InitValues(Header& header) {
  if (!At(Tok::kLParen) && !At(Tok::kLBracket)) {
    return ErrorHere(fmt::format("expected init_values=(...) here, found {}", Shown()));
  }
  const Tok close = At(Tok::kLParen) ? Tok::kRParen : Tok::kRBracket;
  Advance();
  return ParseArgs(close, header.inits);
}

bool Parser::LoopHeader(Header& header, LoopKind kind) {
  if (!Expect(Tok::kLParen, "'('")) return false;
  while (!At(Tok::kRParen)) {
    if (At(Tok::kName) && lex_.PeekChar() == '=' && lex_.PeekSecondChar() != '=') {
      const Token key = tok_;
      const std::string_view name = Text();
      Advance();
      Advance();
      if (name == "init_values") {
        if (!InitValues(header)) return false;
      } else if (name == "attrs") {
        if (!AttrDict(header.attrs)) return false;
      } else if (name == "stage" && kind == LoopKind::kPipeline) {
        uint64_t stages = 0;
        if (!Unsigned(&stages, "the number of stages")) return false;
        if (stages == 0) {
          return Error(Lexer::SpanOf(key, key.end), "a pipeline has one stage at least", "say how many iterations overlap: stage=2");
        }
        header.attrs.insert(header.attrs.begin(), p_.IntAttr("pipeline_stages", static_cast<int64_t>(stages)));
        header.has_stage = true;
      } else {
        return Error(Lexer::SpanOf(key, key.end), fmt::format("a loop has no keyword '{}'", name),
                     "its keywords are init_values, attrs and, for pl.pipeline, stage");
      }
    } else {
      const ExprId bound = Operand(ParseExpr());
      if (!bound) return false;
      header.bounds.push_back(bound);
    }
    if (!Accept(Tok::kComma)) break;
  }
  return Expect(Tok::kRParen, "',' or ')'");
}

DType Parser::LoopVarType(const Region& r) const {
  bool int64 = false, index = false;
  for (ExprId bound : {r.start, r.stop, r.step}) {
    if (!p_.IsConstInt(bound)) continue;
    const DType dtype = p_[bound].dtype;
    if (dtype != DType::kIndex && dtype != DType::kInt64) return dtype;
    int64 |= dtype == DType::kInt64;
    index |= dtype == DType::kIndex;
  }
  return int64 && !index ? DType::kInt64 : DType::kIndex;
}

bool Parser::BindIterArgs(Region& r, const Header& header, const Token& start, std::vector<Shadowed>& shadowed) {
  if (header.names.size() != header.inits.size()) {
    return Error(From(start), fmt::format("the loop names {} carried values and starts {}", header.names.size(),
                                          header.inits.size()),
                 "give init_values one value per name");
  }
  std::vector<ValueId> args;
  for (size_t i = 0; i < header.names.size(); ++i) {
    const StrId name = p_.Str(lex_.Text(header.names[i]));
    args.push_back(DefineScoped(name, ValueKind::kIterArg, p_[header.inits[i]].type, shadowed));
  }
  r.iter_args = p_.MakeList(args);
  r.inits = p_.MakeList(header.inits);
  return true;
}

bool Parser::LoopResults(Region& r, const RegionContext& context, Span span) {
  const size_t carried = r.iter_args.size;
  std::vector<ValueId> results;
  if (context.named) {
    if (context.names.size() != carried) {
      return Error(span, fmt::format("the loop carries {}, but its yield names {} in function '{}'", Counted(carried, "value"),
                                     context.names.size(), p_[p_[func_].name]),
                   "name one result per carried value");
    }
    for (size_t i = 0; i < carried; ++i) {
      TypeId type = context.types[i];
      if (!type) type = p_[p_[r.iter_args][i]].type;
      results.push_back(Define(p_.Str(lex_.Text(context.names[i])), ValueKind::kResult, type, true));
    }
  } else {
    // The first names behind the loop that nothing defines will be these (text-format 4.5).
    for (size_t i = 0; i < carried; ++i) {
      const Value arg = p_[p_[r.iter_args][i]];
      const StrId name = p_.Str(fmt::format("{}_out", p_[arg.name]));
      results.push_back(p_.AddValue(ValueKind::kResult, name, arg.type, func_));
      pending_results_.push_back({results.back()});
    }
  }
  r.results = p_.MakeList(results);
  return true;
}

// In Python the variable of a loop keeps its last value behind the loop. Here it does not, so a name that had a value in
// front of the loop would silently have that one again.
bool Parser::IsNewLoopVar(const Token& name) {
  const ValueId before = Bound(p_.Str(lex_.Text(name)));
  if (!before || p_[before].kind == ValueKind::kUndefined) return true;
  return Error(Lexer::SpanOf(name, name.end),
               fmt::format("'{}' names a value already, and the loop variable does not keep its last value behind the loop",
                           lex_.Text(name)),
               "give the loop variable a name of its own", "name");
}

bool Parser::CountedLoop(BlockId block, const Token& start, const Targets& targets, LoopKind kind) {
  Header header;
  header.names = targets.inner;
  if (targets.plain.size() != 1) {
    return Error(From(start), "a counted loop has one variable and its carried values in parentheses",
                 "write for i, (acc,) in pl.range(n, init_values=(acc0,))");
  }
  if (!LoopHeader(header, kind)) return false;
  if (header.bounds.empty() || header.bounds.size() > 3) {
    return Error(From(start), fmt::format("a loop has one to three bounds, not {}", header.bounds.size()));
  }
  if (kind == LoopKind::kPipeline && !header.has_stage) {
    return Error(From(start), "pl.pipeline needs stage=", "say how many iterations overlap: stage=2");
  }
  Region r;
  r.loop_kind = kind;
  r.start = header.bounds.size() > 1 ? header.bounds[0] : p_.Int(0);
  r.stop = header.bounds.size() > 1 ? header.bounds[1] : header.bounds[0];
  r.step = header.bounds.size() > 2 ? header.bounds[2] : p_.Int(1);
  for (ExprId bound : header.bounds) {
    if (!IsInteger(bound, From(start), "a bound of a loop")) return false;
  }
  if (p_.IsConstInt(r.step, 0)) {
    return Error(From(start), "the step of a loop is 0, so it would not end", "the bounds are start, stop and step");
  }
  r.attrs = p_.MakeAttrs(header.attrs);
  const uint32_t outlined = ImplicitBlock(start);
  if (outlined != Outline::kNoBlock && !IsNewLoopVar(targets.plain[0])) return false;
  if (outlined != Outline::kNoBlock && hand_->outline.BreakFlag(outlined)) {
    return BrokenLoop(block, start, targets.plain[0], r, outlined);
  }
  const size_t mark = Mark();
  if (outlined != Outline::kNoBlock) OpenCarries(outlined, r);
  std::vector<Shadowed> shadowed;
  r.loop_var = DefineScoped(p_.Str(lex_.Text(targets.plain[0])), ValueKind::kLoopVar, p_.ScalarType(LoopVarType(r)),
                            shadowed);
  if (outlined == Outline::kNoBlock && !BindIterArgs(r, header, start, shadowed)) return false;
  const Span span = From(start);
  RegionContext context;
  r.body = RegionBody(&context);
  if (outlined != Outline::kNoBlock) {
    if (!r.body || !CloseCarries(r, mark, span, RunsOnce(r))) return r.body.valid();
    Emit(block, p_.NewRegion(StmtKind::kFor, r, span));
    return true;
  }
  Restore(shadowed);
  if (hand_) Unwind(mark, span, "loop");
  if (!r.body) return false;
  if (!LoopResults(r, context, span)) return true;
  Emit(block, p_.NewRegion(StmtKind::kFor, r, span));
  return true;
}

bool Parser::WhileFor(BlockId block, const Token& start, const Targets& targets) {
  Header header;
  header.names = targets.has_inner ? targets.inner : targets.plain;
  if (targets.has_inner && !targets.plain.empty()) return Error(From(start), "a pl.while_ loop has no counter");
  if (!LoopHeader(header, LoopKind::kSequential)) return false;
  if (!header.bounds.empty()) return Error(From(start), "pl.while_ takes init_values only");
  Region r;
  r.attrs = p_.MakeAttrs(header.attrs);
  std::vector<Shadowed> shadowed;
  if (!BindIterArgs(r, header, start, shadowed)) return false;
  const Span span = From(start);
  RegionContext context;
  const size_t mark = Mark();
  r.body = RegionBody(&context, &r);
  Restore(shadowed);
  if (hand_) Unwind(mark, span, "loop");
  if (!r.body) return false;
  if (!r.cond || !LoopResults(r, context, span)) return true;
  Emit(block, p_.NewRegion(StmtKind::kWhile, r, span));
  return true;
}

bool Parser::CondLine(Region& r) {
  if (!AtForm(Form::kCond)) {
    return ErrorHere(fmt::format("expected pl.cond(...) as the first line of the loop, found {}", Shown()));
  }
  Advance();
  if (!Expect(Tok::kLParen, "'('")) return false;
  const ExprId cond = ParseExpr();
  if (!cond || !Expect(Tok::kRParen, "')'") || !EndLine()) return false;
  r.cond = cond;
  TakeComments();
  Accept(Tok::kNewline);
  return true;
}

bool Parser::WhileStmt(BlockId block) {
  const Token start = tok_;
  Advance();
  const uint32_t outlined = ImplicitBlock(start);
  if (outlined != Outline::kNoBlock) return HandWhile(block, start, outlined);
  Region r;
  const BlockId around = std::exchange(block_, BlockId());  // what is read again and again cannot move in front
  r.cond = ParseExpr();
  block_ = around;
  const Span span = From(start);
  RegionContext context;
  if (r.cond) r.body = RegionBody(&context);
  if (!r.body) return false;
  if (!LoopResults(r, context, span)) return true;
  Emit(block, p_.NewRegion(StmtKind::kWhile, r, span));
  return true;
}

}  // namespace t2t
