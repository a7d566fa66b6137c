#!/usr/bin/env bash
#===- cross.sh - Build for Linux on aarch64 --------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/packaging/cross.sh
#
# Builds all of Tessera but the tests for Linux on aarch64, in build/aarch64, on any
# machine on which ./bootstrap.sh build has run: clang, lld and the programs that generate
# code are that build's. LLVM, MLIR and the C and C++ libraries are Debian's packages for
# aarch64, unpacked into build/sysroots/aarch64. scripts/packaging/wheel.sh then makes the wheel:
#
#   TESSERA_BIN=build/aarch64/bin scripts/packaging/wheel.sh FOLDER
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
# shellcheck source=scripts/packaging/sysroot.sh
. "$HERE/scripts/packaging/sysroot.sh"

# What is linked, and what LLVM's CMake files look for; the texts of licences.
LIBRARIES=(
  llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  libc6-dev libstdc++-12-dev zlib1g-dev libzstd-dev
  libxml2-dev libcurl4-openssl-dev libedit-dev libffi-dev
  base-files
)

[ $# -eq 0 ] || die "usage: scripts/packaging/cross.sh"
[ -x "$BUILD_ROOT/release/bin/tessera-tblgen" ] ||
  die "there is no build/release/bin/tessera-tblgen: run ./bootstrap.sh build first."
make_sysroot "$SYSROOTS/aarch64" arm64 "${LIBRARIES[@]}"
build_preset aarch64 all "build for aarch64"
