#!/usr/bin/env bash
#===- run.sh - The emulator against hardware -------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Runs on a GPU what the emulator runs, and compares: see docs/developing.md.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PYTHON=${PYTHON:-python3}
PACKAGE=${TESSERA_GPU_PACKAGE:-$HERE/../../build/gpu-package.tar.xz}

usage() {
  cat <<EOF
usage: test/gpu/run.sh [RESULTS]        runs the package on the first GPU; prints a
                                        table and writes RESULTS (gpu-results.json)
       test/gpu/run.sh --make [FILE]    makes the package: needs nvcc and the tools,
                                        no GPU
       test/gpu/run.sh --plan           lists what would run

The package is $PACKAGE,
or what TESSERA_GPU_PACKAGE names; PYTHON names the Python (python3).
EOF
}

case ${1:-} in
--plan) exec "$PYTHON" "$HERE/package.py" plan ;;
--make) exec "$PYTHON" "$HERE/package.py" make "${2:-$PACKAGE}" ;;
-h | --help) usage ;;
-*)
  usage >&2
  exit 2
  ;;
*)
  # The JIT keeps what it compiled for the next process.
  export CUDA_CACHE_MAXSIZE=${CUDA_CACHE_MAXSIZE:-4294967296}
  exec "$PYTHON" "$HERE/hardware.py" "$PACKAGE" "${1:-gpu-results.json}"
  ;;
esac
