#include "pipeline/provenance.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "fmt/format.h"

namespace t2t {

std::string ShellWord(std::string_view text) {
  bool plain = !text.empty();
  std::string quoted = "'";
  for (char c : text) {
    const auto u = static_cast<unsigned char>(c);
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
    if (!word) plain = false;
    if (u < 0x20 || u == 0x7f) {
      quoted += '?';
    } else if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return plain ? std::string(text) : quoted + "'";
}

std::string StageHeader(const Provenance& provenance, int ordinal, std::string_view when) {
  const std::string_view pass = ordinal == 0 ? "frontend" : StageAt(ordinal).name;
  std::string out = fmt::format("# t2t {} stage {:02} {}{}\n", kVersion, ordinal, when, pass);
  out += fmt::format("# toggles: {}\n", provenance.toggles.empty() ? "none" : provenance.toggles);
  const std::string toggles = provenance.toggles.empty() ? std::string() : " " + provenance.toggles;
  std::string stop;
  if (ordinal == 0) {
    stop = " --passes=none";
  } else if (when.empty()) {
    stop = fmt::format(" --stop-after={}", pass);
  } else {
    stop = ordinal == 1 ? std::string(" --passes=none") : fmt::format(" --stop-after={}", StageAt(ordinal - 1).name);
  }
  out += fmt::format("# reproduce: t2t-pipeline {}{}{}\n", ShellWord(provenance.input), toggles, stop);
  return out;
}

std::string WriteFileAtomically(const std::string& path, std::string_view text) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = std::fclose(file) == 0;
  if (written && closed && std::rename(temporary.c_str(), path.c_str()) == 0) return {};
  std::string error = fmt::format("cannot write {}: {}", path, std::strerror(errno));
  std::remove(temporary.c_str());
  return error;
}

}  // namespace t2t
