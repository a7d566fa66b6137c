#!/usr/bin/env bash
#===- fuzz.sh - Run the fuzz targets of readers and of the driver ----------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: scripts/fuzz.sh SECONDS|--keep [TARGET...]
#
# Builds the fuzz targets (those named: container, reader, ptx, launch, driver,
# image, npy, works, cases, lsp; without names the first three; those from the
# driver on need the main build), makes a seed corpus, and runs each target for SECONDS. What was learnt stays in
# build/fuzz/corpus for the next run, which begins with that and with the corpus that is
# kept in fuzz/corpora. Fails at the first finding, and says how to reproduce it; see
# docs/fuzzing.md.
#
# --keep makes the kept corpus anew, of the inputs that reach what no smaller one reaches.
#
#===------------------------------------------------------------------------===#

set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/bootstrap/common.sh
. "$HERE/scripts/bootstrap/common.sh"
# shellcheck source=scripts/bootstrap/build.sh
. "$HERE/scripts/bootstrap/build.sh"

FUZZ_DIR=$BUILD_ROOT/fuzz
SEEDS=$FUZZ_DIR/seeds
PTX_SEEDS=$FUZZ_DIR/ptx-seeds
LAUNCH_SEEDS=$FUZZ_DIR/launch-seeds
IMAGE_SEEDS=$FUZZ_DIR/image-seeds
KEPT=$SOURCE_DIR/fuzz/corpora

# Bounds for one input: seconds, MiB of the process, MiB of one allocation.
LIMITS=(-timeout=30 -rss_limit_mb=2048 -malloc_limit_mb=512)

# make_seeds: small files of every op in every version, from the tests.
make_seeds() {
  rm -rf "$SEEDS" && mkdir -p "$SEEDS"
  "$FUZZ_DIR/bin/write-seeds" "$SEEDS" "$SOURCE_DIR"/test/Bytecode/Inputs/*.mlir ||
    die "the seeds cannot be made."
  note "$(find "$SEEDS" -type f | wc -l) seeds"
}

# make_ptx_seeds: the PTX in the emulator's tests, and the lines of PTX that nvcc
# made of their kernels.
make_ptx_seeds() {
  rm -rf "$PTX_SEEDS" && mkdir -p "$PTX_SEEDS"
  python3 "$SOURCE_DIR/fuzz/ptx_seeds.py" "$PTX_SEEDS" "$SOURCE_DIR/unittests/Emulator" ||
    die "the seeds of PTX cannot be made."
  note "$(find "$PTX_SEEDS" -type f | wc -l) seeds"
  rm -rf "$LAUNCH_SEEDS" && mkdir -p "$LAUNCH_SEEDS"
  local seed
  for seed in "$PTX_SEEDS"/*; do
    { printf 'R' && cat "$seed"; } >"$LAUNCH_SEEDS/${seed##*/}"
  done
}

# inputs TARGET: sets its seeds, its dictionary, the longest input, and the options
# that shorten its output.
inputs() {
  QUIET=()
  # libFuzzer refuses a dictionary without a byte.
  echo '# no words' >"$FUZZ_DIR/no-words"
  if [ "$1" = driver ]; then
    # Any bytes are a sequence of calls, so it needs no seeds and no dictionary.
    mkdir -p "$FUZZ_DIR/no-seeds"
    SOURCES=("$FUZZ_DIR/no-seeds")
    DICTIONARY=$FUZZ_DIR/no-words LONGEST=512
  elif [ "$1" = image ]; then
    # A small program in each form, and files of bytecode.
    mkdir -p "$IMAGE_SEEDS"
    python3 "$SOURCE_DIR/fuzz/image_seeds.py" "$IMAGE_SEEDS" ||
      die "the seeds of images cannot be made."
    SOURCES=("$IMAGE_SEEDS" "$SOURCE_DIR/test/Bytecode/hostile")
    DICTIONARY=$FUZZ_DIR/no-words LONGEST=2048
    # Errors of images are reported at length, but are no findings.
    QUIET=(-close_fd_mask=2)
  elif is_of_files "$1"; then
    # Small files of each form, or what editors send.
    mkdir -p "$FUZZ_DIR/$1-seeds"
    python3 "$SOURCE_DIR/fuzz/file_seeds.py" "$1" "$FUZZ_DIR/$1-seeds" ||
      die "the seeds of $1 cannot be made."
    SOURCES=("$FUZZ_DIR/$1-seeds")
    DICTIONARY=$FUZZ_DIR/no-words LONGEST=1024
    [ "$1" != lsp ] || DICTIONARY=$SOURCE_DIR/fuzz/lsp.dict
    # The server logs what it does not understand.
    QUIET=(-close_fd_mask=2)
  elif [ "$1" = launch ]; then
    # Programs of several statements, behind a byte that chooses the order.
    SOURCES=("$LAUNCH_SEEDS")
    DICTIONARY=$SOURCE_DIR/fuzz/ptx.dict LONGEST=2048
  elif [ "$1" = ptx ]; then
    SOURCES=("$PTX_SEEDS")
    DICTIONARY=$SOURCE_DIR/fuzz/ptx.dict LONGEST=256
  else
    SOURCES=("$SEEDS" "$SOURCE_DIR"/test/Bytecode/{Inputs,frozen,hostile})
    DICTIONARY=$SOURCE_DIR/fuzz/bytecode.dict LONGEST=4096
  fi
}

