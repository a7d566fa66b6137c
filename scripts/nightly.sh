#!/usr/bin/env bash
#===- nightly.sh - What takes too long for every change --------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/nightly.sh [STEP...]
#
# Runs the steps that .ci/run leaves out, on the commit that is checked out: all tests, the
# rotated ones included (check); the build for aarch64 (aarch64); an hour of random
# programs (smith); ten minutes of each fuzz target (fuzz); ThreadSanitizer (threads); the
# bytes that a compiler built by gcc writes (same-bytes); what is installed, in systems
# that hold nothing else (roots); what the Dockerfile makes (stages); a release, made twice
# (same-release); planted faults that the tests have to find (mutants); the tests with
# AddressSanitizer and UBSan (sanitizers); the lines and branches that tests reach
# (coverage). Runs the named steps, or all.
#
# build/nightly.md has the steps, the commit, and each step's result and counts. A step
# that fails, or exceeds its time, does not stop the later ones; the script then fails at
# its end.

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/packages.sh
. "$HERE/scripts/bootstrap/packages.sh"

REPORT=$BUILD_ROOT/nightly.md
STEPS=(check aarch64 smith fuzz threads same-bytes roots stages same-release mutants sanitizers
  coverage)

# command_of STEP: sets COMMAND, and its time limit MINUTES.
command_of() {
  case $1 in
  check) COMMAND=(./bootstrap.sh check --all) MINUTES=200 ;;
  aarch64) COMMAND=(scripts/packaging/cross.sh) MINUTES=60 ;;
  smith) COMMAND=(scripts/smith.sh 3600) MINUTES=80 ;;
  fuzz) COMMAND=(scripts/fuzz.sh 600 container reader ptx launch driver image npy works cases lsp) MINUTES=240 ;;
  threads) COMMAND=(scripts/checks/thread-sanitizer.sh) MINUTES=30 ;;
  same-bytes) COMMAND=(scripts/checks/same-bytes.sh) MINUTES=40 ;;
  roots) COMMAND=(scripts/packaging/empty-roots.sh bare debian ubuntu oldest aarch64) MINUTES=40 ;;
  stages) COMMAND=(scripts/packaging/empty-roots.sh stages) MINUTES=120 ;;
  same-release) COMMAND=(scripts/checks/same-release.sh) MINUTES=300 ;;
  mutants) COMMAND=(python3 scripts/mutate.py) MINUTES=300 ;;
  sanitizers) COMMAND=(scripts/checks/address-sanitizer.sh) MINUTES=300 ;;
  coverage) COMMAND=(scripts/coverage.sh) MINUTES=240 ;;
  *) die "there is no step '$1'; there are ${STEPS[*]}." ;;
  esac
}

# run_step STEP: runs a step and writes its row of the report.
run_step() {
  local log=$LOG_DIR/nightly-$1.log start=$SECONDS status=0 outcome=passed
  command_of "$1"
  say "$1: ${COMMAND[*]}"
  timeout --kill-after=60 "${MINUTES}m" "${COMMAND[@]}" >"$log" 2>&1 </dev/null || status=$?
  case $status in
  0) ;;
  124 | 137) outcome="not finished after $MINUTES min" ;;
  *) outcome="failed ($status)" ;;
  esac
  [ "$outcome" = passed ] || FAILED+=("$1")
  note "$outcome in $(took "$start"); $log"
  printf '| %s | %s | %s | %s |\n' "$1" "$outcome" "$(took "$start")" "$(figures "$log")" >>"$REPORT"
}

# figures LOG: prints the lines of LOG with counts, on one line.
figures() {
  grep -aE '[0-9]+ (passed|inputs|programs|files|seeds|faults|lines|branches)\b' "$1" | tail -n 12 |
    sed -E 's/^ +//; s/\|/\\|/g' | paste -sd ';' | sed 's/;/; /g'
}

# run_steps STEP...: writes the report, and fails if one of them does.
run_steps() {
  local step
  FAILED=()
  mkdir -p "$LOG_DIR"
  {
    printf '# %s\n\n' "$(git describe --always --dirty 2>/dev/null || echo 'outside of a clone')"
    printf '%s, %s processors.\n\n' "$(date -u +%Y-%m-%dT%H:%MZ)" "$(nproc)"
    printf '| step | outcome | took | counted |\n|---|---|---|---|\n'
  } >"$REPORT"
  for step in "$@"; do run_step "$step"; done
  say "All steps"
  note "$REPORT"
  [ "${#FAILED[@]}" -eq 0 ] || die "not everything passed: ${FAILED[*]}"
}

main() {
  local step
  [ $# -gt 0 ] || set -- "${STEPS[@]}"
  for step in "$@"; do command_of "$step"; done
  cd "$SOURCE_DIR"
  ensure_packages "${PACKAGES[@]}"
  ./bootstrap.sh build
  run_steps "$@"
}

# The tests of this script only take its functions.
if [ "${BASH_SOURCE[0]}" = "$0" ]; then main "$@"; fi
