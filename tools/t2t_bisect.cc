// t2t-bisect: finds the pass, and the change within it, that turns a good result bad.
#include "tools/bisect.h"

int main(int argc, char** argv) { return t2t::RunBisect(std::vector<std::string>(argv + 1, argv + argc)); }
