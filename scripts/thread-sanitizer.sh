#!/usr/bin/env bash
#===- thread-sanitizer.sh - Watch many compilations in one process ---------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/thread-sanitizer.sh
#
# Builds the compiler and its unit tests with ThreadSanitizer (the preset `tsan`)
# and runs those in which many threads compile at once. Fails at the first data
# race; docs/developing.md says what it cannot see.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/common.sh
. "$HERE/scripts/common.sh"
# shellcheck source=scripts/build.sh
. "$HERE/scripts/build.sh"

[ $# -eq 0 ] || die "usage: scripts/thread-sanitizer.sh"
build_preset tsan CompilerTests "tests by ThreadSanitizer"

say "Many compilations at once"
"$BUILD_ROOT/tsan/unittests/CompilerTests" --gtest_filter='ThreadsTest.*' --gtest_repeat=3 --gtest_brief=1
