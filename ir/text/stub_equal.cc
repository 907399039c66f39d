#include "ir/core/structural_equal.h"
#include "ir/text/printer.h"
namespace t2t {
static uint64_t H(std::string_view s){uint64_t h=1469598103934665603ull;for(char c:s){h^=static_cast<unsigned char>(c);h*=1099511628211ull;}return h;}
uint64_t Fingerprint(const Program& p){return H(PrintProgram(p));}
uint64_t Fingerprint(const Program& p, FuncId f){return H(PrintFunction(p,f));}
std::optional<std::string> FirstDifference(const Program& a, const Program& b){ auto x=PrintProgram(a),y=PrintProgram(b); if(x==y) return std::nullopt; size_t i=0; while(i<x.size()&&i<y.size()&&x[i]==y[i]) ++i; return "text differs: "+x.substr(i>40?i-40:0,120)+" <> "+y.substr(i>40?i-40:0,120);}
}
