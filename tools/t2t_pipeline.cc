// t2t-pipeline: reads a tensor program, lowers it, prints the tile program.
#include "tools/driver.h"

int main(int argc, char** argv) { return t2t::RunTool(std::vector<std::string>(argv + 1, argv + argc)); }
