#include "ir/support/diagnostic_kinds.h"

namespace t2t {
namespace {

constexpr DiagnosticKind kKinds[] = {
    // reading
    {"syntax", "the text is not of the form it must have"},
    {"name", "a name that nothing defines"},
    {"type", "a value or annotation of a type that does not fit its place"},
    {"call", "a call with the wrong operands"},
    {"unknown-operator", "an operator that does not exist, or is not available to programs"},
    {"unknown-keyword", "a keyword that the operator does not take"},
    {"contradicting-level", "a level or role that the type of the function rules out"},
    // lowering
    {"language", "something that the language of this point of the chain does not list"},
    {"kernel-entry", "a kernel of a form that cannot be lowered"},
    {"marks", "a t2t. mark of an edited dump that does not fit the program"},
    {"return-storage", "a result for which no caller can provide storage"},
    {"conversion", "an operator call that has no tile form as it stands"},
    {"cache-policy", "a cache policy that names no parameter"},
    {"call-outputs", "a call site that cannot provide storage for the outputs of its kernel"},
    {"wrapper-outputs", "a wrapper that cannot forward the outputs of its kernel"},
    {"store-types", "a tile stored to a tensor of another element type by a transfer that converts none (a warning)"},
    {"mixed-store-channels", "one GM tensor written through DMA and through the scalar data cache"},
};

}  // namespace

absl::Span<const DiagnosticKind> DiagnosticKinds() { return kKinds; }

}  // namespace t2t
