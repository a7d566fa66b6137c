#!/usr/bin/env bash
#===- coverage.sh - What the tests reach of the interpreter ----------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/coverage.sh [FLOORS]
#
# Builds the preset `coverage`, runs the tests of the interpreter and of
# lib/Numerics, and prints how many lines and branches of both they reach, by file,
# with the lines that nothing reaches. Fails if a test fails, or if less is reached
# than FLOORS says (scripts/checks/coverage-floors.toml), which only rises.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/check.sh
. "$HERE/scripts/bootstrap/check.sh"

FLOORS=${1:-$SOURCE_DIR/scripts/checks/coverage-floors.toml}
[ -f "$FLOORS" ] || die "there is no file '$FLOORS' with the floors."

COVERAGE_DIR=$BUILD_ROOT/coverage
PROFILES=$COVERAGE_DIR/profiles
PROGRAMS=(InterpreterTests NumericsTests ConvertTable ElementaryTable)

build_programs() {
  local start=$SECONDS
  say "Coverage: building"
  if [ ! -f "$COVERAGE_DIR/build.ninja" ]; then
    (cd "$SOURCE_DIR" && logged coverage-cmake cmake --preset coverage) ||
      die "cmake cannot configure the build."
  fi
  logged coverage-build ninja -C "$COVERAGE_DIR" -j "$JOBS" tessera "${PROGRAMS[@]}" ||
    die "the programs do not build."
  note "built in $(took "$start")"
}

# run_tests NAME COMMAND...: all must pass, because a failed run measures nothing.
run_tests() {
  local name=$1 start=$SECONDS
  shift
  say "Tests: $name"
  logged "coverage-$name" "$@" </dev/null || die "a test fails."
  note "ran in $(took "$start")"
}

# pytest ARGUMENT...
pytest() {
  env TESSERA_BIN="$COVERAGE_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    -p no:cacheprovider "$@"
}

build_programs
ensure_venv
rm -rf "$PROFILES"
run_tests interpreter "$COVERAGE_DIR/unittests/InterpreterTests" --gtest_brief=1
run_tests numerics "$COVERAGE_DIR/unittests/NumericsTests" --gtest_brief=1
run_tests lit "$LLVM_PREFIX/bin/lit" -s -j "$JOBS" \
  "$COVERAGE_DIR/test/Interpreter" "$COVERAGE_DIR/test/Tools/cuda-tile-run"
run_tests cases pytest "$SOURCE_DIR/test/Interpreter/cases" -k theme
run_tests numbers pytest "$SOURCE_DIR/test/Numerics"
run_tests kernels pytest "$SOURCE_DIR"/test/Kernels/test_{bounds,real_kernels}.py

say "Coverage: lines and branches"
"$LLVM_PREFIX/bin/llvm-profdata" merge -sparse -o "$COVERAGE_DIR/tests.profdata" "$PROFILES"/*.profraw
objects=("$COVERAGE_DIR/bin/tessera")
for program in "${PROGRAMS[@]}"; do
  objects+=(-object "$COVERAGE_DIR/unittests/$program")
done
"$LLVM_PREFIX/bin/llvm-cov" export -format=lcov -instr-profile "$COVERAGE_DIR/tests.profdata" \
  "${objects[@]}" -sources "$SOURCE_DIR"/{lib,include/tessera}/{Interpreter,Numerics} \
  >"$COVERAGE_DIR/tests.lcov"
python3 "$SOURCE_DIR/scripts/checks/coverage.py" "$COVERAGE_DIR/tests.lcov" "$SOURCE_DIR" "$FLOORS"
