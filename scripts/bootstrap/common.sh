# shellcheck shell=bash
#===- common.sh - Words and paths that the build scripts share -------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced. It sets the folders that all scripts agree upon and
# gives them one way to speak, to fail and to run a noisy command quietly.
#
#===------------------------------------------------------------------------===#

SOURCE_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PRESET=${TESSERA_PRESET:-release}
BUILD_ROOT=$SOURCE_DIR/build
BUILD_DIR=$BUILD_ROOT/$PRESET
LOG_DIR=$BUILD_ROOT/logs
CUDA_FALLBACK_DIR=$BUILD_ROOT/cuda
VENV_DIR=$BUILD_ROOT/venv
LLVM_MAJOR=22
LLVM_PREFIX=${LLVM_ROOT:-/usr/lib/llvm-$LLVM_MAJOR}
JOBS=${TESSERA_JOBS:-$(nproc)}
# Tools sort and print alike everywhere.
export LC_ALL=C.UTF-8

# say TEXT: a step begins.
say() { printf '==> %s\n' "$*"; }

# note TEXT: a detail of the step.
note() { printf '    %s\n' "$*"; }

# die TEXT...: one plain sentence (or a few), then the end.
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

# need_space FOLDER MEBIBYTES PURPOSE: fails if FOLDER's disk has less.
need_space() {
  local free
  mkdir -p "$1" || die "cannot create the folder $1"
  free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
  if [ "$free" -lt "$2" ]; then
    die "not enough disk space in $1: $free MiB free, $2 MiB needed $3."
  fi
}

# logged NAME COMMAND...: runs COMMAND with its output in a log file. If it fails,
# shows the end of the log and returns its status.
logged() {
  local log=$LOG_DIR/$1.log status=0
  shift
  mkdir -p "$LOG_DIR"
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 25 "$log" | sed 's/^/    | /' >&2
    note "(the whole output is in $log)" >&2
  fi
  return "$status"
}

# is_configured FOLDER: fails also for a build folder that found no ptxas where there is one
# now (ensure_cuda), because it leaves the tests that need one out.
is_configured() {
  [ -f "$1/build.ninja" ] || return 1
  [ -z "${CUDA_HOME:-}" ] || ! grep -q '^TESSERA_PTXAS:.*-NOTFOUND$' "$1/CMakeCache.txt"
}

# took SECONDS: "1 min 5 s" since the value of $SECONDS given.
took() {
  local s=$((SECONDS - $1))
  if [ "$s" -ge 60 ]; then printf '%d min %d s' $((s / 60)) $((s % 60)); else printf '%d s' "$s"; fi
}

# pip_install PYTHON FILE OPTION...: the packages of FILE, whose hashes it has
# (scripts/pin.sh), with the pip of PYTHON's environment.
pip_install() {
  local python=$1 file=$2
  shift 2
  "$python" -m pip install --require-hashes "$@" -r "$file"
}

# ensure_venv_of FOLDER FILE: an environment of Python with the packages of FILE, made
# anew if FILE has changed. Fails, and leaves none, if pip cannot install them.
ensure_venv_of() {
  local folder=$1 file=$2 start=$SECONDS
  if cmp -s "$file" "$folder/requirements.txt"; then
    say "Python environment: done before ($folder)"
    return
  fi
  say "Python environment: pip installs the packages of ${file#"$SOURCE_DIR/"}"
  rm -rf "$folder"
  if ! logged venv python3 -m venv "$folder" || ! logged venv-pip pip_install "$folder/bin/python" "$file"; then
    rm -rf "$folder"
    return 1
  fi
  cp "$file" "$folder/requirements.txt"
  note "installed in $(took "$start")"
}
