#include "verifiers/verifier.h"
namespace t2t { absl::Span<const Verifier> AllVerifiers(){return {};} const Verifier* FindVerifier(std::string_view){return nullptr;}}
