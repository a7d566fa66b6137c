#!/usr/bin/env bash
#===- address-sanitizer.sh - The tests with sanitizers ---------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/checks/address-sanitizer.sh
#
# Builds everything with AddressSanitizer and UBSan (the preset `asan`) and runs the tests
# with it: lit with the unit tests, operations from exact arithmetic, numbers, kernels end to end, and
# CUDA programs on the emulator. Programs that load the driver or libTessera themselves,
# such as Python, are not ours and are left out: they would have to be built for that, too
# (lit's feature `sanitized`). So are tests of calls and memory that fail, which a
# sanitizer answers itself. Kernels run for each value of each of their parameters, and not
# for all combinations (test/Shared/each_value.py), which reach the same code again. Fails
# if a test does.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export TESSERA_PRESET=asan
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"
# shellcheck source=scripts/bootstrap/cuda.sh
. "$HERE/scripts/bootstrap/cuda.sh"
# shellcheck source=scripts/bootstrap/check.sh
. "$HERE/scripts/bootstrap/check.sh"

[ $# -eq 0 ] || die "usage: scripts/checks/address-sanitizer.sh"

# Each finding ends the program, so that the test fails.
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
FAILED=()

# run_tests NAME COMMAND...: the others run all the same.
run_tests() {
  local name=$1 start=$SECONDS
  shift
  say "With sanitizers: $name"
  "$@" </dev/null || FAILED+=("$name")
  note "ran in $(took "$start")"
}

# pytest FOLDER ARGUMENT...
pytest() {
  env TESSERA_BIN="$BUILD_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    --rootdir "$1" -p no:cacheprovider --basetemp "$BUILD_DIR/test-$(basename "$1")" "$@"
}

ensure_cuda
build_preset "$PRESET" all "tests with sanitizers"
ensure_venv
run_tests lit "$LLVM_PREFIX/bin/lit" -s -j "$JOBS" "$BUILD_DIR/test" "$BUILD_DIR/test/Unit"
run_tests cases pytest "$SOURCE_DIR/test/Interpreter/cases"
run_tests numbers pytest "$SOURCE_DIR/test/Numerics"
PYTHONPATH=$SOURCE_DIR/test/Shared run_tests kernels pytest "$SOURCE_DIR/test/Kernels" -p each_value
run_tests cuda pytest "$SOURCE_DIR/test/Emulator/cuda"
[ "${#FAILED[@]}" -eq 0 ] || die "not everything passed: ${FAILED[*]}"
