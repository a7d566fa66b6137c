#!/usr/bin/env bash
#===- suites.sh - Run the suites of others without a GPU -------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/suites.sh [OPTION...] SUITE=FOLDER...
#
# Runs suites of other projects, unmodified, by `tessera run`, and prints for each and each
# GPU how many tests have passed, have failed, and have failed for a reason that
# scripts/suites/explained.toml gives. Fails if a test fails for which there is none, or if
# one of those chosen was not run.
# TESSERA_BIN is the folder of another tessera than that of the build. FOLDER is the
# checkout of a suite:
#
#   triton-tutorials  Triton's tutorials, programs; what they measure is left out
#   triton-core       Triton's test_core
#   cutile-samples    the samples of cuTile Python, by their own test
#   cutile            the suite of cuTile Python
#   numba-cuda        numba-cuda's suite, which its package of pip has
#   tilegym           the tests of TileGym's operators
#   programs          all programs (*.py) of a folder
#
# Options:
#
#   --gpus=LIST       GPUs with commas between (sm_80,sm_90,sm_100)
#   --tests=COUNT     that many of a suite, chosen at random; all, if it has fewer (600)
#   --seed=NUMBER     chooses them (1)
#   --python=PROGRAM  a Python with the packages of the suites, pytest and pytest-xdist among
#                     them, in place of those of the tests in test/Clients/driver
#   --minutes=COUNT   a suite that takes longer on a GPU has failed (120)
#   --explained=FILE  another list of reasons
#   --reports=FOLDER  where reports and logs go (build/suites)

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"

TOOLS=$SOURCE_DIR/scripts/suites
# Suites run in their own folders.
BIN=$(realpath -m --no-symlinks "${TESSERA_BIN:-$BUILD_DIR/bin}")
SUITES="triton-tutorials triton-core cutile-samples cutile numba-cuda tilegym programs"
gpus=sm_80,sm_90,sm_100 tests=600 seed=1 python='' minutes=120
explained=$TOOLS/explained.toml reports=$BUILD_ROOT/suites
failed=false

# place_of SUITE FOLDER: sets the PLACE of the tests, and the HOW of pytest in the FOLDER.
place_of() {
  HOW=() FOLDER=$2
  case $1 in
  triton-tutorials) PLACE=$2/python/tutorials HOW=(-p no:python -p programs) ;;
  triton-core) PLACE=$2/python/test/unit/language/test_core.py ;;
  cutile-samples) PLACE=$2/samples/test_samples.py ;;
  cutile) PLACE=$2/test ;;
  numba-cuda) PLACE=$2/testing FOLDER=$PLACE ;;
  tilegym) PLACE=$2/tests/ops ;;
  programs) PLACE=$2 HOW=(-p no:python -p programs) ;;
  *) die "there is no suite '$1'; there are $SUITES." ;;
  esac
  [ -e "$PLACE" ] || die "$2 is no checkout for $1: there is no $PLACE."
  # Its tests are in the package, by whose name they import each other.
  [ "$1" != numba-cuda ] || PLACE=numba.cuda.tests HOW=(--pyargs)
}

# python_of SUITE: sets the PYTHON that has its packages, and where there are MORE. The
# package of cuTile hides one that numba-cuda takes.
python_of() {
  local venv=torch-venv
  MORE=$TOOLS${PYTHONPATH:+:$PYTHONPATH}
  if [ "$1" = numba-cuda ]; then venv=clients-venv; else MORE=$MORE:$(newest_cutile); fi
  PYTHON=${python:-$BUILD_DIR/$venv/bin/python}
  [ -x "$PYTHON" ] || die "there is no $PYTHON: './bootstrap.sh check' makes it, or --python names another."
}

# newest_cutile: the folder of the newest cuTile that the tests have, if there is one.
newest_cutile() {
  find "$VENV_DIR/cutile" -mindepth 1 -maxdepth 1 2>/dev/null | sort -V | tail -n 1
}

# run_suite SUITE GPU: runs a suite by pytest in its folder, judges it, and sets `failed`.
run_suite() {
  local name=$reports/$1-$2 status=0
  rm -f "$name".*
  cd "$FOLDER"
  # A suite that fails has a report, which is judged.
  timeout --kill-after=60 "${minutes}m" env PYTHONPATH="$MORE" TRITON_CACHE_DIR="$reports/cache" \
    "$BIN/tessera" run --survive-errors --gpu="$2" \
    "$PYTHON" -m pytest -q -n "$JOBS" -p no:cacheprovider -p choose --choose="$tests" --choose-seed="$seed" \
    --continue-on-collection-errors --rootdir "$FOLDER" --junitxml "$name.xml" "${HOW[@]}" "$PLACE" \
    >"$name.log" 2>&1 </dev/null || status=$?
  "$PYTHON" "$TOOLS/judge.py" "$1" "$2" "$explained" "$name.xml" "$status" || failed=true
}

main() {
  local argument suite gpu suites=()
  for argument in "$@"; do
    case $argument in
    --gpus=*) gpus=${argument#*=} ;;
    --tests=*) tests=${argument#*=} ;;
    --seed=*) seed=${argument#*=} ;;
    --python=*) python=$(realpath -m --no-symlinks "${argument#*=}") ;;
    --minutes=*) minutes=${argument#*=} ;;
    --explained=*) explained=$(realpath -m "${argument#*=}") ;;
    --reports=*) reports=$(realpath -m "${argument#*=}") ;;
    --*) die "there is no option '$argument'." ;;
    *=*) suites+=("${argument%%=*}=$(realpath -m "${argument#*=}")") ;;
    *) die "usage: scripts/suites.sh [OPTION...] SUITE=FOLDER...; '$argument' is neither." ;;
    esac
  done
  [ ${#suites[@]} -gt 0 ] || die "usage: scripts/suites.sh [OPTION...] SUITE=FOLDER..., with one of $SUITES"
  [ -n "${gpus//,/}" ] || die "--gpus=$gpus names no GPU."
  for suite in "${suites[@]}"; do place_of "${suite%%=*}" "${suite#*=}"; done
  [ -x "$BIN/tessera" ] || die "there is no tessera in $BIN: ./bootstrap.sh build makes it."
  mkdir -p "$reports"
  for suite in "${suites[@]}"; do
    place_of "${suite%%=*}" "${suite#*=}"
    python_of "${suite%%=*}"
    for gpu in ${gpus//,/ }; do
      run_suite "${suite%%=*}" "$gpu"
    done
  done
  ! $failed || die "a test has failed for which $explained has no reason, or was not run; reports are in $reports"
}

main "$@"
