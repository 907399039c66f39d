#include "convert_one.h"

#include <algorithm>
#include <optional>

#include "fmt/core.h"
#include "ir/core/names.h"
#include "ir/core/walk.h"
#include "ir/ops/registry.h"
#include "ir/text/printer.h"
#include "ir/text/reader.h"
#include "passes/convert/compact_facts.h"
#include "passes/convert/registry.h"

namespace t2t {
namespace {

class Context final : public ConvertContext {
 public:
  Context(PassContext& pass, Builder& at, const Call& original, std::vector<ExprId> operands, const CompactFacts& facts)
      : ConvertContext(pass, at, original, std::move(operands)), facts_(facts) {}
  bool ProvenCompact(ExprId tile) const override { return facts_.IsCompact(p, tile); }

 private:
  const CompactFacts& facts_;
};

// The tile a tensor value was cast from; the operand itself otherwise.
ExprId BehindCast(const Program& p, ExprId operand) {
  const ValueId var = AsVar(p, operand);
  const ExprId call = var ? DefiningOpCall(p, var) : ExprId();
  const bool cast = call && Ops()[p.CallOf(call).op].name == "t2t.as_tensor";
  return cast ? p.Args(call)[0] : operand;
}

absl::Status ConvertStatement(PassContext& pass, StmtId stmt, CompactFacts& facts,
                              std::vector<std::string>& operators) {
  Program& p = pass.program;
  const Stmt& s = p[stmt];
  if (s.kind != StmtKind::kAssign && s.kind != StmtKind::kEval) return absl::OkStatus();
  if (!p.IsOpCall(s.value())) return absl::OkStatus();
  const Conversion* conversion = Conversions().Find(p.CallOf(s.value()).op);
  if (conversion == nullptr) {
    if (s.kind == StmtKind::kAssign) facts.Define(p, s.var(), s.value());
    return absl::OkStatus();
  }
  const Call call = p.CallOf(s.value());
  std::vector<ExprId> operands;
  for (ExprId arg : p[call.args]) operands.push_back(BehindCast(p, arg));
  Builder at = Builder::Before(p, stmt, call.span);
  Context context(pass, at, call, std::move(operands), facts);
  ASSIGN_OR_RETURN(const ExprId result, conversion->convert(context));
  operators.push_back(Ops()[call.op].name);
  p.SetStmtValue(stmt, result);
  if (s.kind == StmtKind::kEval) return absl::OkStatus();
  const ValueId var = s.var();
  if (!p.TypeOf(result).IsTile()) {
    p.SetValueType(var, p[result].type);
    return absl::OkStatus();
  }
  const ValueId tile =
      p.AddValue(ValueKind::kLocal, p.Str(AutoName(p[p[var].name], "tile")), p[result].type, p[var].func);
  p.SetAssignVar(stmt, tile);
  facts.Define(p, tile, result);
  const ExprId operand[] = {p.Var(tile)};
  ASSIGN_OR_RETURN(const ExprId cast, MakeCall(p, "t2t.as_tensor", operand, {}, call.span));
  const StmtId as_tensor = p.NewAssign(var, cast, call.span);
  p.SetDef(var, as_tensor);
  p.InsertAfter(stmt, as_tensor);
  return absl::OkStatus();
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string Indented(std::string_view body) {
  std::string out;
  for (std::string_view line : Lines(body)) {
    if (!line.empty()) out += fmt::format("        {}\n", line);
  }
  return out;
}

std::string TileParameterCasts(std::string_view params) {
  std::string out;
  for (size_t at = params.find("__tile: "); at != std::string_view::npos; at = params.find("__tile: ", at + 1)) {
    size_t start = params.rfind(' ', at);
    start = start == std::string_view::npos ? 0 : start + 1;
    const std::string_view name = params.substr(start, at - start);
    out += fmt::format("        {} = pl.t2t.as_tensor({}__tile)\n", name, name);
  }
  return out;
}

std::string Statements(const Program& p) {
  std::string out;
  bool inside = false;
  const std::string text = PrintProgram(p, {.concise = true});
  for (std::string_view line : Lines(text)) {
    if (inside && line.find("pl.t2t.as_tensor(") == std::string_view::npos && line.starts_with("        ")) {
      out += fmt::format("{}\n", line.substr(8));
    }
    inside |= line.starts_with("    def ");
  }
  return out;
}

}  // namespace

absl::Status ConvertProgram(Program& program, std::vector<std::string>& operators, Backend backend) {
  Diagnostics diagnostics;
  PassContext pass{program, diagnostics, backend};
  absl::Status status;
  for (uint32_t f = 0; f < program.num_functions() && status.ok(); ++f) {
    CompactFacts facts;
    ForEachStmt(program, program[FuncId(f)].body, [&](StmtId stmt) {
      if (status.ok()) status = ConvertStatement(pass, stmt, facts, operators);
    });
  }
  return status;
}

Converted ConvertBody(std::string_view params, std::string_view body, Backend backend) {
  const std::string text = fmt::format(
      "# pypto.program: Test\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n@pl.program\nclass Test:\n"
      "    @pl.function(type=pl.FunctionType.InCore)\n    def k({}):\n{}{}",
      params, TileParameterCasts(params), Indented(body));
  Diagnostics diagnostics;
  std::optional<Program> program = ReadProgram(text, diagnostics);
  if (!program) return {"", "not readable:\n" + RenderDiagnostics(diagnostics.all(), "test", text), {}};
  std::vector<std::string> operators;
  const absl::Status status = ConvertProgram(*program, operators, backend);
  if (!status.ok()) {
    return {"", (absl::IsInvalidArgument(status) ? "" : "internal: ") + std::string(MessageOf(status)), {}};
  }
  return {Statements(*program), "", std::move(operators)};
}

}  // namespace t2t
