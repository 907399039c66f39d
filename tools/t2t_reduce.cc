// t2t-reduce: makes a program small that shows a fault.
#include "tools/reduce.h"

int main(int argc, char** argv) { return t2t::RunReduce(std::vector<std::string>(argv + 1, argv + argc)); }
