#!/usr/bin/env bash
#===- lay-out.sh - Lay the tools' code out as it runs ----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/packaging/lay-out.sh
#
# Counts the branches that the compiler takes for some kernels, and reorders the code
# of build/release/bin/tessera, so that code that runs in succession is adjacent in
# memory. Results do not change. The next build of the tools undoes it.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/packages.sh
. "$HERE/scripts/bootstrap/packages.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"

[ $# -eq 0 ] || die "usage: scripts/packaging/lay-out.sh"
FOLDER=$BUILD_DIR/layout

# The programs for the profile: examples and tests of all kinds, in text and in
# bytecode. The kernels with published figures are not among them.
PROGRAMS=(
  "$SOURCE_DIR"/examples/*.mlir "$SOURCE_DIR"/examples/*.tileirbc
  "$SOURCE_DIR"/test/Kernels/text/*.mlir
  "$SOURCE_DIR"/test/Report/Inputs/{gemm,persistent}.mlir
)
GPUS=(sm_80 sm_90 sm_120)

# bolt NAME ARGUMENT...: LLVM's optimizer of linked programs; NAME names the log.
bolt() {
  local name=$1
  shift
  logged "$name" "$LLVM_PREFIX/bin/llvm-bolt" "$@" || die "llvm-bolt could not do its work."
}

# Makes a program that writes the counts of its branches.
make_counting() {
  bolt layout-instrument tessera-counted --instrument -o tileiras \
    --runtime-instrumentation-lib="$LLVM_PREFIX/lib/libbolt_rt_instr.a" \
    --instrumentation-file="$FOLDER/counts" --instrumentation-file-append-pid
}

compile_programs() {
  local program gpu
  rm -f counts.*
  for program in "${PROGRAMS[@]}"; do
    for gpu in "${GPUS[@]}"; do
      logged layout-compile ./tileiras "$program" --gpu-name="$gpu" --threads=1 --emit=ptx -o /dev/null ||
        die "the counting compiler does not compile $program."
    done
  done
  logged layout-merge "$LLVM_PREFIX/bin/merge-fdata" counts.*.fdata -o profile
  rm -f counts.*
}

# Places functions that call one another together, and moves rarely executed parts of
# functions out of them.
lay_out() {
  bolt layout-optimize tessera-movable -o tessera --data=profile \
    --reorder-blocks=ext-tsp --reorder-functions=cdsort \
    --split-functions --split-all-cold --split-eh
}

ensure_packages "${PACKAGES[@]}" "bolt-$LLVM_MAJOR" "libbolt-$LLVM_MAJOR-dev"
configure
build tessera
ninja -C "$BUILD_DIR" -t query layout/tessera-movable >/dev/null 2>&1 ||
  die "only tools that are linked statically are laid out; this build's are not."
need_space "$BUILD_DIR" 2000 "to lay the tools out"
build tessera-movable tessera-counted
cd "$FOLDER"
start=$SECONDS
say "Layout: counting, for ${#PROGRAMS[@]} programs and ${#GPUS[@]} GPUs"
make_counting
compile_programs
say "Layout: moving code"
lay_out
mv tessera "$BUILD_DIR/bin/tessera"
note "laid out in $(took "$start")"
