#!/usr/bin/env bash
# What languages are asked about. usage: languages_test.sh T2T_PIPELINE SOURCE_DIR
. "$(dirname "$0")/check.sh"

check "a language by name" bash -c "'$tool' --show-language=tiled | grep -q '^language tiled: '"
check "the language behind a pass" bash -c "'$tool' --show-language=convert-ops | grep -q '^language tiled: '"
check "an unknown language" status 2 "$tool" --show-language=tilde
check "names the nearest" grep -q "did you mean 'tiled'" err
check "the difference of two languages" status 0 "$tool" --diff-languages=bridged,tiled
check "tensor computation is gone" grep -q '^-tensor computation' out
check "two languages are needed" status 2 "$tool" --diff-languages=tiled

check "and no more" status 2 "$tool" --diff-languages=source,tiled,lowered
check "says so" grep -q "two names are compared" err

finish
