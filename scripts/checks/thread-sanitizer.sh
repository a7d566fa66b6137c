#!/usr/bin/env bash
#===- thread-sanitizer.sh - Watch many threads in one process --------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/checks/thread-sanitizer.sh
#
# Builds the compiler, the emulator and their unit tests with ThreadSanitizer
# (the preset `tsan`) and runs the tests in which many threads compile at once, or
# check the blocks of one launch for races; then those of the CUDA driver, which
# belong to the main build. Fails at the first data race; docs/developing.md lists
# what it cannot see.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"

[ $# -eq 0 ] || die "usage: scripts/checks/thread-sanitizer.sh"
build_preset tsan CompilerTests "tests by ThreadSanitizer"
build_preset tsan EmulatorTests "tests by ThreadSanitizer"

say "Many compilations at once"
"$BUILD_ROOT/tsan/unittests/CompilerTests" --gtest_filter='ThreadsTest.*' --gtest_repeat=3 --gtest_brief=1

say "Blocks of one launch"
"$BUILD_ROOT/tsan/unittests/EmulatorTests" --gtest_filter='RacesThreads.*' --gtest_brief=1

build_preset "$PRESET" DriverThreadTests "tests of the driver by ThreadSanitizer"
say "Eight threads that call the driver"
for seed in 0 1 2; do
  TESSERA_SEED=$seed "$BUILD_DIR/unittests/DriverThreadTests" --gtest_repeat=3 --gtest_brief=1
done
