# shellcheck shell=bash
#===- demo.sh - A first kernel, compiled and run ---------------------------===#
#
# Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# This file is sourced. demo compiles a vector add that cuTile Python exported,
# for two GPUs, and runs it without one.
#
#===------------------------------------------------------------------------===#

DEMO_KERNEL=$SOURCE_DIR/examples/vector_add.tileirbc
DEMO_DIR=$BUILD_DIR/demo
DEMO_COUNT=1000

# size FILE: its bytes.
size() { stat -c %s "$1"; }

# demo_compile GPU: compiles to PTX and to machine code, and sums both up.
demo_compile() {
  local gpu=$1 report=$DEMO_DIR/$1.txt
  "$BUILD_DIR/bin/tileiras" "$DEMO_KERNEL" -o "$DEMO_DIR/$gpu.ptx" --gpu-name "$gpu" -O3 --emit=ptx ||
    die "tileiras could not compile the kernel to PTX for $gpu."
  "$BUILD_DIR/bin/tileiras" "$DEMO_KERNEL" -o "$DEMO_DIR/$gpu.cubin" --gpu-name "$gpu" -O3 --time 2>"$report" ||
    die "tileiras could not compile the kernel for $gpu:" "$(cat "$report")"
  sed -n "s/^kernel \\([^:]*\\): /    \\1 for $gpu: /p" "$report"
  note "  PTX $(size "$DEMO_DIR/$gpu.ptx") bytes, cubin $(size "$DEMO_DIR/$gpu.cubin") bytes"
  note "  time: $(awk '/ ms /{ printf "%s%s %.1f ms", separator, $3, $1; separator = ", " }' "$report")"
}

# demo_run GPU: interprets the kernel, emulates the PTX for GPU, compares.
demo_run() {
  local gpu=$1 result=$DEMO_DIR/sum.npy report=$DEMO_DIR/run.txt
  "$BUILD_DIR/bin/cuda-tile-run" "$DEMO_KERNEL" --entry=vector_add --grid=1 \
    --arg="array:$DEMO_DIR/a.npy" --arg="array:$DEMO_DIR/b.npy" --arg="array:$DEMO_DIR/c.npy" \
    --engine=emulate --gpu-name="$gpu" -O3 --compare=interpret --out=2="$result" >"$report" 2>&1 ||
    die "the emulator and the interpreter do not agree:" "$(cat "$report")"
  python3 "$SOURCE_DIR/examples/vectors.py" check "$DEMO_DIR" "$result" ||
    die "the result of the run is wrong."
  note "  interpreter and emulator: $(sed -n 's/^argument 2 [^:]*:[^:]*: //p' "$report")"
}

demo() {
  local gpu
  say "Demo: $(basename "$DEMO_KERNEL"), $(size "$DEMO_KERNEL") bytes of bytecode from cuTile Python, adds two arrays of $DEMO_COUNT floats"
  python3 "$SOURCE_DIR/examples/vectors.py" make "$DEMO_DIR" "$DEMO_COUNT"
  for gpu in sm_90 sm_120; do
    demo_compile "$gpu"
    demo_run "$gpu"
  done
  note "and the sums are those that Python computes."
  note "PTX, cubins and arrays are in $DEMO_DIR; the tools are in $BUILD_DIR/bin."
}
