#include "pipeline/crash_guard.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "fmt/format.h"

namespace t2t {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// What the handler writes. Plain storage that is complete before `armed` is set.
struct Prepared {
  std::string path, head, message, no_file;
  std::string_view program;
  int exit_status = 3;
} prepared;
volatile sig_atomic_t armed = 0;

void WriteAll(int file, std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(file, text.data() + at, text.size() - at);
    if (n <= 0) return;
    at += static_cast<size_t>(n);
  }
}

void OnCrash(int) {
  if (armed == 0) ::_exit(3);
  armed = 0;
  const int file = ::open(prepared.path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file >= 0) {
    WriteAll(file, prepared.head);
    WriteAll(file, prepared.program);
    ::close(file);
  }
  WriteAll(STDERR_FILENO, file >= 0 ? prepared.message : prepared.no_file);
  ::_exit(prepared.exit_status);
}

}  // namespace

CrashGuard::CrashGuard(const ReproducerOptions& options, int start, int exit_status) : options_(options) {
  if (start > 0) from_ = fmt::format("--start-after={} ", StageAt(start).name);
  prepared.exit_status = exit_status;
  // A handler on the stack that has just overflown would fault again.
  stack_.resize(size_t{1} << 16);
  stack_t stack = {};
  stack.ss_sp = stack_.data();
  stack.ss_size = stack_.size();
  ::sigaltstack(&stack, nullptr);
  Prepare("reading the input", 0, options_.slice);
  struct sigaction action = {};
  action.sa_handler = &OnCrash;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (int signal : kSignals) ::sigaction(signal, &action, nullptr);
}

CrashGuard::~CrashGuard() {
  armed = 0;
  for (int signal : kSignals) ::signal(signal, SIG_DFL);
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  ::sigaltstack(&none, nullptr);
}

void CrashGuard::Before(const StageEvent& event) {
  Prepare(event.stage.name, event.ordinal, fmt::format("{}--stop-after={}", from_, event.stage.name));
}

void CrashGuard::Prepare(std::string_view pass, int ordinal, std::string_view slice) {
  armed = 0;
  const std::string where = ordinal > 0 ? fmt::format("pass {:02} {}", ordinal, pass) : std::string(pass);
  std::string flags(slice);
  for (const std::string& more : {options_.toggles, options_.checks}) {
    if (!more.empty()) flags += (flags.empty() ? "" : " ") + more;
  }
  prepared.path = fmt::format("{}/t2t-repro-{:02}-crash.py", options_.dir, ordinal);
  prepared.message = fmt::format("t2t-pipeline: {}: crashed\nt2t-pipeline: reproducer: {}\n", where, prepared.path);
  prepared.no_file = fmt::format("t2t-pipeline: {}: crashed; {} cannot be written\n", where, prepared.path);
  prepared.head = ReproducerText(where + " crashed", flags, "");
  prepared.program = options_.source;
  armed = 1;
}

}  // namespace t2t
