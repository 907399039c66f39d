// The place in the input that a UserError is about. It travels with the status, so that a refusal deep inside an operator
// still points at a line when nobody on the way up knew a better one.
#pragma once

#include "absl/status/status.h"
#include "ir/support/span.h"

namespace t2t {

// `status` with its place; one that it has already is nearer to the fault and stays.
absl::Status WithPlace(absl::Status status, Span place);
// Unknown when nobody said one.
Span PlaceOf(const absl::Status& status);

}  // namespace t2t
