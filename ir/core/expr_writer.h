// Text of expressions and types in the printed form (text-format 2 and 3). How a variable is named and how a call looks
// is left to the derived class: messages use plain name hints, the printer unique names and the operator's own form.
#pragma once

#include <string>

#include "ir/core/program.h"

namespace t2t {

class ExprWriter {
 public:
  ExprWriter(const Program& program, std::string& out) : p_(program), out_(out) {}
  virtual ~ExprWriter() = default;

  void PutExpr(ExprId expr);
  void PutExprs(absl::Span<const ExprId> exprs);   // a, b
  // An extent, stride or offset of a type: bare at top level, integer leaves typed inside a larger expression.
  void PutDim(ExprId expr);
  void PutDims(absl::Span<const ExprId> dims);        // [a, b]
  void PutType(TypeId type);

 protected:
  virtual void PutName(ValueId value);
  virtual void PutCall(ExprId call);
  virtual void PutMemRefBase(const MemRef& memref);

  void PutInt(int64_t value, DType dtype);
  void PutInt(int64_t value) { AppendInt(out_, value); }
  void PutFloat(double value) { AppendFloat(out_, value); }
  void Quoted(std::string_view text);              // "..." with \ and " escaped
  void DTypeText(DType dtype);                     // pl.FP32
  static void AppendInt(std::string& out, int64_t value);
  static void AppendFloat(std::string& out, double value);

  const Program& p_;
  std::string& out_;

 private:
  void Child(ExprId expr, int min_level);
  void Infix(const Expr& e, int level, std::string_view spelling);
  bool AllConstant(ExprId expr) const;
  void TensorViewText(const View& view, absl::Span<const ExprId> shape);
  void TileViewText(const View& view, const Type& type);
  void MemRefText(MemRefId id);

  bool typed_ints_ = false;
};

}  // namespace t2t
