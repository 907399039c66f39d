// A command of the user that tells good programs from bad ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2t {

class Judge {
 public:
  // Makes a private folder for the programs, gone again with the judge.
  explicit Judge(std::vector<std::string> command);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Runs the command on `program`, in place of {} or as the last argument: its exit status, or 256 and the signal that ended
  // it. nullopt when it cannot be run or says so (126 and above); `why` tells of a signal.
  std::optional<int> Status(std::string_view program, std::string& why);
  // Whether that status is 0.
  std::optional<bool> Good(std::string_view program, std::string& why);
  const std::string& error() const { return error_; }

 private:
  std::vector<std::string> command_;
  std::string dir_, error_;
};

}  // namespace t2t
