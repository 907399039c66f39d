// The pass of examples/own_pass as a library of its own: t2t-pipeline --load-pass=libdrop_double_neg.so
#include "passes/plugin.h"

#include "../own_pass/drop_double_neg.h"

namespace {

constexpr t2t::PluginPass kPasses[] = {{
    .name = t2t::DropDoubleNeg::kName,
    .after = "select-kernels",
    .summary = "neg(neg(x)) is x",
    .help = "neg(neg(x)) is x.\n\n"
            "  before                     after\n"
            "    a = tensor.neg(x)          a = tensor.neg(x)\n"
            "    b = tensor.neg(a)          b = x\n",
    .make = &t2t::MakePass<t2t::DropDoubleNeg>,
}};

}  // namespace

T2T_PLUGIN(kPasses);
