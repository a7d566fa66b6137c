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
# turns, of what the compiler takes and of everything, and asks all oracles of
# each. SEED is the first program's; without it
# the clock gives a fresh one. Fails if there is a finding; the programs that
# show one are in build/smith.

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$HERE/scripts/common.sh"

usage="usage: scripts/smith.sh SECONDS [SEED], with at least 4 seconds"
for number in "${@:-none}"; do
  case $number in *[!0-9]* | '') die "$usage" ;; esac
done
seconds=$1
# A quarter of them goes to each kind of program, and --seconds=0 would be for ever.
[ "$seconds" -ge 4 ] || die "$usage"
[ -x "$BUILD_DIR/bin/cuda-tile-smith" ] || die "there is no cuda-tile-smith in $BUILD_DIR/bin: ./bootstrap.sh build makes it."
seed=${2:-$(date +%s)000}
findings=$BUILD_ROOT/smith
mkdir -p "$findings"

say "Random programs: $seconds seconds from seed $seed on"
status=0
# A half of the programs is made of what the compiler takes, so that its passes
# have enough to be judged by.
for data in exact arbitrary; do
  for made in --compiled --compiled=false; do
    "$BUILD_DIR/bin/cuda-tile-smith" --oracles --data="$data" "$made" --seed="$seed" --count=1000000000 \
      --seconds=$((seconds / 4)) --findings="$findings" || status=1
  done
done
[ "$status" = 0 ] || die "a program shows a defect; it is in $findings, and the lines above say which oracle to ask"
