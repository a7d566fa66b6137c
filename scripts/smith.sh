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
# Makes programs with cuda-tile-smith for SECONDS, in turn with exact and arbitrary
# data and, from ten minutes on, with nests of loops and kernels that passes look for, and
# asks all oracles about each; from then on others are validated; as much time is for random
# programs of rings. SEED is the
# first program's. Without it the seed is a hash of the committed files, so that each
# commit gets programs of its own, and the same verdict on any machine; outside of a clone
# it comes from the clock.
# Fails if there is a finding; the programs that show one are in build/smith.

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

usage="usage: scripts/smith.sh SECONDS [SEED], with at least 4 seconds"
for number in "${@:-none}"; do
  case $number in *[!0-9]* | '') die "$usage" ;; esac
done
seconds=$1
# Each kind has as much time, and --seconds=0 would mean for ever.
[ "$seconds" -ge 4 ] || die "$usage"
kinds=(--data=exact --data=arbitrary)
# A nest takes seconds, so that two minutes would judge a dozen of them.
[ "$seconds" -lt 600 ] || kinds+=(--size=nested --size=tuned --oracle=validation-sm_90)
each=$((seconds / (${#kinds[@]} + 1)))
[ -x "$BUILD_DIR/bin/cuda-tile-smith" ] || die "there is no cuda-tile-smith in $BUILD_DIR/bin: ./bootstrap.sh build makes it."
tree=$(git -C "$HERE" rev-parse --verify --quiet 'HEAD^{tree}' || date +%s)
seed=${2:-$((16#${tree:0:12}))}
findings=$BUILD_ROOT/smith

say "Random programs: $seconds seconds from seed $seed on"
status=0
for kind in "${kinds[@]}"; do
  # The seeds of all kinds are the same, and so are the names of files.
  place=$findings/${kind#--*=}
  mkdir -p "$place"
  "$BUILD_DIR/bin/cuda-tile-smith" --oracles "$kind" --seed="$seed" --count=1000000000 \
    --seconds="$each" --findings="$place" || status=1
done
for rings in ring_programs.py "ring_programs.py --conditions" ring_products.py; do
  read -ra words <<<"$rings"
  PATH=$BUILD_DIR/bin:$PATH python3 "$HERE/test/Interpreter/${words[0]}" "$seed" 1000000000 \
    "${words[@]:1}" --seconds=$(((each + 2) / 3)) --keep="$findings" || status=1
done
[ "$status" = 0 ] || die "a program shows a defect; it is in $findings, and the lines above say which oracle, or which tool, to ask"
