#include "ir/core/builder.h"

namespace t2t {

ValueId Builder::Let(std::string_view name, ExprId value) {
  const ValueId var = p_.AddValue(ValueKind::kLocal, p_.Str(name), p_[value].type, function());
  Insert(p_.NewAssign(var, value, span_));
  return var;
}

StmtId Builder::Insert(StmtId stmt) {
  if (before_) {
    p_.InsertBefore(before_, stmt);
  } else {
    p_.Append(block_, stmt);
  }
  if (!p_[stmt].origin && origin_) p_.SetOrigin(stmt, origin_);
  return stmt;
}

}  // namespace t2t
