#!/usr/bin/env bash
#===- bootstrap.sh - From an empty machine to a working compiler -----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/packages.sh
. "$HERE/scripts/bootstrap/packages.sh"
# shellcheck source=scripts/bootstrap/cuda.sh
. "$HERE/scripts/bootstrap/cuda.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"
# shellcheck source=scripts/bootstrap/demo.sh
. "$HERE/scripts/bootstrap/demo.sh"
# shellcheck source=scripts/bootstrap/check.sh
. "$HERE/scripts/bootstrap/check.sh"

usage() {
  cat <<EOF
usage: ./bootstrap.sh COMMAND

  demo    install what is missing, build the tools, and compile and run a first
          kernel without a GPU
  check   build everything and run the tests: all but those that rotate, of which
          each commit runs a third; with --all those as well
  build   install what is missing and build everything

Each command does only what is left to do. Everything made lies in
$BUILD_ROOT; removing that folder starts afresh.

Environment:
  CUDA_HOME, CUDA_ROOT  a CUDA toolkit (13.0 or later) to take ptxas and
                        libdevice from; without one they come from pip
                        (and from pip a newer ptxas, where it is before 13.2)
  LLVM_ROOT             the prefix of an LLVM 22 with MLIR other than Debian's
  TESSERA_PRESET        the CMake preset to build (release)
  TESSERA_JOBS          how many jobs to run at once (the number of processors)
EOF
}

prepare() {
  ensure_packages "${PACKAGES[@]}"
  note_versions "${PACKAGES[@]}"
  ensure_cuda
  ensure_assembler
  configure
}

case ${1:-} in
demo)
  prepare
  build tessera
  demo
  ;;
check)
  case ${2:-} in
  '') rotation=$(rotation_of_commit) ;;
  --all) rotation=all ;;
  *) die "check has no option '$2'; it has --all." ;;
  esac
  prepare
  build all
  check "$rotation"
  ;;
build)
  prepare
  build all
  ;;
-h | --help | help) usage ;;
*)
  usage >&2
  if [ $# -eq 0 ]; then die "say which command to run."; fi
  die "there is no command '$1'."
  ;;
esac
