// Files as the tools read and write them, and what they print.
#pragma once

#include <string>
#include <string_view>

namespace t2t {

// "" or why the file cannot be read. "-" is stdin.
std::string ReadFile(const std::string& path, std::string& text);
// Makes the folder and its parents. "" or why that is impossible, or why nothing can be written there.
std::string MakeDir(const std::string& path);
// Two paths to one file, also when it is still to be made. Devices and pipes are no such file: they take everything.
bool SameFile(const std::string& a, const std::string& b);
// "" or why stdout does not take it.
std::string WriteToStdout(std::string_view text);

}  // namespace t2t