# unpack TARGET: prints the folder of its kept corpus, unpacked.
unpack() {
  local folder=$FUZZ_DIR/kept/$1
  rm -rf "$folder" && mkdir -p "$folder"
  [ ! -f "$KEPT/$1.tar.xz" ] || tar -xJf "$KEPT/$1.tar.xz" -C "$folder"
  echo "$folder"
}

# pack FOLDER TARGET: keeps a corpus; the same inputs give the same bytes.
pack() {
  mkdir -p "$KEPT"
  tar -C "$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 \
    -cf - . | xz -9e >"$KEPT/$2.tar.xz"
}

# is_of_files TARGET: files of cuda-tile-run, and sessions of editors.
is_of_files() { case $1 in npy | works | cases | lsp) ;; *) false ;; esac }

# is_of_main_build TARGET: those that take the engines as they are.
is_of_main_build() { [ "$1" = driver ] || [ "$1" = image ] || is_of_files "$1"; }

program() {
  if is_of_main_build "$1"; then
    echo "$BUILD_DIR/fuzz/fuzz-$1"
  else
    echo "$FUZZ_DIR/bin/fuzz-$1"
  fi
}

# run_target TARGET FOLDER LOG OPTION...: libFuzzer, writing to FOLDER, and reading all that
# there is. Recording the stacks of allocations costs half the speed. Leaks are not looked
# for, because the reader's context outlives an input on purpose; one would make the heap
# grow.
run_target() {
  local target=$1 folder=$2 log=$3 kept learnt=$FUZZ_DIR/corpus/$1
  shift 3
  kept=$(unpack "$target")
  inputs "$target"
  [ "$folder" = "$learnt" ] || SOURCES+=("$learnt")
  ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=8:detect_stack_use_after_return=0 \
    "$(program "$target")" "${LIMITS[@]}" "${QUIET[@]}" -max_len="$LONGEST" \
    -dict="$DICTIONARY" -detect_leaks=0 -artifact_prefix="$FUZZ_DIR/$target-" "$@" \
    "$folder" "$kept" "${SOURCES[@]}" >"$log" 2>&1
}

# fuzz TARGET SECONDS: a finding is a file beside the log.
fuzz() {
  local target=$1 seconds=$2 corpus=$FUZZ_DIR/corpus/$1 log=$FUZZ_DIR/$1.log
  mkdir -p "$corpus"
  say "Fuzzing the $target for $seconds s"
  if ! run_target "$target" "$corpus" "$log" -max_total_time="$seconds" -print_final_stats=1; then
    grep -a -A 12 -m 1 -E 'finding:|ERROR:|runtime error:' "$log" >&2 || tail -n 25 "$log" >&2
    die "the $target fuzzer has a finding; its whole output is in $log." \
      "To see it again: $(program "$target") $(sed -n 's/.*Test unit written to //p' "$log")"
  fi
  note "$(awk '/executed_units/ { n = $2 } /average_exec/ { s = $2 } END { print n " inputs, " s " a second" }' "$log"), no finding"
}

# keep TARGET: the smallest inputs come first, so that each that stays reaches something new.
keep() {
  local target=$1 folder=$FUZZ_DIR/merged/$1 log=$FUZZ_DIR/$1-merge.log
  rm -rf "$folder" && mkdir -p "$folder" "$FUZZ_DIR/corpus/$target"
  say "The corpus of the $target, anew"
  run_target "$target" "$folder" "$log" -merge=1 ||
    die "the corpora of the $target cannot be merged; the output is in $log."
  pack "$folder" "$target"
  note "$(find "$folder" -type f | wc -l) inputs, $(stat -c %s "$KEPT/$target.tar.xz") bytes"
}

[ $# -ge 1 ] || die "say for how many seconds each target is to run."
RUN_SECONDS=$1
shift
case $RUN_SECONDS in
--keep) ;;
*[!0-9]* | '') die "'$RUN_SECONDS' is no number of seconds." ;;
esac
[ $# -gt 0 ] || set -- container reader ptx
readers=no
for target in "$@"; do
  if is_of_main_build "$target"; then
    build_preset "$PRESET" "fuzz-$target" "fuzz target: $target"
  else
    readers=yes
  fi
done
if [ "$readers" = yes ]; then
  build_preset fuzz fuzzers "fuzz targets"
  make_seeds
  make_ptx_seeds
fi
for target in "$@"; do
  if [ "$RUN_SECONDS" = --keep ]; then keep "$target"; else fuzz "$target" "$RUN_SECONDS"; fi
done
