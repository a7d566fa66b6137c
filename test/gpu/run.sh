#!/usr/bin/env bash
#===- run.sh - The emulator against hardware -------------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# Runs the emulator's programs on a GPU, and compares the results; times kernels beside
# those of others: see docs/developing.md.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
PYTHON=${PYTHON:-python3}
PACKAGE=${TESSERA_GPU_PACKAGE:-$HERE/../../build/gpu-package.tar.xz}
KERNELS=${TESSERA_GPU_KERNELS:-$HERE/../../build/gpu-kernels}
TOOLS=${TESSERA_GPU_TOOLS:-$HERE/../../build/gpu-tools.tar.xz}
TILES=${TESSERA_GPU_TILES:-$HERE/../../build/gpu-tiles.tar.xz}

usage() {
  cat <<EOF
usage: test/gpu/run.sh [RESULTS]        runs the package on the first GPU; prints a
                                        table and writes RESULTS (gpu-results.json)
       test/gpu/run.sh --make [FILE]    makes the package: needs nvcc and the tools,
                                        no GPU
       test/gpu/run.sh --plan           lists what would run
       test/gpu/run.sh --make-kernels [OPTIONS] [KERNEL...]
                                        compiles the kernels that are timed: needs
                                        build/venv/bin/python and the tools, no GPU
       test/gpu/run.sh --speed [OPTIONS] [KERNEL...]
                                        times them on the first GPU; prints a table
       test/gpu/run.sh --profile [OPTIONS] KERNEL...
                                        says by ncu what limits them, and where they
                                        wait
       test/gpu/run.sh --make-tools [FILE]
                                        packs the tools that judge random programs
       test/gpu/run.sh --random [OPTIONS]
                                        judges them on the first GPU, with ptxas and
                                        libdevice of the toolkit there, for five
                                        minutes (--seconds=N)
       test/gpu/run.sh --make-tiles [FILE]
                                        packs kernels of cuTile Python with answers;
                                        needs build/venv/bin/python
       test/gpu/run.sh --tiles [OPTIONS]
                                        compiles them for the first GPU by the same
                                        tools, and judges their answers
       test/gpu/run.sh --make-all       makes the package, the tools and the kernels
                                        with answers
       test/gpu/run.sh --all [FILE] [OPTIONS]
                                        runs them and 10,000 random programs, in 20
                                        minutes at most (--minutes=N, --programs=N),
                                        and packs what they say (gpu-results.tar.xz)

The package is $PACKAGE,
or what TESSERA_GPU_PACKAGE names, the kernels are in
$KERNELS,
or what TESSERA_GPU_KERNELS names, the tools are
$TOOLS,
or what TESSERA_GPU_TOOLS names, and the kernels with answers are
$TILES,
or what TESSERA_GPU_TILES names; PYTHON names the Python (python3).
EOF
}

# The JIT of the driver caches compiled code for the next process.
keep_compiled() {
  export CUDA_CACHE_MAXSIZE=${CUDA_CACHE_MAXSIZE:-4294967296}
}

case ${1:-} in
--plan) exec "$PYTHON" "$HERE/package.py" plan ;;
--make) exec "$PYTHON" "$HERE/package.py" make "${2:-$PACKAGE}" ;;
--make-kernels) exec "$PYTHON" "$HERE/speed/tile_ir.py" "$KERNELS" "${@:2}" ;;
--speed) exec "$PYTHON" "$HERE/speed/speed.py" "$KERNELS" "${@:2}" ;;
--profile) exec "$PYTHON" "$HERE/speed/ncu.py" "$KERNELS" "${@:2}" ;;
--make-tools) exec "$PYTHON" "$HERE/random_programs.py" make "${2:-$TOOLS}" ;;
--random) exec "$PYTHON" "$HERE/random_programs.py" run "$TOOLS" "${@:2}" ;;
--make-tiles) exec "$PYTHON" "$HERE/tile_programs.py" make "${2:-$TILES}" ;;
--tiles) exec "$PYTHON" "$HERE/tile_programs.py" run "$TOOLS" "$TILES" "${@:2}" ;;
--make-all)
  "$0" --make
  "$0" --make-tools
  exec "$0" --make-tiles
  ;;
--all)
  shift
  RESULTS=gpu-results.tar.xz
  if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
    RESULTS=$1
    shift
  fi
  keep_compiled
  exec "$PYTHON" "$HERE/all_parts.py" "$RESULTS" --tools="$TOOLS" --tiles="$TILES" --package="$PACKAGE" "$@"
  ;;
-h | --help) usage ;;
-*)
  usage >&2
  exit 2
  ;;
*)
  keep_compiled
  exec "$PYTHON" "$HERE/hardware.py" "$PACKAGE" "${1:-gpu-results.json}"
  ;;
esac
