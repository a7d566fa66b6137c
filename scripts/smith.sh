#!/usr/bin/env bash
#===- smith.sh - Judge random programs for a while -------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/smith.sh SECONDS [SEED]
#
# Makes programs with cuda-tile-smith for SECONDS, exact and arbitrary data by
# turns, and asks all oracles of each. SEED is the first program's; without it
# the clock gives a fresh one. Fails if there is a finding; the programs that
# show one are in build/smith.

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$HERE/scripts/common.sh"

[ $# -ge 1 ] || die "usage: scripts/smith.sh SECONDS [SEED]"
seconds=$1
seed=${2:-$(date +%s)000}
findings=$BUILD_ROOT/smith
mkdir -p "$findings"

say "Random programs: $seconds seconds from seed $seed on"
status=0
for data in exact arbitrary; do
  "$BUILD_DIR/bin/cuda-tile-smith" --oracles --data="$data" --seed="$seed" --count=1000000000 \
    --seconds=$((seconds / 2)) --findings="$findings" || status=1
done
[ "$status" = 0 ] || die "a program shows a defect; it is in $findings, and the lines above say which oracle to ask"
