#include "ir/symbolic/rules.h"

#include <algorithm>

#include "ir/support/floor_division.h"
#include "ir/symbolic/bounds.h"
#include "ir/symbolic/rule_text.h"

namespace t2t::symbolic {
namespace {

// ---- conditions ----

bool DividesEvenly(Bindings& b) { return b.c(2) > 0 && b.c(1) % b.c(2) == 0; }  // D of the specification
bool C1Positive(Bindings& b) { return b.c(1) > 0; }
bool C1Negative(Bindings& b) { return b.c(1) < 0; }
bool C1NonZero(Bindings& b) { return b.c(1) != 0; }
bool C2Positive(Bindings& b) { return b.c(2) > 0; }
bool BothPositive(Bindings& b) { return b.c(1) > 0 && b.c(2) > 0; }
bool C1C3Positive(Bindings& b) { return b.c(1) > 0 && b.c(3) > 0; }
bool C1DividesC2(Bindings& b) { return b.c(1) > 0 && b.c(2) % b.c(1) == 0 && b.c(2) / b.c(1) > 0; }
bool NonZero(Program& p, ExprId e) {
  const Bounds bounds = BoundsOf(p, e);
  return bounds.min >= 1 || bounds.max <= -1;
}
bool XNonZero(Bindings& b) { return NonZero(*b.program, b.x()); }
bool YNonZero(Bindings& b) { return NonZero(*b.program, b.y()); }
bool ZNonNegative(Bindings& b) { return BoundsOf(*b.program, b.z()).min >= 0; }
bool XBelowC1(Bindings& b) {
  const Bounds bounds = BoundsOf(*b.program, b.x());
  return b.c(1) > 0 && bounds.min >= 0 && bounds.max < b.c(1);
}
// c3 := c1 mod c2, and the rule makes progress.
bool ReducesC1(Bindings& b) {
  if (b.c(2) == 0 || b.c(2) == -1) return false;
  const int64_t reduced = FloorRemainder(b.c(1), b.c(2));
  if (reduced == b.c(1)) return false;
  b.constant[2] = b.program->Int(reduced, (*b.program)[b.constant[0]].dtype);
  return true;
}
bool ReducesC1PositiveC2(Bindings& b) { return b.c(2) > 0 && ReducesC1(b); }
bool ReducesAddend(Bindings& b) {
  return b.c(2) > 0 && FloorRemainder(b.c(1), b.c(2)) != 0 && (b.c(1) >= b.c(2) || b.c(1) < 0) && ReducesC1(b);
}
bool ReducesFactorOfX(Bindings& b) { return b.c(2) != 0 && b.c(2) != -1 && XNonZero(b); }
bool C1AtMostC2(Bindings& b) { return b.c(1) <= b.c(2); }
bool C1AtLeastC2(Bindings& b) { return b.c(1) >= b.c(2); }
bool DifferenceAtMost0(Bindings& b) {
  Program& p = *b.program;
  return BoundsOf(p, p.Binary(ExprKind::kSub, b.x(), b.y(), p[b.x()].dtype)).max <= 0;
}
bool DifferenceAtLeast0(Bindings& b) {
  Program& p = *b.program;
  return BoundsOf(p, p.Binary(ExprKind::kSub, b.x(), b.y(), p[b.x()].dtype)).min >= 0;
}
bool EmptyOpenRange(Bindings& b) { return b.c(2) >= b.c(1) - (b.c(1) != INT64_MIN ? 1 : 0); }
bool EmptyClosedRange(Bindings& b) { return b.c(2) > b.c(1); }
bool OverlappingOpen(Bindings& b) { return b.c(2) < b.c(1); }
bool OverlappingClosed(Bindings& b) { return b.c(2) <= b.c(1) || b.c(2) - 1 == b.c(1); }

constexpr RuleText kAddRules[] = {
    {"(x+c1)+c2", "x+(c1+c2)"}, {"(c1+x)+c2", "x+(c1+c2)"},
    {"(x-y)+y", "x"}, {"x+(y-x)", "y"}, {"(x-y)+(y-z)", "x-z"}, {"(x-y)+(z-x)", "z-y"},
    {"x+x", "x*2"}, {"x*y+x", "(y+1)*x"}, {"x+x*y", "(y+1)*x"},
    {"x*y+x*z", "(y+z)*x"}, {"y*x+x*z", "(y+z)*x"}, {"x*y+z*x", "(y+z)*x"}, {"y*x+z*x", "(y+z)*x"},
    {"(x//y)*y+x%y", "x"}, {"x%y+(x//y)*y", "x"}, {"y*(x//y)+x%y", "x"}, {"x%y+y*(x//y)", "x"},
    {"min(x,y-z)+z", "min(x+z,y)"}, {"min(x-z,y)+z", "min(x,y+z)"}, {"z+min(x,y-z)", "min(x+z,y)"},
    {"z+min(x-z,y)", "min(x,y+z)"},
    {"max(x,y-z)+z", "max(x+z,y)"}, {"max(x-z,y)+z", "max(x,y+z)"}, {"z+max(x,y-z)", "max(x+z,y)"},
    {"z+max(x-z,y)", "max(x,y+z)"},
    {"max(x,y)+min(x,y)", "x+y"}, {"min(x,y)+max(x,y)", "x+y"}, {"max(x,y)+min(y,x)", "x+y"},
    {"min(x,y)+max(y,x)", "x+y"},
    {"c1+x", "x+c1"}, {"x+(c1-y)", "(x-y)+c1"}, {"(c1-y)+x", "(x-y)+c1"}, {"(x+c1)+y", "(x+y)+c1"},
};
constexpr RuleText kSubRules[] = {
    {"x-x", "0"},
    {"(x+y)-y", "x"}, {"(x+y)-x", "y"}, {"(y+x)-x", "y"}, {"x-(x+y)", "neg(y)"}, {"x-(y+x)", "neg(y)"},
    {"(x+c1)-c2", "x+(c1-c2)"}, {"(c1+x)-c2", "x+(c1-c2)"}, {"c1-(c2-x)", "x+(c1-c2)"},
    {"c1-(x+c2)", "(c1-c2)-x"}, {"c1-(c2+x)", "(c1-c2)-x"}, {"(c1-x)-(c2-y)", "(y-x)+(c1-c2)"},
    {"(x-y)-(x-z)", "z-y"}, {"(x+y)-(x+z)", "y-z"}, {"(y+x)-(x+z)", "y-z"}, {"(x+y)-(z+x)", "y-z"},
    {"(y+x)-(z+x)", "y-z"},
    {"x*y-x", "(y-1)*x"}, {"x-x*y", "(1-y)*x"}, {"x*y-x*z", "(y-z)*x"}, {"y*x-x*z", "(y-z)*x"},
    {"x*y-z*x", "(y-z)*x"}, {"y*x-z*x", "(y-z)*x"},
    {"x-(x//c1)*c1", "x%c1", C1NonZero}, {"x-c1*(x//c1)", "x%c1", C1NonZero}, {"(x//c1)*c1-x", "0-x%c1", C1NonZero},
    {"x-((x+y)//c1)*c1", "(x+y)%c1-y", C1NonZero}, {"((x+y)//c1)*c1-x", "y-(x+y)%c1", C1NonZero},
    {"x-((x-y)//c1)*c1", "(x-y)%c1+y", C1NonZero}, {"((x-y)//c1)*c1-x", "0-(x-y)%c1-y", C1NonZero},
    {"min(x,y)-x", "min(0,y-x)"}, {"min(x,y)-y", "min(x-y,0)"}, {"max(x,y)-x", "max(0,y-x)"},
    {"max(x,y)-y", "max(x-y,0)"}, {"x-min(x,y)", "max(0,x-y)"}, {"x-max(x,y)", "min(0,x-y)"},
    {"min(x+y,z)-x", "min(y,z-x)"}, {"min(y+x,z)-x", "min(y,z-x)"}, {"min(z,x+y)-x", "min(z-x,y)"},
    {"min(z,y+x)-x", "min(z-x,y)"}, {"max(x+y,z)-x", "max(y,z-x)"}, {"max(y+x,z)-x", "max(y,z-x)"},
    {"max(z,x+y)-x", "max(z-x,y)"}, {"max(z,y+x)-x", "max(z-x,y)"},
    {"x-min(x+y,z)", "max(0-y,x-z)"}, {"x-min(y+x,z)", "max(0-y,x-z)"}, {"x-min(z,x+y)", "max(x-z,0-y)"},
    {"x-min(z,y+x)", "max(x-z,0-y)"}, {"x-max(x+y,z)", "min(0-y,x-z)"}, {"x-max(y+x,z)", "min(0-y,x-z)"},
    {"x-max(z,x+y)", "min(x-z,0-y)"}, {"x-max(z,y+x)", "min(x-z,0-y)"},
    {"min(x,y)-min(y,x)", "0"}, {"max(x,y)-max(y,x)", "0"},
    {"x-(y+c1)", "(x-y)+(0-c1)"}, {"(x+c1)-y", "(x-y)+c1"}, {"x-(y-z)", "(x+z)-y"},
};
constexpr RuleText kMulRules[] = {
    {"(x*c1)*c2", "x*(c1*c2)"}, {"(c1*x)*c2", "x*(c1*c2)"}, {"min(x,y)*max(x,y)", "x*y"}, {"max(x,y)*min(x,y)", "x*y"},
    {"c1*x", "x*c1"}, {"x*(c1*y)", "(x*y)*c1"}, {"(x+c1)*c2", "x*c2+c1*c2"}, {"(x-y)*c1", "(y-x)*(0-c1)", C1Negative},
};
constexpr RuleText kFloorDivRules[] = {
    {"(x*c1)//c2", "x*(c1//c2)", DividesEvenly}, {"(c1*x)//c2", "x*(c1//c2)", DividesEvenly},
    {"(x*c1)//c2", "x//(c2//c1)", C1DividesC2},
    {"(x//c1)//c2", "x//(c1*c2)", BothPositive}, {"(x//c1+c2)//c3", "(x+c1*c2)//(c1*c3)", C1C3Positive},
    {"x//x", "1", XNonZero}, {"(x*c1)//x", "c1", XNonZero}, {"(c1*x)//x", "c1", XNonZero},
    {"(x+c1)//c2", "x//c2+c1//c2", DividesEvenly}, {"(c1+x)//c2", "x//c2+c1//c2", DividesEvenly},
    {"(x*c1+y)//c2", "x*(c1//c2)+y//c2", DividesEvenly}, {"(c1*x+y)//c2", "x*(c1//c2)+y//c2", DividesEvenly},
    {"(y+x*c1)//c2", "y//c2+x*(c1//c2)", DividesEvenly}, {"(y+c1*x)//c2", "y//c2+x*(c1//c2)", DividesEvenly},
    {"min(x*c1,y)//c2", "min(x*(c1//c2),y//c2)", DividesEvenly},
    {"max(x*c1,y)//c2", "max(x*(c1//c2),y//c2)", DividesEvenly},
    {"min(y,x*c1)//c2", "min(y//c2,x*(c1//c2))", DividesEvenly},
    {"max(y,x*c1)//c2", "max(y//c2,x*(c1//c2))", DividesEvenly},
    {"(x-x%c1)//c1", "x//c1", C1NonZero},
    {"(x*y)//y", "x", YNonZero}, {"(y*x)//y", "x", YNonZero},
    {"(x*z+y)//z", "x+y//z", ZNonNegative}, {"(z*x+y)//z", "x+y//z", ZNonNegative},
    {"(y+x*z)//z", "y//z+x", ZNonNegative}, {"(y+z*x)//z", "y//z+x", ZNonNegative},
    {"x//c1", "0", XBelowC1},
};
constexpr RuleText kFloorModRules[] = {
    {"(x*c1)%c2", "0", DividesEvenly}, {"(c1*x)%c2", "0", DividesEvenly}, {"(x+c1)%c2", "x%c2", DividesEvenly},
    {"(c1+x)%c2", "x%c2", DividesEvenly}, {"(x*c1+y)%c2", "y%c2", DividesEvenly}, {"(c1*x+y)%c2", "y%c2", DividesEvenly},
    {"(y+x*c1)%c2", "y%c2", DividesEvenly}, {"(y+c1*x)%c2", "y%c2", DividesEvenly},
    {"(x*c1)%c2", "(x*c3)%c2", ReducesC1}, {"(x*y)%y", "0", YNonZero}, {"(y*x)%y", "0", YNonZero},
    {"(x+y*c1)%c2", "(x+y*c3)%c2", ReducesC1PositiveC2}, {"(x*c1)%(x*c2)", "x*(c1%c2)", ReducesFactorOfX},
    {"(x+c1)%c2", "(x+c3)%c2", ReducesAddend}, {"x%c1", "x", XBelowC1},
};
constexpr RuleText kMinRules[] = {
    {"min(x,x)", "x"}, {"min(min(x,c1),c2)", "min(x,min(c1,c2))"}, {"min(c1,min(x,c2))", "min(x,min(c1,c2))"},
    {"min(y-x,z-x)", "min(y,z)-x"}, {"min(x-y,x-z)", "x-max(y,z)"}, {"min(x+y,x+z)", "x+min(y,z)"},
    {"min(y+x,x+z)", "x+min(y,z)"}, {"min(x+y,z+x)", "x+min(y,z)"}, {"min(y+x,z+x)", "x+min(y,z)"},
    {"min(x+c1,x+c2)", "x+c1", C1AtMostC2}, {"min(x+c1,x+c2)", "x+c2"},
    {"min(x+c1,x)", "x+c1", C1Negative}, {"min(x+c1,x)", "x"}, {"min(x,x+c1)", "x+c1", C1Negative}, {"min(x,x+c1)", "x"},
    {"min(c1-x,c2-x)", "c1-x", C1AtMostC2}, {"min(c1-x,c2-x)", "c2-x"},
    {"min(min(x,y),x)", "min(x,y)"}, {"min(min(x,y),y)", "min(x,y)"}, {"min(x,min(x,y))", "min(x,y)"},
    {"min(y,min(x,y))", "min(x,y)"},
    {"min(max(x,y),y)", "y"}, {"min(y,max(x,y))", "y"}, {"min(max(y,x),x)", "x"}, {"min(max(x,y),x)", "x"},
    {"min(x,max(x,y))", "x"}, {"min(x,max(y,x))", "x"},
    {"min(max(x,y),max(x,z))", "max(min(y,z),x)"}, {"min(max(x,y),max(z,x))", "max(min(y,z),x)"},
    {"min(max(y,x),max(x,z))", "max(min(y,z),x)"}, {"min(max(y,x),max(z,x))", "max(min(y,z),x)"},
    {"min(min(x,y),min(x,z))", "min(min(y,z),x)"}, {"min(min(x,y),min(z,x))", "min(min(y,z),x)"},
    {"min(min(y,x),min(x,z))", "min(min(y,z),x)"}, {"min(min(y,x),min(z,x))", "min(min(y,z),x)"},
    {"min(x//c1,y//c1)", "min(x,y)//c1", C1Positive}, {"min(x//c1,y//c1)", "max(x,y)//c1", C1Negative},
    {"min(x*c1,y*c1)", "min(x,y)*c1", C1Positive}, {"min(x*c1,y*c1)", "max(x,y)*c1", C1Negative},
    {"min(x,y)", "x", DifferenceAtMost0}, {"min(x,y)", "y", DifferenceAtLeast0},
    {"min(c1,x)", "min(x,c1)"}, {"min(min(x,c1),y)", "min(min(x,y),c1)"},
};
constexpr RuleText kMaxRules[] = {
    {"max(x,x)", "x"}, {"max(max(x,c1),c2)", "max(x,max(c1,c2))"}, {"max(c1,max(x,c2))", "max(x,max(c1,c2))"},
    {"max(y-x,z-x)", "max(y,z)-x"}, {"max(x-y,x-z)", "x-min(y,z)"}, {"max(x+y,x+z)", "x+max(y,z)"},
    {"max(y+x,x+z)", "x+max(y,z)"}, {"max(x+y,z+x)", "x+max(y,z)"}, {"max(y+x,z+x)", "x+max(y,z)"},
    {"max(x+c1,x+c2)", "x+c1", C1AtLeastC2}, {"max(x+c1,x+c2)", "x+c2"},
    {"max(x+c1,x)", "x+c1", C1Positive}, {"max(x+c1,x)", "x"}, {"max(x,x+c1)", "x+c1", C1Positive}, {"max(x,x+c1)", "x"},
    {"max(c1-x,c2-x)", "c1-x", C1AtLeastC2}, {"max(c1-x,c2-x)", "c2-x"},
    {"max(max(x,y),x)", "max(x,y)"}, {"max(max(x,y),y)", "max(x,y)"}, {"max(x,max(x,y))", "max(x,y)"},
    {"max(y,max(x,y))", "max(x,y)"},
    {"max(min(x,y),y)", "y"}, {"max(y,min(x,y))", "y"}, {"max(min(y,x),x)", "x"}, {"max(min(x,y),x)", "x"},
    {"max(x,min(x,y))", "x"}, {"max(x,min(y,x))", "x"},
    {"max(min(x,y),min(x,z))", "min(max(y,z),x)"}, {"max(min(x,y),min(z,x))", "min(max(y,z),x)"},
    {"max(min(y,x),min(x,z))", "min(max(y,z),x)"}, {"max(min(y,x),min(z,x))", "min(max(y,z),x)"},
    {"max(max(x,y),max(x,z))", "max(max(y,z),x)"}, {"max(max(x,y),max(z,x))", "max(max(y,z),x)"},
    {"max(max(y,x),max(x,z))", "max(max(y,z),x)"}, {"max(max(y,x),max(z,x))", "max(max(y,z),x)"},
    {"max(x//c1,y//c1)", "max(x,y)//c1", C1Positive}, {"max(x//c1,y//c1)", "min(x,y)//c1", C1Negative},
    {"max(x*c1,y*c1)", "max(x,y)*c1", C1Positive}, {"max(x*c1,y*c1)", "min(x,y)*c1", C1Negative},
    {"max(x,y)", "x", DifferenceAtLeast0}, {"max(x,y)", "y", DifferenceAtMost0},
    {"max(c1,x)", "max(x,c1)"}, {"max(max(x,c1),y)", "max(max(x,y),c1)"},
};
constexpr RuleText kEqRules[] = {
    {"x==x", "true"}, {"x+y==x+z", "y==z"}, {"y+x==x+z", "y==z"}, {"x+y==z+x", "y==z"}, {"y+x==z+x", "y==z"},
    {"x-c1==c2", "x==c1+c2"}, {"x+c1==c2", "x==c2-c1"}, {"c1-x==c2", "x==c1-c2"}, {"c1==x", "x==c1"},
};
constexpr RuleText kNeRules[] = {
    {"x!=x", "false"}, {"x+y!=x+z", "y!=z"}, {"y+x!=x+z", "y!=z"}, {"x+y!=z+x", "y!=z"}, {"y+x!=z+x", "y!=z"},
    {"x-c1!=c2", "x!=c1+c2"}, {"x+c1!=c2", "x!=c2-c1"}, {"c1!=x", "x!=c1"},
};
constexpr RuleText kLtRules[] = {
    {"x<x", "false"}, {"x+y<x+z", "y<z"}, {"y+x<x+z", "y<z"}, {"x+y<z+x", "y<z"}, {"y+x<z+x", "y<z"},
    {"y-x<z-x", "y<z"}, {"x-y<x-z", "z<y"}, {"x<x+z", "0<z"}, {"x<z+x", "0<z"}, {"x<x-z", "z<0"},
    {"x+c1<c2", "x<c2-c1"}, {"x-c1<c2", "x<c2+c1"}, {"c1-x<c2", "c1-c2<x"}, {"c1<x+c2", "c1-c2<x"}, {"c1<x-c2", "c1+c2<x"},
    {"x*c1<y*c1", "x<y", C1Positive}, {"x*c1<y*c1", "y<x", C1Negative},
    {"x//c1<c2", "x<c1*c2", C1Positive}, {"c1<x//c2", "(c1+1)*c2-1<x", C2Positive},
    {"(x//c1)*c1<x", "0<x%c1", C1Positive}, {"(x//c1)*c1<x+y", "0<x%c1+y", C1Positive},
    {"(x//c1)*c1<x-y", "y<x%c1", C1Positive},
    {"min(x,y)<z", "x<z||y<z"}, {"max(x,y)<z", "x<z&&y<z"}, {"z<min(x,y)", "z<x&&z<y"}, {"z<max(x,y)", "z<x||z<y"},
};
constexpr RuleText kLeRules[] = {
    {"x<=x", "true"}, {"x+y<=x+z", "y<=z"}, {"y+x<=x+z", "y<=z"}, {"x+y<=z+x", "y<=z"}, {"y+x<=z+x", "y<=z"},
    {"y-x<=z-x", "y<=z"}, {"x-y<=x-z", "z<=y"},
    {"x+c1<=c2", "x<=c2-c1"}, {"x-c1<=c2", "x<=c2+c1"}, {"c1<=x+c2", "c1-c2<=x"}, {"c1<=x-c2", "c1+c2<=x"},
    {"c1-x<=c2", "c1-c2<=x"}, {"x*c1<=y*c1", "x<=y", C1Positive}, {"x*c1<=y*c1", "y<=x", C1Negative},
};
constexpr RuleText kGtRules[] = {{"x>y", "y<x"}};
constexpr RuleText kGeRules[] = {{"x>=y", "y<=x"}};
constexpr RuleText kNotRules[] = {
    {"!!x", "x"}, {"!(x<y)", "y<=x"}, {"!(x<=y)", "y<x"}, {"!(x>y)", "y>=x"}, {"!(x>=y)", "y>x"}, {"!(x==y)", "x!=y"},
    {"!(x!=y)", "x==y"}, {"!(x&&y)", "!x||!y"}, {"!(x||y)", "!x&&!y"},
};
constexpr RuleText kAndRules[] = {
    {"x&&x", "x"}, {"x&&!x", "false"}, {"!x&&x", "false"}, {"(x==y)&&(x!=y)", "false"}, {"(x!=y)&&(x==y)", "false"},
    {"(x<=y)&&(y<x)", "false"}, {"(y<x)&&(x<=y)", "false"}, {"(x<c1)&&(c2<x)", "false", EmptyOpenRange},
    {"(c2<x)&&(x<c1)", "false", EmptyOpenRange}, {"(x<=c1)&&(c2<=x)", "false", EmptyClosedRange},
    {"(c2<=x)&&(x<=c1)", "false", EmptyClosedRange}, {"x&&(y&&z)", "(x&&y)&&z"},
};
constexpr RuleText kOrRules[] = {
    {"x||x", "x"}, {"x||!x", "true"}, {"!x||x", "true"}, {"(x==y)||(x!=y)", "true"}, {"(x!=y)||(x==y)", "true"},
    {"(x<=y)||(y<x)", "true"}, {"(y<x)||(x<=y)", "true"}, {"(x<c1)||(c2<x)", "true", OverlappingOpen},
    {"(c2<x)||(x<c1)", "true", OverlappingOpen}, {"(x<=c1)||(c2<=x)", "true", OverlappingClosed},
    {"(c2<=x)||(x<=c1)", "true", OverlappingClosed}, {"(x<y)||(y<x)", "x!=y"}, {"(x<y)||(x==y)", "x<=y"},
    {"(x==y)||(x<y)", "x<=y"}, {"(x<y)||(y==x)", "x<=y"}, {"(y==x)||(x<y)", "x<=y"}, {"x||(y||z)", "(x||y)||z"},
};
constexpr RuleText kNegRules[] = {{"neg(neg(x))", "x"}, {"neg(x-y)", "y-x"}};

}  // namespace

const std::vector<Rule>& RulesFor(ExprKind kind) {
  static const std::vector<Rule> none;
#define T2T_RULES(op, table)                                \
  case ExprKind::op: {                                      \
    static const std::vector<Rule> rules = CompileRules(table); \
    return rules;                                           \
  }
  switch (kind) {
    T2T_RULES(kAdd, kAddRules)
    T2T_RULES(kSub, kSubRules)
    T2T_RULES(kMul, kMulRules)
    T2T_RULES(kFloorDiv, kFloorDivRules)
    T2T_RULES(kFloorMod, kFloorModRules)
    T2T_RULES(kMin, kMinRules)
    T2T_RULES(kMax, kMaxRules)
    T2T_RULES(kEq, kEqRules)
    T2T_RULES(kNe, kNeRules)
    T2T_RULES(kLt, kLtRules)
    T2T_RULES(kLe, kLeRules)
    T2T_RULES(kGt, kGtRules)
    T2T_RULES(kGe, kGeRules)
    T2T_RULES(kNot, kNotRules)
    T2T_RULES(kAnd, kAndRules)
    T2T_RULES(kOr, kOrRules)
    T2T_RULES(kNeg, kNegRules)
    default: return none;
  }
#undef T2T_RULES
}

}  // namespace t2t::symbolic
