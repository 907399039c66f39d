// t2t-diff: compares two programs up to names.
#include "tools/diff_tool.h"

int main(int argc, char** argv) { return t2t::RunDiffTool(std::vector<std::string>(argv + 1, argv + argc)); }
