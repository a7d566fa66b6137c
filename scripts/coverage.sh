#!/usr/bin/env bash
#===- coverage.sh - What the tests reach of the code -----------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/coverage.sh [--floors=FILE] [interpreter] [compiler]
#
# Builds the preset `coverage`, runs the tests of the interpreter, with lib/Numerics,
# and of the compiler, or of one of the two, and prints how many lines and branches of
# each its tests reach, by file, with the lines that nothing reaches. Fails if a test
# fails, or if less is reached than FILE says (scripts/checks/coverage-floors.toml),
# which only rises. Kernels run for each value of each of their parameters, and not for all
# combinations (test/Shared/each_value.py), which reach the same code again.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/cuda.sh
. "$HERE/scripts/bootstrap/cuda.sh"
# shellcheck source=scripts/bootstrap/check.sh
. "$HERE/scripts/bootstrap/check.sh"

FLOORS=$SOURCE_DIR/scripts/checks/coverage-floors.toml
PARTS=()
for argument in "$@"; do
  case $argument in
  --floors=*) FLOORS=${argument#*=} ;;
  interpreter | compiler) PARTS+=("$argument") ;;
  *) die "usage: scripts/coverage.sh [--floors=FILE] [interpreter] [compiler]" ;;
  esac
done
[ -f "$FLOORS" ] || die "there is no file '$FLOORS' with the floors."
[ "${#PARTS[@]}" -gt 0 ] || PARTS=(interpreter compiler)

# Each commit measures the same.
export TESSERA_ROTATION=all
COVERAGE_DIR=$BUILD_ROOT/coverage
PROFILES=$COVERAGE_DIR/profiles
# Both parts run the kernels, which take longest, and so do it once.
KERNELS=$COVERAGE_DIR/profiles-of-kernels
HAVE_KERNELS_RUN=no

# set_up PART: sets PROGRAMS, its unit tests, and SOURCES, its folders in lib and
# include/tessera.
set_up() {
  case $1 in
  interpreter)
    PROGRAMS=(InterpreterTests NumericsTests ConvertTable ElementaryTable RuntimeTests)
    SOURCES=(Interpreter Numerics)
    ;;
  compiler)
    PROGRAMS=(LayoutTests TargetTests CudaTileTests CudaTileTransformsTests TileAATests
      TileASTests BytecodeTests BytecodeContainerTests FrontendContractTests CodegenTests
      CompilerTests)
    SOURCES=(Layout Target Dialect FrontendContract Bytecode Conversion Codegen Compiler)
    ;;
  esac
}

build_programs() {
  local start=$SECONDS
  say "Coverage of the $1: building"
  if ! is_configured "$COVERAGE_DIR"; then
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

# lit FOLDER...
lit() {
  "$LLVM_PREFIX/bin/lit" -s -j "$JOBS" "${@/#/$COVERAGE_DIR/test/}"
}

# pytest ARGUMENT...
pytest() {
  env TESSERA_BIN="$COVERAGE_DIR/bin" "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" \
    -p no:cacheprovider "$@"
}

run_kernels() {
  [ "$HAVE_KERNELS_RUN" = no ] || return 0
  rm -rf "$KERNELS"
  PYTHONPATH=$SOURCE_DIR/test/Shared LLVM_PROFILE_FILE=$KERNELS/%2m.profraw run_tests kernels \
    pytest -p each_value --rootdir "$SOURCE_DIR/test/Kernels" \
    --basetemp "$COVERAGE_DIR/test-kernels" "$SOURCE_DIR/test/Kernels"
  HAVE_KERNELS_RUN=yes
}

run_interpreter() {
  run_tests interpreter "$COVERAGE_DIR/unittests/InterpreterTests" --gtest_brief=1
  run_tests numerics "$COVERAGE_DIR/unittests/NumericsTests" --gtest_brief=1
  run_tests validators "$COVERAGE_DIR/unittests/RuntimeTests" --gtest_brief=1
  run_tests lit lit Interpreter Tools/cuda-tile-run
  run_tests cases pytest "$SOURCE_DIR/test/Interpreter/cases" -k theme
  run_tests numbers pytest "$SOURCE_DIR/test/Numerics"
  run_kernels
}

run_compiler() {
  local program
  for program in "${PROGRAMS[@]}"; do
    run_tests "$program" "$COVERAGE_DIR/unittests/$program" --gtest_brief=1
  done
  run_tests compiler-lit lit Dialect Conversion Codegen Compiler Bytecode FrontendContract \
    Errors Report Tools/{tileiras,cuda-tile-opt.test,cuda-tile-optimize,cuda-tile-translate,cuda-tile-run}
  run_tests compiler-cases pytest "$SOURCE_DIR/test/Interpreter/cases" -k emulated
  run_kernels
}

# measure PART: fails by itself behind each command, as its caller asks for its status, which
# switches off `set -e`. Files of an earlier run would be judged in the place of this one's.
measure() {
  local program objects=("$COVERAGE_DIR/bin/tessera")
  say "Coverage of the $1: lines and branches"
  rm -f "$COVERAGE_DIR/$1.profdata" "$COVERAGE_DIR/$1.lcov"
  "$LLVM_PREFIX/bin/llvm-profdata" merge -sparse -o "$COVERAGE_DIR/$1.profdata" \
    "$PROFILES"/*.profraw "$KERNELS"/*.profraw || return 1
  for program in "${PROGRAMS[@]}"; do
    objects+=(-object "$COVERAGE_DIR/unittests/$program")
  done
  "$LLVM_PREFIX/bin/llvm-cov" export -format=lcov -instr-profile "$COVERAGE_DIR/$1.profdata" \
    "${objects[@]}" -sources "${SOURCES[@]/#/$SOURCE_DIR/lib/}" \
    "${SOURCES[@]/#/$SOURCE_DIR/include/tessera/}" >"$COVERAGE_DIR/$1.lcov" || return 1
  python3 "$SOURCE_DIR/scripts/checks/coverage.py" "$COVERAGE_DIR/$1.lcov" "$SOURCE_DIR" "$FLOORS" "$1"
}

# A build that finds no ptxas when it is configured would leave its tests out.
ensure_cuda
ensure_venv
FAILED=()
for part in "${PARTS[@]}"; do
  set_up "$part"
  build_programs "$part"
  rm -rf "$PROFILES"
  "run_$part"
  measure "$part" || FAILED+=("$part")
done
[ "${#FAILED[@]}" -eq 0 ] || die "the coverage of ${FAILED[*]} is not that of the floors."
