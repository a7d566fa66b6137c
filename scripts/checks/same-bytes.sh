#!/usr/bin/env bash
#===- same-bytes.sh - Compare the compiler with one that gcc builds --------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/checks/same-bytes.sh
#
# Builds the compiler once more with gcc, without optimisation and with
# assertions (the preset `compare`), and compares the outputs of the two builds for
# kernels and random programs, byte by byte. ./bootstrap.sh check must have run
# before: it makes the other build and the Python environment.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"

[ $# -eq 0 ] || die "usage: scripts/checks/same-bytes.sh"
for program in "$BUILD_DIR/bin/tileiras" "$VENV_DIR/bin/python"; do
  [ -x "$program" ] || die "there is no $program: run ./bootstrap.sh check first."
done

build_preset compare tessera "compiler by gcc"

say "What both builds make of kernels and of random programs"
TESSERA_BIN="$BUILD_DIR/bin" TESSERA_OTHER_BIN="$BUILD_ROOT/compare/bin" \
  "$VENV_DIR/bin/python" -m pytest -q -n "$JOBS" --rootdir "$SOURCE_DIR/test/Kernels" \
  -p no:cacheprovider --basetemp "$BUILD_DIR/test-same-bytes" \
  "$SOURCE_DIR/test/Kernels/same_bytes.py"
