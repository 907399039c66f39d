// A pass that crashes leaves a reproducer all the same. What the signal handler has to write is made beforehand, so that
// it only opens, writes and leaves; the file holds the whole input and the flags that stop behind the pass.
#pragma once

#include <string>
#include <string_view>

#include "pipeline/observer.h"
#include "pipeline/reproducer.h"

namespace t2t {

// At most one at a time. Catches SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT, an overflown stack included, says where
// the reproducer is, and ends the process with `exit_status`.
class CrashGuard final : public Observer {
 public:
  CrashGuard(const ReproducerOptions& options, int start, int exit_status);
  ~CrashGuard() override;
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;
  void Before(const StageEvent& event) override;

 private:
  void Prepare(std::string_view pass, int ordinal, std::string_view slice);

  const ReproducerOptions& options_;
  std::string from_;           // flag of the slice's beginning
  std::string stack_;          // of the handler
};

}  // namespace t2t
